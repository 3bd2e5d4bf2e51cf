"""Settings of an assistant that is a chat on a website."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from runs.assistant_forms.fields import SettingsForm, web_address
from runs.connectors.chat.finding import INTO
from runs.models import Assistant

SELECTORS: Final = ("launcher", "input", "send", "reply", "typing", "consent")
_CODE: Final = {"spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"}
_STRINGS: Final = re.compile(r"""\\.|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'""")
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}


def _selector(label: Any, help_text: Any, *, rows: int = 0) -> Any:
    widget = forms.Textarea(attrs={**_CODE, "rows": rows}) if rows else forms.TextInput(attrs=_CODE)
    return forms.CharField(
        label=label, help_text=help_text, required=False, max_length=1000, widget=widget
    )


class ChatAssistantForm(SettingsForm):
    """A chat on a website: its page, and the elements that make it up."""

    connector = Assistant.Connector.CHAT
    url = forms.CharField(
        label=_("Address"),
        max_length=2000,
        help_text=_("Of a page on which the chat can be opened without signing in."),
    )
    launcher = _selector(
        _("Opens the chat"),
        _("A button. Where several are pressed one after the other, one a line."),
        rows=2,
    )
    input = _selector(_("Field for the question"), _("Where a visitor types."))
    send = _selector(_("Sends the question"), _("A button. Empty: the Enter key, if that sends."))
    reply = _selector(
        _("Messages of the assistant"),
        _(
            "What matches every message of the assistant. Empty: what the chat shows after the question;"
            " with a selector the answer is read more exactly."
        ),
    )
    typing = _selector(
        _("Shows that somebody is typing"),
        _("The reply is not finished while it is there. Empty: moving dots and the like."),
    )
    consent = _selector(
        _("Closes the consent banner"),
        _("Empty: banners about cookies are refused where that can be."),
    )
    quiet_s = forms.FloatField(
        label=_("Reply finished after seconds without change"),
        initial=1.0,
        min_value=0.3,
        max_value=20,
        help_text=_("More for a chat that pauses in the middle of its replies."),
    )
    locale = forms.CharField(
        label=_("Language of the visitor"),
        required=False,
        max_length=20,
        help_text=_("Such as es or sv-SE, for pages that choose their language by it."),
    )

    def clean_url(self) -> str:
        """Only whole http and https addresses without credentials."""
        return web_address(self.cleaned_data["url"])

    def clean_locale(self) -> str:
        """A language code, or nothing."""
        locale: str = self.cleaned_data["locale"].strip()
        if locale and not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", locale):
            raise forms.ValidationError(_("Write a language as in es or sv-SE."))
        return locale

    def clean(self) -> dict[str, Any]:
        """Selectors that can be read; whether they match anything only the page can say."""
        data = super().clean() or {}
        for name in SELECTORS:
            for line in (data.get(name) or "").splitlines():
                try:
                    _check_selector(line.strip())
                except forms.ValidationError as error:
                    self.add_error(name, error)
                    break
        return data

    def configuration(self) -> dict[str, Any]:
        """What is stored."""
        names = ("url", *SELECTORS, "quiet_s", "locale")
        return {name: self.cleaned_data[name] for name in names}

    def credentials(self) -> str | None:
        """None: nobody signs in."""
        return None

    @staticmethod
    def initial_of(assistant: Assistant) -> dict[str, Any]:
        """What the form shows of a stored assistant."""
        return {**assistant.configuration, "name": assistant.name}


def _check_selector(text: str) -> None:
    if text and not all(part.strip() for part in text.split(INTO)):
        raise forms.ValidationError(
            _("“%(selector)s”: an iframe stands before each >> and an element after the last."),
            params={"selector": text},
        )
    unquoted = _STRINGS.sub("", text)
    open_: list[str] = []
    for character in unquoted:
        if character in _PAIRS.values():
            open_.append(character)
        elif character in _PAIRS and (not open_ or open_.pop() != _PAIRS[character]):
            open_.append(character)
            break
    if open_ or '"' in unquoted or "'" in unquoted:
        raise forms.ValidationError(
            _(
                "“%(selector)s” is not a CSS selector: a bracket or a quotation mark has no partner."
            ),
            params={"selector": text},
        )
