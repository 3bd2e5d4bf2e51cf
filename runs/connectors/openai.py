"""An assistant that speaks the OpenAI chat protocol."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from runs.connectors.pieces import reported, values_of
from runs.connectors.replies import (
    answer_text,
    contexts_at,
    parsed,
    printable,
    storable_json,
)
from runs.connectors.streams import Arrival
from runs.connectors.wire import Request, Wire
from runs.values import FailureKind, Reply, TryFailed

_CONTENT: Final = "$.choices[0].message.content"


@dataclass(frozen=True, slots=True)
class OpenAISettings:
    """The endpoint (ending in /v1), its model, and what it is told before the question."""

    base_url: str
    model: str
    system_prompt: str = ""
    stream: bool = False
    silence_s: float = 20.0
    api_key: str = field(default="", repr=False)


class OpenAIConnector:
    """Each question is a conversation of its own."""

    def __init__(self, settings: OpenAISettings, *, wire: Wire) -> None:
        self._settings, self._wire = settings, wire

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The content of the first choice; raises TryFailed."""
        setup = self._settings
        request = _request(setup, question)
        if not setup.stream:
            got = await self._wire.exchange(request)
        else:
            got = await self._wire.stream(
                request, arrival=Arrival.EVENTS, silence_s=setup.silence_s
            )
        if got.events is not None:
            return _streamed(values_of(got.events), raw=got.text)
        return _whole(parsed(got.text, media_type=got.media_type), raw=got.text)

    async def close(self) -> None:
        """Close the connections."""
        await self._wire.close()


def _request(setup: OpenAISettings, question: str) -> Request:
    messages = [{"role": "user", "content": question}]
    if setup.system_prompt:
        messages.insert(0, {"role": "system", "content": setup.system_prompt})
    wish: dict[str, Any] = {"model": setup.model, "messages": messages}
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if setup.stream:
        wish |= {"stream": True, "stream_options": {"include_usage": True}}
        headers["Accept"] = "text/event-stream"
    if setup.api_key:
        headers["Authorization"] = f"Bearer {setup.api_key}"
    url = f"{setup.base_url.rstrip('/')}/chat/completions"
    return Request("POST", url, headers, json.dumps(wish, ensure_ascii=False).encode())


def _whole(value: Any, *, raw: str) -> Reply:
    text = answer_text(value, _CONTENT)
    message = value["choices"][0]["message"]
    usage, calls = value.get("usage"), message.get("tool_calls")
    return Reply(
        text=text or _refusal(message),
        raw=raw,
        contexts=contexts_at(value, "$.contexts"),
        tools=storable_json(calls) if isinstance(calls, list) else [],
        usage=storable_json(usage) if isinstance(usage, dict) else {},
    )


def _refusal(message: Mapping[str, Any]) -> str:
    """Where a model declines in so many words, some servers leave the content empty."""
    said = message.get("refusal")
    return printable(said) if isinstance(said, str) else ""


def _streamed(values: Sequence[Any], *, raw: str) -> Reply:
    if failure := reported(values):
        raise failure
    chunks = [value for value in values if isinstance(value, dict)]
    choices = [choice for chunk in chunks for choice in _first_choices(chunk)]
    if not choices:
        raise TryFailed(
            FailureKind.MALFORMED, _("The stream does not follow the OpenAI chat protocol.")
        )
    if not any(choice.get("finish_reason") for choice in choices) and "[DONE]" not in raw:
        raise TryFailed(
            FailureKind.CONNECTION,
            _("The stream broke off: it ended without saying that the reply is complete."),
        )
    deltas = [delta for choice in choices if isinstance(delta := choice.get("delta"), dict)]
    text = "".join(_joined(deltas, "content")) or "".join(_joined(deltas, "refusal"))
    usages = [chunk["usage"] for chunk in chunks if isinstance(chunk.get("usage"), dict)]
    contexts = [context for chunk in chunks for context in contexts_at(chunk, "$.contexts")]
    return Reply(
        text=printable(text),
        raw=raw,
        contexts=list(dict.fromkeys(contexts)),
        tools=storable_json(_calls(deltas)),
        usage=storable_json(usages[-1]) if usages else {},
    )


def _first_choices(chunk: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    choices = chunk.get("choices")
    found = choices if isinstance(choices, list) else []
    return [each for each in found if isinstance(each, dict) and each.get("index", 0) == 0]


def _joined(deltas: Sequence[Mapping[str, Any]], name: str) -> list[str]:
    return [piece for delta in deltas if isinstance(piece := delta.get(name), str)]


def _calls(deltas: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Tool calls: their first piece names them, further pieces go on with their arguments."""
    calls: dict[Any, dict[str, Any]] = {}
    for delta in deltas:
        pieces = delta.get("tool_calls")
        for piece in pieces if isinstance(pieces, list) else []:
            if not isinstance(piece, dict):
                continue
            function = piece.get("function")
            told = function if isinstance(function, dict) else {}
            call = calls.setdefault(
                piece.get("index", len(calls)),
                {"id": "", "type": "function", "function": {"name": "", "arguments": ""}},
            )
            call["id"] = piece.get("id") or call["id"]
            for name in ("name", "arguments"):
                if isinstance(text := told.get(name), str):
                    call["function"][name] += text
    return list(calls.values())
