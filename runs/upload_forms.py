"""Saying yes to the answers of a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from runs.uploads import Use
from testsets.import_forms import GivenFile, PackedFileForm


class UploadedAnswersForm(PackedFileForm):
    """The file again, and which of several answers to one question counts."""

    use = forms.ChoiceField(
        label=_("Where a question has several answers, use"),
        widget=forms.RadioSelect,
        choices=[
            (Use.FIRST.value, _("the first in the file")),
            (Use.LAST.value, _("the last in the file")),
        ],
        help_text=_("The same for every question. The run says which was chosen."),
    )

    def __init__(
        self, *args: Any, file: GivenFile | None = None, several: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, file=file, **kwargs)
        if not several:
            del self.fields["use"]

    def chosen(self) -> Use | None:
        """The answer to use, once the form is valid; None where there was no choice."""
        use = self.cleaned_data.get("use")
        return Use(use) if use else None
