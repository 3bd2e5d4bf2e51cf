"""What people type about reports."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class PublishForm(forms.Form):
    """Why a version is published; asked for where it corrects an earlier one."""

    reason = forms.CharField(
        label=_("What does this version correct, and why?"),
        help_text=_("It is printed beside the version. The earlier versions stay as they are."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, corrects: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not corrects:
            del self.fields["reason"]


class ShareForm(forms.Form):
    """For how long a link is open."""

    days = forms.TypedChoiceField(
        label=_("Open for"),
        choices=[(7, _("7 days")), (30, _("30 days")), (90, _("90 days"))],
        coerce=int,
        initial=30,
    )
