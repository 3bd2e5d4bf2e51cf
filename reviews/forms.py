"""What people send about results."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from core.wording import LABELS
from reviews.models import Flag
from reviews.values import Choice, Wanted

LONGEST: Final = 4000


class DecisionForm(forms.Form):
    """A decision, why, and what was on screen."""

    choice = forms.TypedChoiceField(
        choices=[(choice.value, choice.value) for choice in Choice], coerce=Choice
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    seen = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)


class WithdrawalForm(forms.Form):
    """Which state the decision is withdrawn from."""

    seen = forms.IntegerField(min_value=1)
    key = forms.UUIDField()


class DisputeForm(forms.Form):
    """What a customer says is wrong."""

    words = forms.CharField(
        label=_("What is wrong with this grade?"),
        max_length=LONGEST,
        help_text=_(
            "A reviewer reads this beside the question, its passage and the answer. What they decide "
            "is recorded beside the grade."
        ),
        widget=forms.Textarea(attrs={"rows": 5}),
    )


def wanted_from(given: Mapping[str, Any]) -> Wanted:
    """What an address or a form asks of the queue; nonsense narrows nothing."""
    run = str(given.get("run", ""))
    return Wanted(
        reason=_known(given.get("reason"), Flag.Reason.values),
        label=_known(given.get("label"), list(LABELS)),
        critical=bool(given.get("critical")),
        run=int(run) if run.isascii() and run.isdigit() and len(run) < 10 else None,
    )


def _known(value: Any, values: list[str]) -> str:
    return value if value in values else ""
