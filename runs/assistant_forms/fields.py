"""What forms about assistants have in common: checks of addresses, paths, templates and secrets."""

import json
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext_lazy as _

from runs.connectors.replies import compiled
from runs.models import Assistant

KEPT_SECRET = _("Stored encrypted, never shown again. Leave empty to keep the one that is stored.")


def web_address(value: str) -> str:
    """A whole http or https address without credentials, or a ValidationError."""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise forms.ValidationError(_("Give a whole address that begins with https:// or http://."))
    try:
        parts.port  # noqa: B018  reading it is the check
    except ValueError:
        raise forms.ValidationError(_("The port in the address is none.")) from None
    if parts.username or parts.password:
        raise forms.ValidationError(
            _("Leave the name and password out of the address; give them as the secret below.")
        )
    return value


def origin(address: str) -> str:
    """The part of an address that says who is reached."""
    return "{0.scheme}://{0.netloc}".format(urlsplit(address.lower()))


def json_path(value: str) -> str:
    """A JSON path or nothing, or a ValidationError."""
    if value:
        try:
            compiled(value)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None
    return value


def template_of(text: str, *, flat: bool) -> dict[str, Any]:
    """A request as a JSON object, `flat` where it becomes fields; or a ValidationError."""
    try:
        template = json.loads(text)
    except json.JSONDecodeError as error:
        raise forms.ValidationError(
            _("Not JSON: %(why)s in line %(line)s."),
            params={"why": error.msg, "line": error.lineno},
        ) from None
    if not isinstance(template, dict):
        raise forms.ValidationError(_("The request must be a JSON object: {…}."))
    nested = [key for key, value in template.items() if isinstance(value, dict | list)]
    if flat and nested:
        raise forms.ValidationError(
            _("A form or a query has plain fields only; “%(field)s” is a list or an object."),
            params={"field": nested[0]},
        )
    return template


class SettingsForm(forms.Form):
    """Settings of an assistant with a secret that is typed once and then kept."""

    name = forms.CharField(label=_("Name"), max_length=200)

    def __init__(self, *args: Any, stored: Assistant | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stored = stored

    def clean_secret(self) -> str:
        """One line, because it goes into a header."""
        secret: str = self.cleaned_data["secret"]
        if not secret.isprintable():
            raise forms.ValidationError(
                _("The secret holds a line break or another invisible character. Copy it again.")
            )
        return secret

    def has_stored_secret(self) -> bool:
        """Whether leaving the secret empty keeps one."""
        return self._stored is not None and bool(self._stored.credentials)

    def refuse_to_send_elsewhere(self, old: Collection[str], new: Collection[str]) -> None:
        """A stored secret goes to nobody it was not typed for: whoever changes the address types it again."""
        known = {origin(address) for address in old if address}
        wanted = {origin(address) for address in new if address}
        if self.has_stored_secret() and not self.cleaned_data.get("secret") and wanted - known:
            self.add_error(
                "secret",
                _("The address leads to another server than the one that the stored secret was "
                  "given for. Type the secret again."),
            )  # fmt: skip
