"""What other tools put into their fields: texts, messages, lists written as text, identifiers."""

import ast
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from core.text import storable
from sources.marking import gettext_noop as _
from testsets.exchange.notes import Left, Notes
from testsets.exchange.plain import filled, unpacked
from testsets.exchange.problems import Place, refuse
from testsets.methods.needs import LONGEST_WORD, MOST_WORDS

QUESTION_NAMES: Final = (
    "question", "input", "user input", "query", "query text", "instruction", "prompt", "message",
    "pregunta",
)  # fmt: skip
ANSWER_NAMES: Final = (
    "expected answer", "expected output", "expected response", "reference answer", "reference",
    "target", "ground truth", "ideal", "answer", "output", "respuesta esperada",
)  # fmt: skip
_TEXT_NAMES: Final = ("text", "content", "value")
_LONGEST_LIST: Final = 1_000_000
_USABLE_ID: Final = re.compile(r"[\w.:@/+-]{1,40}")


def squeezed(name: str) -> str:
    """A name as names are compared: without case, spaces, hyphens and underscores."""
    return re.sub(r"[\s_-]+", "", name).casefold()


def named(value: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    """The key of the first of these names that the object has."""
    keys = {squeezed(str(key)): key for key in reversed(list(value))}
    return next((keys[squeezed(name)] for name in names if squeezed(name) in keys), None)


def text_in(value: Any, place: Place, names: tuple[str, ...]) -> str:
    """The text of a field that may hold an object or the messages of a chat.

    Unusable for a dialogue of several messages, and for an object without any of these names.
    """
    value = unpacked(value)
    if value is None:
        return ""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    if isinstance(value, list):
        if all(isinstance(part, dict) and ("role" in part or "type" in part) for part in value):
            return _message(value, place)
        if len(value) == 1:
            return text_in(value[0], place, names)
    if isinstance(value, dict):
        if isinstance(value.get("messages"), list):
            return _message(value["messages"], place)
        key = named(value, (*names, *_TEXT_NAMES))
        if key is not None:
            return text_in(value[key], place, names)
    return refuse(
        place,
        _("this is an object in which no text is called by any of these names: %(names)s."),
        names=", ".join(names),
    )


def _message(messages: list[Any], place: Place) -> str:
    """What the user says in a chat of one message."""
    parts = [
        part for part in messages
        if isinstance(part, dict) and part.get("role", part.get("type")) in ("user", "human", "text")
    ]  # fmt: skip
    if len(parts) != 1:
        refuse(
            place,
            _(
                "a dialogue can't be taken over: a question is one message of the user, and here are"
                " %(count)s."
            ),
            count=len(parts),
        )
    content = parts[0].get("content", parts[0].get("text"))
    if isinstance(content, list):
        texts = [part.get("text", "") for part in content if isinstance(part, dict)]
        content = "\n".join(text for text in texts if isinstance(text, str) and text)
    return storable(content) if isinstance(content, str) else ""


def texts_in(value: Any, *, separator: str = "") -> list[str]:
    """The texts of a list: of JSON, as Python prints one, or parted by a separator."""
    if isinstance(value, str):
        value = _listed(value, separator)
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        return []
    found = []
    for part in value:
        if isinstance(part, dict):
            key = named(part, ("content", "text", "page content", "passage", "context"))
            part = part[key] if key else json.dumps(part, ensure_ascii=False)
        if isinstance(part, str) and part.strip():
            found.append(storable(part))
    return found


def tools_in(value: Any, column: str, notes: Notes) -> list[str]:
    """The names of tools: of a list of names or objects, or parted by semicolons.

    What else an object says of a tool, and a name too long or too many to be kept, is noted.
    """
    value = unpacked(value)
    if isinstance(value, str):
        value = value.split(";")
    found: list[str] = []
    for tool in value if isinstance(value, list) else [value]:
        name = tool
        if isinstance(tool, Mapping):
            key = named(tool, ("name",))
            name = tool[key] if key else None
            for other in tool:
                if other != key and filled(tool[other]):
                    notes.leave(Left.COLUMN, f"{column}.{other}"[:80])
        text = storable(name).strip() if isinstance(name, str) else ""
        if text and len(text) <= LONGEST_WORD and len(found) < MOST_WORDS:
            found.append(text)
        elif filled(name):
            notes.leave(Left.COLUMN, f"{column}: {name}"[:80])
    return found


def _listed(text: str, separator: str) -> Any:
    read = unpacked(text)
    if not isinstance(read, str):
        return read
    if text.lstrip().startswith("[") and len(text) <= _LONGEST_LIST:
        try:
            return ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return [text]
    return text.split(separator) if separator else [text]


def kept_id(value: Any, notes: Notes) -> str:
    """An identifier of another tool where it can be one here; else "" for a new one, counted."""
    text = str(value).strip() if isinstance(value, str | int) else ""
    if not text:
        return ""
    if _USABLE_ID.fullmatch(text):
        return text
    notes.renamed += 1
    return ""
