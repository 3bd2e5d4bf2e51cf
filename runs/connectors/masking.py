"""Keeping secrets out of everything that is shown or stored."""

import base64
import html
import json
import re
from collections.abc import Collection
from typing import Any, Final
from urllib.parse import quote, quote_plus, unquote

from runs.connectors.protocol import Connector
from runs.connectors.replies import nested_too_deeply
from runs.values import Reply, TryFailed

MASK: Final = "•••"
# A shorter secret may be part of an ordinary word, so it is masked only where it stands alone.
_UNMISTAKABLE: Final = 8
# From the first backslash of a run only, or a reply of backslashes would be searched forever.
_ESCAPED: Final = re.compile(r"(?<!\\)\\++(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))")
_URL_SAFE: Final = str.maketrans("+/", "-_")


class Secrets:
    """What must never be seen; it may grow while an assistant is asked, with each token it hands out."""

    def __init__(self, values: Collection[str] = ()) -> None:
        self._written: set[str] = set()
        self._read: set[str] = set()
        self._pattern = self._bare = re.compile(r"(?!)")
        for value in values:
            self.add(value)

    def __repr__(self) -> str:
        return f"Secrets({len(self._read)})"

    def add(self, value: str) -> None:
        """Mask `value` from now on, also as a header, a query, JSON or a web page would write it."""
        value = value.strip()
        if value and value not in self._written:
            self._written |= _forms(value)
            self._read |= {bare(form) for form in self._written} - {""}
            self._pattern, self._bare = _any_of(self._written), _any_of(self._read)

    def masked(self, text: str) -> str:
        """The text with every secret replaced.

        Where one stands behind unusual escaping, the text comes back without any escaping: not as it
        was, but without the secret.
        """
        if not self._written:
            return text
        shown = self._pattern.sub(MASK, text)
        stripped = bare(shown)
        return self._bare.sub(MASK, stripped) if self._bare.search(stripped) else shown

    def masked_in(self, value: Any) -> Any:
        """JSON with every secret replaced, in keys too."""
        if isinstance(value, str):
            return self.masked(value)
        if isinstance(value, dict):
            return {self.masked(key): self.masked_in(entry) for key, entry in value.items()}
        if isinstance(value, list | tuple):
            return [self.masked_in(entry) for entry in value]
        return value


def _forms(value: str) -> set[str]:
    raw = value.encode()
    # A server that takes the bytes of a header for Latin-1, as the old standard had it, says them so.
    spelt = {value, raw.decode("latin-1")}
    quoted = {
        form
        for text in spelt
        for form in (
            quote(text, safe=""),
            quote(text),
            quote_plus(text),
            json.dumps(text)[1:-1],
            json.dumps(text, ensure_ascii=False)[1:-1],
            html.escape(text),
        )
    }
    plain = base64.b64encode(raw).decode()
    return spelt | quoted | {plain, plain.translate(_URL_SAFE)}


def bare(text: str) -> str:
    """The text without the escaping of JSON, of web pages and of addresses, however deep."""
    if "\\" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), text).replace(
            "\\", ""
        )
        # Letters beyond the first 65,536 are escaped in two halves.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unquote(html.unescape(text))


def _any_of(forms: Collection[str]) -> re.Pattern[str]:
    # The longest first, so that no rest of one is left where a shorter one begins it.
    ordered = sorted(forms, key=len, reverse=True)
    return re.compile("|".join(map(_bounded, ordered)) or r"(?!)")


def _bounded(form: str) -> str:
    plain = re.escape(form)
    return plain if len(form) >= _UNMISTAKABLE else rf"(?<!\w){plain}(?!\w)"


class Masked:
    """A connector whose replies and failures show no secret, whatever the assistant sends back."""

    def __init__(self, connector: Connector, *, secrets: Secrets) -> None:
        self._connector, self._secrets = connector, secrets

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The reply without secrets; raises TryFailed without them."""
        hide = self._secrets
        try:
            reply = await self._connector.ask(question, conversation=conversation)
            return Reply(
                text=hide.masked(reply.text),
                raw=hide.masked(reply.raw),
                contexts=hide.masked_in(list(reply.contexts)),
                tools=hide.masked_in(list(reply.tools)),
                usage=hide.masked_in(dict(reply.usage)),
            )
        except TryFailed as failure:
            raise failure.saying(hide.masked(failure.detail)) from None
        except RecursionError:
            # What could just be parsed may still be too deep to be walked through.
            raise nested_too_deeply() from None

    async def close(self) -> None:
        """Close the connector."""
        await self._connector.close()
