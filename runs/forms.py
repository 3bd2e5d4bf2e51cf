"""Forms about assistants and runs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.models import Workspace
from runs import selectors
from runs.models import Assistant
from runs.uploads import ENDINGS
from runs.values import MOST_WINDOWS, Policy
from testsets.models import TestSetVersion


class TryForm(forms.Form):
    """One question to try an assistant with."""

    question = forms.CharField(label=_("Question"), max_length=1000)


class RunForm(forms.Form):
    """What to ask, whom, and how."""

    version = forms.ModelChoiceField(
        label=_("Test set version"), queryset=TestSetVersion.objects.none()
    )
    assistant = forms.ModelChoiceField(label=_("Assistant"), queryset=Assistant.objects.none())
    answers = forms.FileField(
        label=_("File of answers"),
        required=False,
        help_text=_(
            "Only for an assistant with uploaded answers: CSV, Excel, JSON Lines or JSON, or the ZIP"
            " archive of an export. You see what was read before anything is stored."
        ),
        widget=forms.ClearableFileInput(
            attrs={"accept": ",".join(f".{ending}" for ending in ENDINGS)}
        ),
    )
    concurrency = forms.IntegerField(
        label=_("Questions at a time"), min_value=1, max_value=200, initial=Policy().concurrency
    )
    repetitions = forms.IntegerField(
        label=_("Times each question is asked"),
        min_value=1,
        max_value=10,
        initial=1,
        help_text=_("All answers are kept. They do not count as independent questions."),
    )
    requests_a_day = forms.IntegerField(
        label=_("Requests a day at most"),
        min_value=1,
        max_value=1_000_000,
        required=False,
        help_text=_(
            "Left empty, there is no limit. Where it is reached, by all runs of the assistant together,"
            " the run stops with its answers kept and says when to go on. A day is one of UTC."
        ),
    )

    def __init__(self, *args: Any, workspace: Workspace, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].queryset = selectors.versions(workspace)  # type: ignore[attr-defined]  # a model choice
        self.fields["assistant"].queryset = selectors.assistants(workspace)  # type: ignore[attr-defined]  # as above

    def clean(self) -> dict[str, Any]:
        """An assistant with uploaded answers needs its file."""
        data = super().clean() or {}
        assistant = data.get("assistant")
        if (
            assistant
            and assistant.connector == Assistant.Connector.UPLOAD
            and not data.get("answers")
            and "packed" not in self.data  # the page of the preview brings it along
        ):
            self.add_error("answers", _("Choose the file with this assistant's answers."))
        if (
            assistant
            and assistant.connector == Assistant.Connector.CHAT
            and data.get("concurrency", 0) > MOST_WINDOWS
        ):
            self.add_error(
                "concurrency",
                _("A website chat is asked in at most %(most)s windows at a time.")
                % {"most": MOST_WINDOWS},
            )
        return data
