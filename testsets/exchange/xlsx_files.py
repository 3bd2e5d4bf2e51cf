"""Excel workbooks out and in."""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import WriteOnlyCell

from core.text.csv_writing import Cell
from core.text.guarding import guarded, unguarded
from sources.marking import gettext_noop as _
from testsets.exchange.notes import Left, Notes
from testsets.exchange.problems import Place, Unusable, refuse
from testsets.exchange.rows import MOST_QUESTIONS, Row, Rows, cells_of, columns_of, too_many

SHEET: Final = "Questions"
CHANGES_SHEET: Final = "Changed for Excel"
_LONGEST_CELL: Final = 32_767
_LARGEST_UNPACKED: Final = 500 * 1024 * 1024
_UNREADABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# How a workbook writes a character that XML cannot hold, and an underscore that would look like it.
_ESCAPE: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_MOST_EMPTY: Final = 10_000


def write_xlsx(
    columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, title: str = SHEET
) -> tuple[bytes, Notes]:
    """The workbook, and how many cells it could not hold as they are.

    Texts stay texts and numbers stay numbers; `title` is what the sheet is called. Control characters
    become their pictures and cells end after 32,767 characters; a second sheet lists these cells.
    """
    notes = Notes()
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "B2"
    changes: list[tuple[str, str, str]] = []
    # A row is written as it is appended, so one cell a column serves all rows.
    cells = [WriteOnlyCell(sheet) for _column in columns]
    for number, row in enumerate([columns, *rows], start=1):
        for column, text, cell in zip(columns, row, cells, strict=True):
            if not isinstance(text, str):
                cell.value, cell.number_format = text, "General"
                continue
            shown, changed = _shown(text) if text else ("", ())
            for kind in changed:
                notes.leave(kind, column)
                changes.append((str(number), column, kind.value))
            cell.value, cell.number_format = shown, "@"
            # Otherwise a text with an equals sign in front would be written as a formula.
            cell.data_type = "s"
        sheet.append([None if cell.value == "" else cell for cell in cells])
    if changes:
        second = book.create_sheet(CHANGES_SHEET)
        for entry in [("row", "column", "change"), *changes]:
            second.append(entry)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue(), notes


def _shown(text: str) -> tuple[str, Sequence[Left]]:
    changed: list[Left] = []
    shown = guarded(text, csv=False)
    if _UNREADABLE.search(shown):
        changed.append(Left.CONTROL_CHARACTERS)
        shown = _UNREADABLE.sub(_picture, shown)
    shown = _ESCAPE.sub(r"_x005F_x\1_", shown)
    if len(shown) > _LONGEST_CELL // 2 and len(shown.encode("utf-16-le")) > 2 * _LONGEST_CELL:
        changed.append(Left.LONG_CELLS)
        shown = shown.encode("utf-16-le")[: 2 * _LONGEST_CELL].decode("utf-16-le", "ignore")
    return shown, changed


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"


def read_xlsx(raw: bytes, name: str, *, known: Callable[[Sequence[str]], int]) -> Rows:
    """The rows of the sheet whose header means most here; other sheets are noted."""
    _refuse_bomb(raw, name)
    try:
        book = load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        return _best(book, name, known)
    except Unusable:
        raise
    except Exception:  # the library raises whatever the broken part of it makes it raise
        refuse(Place(name), _("this is no Excel workbook that can be read."))


def _best(book: Any, name: str, known: Callable[[Sequence[str]], int]) -> Rows:
    notes = Notes()
    sheets = [sheet for sheet in book.worksheets if sheet.title != CHANGES_SHEET]
    headers = [next((cells for _number, cells in _filled(sheet)), []) for sheet in sheets]
    if not any(headers):
        return Rows([], (), flat=True)
    best = max(range(len(sheets)), key=lambda at: known([_text(cell) for cell in headers[at]]))
    for position, sheet in enumerate(sheets):
        if position != best and headers[position]:
            notes.leave(Left.SHEET, sheet.title)
    for sheet in book.worksheets:
        if sheet.title == CHANGES_SHEET:
            for _number, cells in list(_filled(sheet))[1:]:
                kind = _text(cells[-1]) if len(cells) == 3 else ""
                if kind in (Left.CONTROL_CHARACTERS, Left.LONG_CELLS):
                    notes.leave(Left(kind), _text(cells[1]))
    rows: list[Row] = []
    columns: tuple[str, ...] = ()
    for number, cells in _filled(sheets[best]):
        place = Place(name, number, sheet=sheets[best].title, unit="row")
        for column, cell in zip(columns, cells, strict=False):
            if cell.data_type == "e":
                refuse(place.at(column), _("Excel shows an error in this cell."))
        bare = [_text(cell) for cell in cells]
        if not columns:
            columns = columns_of(bare, place)
            continue
        if len(rows) == MOST_QUESTIONS:
            too_many(name)
        rows.append(Row(place, cells_of(columns, bare, place, notes)))
    return Rows(rows, columns, flat=True, notes=notes)


def _filled(sheet: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    """The rows of a sheet in which anything stands, with their numbers."""
    sheet.reset_dimensions()  # what a workbook says of its size need not be so
    empty = 0
    for number, cells in enumerate(sheet.iter_rows(), start=1):
        if any(cell.value not in (None, "") for cell in cells):
            empty = 0
            yield number, cells
        else:
            empty += 1
            if empty > _MOST_EMPTY:
                return


def _text(cell: Any) -> str:
    """What a cell says, as its reader would type it."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), value)
        return unguarded(plain, csv=False)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        return str(value.date() if value.time() == time(0) else value)
    if isinstance(value, date | time | timedelta):
        return str(value)
    if "%" in str(cell.number_format):
        return f"{value * 100:.10g}%"
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _refuse_bomb(raw: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            unpacked = sum(entry.file_size for entry in packed.infolist())
            # A document type can define entities that grow without end; no workbook has one.
            for entry in packed.infolist():
                if entry.filename.endswith((".xml", ".rels")):
                    with packed.open(entry) as part:
                        if b"<!DOCTYPE" in part.read(4096).upper():
                            refuse(Place(name), _("this is no Excel workbook that can be read."))
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, EOFError, ValueError):
        refuse(Place(name), _("this is no Excel workbook that can be read."))
    if unpacked > _LARGEST_UNPACKED:
        refuse(Place(name), _("this workbook is too large once it is unpacked."))
