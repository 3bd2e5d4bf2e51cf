"""Questions as rows of a table, and rows as the objects that a JSON Lines file holds.

A question has one row. Its key facts and passages stand in numbered columns: `fact_1`,
`fact_1_exact_value`, `fact_1_place` (“passage 1: 120..143”, counted in characters) and `passage_1`,
`passage_1_place` (in its document) and so on. Lists and places are written so that no spreadsheet
program takes them for a date or a number.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sources.marking import gettext_noop as _
from testsets.exchange import custom
from testsets.exchange.problems import Place, refuse
from testsets.values import MAX_FACTS

PLAIN: Final = (
    "uid", "question", "type", "language", "expected_answer", "expects", "critical", "control",
    "purpose", "topic", "detail", "parent", "writer",
)  # fmt: skip
FLAGS: Final = ("critical", "control")
# What methods need, and the methods of the set: there when a question has any.
LISTS: Final = ("needs_keywords", "needs_tools", "needs_quotations")
OBJECTS: Final = ("needs_schema", "needs_reference", "methods")
_PASSAGE: Final = ("document", "address", "headings", "place", "language", "hash")
_NUMBERED: Final = re.compile(
    rf"fact_(\d{{1,2}})(?:_(exact_value|place))?|passage_(\d{{1,2}})(?:_({'|'.join(_PASSAGE)}))?"
)
_MOST_PASSAGES: Final = 20
_NO_PASSAGE: Final = "no passage"
_FACT_PLACE: Final = re.compile(r"passage (\d+): (\d+)\.\.(\d+)")
_PASSAGE_PLACE: Final = re.compile(r"(\d+)\.\.(\d+)")
_YES: Final = "yes true 1 x sí si ja oui sant wahr verdadero vrai"
_NO: Final = "no false 0 nein nej non falsch falskt falso faux"


def is_ours(column: str) -> bool:
    """Whether a column of this name means something in our own table."""
    known = column in (*PLAIN, *LISTS, *OBJECTS, custom.COLUMN) or custom.is_custom(column)
    return known or _NUMBERED.fullmatch(column) is not None


def columns_for(lines: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The columns that these questions need: always four key facts, as many passages as there are."""
    facts = [
        f"fact_{number}{suffix}"
        for number in range(1, MAX_FACTS + 1)
        for suffix in ("", "_exact_value", "_place")
    ]
    most = max((len(_sources(line)) for line in lines), default=0)
    passages = [
        f"passage_{number}{suffix}"
        for number in range(1, max(most, 1) + 1)
        for suffix in ("", *(f"_{name}" for name in _PASSAGE))
    ]
    cells = [_of_methods(line) for line in lines]
    methods = [name for name in (*LISTS, *OBJECTS) if any(name in each for each in cells)]
    return (*PLAIN, *methods, *facts, *passages, *custom.columns_for(lines))


def flat_rows(
    lines: Sequence[Mapping[str, Any]], columns: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """The cells of each question in the order of the columns."""
    for line in lines:
        cells = _flat(line) | custom.cells_for(line, columns)
        yield tuple(cells.get(column, "") for column in columns)


def _flat(line: Mapping[str, Any]) -> dict[str, str]:
    cells = {name: line.get(name, "") for name in PLAIN if name not in FLAGS}
    cells |= _of_methods(line)
    cells |= {name: "yes" if line[name] else "no" for name in FLAGS}
    sources = _sources(line)
    for number, fact in enumerate(line["facts"], start=1):
        cells[f"fact_{number}"] = fact["quotation"]
        cells[f"fact_{number}_exact_value"] = fact["exact_value"]
        if fact["passage"] is not None:
            place = f"passage {fact['passage'] + 1}: {fact['start']}..{fact['end']}"
            cells[f"fact_{number}_place"] = place
        elif sources:
            cells[f"fact_{number}_place"] = _NO_PASSAGE
    for number, source in enumerate(sources, start=1):
        cells |= {
            f"passage_{number}": source["passage"],
            f"passage_{number}_document": source["document"],
            f"passage_{number}_address": source["address"],
            f"passage_{number}_headings": json.dumps(source["heading_path"], ensure_ascii=False)
            if source["heading_path"]
            else "",
            f"passage_{number}_place": f"{source['start']}..{source['end']}",
            f"passage_{number}_language": source["language"],
            f"passage_{number}_hash": source["content_hash"],
        }
    return cells


def _of_methods(line: Mapping[str, Any]) -> dict[str, str]:
    """What methods need, each as JSON: lists and objects keep their form in any program."""
    values = {f"needs_{name}": value for name, value in line.get("needs", {}).items()}
    if line.get("methods"):
        values["methods"] = line["methods"]
    return {name: json.dumps(value, ensure_ascii=False) for name, value in values.items()}


def _sources(line: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    first = line.get("source")
    return [*([first] if first else []), *line.get("more_sources", [])]


def line_from(cells: Mapping[str, str], place: Place) -> dict[str, Any]:
    """The row as an object; Unusable where a cell does not say what its column wants."""
    line: dict[str, Any] = {name: cells[name] for name in PLAIN if cells.get(name, "") != ""}
    for name in FLAGS:
        word = cells.get(name, "").strip().casefold()
        if word and word not in _YES.split() + _NO.split():
            refuse(place.at(name), _("write yes or no."))
        line[name] = word in _YES.split()
    line |= _methods_from(cells, place)
    own = custom.custom_in(cells)
    if own is not None:
        line[custom.COLUMN] = own
    columns = tuple(cells)
    facts = [
        _fact(cells, number, place)
        for number in range(1, _last(columns, "fact_") + 1)
        if any(cells.get(f"fact_{number}{suffix}", "").strip() for suffix in ("", "_exact_value"))
    ]
    if facts:
        line["facts"] = facts
    sources = [
        _source(cells, number, place)
        for number in range(1, _last(columns, "passage_") + 1)
        if cells.get(f"passage_{number}", "").strip()
    ]
    if sources:
        line["source"], line["more_sources"] = sources[0], sources[1:]
    return line


def _methods_from(cells: Mapping[str, str], place: Place) -> dict[str, Any]:
    """The needs and methods of a row; a list may also be written with an entry on each line."""
    values: dict[str, Any] = {}
    for name in (*LISTS, *OBJECTS):
        text = cells.get(name, "").strip()
        if not text:
            continue
        if name in LISTS and not text.startswith("["):
            values[name] = text.splitlines()
            continue
        try:
            values[name] = json.loads(text)
        except (ValueError, RecursionError):
            example = '["refund", "money back"]' if name in LISTS else '{"type": "object"}'
            refuse(place.at(name), _("write it as JSON, such as %(example)s."), example=example)
    needs = {name[6:]: value for name, value in values.items() if name != "methods"}
    found = {"needs": needs} if needs else {}
    return found | ({"methods": values["methods"]} if "methods" in values else {})


@lru_cache(maxsize=64)
def _last(columns: tuple[str, ...], kind: str) -> int:
    """The highest number of this kind among the columns."""
    numbers = [
        int(found[1] or found[3])
        for column in columns
        if column.startswith(kind) and (found := _NUMBERED.fullmatch(column))
    ]
    return min(max(numbers, default=0), _MOST_PASSAGES)


def _fact(cells: Mapping[str, str], number: int, place: Place) -> dict[str, Any]:
    fact: dict[str, Any] = {
        "quotation": cells.get(f"fact_{number}", ""),
        "exact_value": cells.get(f"fact_{number}_exact_value", ""),
        "column": f"fact_{number}",
    }
    said = cells.get(f"fact_{number}_place", "").strip()
    if said == _NO_PASSAGE:
        fact["passage"] = None
    elif said:
        found = _FACT_PLACE.fullmatch(said)
        if found is None:
            refuse(place.at(f"fact_{number}_place"), _("write it as “passage 1: 120..143”."))
        fact |= {
            "passage": int(found[1]) - 1,
            "start": int(found[2]),
            "end": int(found[3]),
        }
    return fact


def _source(cells: Mapping[str, str], number: int, place: Place) -> dict[str, Any]:
    prefix = f"passage_{number}"
    source: dict[str, Any] = {
        "passage": cells[prefix],
        "document": cells.get(f"{prefix}_document", ""),
        "address": cells.get(f"{prefix}_address", ""),
        "content_hash": cells.get(f"{prefix}_hash", ""),
        "language": cells.get(f"{prefix}_language", ""),
        "column": prefix,
    }
    said = cells.get(f"{prefix}_place", "").strip()
    if said:
        found = _PASSAGE_PLACE.fullmatch(said)
        if found is None:
            refuse(place.at(f"{prefix}_place"), _("write it as “1200..1853”."))
        source |= {"start": int(found[1]), "end": int(found[2])}
    headings = cells.get(f"{prefix}_headings", "").strip()
    if headings.startswith("["):
        try:
            source["heading_path"] = json.loads(headings)
        except (ValueError, RecursionError):
            refuse(place.at(f"{prefix}_headings"), _('write it as ["Tickets", "Prices"].'))
    elif headings:
        source["heading_path"] = [headings]
    return source
