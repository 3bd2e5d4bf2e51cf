"""JSON out and in: one object a line, or a list of objects, alone or inside an object."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from sources.marking import gettext_noop as _
from testsets.exchange.notes import Left, Notes
from testsets.exchange.problems import Place, refuse
from testsets.exchange.rows import MOST_QUESTIONS, Row, Rows, text_of, too_many

# Under which keys other tools keep the list of their questions.
LISTS: Final = ("tests", "goldens", "items", "data", "questions", "samples", "examples", "rows")
_SPACE: Final = re.compile(r"[\s,]*")


def write_jsonl(lines: Iterable[Mapping[str, Any]]) -> bytes:
    """One object a line, nothing guarded: programs read it, no spreadsheet does."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def read_jsonl(raw: bytes, name: str) -> Rows:
    """The objects of a file, one a line."""
    notes = Notes()
    rows: list[Row] = []
    # Only line feeds end a line: other separators of lines may stand inside a text.
    for number, line in enumerate(text_of(raw, name, notes).split("\n"), start=1):
        if not line.strip():
            continue
        if len(rows) == MOST_QUESTIONS:
            too_many(name)
        place = Place(name, number)
        rows.append(Row(place, _object(_parsed(line, place), place)))
    return Rows(rows, _columns(rows), flat=False, notes=notes)


def read_json(raw: bytes, name: str) -> Rows:
    """The objects of a list; of an object that holds one, with what else it holds noted."""
    notes = Notes()
    text = text_of(raw, name, notes)
    value = _parsed(text, Place(name))
    begin = 0
    if isinstance(value, dict):
        key = next((key for key in LISTS if isinstance(value.get(key), list)), None)
        if key is None:
            value = [value]
            begin = -1
        else:
            for other in value:
                if other != key:
                    notes.leave(Left.SETTING, other)
            found = re.search(rf'"{key}"\s*:\s*(?=\[)', text)
            begin = found.end() if found else -1
            value = value[key]
    if not isinstance(value, list):
        refuse(Place(name), _("this holds no list of questions."))
    if len(value) > MOST_QUESTIONS:
        too_many(name)
    lines = list(_line_numbers(text, begin)) if begin >= 0 else []
    known = len(lines) == len(value)
    rows = []
    for number, entry in enumerate(value, start=1):
        place = Place(name, lines[number - 1]) if known else Place(name, number, unit="entry")
        rows.append(Row(place, _object(entry, place)))
    return Rows(rows, _columns(rows), flat=False, notes=notes)


def _parsed(text: str, place: Place) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = place.line or error.lineno
        refuse(
            Place(place.file, line),
            _("this is no JSON (%(error)s at character %(character)s)."),
            error=error.msg,
            character=error.colno,
        )
    except (ValueError, RecursionError):
        refuse(place, _("this is no JSON that can be read: a number too long, or nested too deep."))


def _object(value: Any, place: Place) -> dict[str, Any]:
    if not isinstance(value, dict):
        refuse(place, _("this is no JSON object."))
    return value


def _columns(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for row in rows for key in row.value))


def _line_numbers(text: str, begin: int) -> Iterator[int]:
    """The line on which each entry of the list starts that begins here."""
    decoder = json.JSONDecoder()
    position = text.find("[", begin) + 1
    line, counted = 1, 0
    while position:
        position = _SPACE.match(text, position).end()  # type: ignore[union-attr]  # matches nothing too
        line, counted = line + text.count("\n", counted, position), position
        try:
            _value, position = decoder.raw_decode(text, position)
        except ValueError:
            return
        yield line
