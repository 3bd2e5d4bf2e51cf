"""Forms about assistants and runs."""

import json
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext_lazy as _

from core.models import Workspace
from runs import selectors
from runs.connectors.filling import CONVERSATION, QUESTION, mentions
from runs.connectors.replies import compiled
from runs.models import Assistant
from runs.uploads import ENDINGS
from runs.values import Policy
from testsets.models import TestSetVersion


def _web_address(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise forms.ValidationError(_("Give a whole address that begins with https:// or http://."))
    if parts.username or parts.password:
        raise forms.ValidationError(
            _("Leave the name and password out of the address; give them as the secret below.")
        )
    return value


class HttpAssistantForm(forms.Form):
    """An assistant behind HTTP."""

    connector = Assistant.Connector.HTTP
    name = forms.CharField(label=_("Name"), max_length=200)
    url = forms.CharField(
        label=_("Address"), max_length=2000, help_text=_("Where each question is sent.")
    )
    method = forms.ChoiceField(label=_("Method"), choices=[("POST", "POST"), ("GET", "GET")])
    template = forms.CharField(
        label=_("Request"),
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=_(
            "JSON. {{question}} becomes the question, {{conversation}} a fresh identifier."
        ),
        initial=json.dumps({"question": QUESTION}, indent=2),
    )
    reply_path = forms.CharField(
        label=_("Path to the reply"),
        initial="$.answer",
        help_text=_("A JSON path, such as $.answer or $.output[0].text."),
    )
    contexts_path = forms.CharField(
        label=_("Path to the retrieved contexts"),
        required=False,
        initial="$.contexts",
        help_text=_("Leave empty if the assistant returns none."),
    )
    header = forms.CharField(
        label=_("Header of the secret"), required=False, initial="Authorization", max_length=200
    )
    secret = forms.CharField(
        label=_("Secret"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Sent in the header above, stored encrypted, never shown again. "
                    "Leave empty to keep the one that is stored."),
    )  # fmt: skip
    secrets = ("secret",)

    def clean_url(self) -> str:
        """Only whole http and https addresses without credentials."""
        return _web_address(self.cleaned_data["url"])

    def clean_template(self) -> Any:
        """The request as JSON that sends the question."""
        try:
            template = json.loads(self.cleaned_data["template"])
        except json.JSONDecodeError as error:
            raise forms.ValidationError(
                _("Not JSON: %(why)s in line %(line)s."),
                params={"why": error.msg, "line": error.lineno},
            ) from None
        if not isinstance(template, dict):
            raise forms.ValidationError(_("The request must be a JSON object: {…}."))
        if not mentions(template, QUESTION):
            raise forms.ValidationError(
                _("The question is sent nowhere. Put %(mark)s where it belongs."),
                params={"mark": QUESTION},
            )
        return template

    def clean_reply_path(self) -> str:
        """A JSON path."""
        return _path(self.cleaned_data["reply_path"])

    def clean_contexts_path(self) -> str:
        """A JSON path, or nothing."""
        path = self.cleaned_data["contexts_path"]
        return _path(path) if path else ""

    def configuration(self) -> dict[str, Any]:
        """What is stored in the clear."""
        names = ("url", "method", "template", "reply_path", "contexts_path", "header")
        return {name: self.cleaned_data[name] for name in names}

    @staticmethod
    def initial_of(assistant: Assistant) -> dict[str, Any]:
        """What the form shows of a stored assistant."""
        stored = dict(assistant.configuration)
        template = stored.get("template", {"question": QUESTION, "conversation": CONVERSATION})
        return {
            **stored,
            "name": assistant.name,
            "template": json.dumps(template, indent=2, ensure_ascii=False),
        }


def _path(value: str) -> str:
    try:
        compiled(value)
    except ValueError as error:
        raise forms.ValidationError(str(error)) from None
    return value


class OpenAIAssistantForm(forms.Form):
    """An assistant that speaks the OpenAI chat protocol."""

    connector = Assistant.Connector.OPENAI
    name = forms.CharField(label=_("Name"), max_length=200)
    base_url = forms.CharField(
        label=_("Address"), max_length=2000, help_text=_("Up to and with /v1.")
    )
    model = forms.CharField(label=_("Model"), max_length=200)
    system_prompt = forms.CharField(
        label=_("Instructions"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Sent before each question, as your product does."),
    )
    secret = forms.CharField(
        label=_("API key"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "Stored encrypted, never shown again. Leave empty to keep the one that is stored."
        ),
    )

    def clean_base_url(self) -> str:
        """Only whole http and https addresses without credentials."""
        return _web_address(self.cleaned_data["base_url"])

    def configuration(self) -> dict[str, Any]:
        """What is stored in the clear."""
        return {key: self.cleaned_data[key] for key in ("base_url", "model", "system_prompt")}

    @staticmethod
    def initial_of(assistant: Assistant) -> dict[str, Any]:
        """What the form shows of a stored assistant."""
        return {**assistant.configuration, "name": assistant.name}


class UploadAssistantForm(forms.Form):
    """An assistant whose answers are collected elsewhere."""

    connector = Assistant.Connector.UPLOAD
    name = forms.CharField(label=_("Name"), max_length=200)

    def configuration(self) -> dict[str, Any]:
        """Nothing but the name."""
        return {}

    @staticmethod
    def initial_of(assistant: Assistant) -> dict[str, Any]:
        """What the form shows of a stored assistant."""
        return {"name": assistant.name}


ASSISTANT_FORMS: dict[str, type[HttpAssistantForm | OpenAIAssistantForm | UploadAssistantForm]] = {
    Assistant.Connector.HTTP: HttpAssistantForm,
    Assistant.Connector.OPENAI: OpenAIAssistantForm,
    Assistant.Connector.UPLOAD: UploadAssistantForm,
}


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
        return data
