"""CSV in, whatever a spreadsheet program made of it on the way."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from core.text.guarding import unguarded
from sources.marking import gettext_noop as _
from testsets.exchange.notes import Notes
from testsets.exchange.problems import Place, refuse
from testsets.exchange.rows import (
    MOST_QUESTIONS,
    Row,
    Rows,
    cells_of,
    columns_of,
    text_of,
    too_many,
)

_SEPARATORS: Final = ",;\t|"
# The reader of the standard library refuses longer cells than its limit, which is the process's own.
_LONGEST_CELL: Final = 10_000_000


def read_csv(
    raw: bytes,
    name: str,
    *,
    known: Callable[[Sequence[str]], int],
    tabs: bool = False,
    needed: Callable[[str], bool] = lambda _title: False,
) -> Rows:
    """The rows of a file; `known` counts the titles of a header that mean something here.

    Spreadsheet programs leave out empty cells at the end of a row. In a column that is `needed` a cell
    may be empty and not left out.
    """
    notes = Notes()
    text = text_of(raw, name, notes)
    text, separator, skipped = _declared(text)
    if tabs:
        separator = "\t"
    if not separator:
        separator = max(_SEPARATORS, key=lambda one: _fit(text, one, known))
    rows: list[Row] = []
    columns: tuple[str, ...] = ()
    for line, cells in _read(text, separator, name, skipped):
        place = Place(name, line)
        bare = [unguarded(cell, csv=True) for cell in cells]
        if not any(cell.strip() for cell in bare):
            continue
        if not columns:
            columns = columns_of(bare, place)
            continue
        if len(rows) == MOST_QUESTIONS:
            too_many(name)
        for title in filter(needed, columns[len(bare) :]):
            refuse(place.at(title), _("the row ends before this column."))
        rows.append(Row(place, cells_of(columns, bare, place, notes)))
    return Rows(rows, columns, flat=True, notes=notes)


def _declared(text: str) -> tuple[str, str, int]:
    """The text behind a line such as `sep=;`, that separator, and how many lines were skipped."""
    first, ending, rest = text.partition("\n")
    word = first.strip().strip('"')
    if word.casefold().startswith("sep=") and len(word) <= 5 and ending:
        return rest, word[4:] or "\t", 1
    return text, "", 0


def _fit(text: str, separator: str, known: Callable[[Sequence[str]], int]) -> tuple[int, int]:
    """How well a separator parts the header."""
    try:
        header = next(csv.reader(io.StringIO(text[:200_000], newline=""), delimiter=separator), [])
    except csv.Error:
        return 0, 0
    return known(header), len(header)


def _read(text: str, separator: str, name: str, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """The rows with the line that each begins on."""
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1 + skipped
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            said = str(error)
            if "end of data" in said:
                refuse(
                    Place(name, line),
                    _("a quotation mark opens a cell here and none closes it."),
                )
            refuse(Place(name, line), _("this is no CSV (%(error)s)."), error=said)
        if cells is None:
            return
        yield line, cells
        line = reader.line_num + 1 + skipped
