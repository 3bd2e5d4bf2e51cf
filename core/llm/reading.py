"""Finding the JSON value in what a model wrote, where only one reading is possible.

Models wrap their JSON in fences and remarks, comment it, break lines inside strings and sprinkle
invisible characters. All that is read. What could mean two things is refused: two objects, a key
given twice, a value that is cut off.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final

from core.fingerprint import JSON
from core.text import storable

_INVISIBLE: Final = re.compile("[\u200b\u200e\u200f\u2060\ufeff]")
_THINKING: Final = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCE: Final = re.compile(r"\A```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```\Z", re.DOTALL)

# A string, to the end of the text if nothing closes it; a comment; a joiner; a bracket.
_PIECES: Final = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\])*(?:"|\Z))|//[^\n]*|/\*.*?\*/|[\u200c\u200d]|(?P<bracket>[{}\[\]])""",
    re.DOTALL,
)
_TRAILING_COMMA: Final = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)


class UnreadableJSON(ValueError):
    """The text holds no JSON value, or more than one reading."""


def read_json(text: str) -> JSON:
    """The one JSON value of the text; UnreadableJSON says why there is none.

    Strings and keys come back free of invisible characters and storable.
    """
    bare = _THINKING.sub("", _INVISIBLE.sub("", text), count=1).strip()
    fenced = _FENCE.match(bare)
    if fenced and "```" not in fenced[1]:
        bare = fenced[1].strip()
    if not bare:
        raise UnreadableJSON("the reply is empty")
    if bare[0] == "{" or (bare[0] == "[" and bare[-1] == "]"):
        value, end = _value_at(bare, 0)
        if not bare[end:].strip():
            return value
    found = list(_objects(bare))
    if not found:
        raise UnreadableJSON("the reply holds no JSON object")
    if len(found) > 1:
        raise UnreadableJSON(f"the reply holds {len(found)} JSON objects instead of one")
    return found[0]


def _objects(text: str) -> Iterator[JSON]:
    """The objects among other words, the outermost of each only."""
    start = text.find("{")
    while start >= 0:
        end = _closing(text, start)
        try:
            value, _ = _value_at(text, start)
        except _NotJSON:
            if ":" in text[start:end]:
                raise
            # Otherwise it is prose in braces, such as "{0}".
        else:
            yield value
        start = text.find("{", end)


class _NotJSON(UnreadableJSON):
    """A bracketed stretch that is not JSON."""


def _value_at(text: str, start: int) -> tuple[JSON, int]:
    end = _closing(text, start)
    try:
        value = json.loads(
            _plain(text[start:end]),
            strict=False,  # raw line breaks inside strings
            object_pairs_hook=_object,
            parse_float=_finite,
            parse_constant=_finite,
        )
        return _clean(value), end
    except UnreadableJSON:
        raise
    except (ValueError, RecursionError) as error:
        raise _NotJSON(f"the reply is not valid JSON ({error})") from None


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` is closed, heeding strings and comments."""
    depth = 0
    for piece in _PIECES.finditer(text, start):
        bracket = piece["bracket"]
        if bracket:
            depth += 1 if bracket in "{[" else -1
            if depth == 0:
                return piece.end()
    raise UnreadableJSON("the JSON in the reply is cut off or its quotes do not match")


def _plain(text: str) -> str:
    """Without comments and trailing commas."""
    kept = _PIECES.sub(lambda piece: piece["string"] or piece["bracket"] or "", text)
    return _TRAILING_COMMA.sub(lambda piece: piece[1] or "", kept)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = {_clean_text(name): value for name, value in pairs}
    if len(named) < len(pairs):
        raise UnreadableJSON("the reply gives the same key twice")
    return named


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise UnreadableJSON(f"the reply holds the number {number}")
    return value


def _clean(value: JSON) -> JSON:
    if isinstance(value, str):
        return _clean_text(value)
    if isinstance(value, dict):
        return {name: _clean(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_clean(inner) for inner in value]
    return value


def _clean_text(text: str) -> str:
    return storable(_INVISIBLE.sub("", text))
