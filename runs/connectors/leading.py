"""The values of a reply, each with the path that leads to it."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from runs.connectors.streams import READERS, Arrival

MOST: Final = 150
_SHOWN: Final = 120
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LAST_INDEX: Final = re.compile(r"\[\d+\](?!.*\[\d+\])")


@dataclass(frozen=True, slots=True)
class Value:
    """A value that a path can be pointed at."""

    path: str
    shown: str
    is_list: bool

    @property
    def every(self) -> str:
        """The path to this value and to those beside it in the innermost list around it."""
        return _LAST_INDEX.sub("[*]", self.path)


def values_in(reply: str, arrival: Arrival) -> list[Value]:
    """What paths can lead to in a reply as received, the first MOST of it; [] where it is not JSON.

    Of the pieces of a stream each path comes once, since one path is read in all of them.
    """
    texts: Sequence[str] = [reply]
    if arrival is not Arrival.WHOLE:
        reader = READERS[arrival]()
        texts = [event.data for event in (*reader.feed(reply.encode()), *reader.finish())]
    found: dict[str, Value] = {}
    for text in texts:
        try:
            parsed = json.loads(text)
        except (ValueError, RecursionError):
            continue
        for value in _walk(parsed, "$"):
            found.setdefault(value.path, value)
            if len(found) >= MOST:
                return list(found.values())
    return list(found.values())


def _walk(value: Any, path: str) -> Iterator[Value]:
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from _walk(entry, path + _step(key))
    elif isinstance(value, list):
        if value:
            yield Value(path, _short(json.dumps(value, ensure_ascii=False)), is_list=True)
        for index, entry in enumerate(value):
            yield from _walk(entry, f"{path}[{index}]")
    else:
        text = value if isinstance(value, str) else json.dumps(value)
        yield Value(path, _short(text), is_list=False)


def _step(key: str) -> str:
    if _NAME.fullmatch(key):
        return f".{key}"
    return "['" + key.replace("\\", "\\\\").replace("'", "\\'") + "']"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
