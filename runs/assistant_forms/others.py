"""Settings of assistants that need no more than a few."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from runs.assistant_forms.fields import KEPT_SECRET, SettingsForm, web_address
from runs.models import Assistant


class OpenAIAssistantForm(SettingsForm):
    """An assistant that speaks the OpenAI chat protocol."""

    connector = Assistant.Connector.OPENAI
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
    stream = forms.BooleanField(
        label=_("Ask for the reply in pieces"),
        required=False,
        help_text=_("For servers that cut off long replies which come whole."),
    )
    secret = forms.CharField(
        label=_("API key"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=KEPT_SECRET,
    )

    def clean_base_url(self) -> str:
        """Only whole http and https addresses without credentials."""
        return web_address(self.cleaned_data["base_url"])

    def clean(self) -> dict[str, Any]:
        """A stored key goes to the server it was given for, and no other."""
        data = super().clean() or {}
        if self._stored is not None:
            known = self._stored.configuration.get("base_url", "")
            self.refuse_to_send_elsewhere([known], [data.get("base_url", "")])
        return data

    def configuration(self) -> dict[str, Any]:
        """What is stored in the clear."""
        names = ("base_url", "model", "system_prompt", "stream")
        return {name: self.cleaned_data[name] for name in names}

    def credentials(self) -> str | None:
        """The key to store; None keeps what is stored."""
        return self.cleaned_data["secret"] or None

    @staticmethod
    def initial_of(assistant: Assistant) -> dict[str, Any]:
        """What the form shows of a stored assistant."""
        return {**assistant.configuration, "name": assistant.name}


class UploadAssistantForm(SettingsForm):
    """An assistant whose answers are collected elsewhere."""

    connector = Assistant.Connector.UPLOAD

    def configuration(self) -> dict[str, Any]:
        """Nothing but the name."""
        return {}

    def credentials(self) -> str | None:
        """None: there is nothing to sign in to."""
        return None

    @staticmethod
    def initial_of(assistant: Assistant) -> dict[str, Any]:
        """What the form shows of a stored assistant."""
        return {"name": assistant.name}
