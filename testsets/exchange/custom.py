"""Columns that mean nothing here: kept with a question as its owner gave them, and given back (M1.22)."""

import json
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from core.text import storable
from sources.marking import gettext_noop as _
from testsets.exchange.notes import Left, Notes
from testsets.exchange.plain import filled, unpacked
from testsets.methods import Unfit
from testsets.methods.needs import DEEPEST_JSON, stable, too_deep

LONGEST_NAME: Final = 200
MOST_COLUMNS: Final = 200
# Of all columns of a question together, as JSON: what a cell of a workbook holds.
LONGEST: Final = 30_000
COLUMN: Final = "custom"
_PREFIX: Final = "custom: "
_MOST_OWN: Final = 60


def custom_from(given: object) -> dict[str, Any]:
    """{column: value} as it is stored. Unfit when it is no such thing, or more than is kept."""
    if not isinstance(given, Mapping):
        raise Unfit("custom", _("this must be an object with a value for each column."))
    kept = {storable(str(name)): stable(value) for name, value in given.items()}
    if len(kept) > MOST_COLUMNS:
        raise Unfit("custom", _("more than %(most)s columns."), most=MOST_COLUMNS)
    for name, value in kept.items():
        if not name.strip() or len(name) > LONGEST_NAME:
            raise Unfit(
                "custom", _("a column has a name of 1 to %(most)s characters."), most=LONGEST_NAME
            )
        if not storable_json(value):
            raise Unfit(
                "custom",
                _("“%(column)s” holds no JSON, or is nested more than %(most)s levels deep."),
                column=name,
                most=DEEPEST_JSON,
            )
    if len(json.dumps(kept, ensure_ascii=False)) > LONGEST:
        raise Unfit("custom", _("this is longer than %(most)s characters."), most=LONGEST)
    return kept


def storable_json(value: object) -> bool:
    """Whether a database keeps the value as it is."""
    try:
        json.dumps(value, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        return False
    return not too_deep(value, DEEPEST_JSON)


def keep(line: dict[str, Any], given: Mapping[str, Any], notes: Notes) -> None:
    """Put these columns beside those that the line brings of its own, as far as they are kept.

    What is too large, nested too deep or called like one that is there is left behind and named.
    """
    own = line.get("custom")
    if own is not None and not isinstance(own, Mapping):
        # Somebody's own column that happens to be called so.
        own, given = {}, {**given, "custom": own}
    kept = dict(own or {})
    room = LONGEST - len(json.dumps(kept, ensure_ascii=False, default=str))
    for key, value in given.items():
        name = storable(str(key)).strip()[:LONGEST_NAME]
        value = storable(value) if isinstance(value, str) else value
        size = (
            len(json.dumps({name: value}, ensure_ascii=False)) if storable_json(value) else LONGEST
        )
        if name and name not in kept and size < room and len(kept) < MOST_COLUMNS:
            kept[name] = value
            room -= size
        elif filled(value):
            notes.leave(Left.COLUMN, name[:80])
    line["custom"] = kept
    notes.kept.update(str(name) for name in kept)


def is_custom(column: str) -> bool:
    """Whether a column of our own tables holds one of somebody else's."""
    return column.startswith(_PREFIX) and column != _PREFIX


def columns_for(lines: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """A column for each that comes back from a cell as it is, and one for all others, as JSON."""
    names: dict[str, list[str]] = {}
    rough: set[str] = set()
    for line in lines:
        for name, value in line.get(COLUMN, {}).items():
            names.setdefault(name.casefold(), []).append(name)
            if not (isinstance(value, str) and value.strip()) or not _plain(name):
                rough.add(name.casefold())
    alike = {key for key, found in names.items() if len(set(found)) > 1}
    own = [found[0] for key, found in names.items() if key not in rough | alike][:_MOST_OWN]
    titles = tuple(_PREFIX + name for name in own)
    return titles if len(own) == len(names) else (*titles, COLUMN)


def cells_for(line: Mapping[str, Any], columns: Container[str]) -> dict[str, str]:
    """The cells of a line under these columns."""
    cells: dict[str, str] = {}
    rest: dict[str, Any] = {}
    for name, value in line.get(COLUMN, {}).items():
        if _PREFIX + name in columns:
            cells[_PREFIX + name] = value
        else:
            rest[name] = value
    return cells | ({COLUMN: json.dumps(rest, ensure_ascii=False)} if rest else {})


def custom_in(cells: Mapping[str, str]) -> Any:
    """What the cells of a row gave when they were written; None when they hold nothing of it."""
    text = cells.get(COLUMN, "")
    rest: Any = unpacked(text) if text.strip() else {}
    own = {
        column.removeprefix(_PREFIX): cell
        for column, cell in cells.items()
        if is_custom(column) and cell.strip()
    }
    if not isinstance(rest, dict):
        rest = {COLUMN: text}
    return {**own, **rest} or None


def _plain(name: str) -> bool:
    return name.isprintable() and name == name.strip()
