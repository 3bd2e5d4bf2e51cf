"""Any assistant behind HTTP: a request template, and paths into the reply."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx

from runs.connectors.filling import CONVERSATION, QUESTION, SECRET, as_fields, fill
from runs.connectors.pieces import put_together
from runs.connectors.replies import answer_text, contexts_at, parsed, tools_at
from runs.connectors.signing_in import FixedHeaders, SignIn, signed
from runs.connectors.streams import Arrival, Pieces
from runs.connectors.wire import Request, Wire
from runs.values import Reply


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """How to ask, and where the answer stands in the reply."""

    url: str
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = "json"
    template: Mapping[str, Any] = field(default_factory=lambda: {"question": QUESTION})
    arrival: Arrival = Arrival.WHOLE
    pieces: Pieces = Pieces.APPEND
    silence_s: float = 20.0
    reply_path: str = "$.answer"
    contexts_path: str = "$.contexts"
    tools_path: str = ""


class HttpConnector:
    """Sends the filled template and reads the reply at its paths."""

    def __init__(
        self,
        settings: HttpSettings,
        *,
        wire: Wire,
        sign_in: SignIn | None = None,
        secret: str = "",
    ) -> None:
        self._settings, self._wire, self._secret = settings, wire, secret
        self._sign_in: SignIn = sign_in or FixedHeaders()

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The reply to one question; raises TryFailed."""
        values = {QUESTION: question, CONVERSATION: conversation}
        if self._secret:
            values[SECRET] = self._secret
        return await signed(self._sign_in, lambda headers: self._asked(values, headers))

    async def close(self) -> None:
        """Close the connections."""
        await self._sign_in.close()
        await self._wire.close()

    async def _asked(self, values: Mapping[str, str], headers: Mapping[str, str]) -> Reply:
        setup = self._settings
        request = _request(setup, values, headers)
        if setup.arrival is Arrival.WHOLE:
            got = await self._wire.exchange(request)
        else:
            got = await self._wire.stream(request, arrival=setup.arrival, silence_s=setup.silence_s)
        if got.events is not None:
            return put_together(
                got.events,
                raw=got.text,
                pieces=setup.pieces,
                reply_path=setup.reply_path,
                contexts_path=setup.contexts_path,
                tools_path=setup.tools_path,
            )
        value = parsed(got.text, media_type=got.media_type)
        return Reply(
            text=answer_text(value, setup.reply_path),
            raw=got.text,
            contexts=contexts_at(value, setup.contexts_path),
            tools=tools_at(value, setup.tools_path),
        )


_ACCEPTED = {
    Arrival.WHOLE: "application/json",
    Arrival.EVENTS: "text/event-stream",
    Arrival.LINES: "application/x-ndjson, application/jsonl, application/json",
}


def _request(setup: HttpSettings, values: Mapping[str, str], signing: Mapping[str, str]) -> Request:
    filled = fill(dict(setup.template), values)
    headers = {"Accept": _ACCEPTED[setup.arrival]}
    url, content = setup.url, b""
    if setup.method == "GET":
        # Merged, because an address may have a query of its own.
        url = str(httpx.URL(url).copy_merge_params(as_fields(filled)))
    elif setup.body == "form":
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        content = urlencode(as_fields(filled)).encode()
    else:
        headers["Content-Type"] = "application/json"
        content = json.dumps(filled, ensure_ascii=False).encode()
    for name, value in (*fill(dict(setup.headers), values).items(), *signing.items()):
        # Names of headers know no case: a later one replaces an earlier one however it is written.
        headers = {known: kept for known, kept in headers.items() if known.lower() != name.lower()}
        headers[name] = value
    return Request(setup.method, url, headers, content)
