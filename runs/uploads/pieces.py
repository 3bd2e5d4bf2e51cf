"""Questions, replies, contexts and tools in whatever form a field holds them."""

import html
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from core.text import storable
from runs.connectors.replies import as_text
from runs.uploads.names import ANSWERS, plain
from testsets.exchange.plain import unpacked

USER: Final = frozenset(
    ("user", "human", "visitor", "customer", "lead", "contact", "enduser", "cliente", "usuario")
)
BOT: Final = frozenset(
    ("assistant", "ai", "gpt", "bot", "chatbot", "model", "virtualagent", "asistente")
)
PERSON: Final = frozenset(("agent", "admin", "teammate", "operator", "agente"))
_BREAK: Final = re.compile(r"(?i)<(?:br|/p|/div|/li|/h[1-6])\b[^>]*>")
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]*>|<!--.*?-->", re.DOTALL)
_BODY: Final = ("completion", "text", "content", "message", "answer", "output", "response")
_DEEP: Final = 6


def role_of(value: Any) -> str:
    """user, assistant, person, or "" for what takes no part in the conversation."""
    word = plain(str(value or ""))
    if word in USER:
        return "user"
    if word in BOT:
        return "assistant"
    return "person" if word in PERSON else ""


def bare(markup: Any) -> str:
    """The text of a message that is written as HTML."""
    text = _TAG.sub("", _BREAK.sub("\n", as_text(markup)))
    lines = (line.strip() for line in html.unescape(text).replace("\xa0", " ").split("\n"))
    return storable("\n".join(lines).strip())


def question_text(value: Any) -> str:
    """The question in a field: a text, the last message of its asker, or a field of that name."""
    value = unpacked(value)
    if isinstance(value, list) and value and isinstance(value[-1], Mapping):
        said = [
            as_text(_body(one))
            for one in value
            if isinstance(one, Mapping) and role_of(_who(one)) == "user"
        ]
        return storable(said[-1]).strip() if said else ""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if any(plain(key) == plain(name) for name in ANSWERS["question"]):
                return storable(as_text(inner)).strip()
        if isinstance(value.get("messages"), list):
            return question_text(value["messages"])
    return storable(as_text(value)).strip()


def reply_text(value: Any, depth: int = 0) -> str:
    """The reply in what a tool stored of a model's output."""
    if isinstance(value, list) and value and depth < _DEEP:
        said = [
            reply_text(one, depth + 1)
            for one in value
            if isinstance(one, Mapping) and role_of(_who(one)) == "assistant"
        ]
        if said:
            return said[-1]
    if isinstance(value, Mapping) and depth < _DEEP:
        choices = value.get("choices")
        if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
            return reply_text(choices[0].get("message", choices[0]), depth + 1)
        for key in _BODY:
            if value.get(key):
                return reply_text(value[key], depth + 1)
    return storable(as_text(value))


def _who(message: Mapping[str, Any]) -> Any:
    return next(
        (message[key] for key in ("role", "type", "from", "sender") if message.get(key)), ""
    )


def _body(message: Mapping[str, Any]) -> Any:
    return next((message[key] for key in ("content", "text", "value") if message.get(key)), "")


def contexts_of(value: Any) -> tuple[str, ...]:
    """Retrieved contexts: a list, or one text with bars between them."""
    value = unpacked(value)
    if isinstance(value, str):
        value = value.split("|")
    if not isinstance(value, list):
        value = [value] if value else []
    return tuple(text for one in value if (text := _context(one)).strip())


def _context(value: Any) -> str:
    if isinstance(value, Mapping):
        for key in ("text", "content", "page_content", "passage"):
            if isinstance(value.get(key), str):
                return storable(value[key])
    return storable(as_text(value))


def tools_of(value: Any) -> tuple[Any, ...]:
    """Tool calls: a list of any shape, or names with semicolons between them."""
    value = unpacked(value)
    if isinstance(value, str):
        value = [name.strip() for name in value.split(";")]
    if isinstance(value, Mapping):
        value = [value]
    return tuple(clean(one) for one in value or () if one)


def clean(value: Any) -> Any:
    """A value of JSON that the database can hold."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # Python reads NaN and Infinity, which are no JSON
    if isinstance(value, Mapping):
        return {storable(str(key)): clean(inner) for key, inner in value.items()}
    return [clean(inner) for inner in value] if isinstance(value, list) else value


def walked(value: Any) -> Iterator[Mapping[str, Any]]:
    """The objects of a list; anything else in it is passed over."""
    yield from (
        (one for one in value or () if isinstance(one, Mapping)) if isinstance(value, list) else ()
    )
