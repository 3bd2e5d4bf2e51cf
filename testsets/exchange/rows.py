"""What every kind of file is read into: rows of named cells, each knowing its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Never

from core.text import storable
from sources.marking import gettext_noop as _
from sources.reading import Unreadable
from sources.reading.encodings import decode
from testsets.exchange.notes import Left, Notes
from testsets.exchange.problems import Place, refuse

LARGEST_FILE: Final = 50 * 1024 * 1024
# A tree of nodes is built of it, many times its size.
LARGEST_YAML: Final = 5 * 1024 * 1024
MOST_QUESTIONS: Final = 20_000
MOST_COLUMNS: Final = 300


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a file; values of a sheet are texts, those of JSON whatever it holds."""

    place: Place
    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """The entries of a file in their order, the names they use, and whether they are cells."""

    rows: Sequence[Row]
    columns: tuple[str, ...]
    flat: bool
    notes: Notes = field(default_factory=Notes)


def text_of(raw: bytes, name: str, notes: Notes) -> str:
    """The text of a file, its byte-order mark taken off; another encoding than UTF-8 is noted."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        found = decode(raw, name=name)
    except Unreadable:
        refuse(Place(name), _("the encoding can't be told. Save the file as UTF-8."))
    notes.encoding = found.encoding
    return found.text


def columns_of(titles: Sequence[str], place: Place) -> tuple[str, ...]:
    """The titles of a header, bare; refused when two columns share one."""
    bare = [storable(title).strip() for title in titles]
    if len(bare) > MOST_COLUMNS:
        refuse(place, _("more than %(most)s columns."), most=MOST_COLUMNS)
    seen: set[str] = set()
    for title in bare:
        if title and title.casefold() in seen:
            refuse(place.at(title), _("two columns have this name. Rename or remove one of them."))
        seen.add(title.casefold())
    return tuple(bare)


def cells_of(
    columns: Sequence[str], cells: Sequence[str], place: Place, notes: Notes
) -> dict[str, str]:
    """The cells by column: missing ones at the end are empty, filled ones too many are refused."""
    more = [cell for cell in cells[len(columns) :] if cell.strip()]
    if more:
        refuse(
            place,
            _(
                "%(cells)s cells where the header has %(columns)s. Put quotation marks around cells"
                " that hold the separator."
            ),
            cells=len(cells),
            columns=len(columns),
        )
    filled = [*cells, *[""] * (len(columns) - len(cells))]
    pairs = list(zip(columns, filled, strict=False))
    if any(cell.strip() for title, cell in pairs if not title):
        notes.leave(Left.UNNAMED, "")
    return {title: cell for title, cell in pairs if title}


def too_many(name: str) -> Never:
    """Refuse a file with more entries than are taken."""
    refuse(Place(name), _("more than %(most)s questions. Split the file."), most=MOST_QUESTIONS)
