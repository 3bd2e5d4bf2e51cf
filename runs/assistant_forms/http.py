"""Settings of an assistant behind HTTP."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from runs.assistant_forms.fields import (
    KEPT_SECRET,
    SettingsForm,
    json_path,
    template_of,
    web_address,
)
from runs.connectors.filling import QUESTION, SECRET, mentions
from runs.models import Assistant

# Headers that carry secrets; their place is where what is typed is encrypted.
_SECRET_HEADERS: Final = ("authorization", "cookie", "proxy-authorization", "x-api-key", "api-key")
_WIDE: Final = {"rows": 5, "spellcheck": "false"}
_TOKEN_REQUEST: Final = {
    "grant_type": "client_credentials", "client_id": "…", "client_secret": SECRET,
}  # fmt: skip


def _path(label: Any, initial: str, help_text: Any = "", *, required: bool = False) -> Any:
    return forms.CharField(
        label=label, initial=initial, help_text=help_text, required=required, max_length=500
    )


class HttpAssistantForm(SettingsForm):
    """An assistant behind HTTP."""

    connector = Assistant.Connector.HTTP
    url = forms.CharField(
        label=_("Address"), max_length=2000, help_text=_("Where each question is sent.")
    )
    method = forms.ChoiceField(
        label=_("Method"), choices=[(name, name) for name in ("POST", "GET", "PUT")]
    )
    body = forms.ChoiceField(
        label=_("Request as"),
        choices=[("json", _("JSON")), ("form", _("Form fields"))],
        help_text=_("With GET, the fields stand in the address instead."),
    )
    template = forms.CharField(
        label=_("Request"),
        widget=forms.Textarea(attrs=_WIDE),
        help_text=_(
            "JSON. {{question}} becomes the question, {{conversation}} a fresh identifier."
        ),
        initial=json.dumps({"question": QUESTION}, indent=2),
    )
    headers = forms.CharField(
        label=_("Further headers"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text=_("One a line, as in X-Tenant: acme. Never a secret: they are shown."),
    )
    arrival = forms.ChoiceField(
        label=_("The reply arrives"),
        choices=[
            ("whole", _("whole, as one JSON document")),
            ("events", _("in pieces, as server-sent events")),
            ("lines", _("in pieces, as JSON lines")),
        ],
    )
    pieces = forms.ChoiceField(
        label=_("Each piece"),
        initial="append",
        choices=[
            ("append", _("goes on where the one before ended")),
            ("last", _("is the whole text so far")),
        ],
    )
    silence_s = forms.IntegerField(
        label=_("Longest silence in seconds"),
        initial=20,
        min_value=1,
        max_value=300,
        help_text=_("A stream from which nothing new comes for that long has failed."),
    )
    reply_path = _path(
        _("Path to the reply"), "$.answer",
        _("A JSON path, such as $.answer or $.output[0].text."), required=True,
    )  # fmt: skip
    contexts_path = _path(
        _("Path to the retrieved contexts"), "$.contexts",
        _("Leave empty if the assistant returns none."),
    )  # fmt: skip
    tools_path = _path(
        _("Path to the tool calls"), "", _("Leave empty if the assistant returns none.")
    )
    sign_in = forms.ChoiceField(
        label=_("Sign-in"),
        choices=[
            ("none", _("not needed")),
            ("header", _("a secret in a header")),
            ("basic", _("a name and a password")),
            ("token", _("a call that gives a token")),
        ],
    )
    username = forms.CharField(label=_("User name"), required=False, max_length=200)
    token_url = forms.CharField(label=_("Address of the call"), required=False, max_length=2000)
    token_body = forms.ChoiceField(
        label=_("Call as"),
        choices=[("form", _("Form fields")), ("json", _("JSON"))],
        required=False,
    )
    token_template = forms.CharField(
        label=_("What the call sends"),
        required=False,
        widget=forms.Textarea(attrs=_WIDE),
        initial=json.dumps(_TOKEN_REQUEST, indent=2, ensure_ascii=False),
        help_text=_("JSON. {{secret}} becomes the secret below, which stays out of here."),
    )
    token_path = _path(_("Path to the token"), "$.access_token")
    header = forms.CharField(
        label=_("Header"), required=False, initial="Authorization", max_length=200
    )
    scheme = forms.CharField(
        label=_("Word before it"),
        required=False,
        max_length=50,
        help_text=_("Such as Bearer. Leave empty if the header holds nothing else."),
    )
    secret = forms.CharField(
        label=_("Secret"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=KEPT_SECRET,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in (
            "secret",
            "username",
            "token_url",
            "token_body",
            "token_template",
            "token_path",
            "header",
        ):
            self.fields[name].conditional = True  # type: ignore[attr-defined]  # read by `may_stay_empty`

    def clean_url(self) -> str:
        """Only whole http and https addresses without credentials."""
        return web_address(self.cleaned_data["url"])

    def clean_template(self) -> dict[str, Any]:
        """The request as JSON that sends the question."""
        flat = self.data.get("method") == "GET" or self.data.get("body") == "form"
        template = template_of(self.cleaned_data["template"], flat=flat)
        if not mentions(template, QUESTION):
            raise forms.ValidationError(
                _("The question is sent nowhere. Put %(mark)s where it belongs."),
                params={"mark": QUESTION},
            )
        return template

    def clean_headers(self) -> dict[str, str]:
        """Names and values; none that carries a secret."""
        headers = {}
        for line in self.cleaned_data["headers"].splitlines():
            if not line.strip():
                continue
            name, colon, value = (part.strip() for part in line.partition(":"))
            _check_header_name(name if colon else "", line)
            if name.lower() in _SECRET_HEADERS and SECRET not in value:
                raise forms.ValidationError(
                    _("%(name)s carries a secret, and what is typed here is shown. "
                      "Choose how to sign in below."),
                    params={"name": name},
                )  # fmt: skip
            headers[name] = value
        return headers

    def clean_reply_path(self) -> str:
        """A JSON path."""
        return json_path(self.cleaned_data["reply_path"])

    def clean_contexts_path(self) -> str:
        """A JSON path, or nothing."""
        return json_path(self.cleaned_data["contexts_path"])

    def clean_tools_path(self) -> str:
        """A JSON path, or nothing."""
        return json_path(self.cleaned_data["tools_path"])

    def clean(self) -> dict[str, Any]:
        """What the chosen way of signing in needs, and nothing of the others."""
        data = super().clean() or {}
        kind = data.get("sign_in")
        if kind == "none":
            for name in ("template", "headers"):
                if mentions(data.get(name), SECRET):
                    self.add_error(
                        name, _("{{secret}} stands for the secret of a sign-in. Choose one below.")
                    )
        if kind in ("header", "token"):
            self._checked("header", lambda name: _check_header_name(name, name))
        if kind == "basic" and not data.get("username"):
            self.add_error("username", _("Type the name."))
        if kind == "token":
            self._checked("token_url", web_address)
            self._checked("token_path", lambda path: json_path(path or "$.access_token"))
            self._checked("token_template", self._token_template)
        if kind != "none" and not data.get("secret") and not self.has_stored_secret():
            self.add_error("secret", _("Type the secret."))
        if kind != "none" and self._stored is not None:
            stored = self._stored.configuration
            known = [stored.get("url", ""), (stored.get("sign_in") or {}).get("url", "")]
            called = data.get("token_url", "") if kind == "token" else ""
            self.refuse_to_send_elsewhere(known, [data.get("url", ""), called])
        return data

    def _checked(self, name: str, check: Callable[[str], Any]) -> None:
        if name in self.errors:
            return
        try:
            self.cleaned_data[name] = check(self.cleaned_data.get(name) or "")
        except forms.ValidationError as error:
            self.add_error(name, error)

    def _token_template(self, text: str) -> dict[str, Any]:
        template = template_of(text, flat=self.cleaned_data.get("token_body") != "json")
        if not mentions(template, SECRET):
            raise forms.ValidationError(
                _("The secret is sent nowhere. Put %(mark)s where it belongs."),
                params={"mark": SECRET},
            )
        return template

    def configuration(self) -> dict[str, Any]:
        """What is stored in the clear."""
        data = self.cleaned_data
        stored = {name: data[name] for name in _PLAIN}
        if data["arrival"] != "whole":
            stored |= {"pieces": data["pieces"], "silence_s": data["silence_s"]}
        kind = data["sign_in"]
        sign_in: dict[str, Any] = {"kind": kind}
        if kind == "basic":
            sign_in["username"] = data["username"]
        if kind in ("header", "token"):
            sign_in |= {"header": data["header"], "prefix": data["scheme"]}
        if kind == "token":
            sign_in |= {
                "url": data["token_url"],
                "body": data["token_body"] or "form",
                "template": data["token_template"],
                "token_path": data["token_path"],
            }
        return {**stored, "sign_in": sign_in}

    def credentials(self) -> str | None:
        """The secret to store: None keeps what is stored, "" removes it."""
        if self.cleaned_data["sign_in"] == "none":
            return ""
        return self.cleaned_data["secret"] or None

    @staticmethod
    def initial_of(assistant: Assistant) -> dict[str, Any]:
        """What the form shows of a stored assistant."""
        stored = dict(assistant.configuration)
        # Assistants from before there was a choice have a header at most.
        old = {"kind": "header" if assistant.credentials else "none",
               "header": stored.pop("header", "") or "Authorization"}  # fmt: skip
        sign_in = stored.pop("sign_in", None) or old
        headers = stored.get("headers", {})
        shown = {
            **stored,
            "name": assistant.name,
            "template": _pretty(stored.get("template", {"question": QUESTION})),
            "headers": "\n".join(f"{name}: {value}" for name, value in headers.items()),
            "sign_in": sign_in["kind"],
        }
        for name, shown_as in _SIGN_IN_FIELDS.items():
            if name in sign_in:
                value = sign_in[name]
                shown[shown_as] = _pretty(value) if isinstance(value, dict) else value
        return shown


_PLAIN: Final = (
    "url", "method", "body", "template", "headers", "arrival", "reply_path", "contexts_path",
    "tools_path",
)  # fmt: skip
_SIGN_IN_FIELDS: Final = {
    "username": "username", "header": "header", "prefix": "scheme", "url": "token_url",
    "body": "token_body", "template": "token_template", "token_path": "token_path",
}  # fmt: skip


def _pretty(template: Any) -> str:
    return json.dumps(template, indent=2, ensure_ascii=False)


def _check_header_name(name: str, line: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", name):
        raise forms.ValidationError(
            _("“%(line)s” names no header. Write it as in X-Tenant: acme."),
            params={"line": line},
        )
    return name
