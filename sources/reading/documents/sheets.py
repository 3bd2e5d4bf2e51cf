"""From the rows of tables to pieces: entries where a table asks and answers, else rows with headers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.text import is_question
from sources.reading.cleaning import clean
from sources.reading.documents.columns import Columns, entry_columns, header_row
from sources.reading.pieces import QUESTION_LEVEL, Piece, PieceKind
from sources.reading.tree import parse
from sources.reading.values import Skipped, SkipReason
from sources.reading.walking import pieces_of

SHOWN = 300
SHEET_LEVEL, CATEGORY_LEVEL = 1, 2
_UNNAMED = re.compile(
    r"^(?:sheet|tabelle|hoja|blad|feuil|feuille|foglio|planilha|лист|table|csv)\s*\d*$", re.I
)
_MARKUP = re.compile(r"</?(?:p|br|ul|ol|li|div|b|i|strong|em|a|span|h[1-6])\b[^>]*>", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-*•‣–]|\d{1,2}[.)])\s+(?=\S)")
_BLANKS = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its name, which may be empty, and its cells as they are shown."""

    name: str
    rows: Sequence[Sequence[str]]


@dataclass(slots=True)
class _Pieces:
    """The pieces being written, and the headings that hold at the moment."""

    pieces: list[Piece] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    under: list[tuple[int, int]] = field(default_factory=list)
    last_id: int = 1

    def new_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def heading(self, text: str, level: int, *, asked: bool = False) -> None:
        self.under = [(other, rank) for other, rank in self.under if rank < level]
        above = tuple(other for other, _ in self.under)
        number = self.new_id()
        self.pieces.append(
            Piece(PieceKind.HEADING, text, under=above, heading_id=number, level=level, asked=asked)
        )
        self.under.append((number, level))

    def add(self, kind: PieceKind, text: str, *, list_id: int = 0, level: int = 0) -> None:
        above = tuple(other for other, _ in self.under)
        self.pieces.append(Piece(kind, text, under=above, list_id=list_id, level=level))


def pieces_of_sheets(sheets: Sequence[Sheet]) -> tuple[list[Piece], list[Skipped]]:
    """The pieces of all sheets, and what was left out with the reason."""
    page = _Pieces()
    for sheet in sheets:
        rows = [[clean_cell(cell) for cell in row] for row in sheet.rows]
        rows = [row for row in rows if any(row)]
        if not rows:
            continue
        page.under = []
        if sheet.name and (len(sheets) > 1 or not _UNNAMED.match(sheet.name)):
            page.heading(sheet.name, SHEET_LEVEL)
        columns = entry_columns(rows)
        if columns is None:
            _write_rows(page, rows)
        else:
            _write_entries(page, rows, columns)
    kept = {heading for piece in page.pieces if not piece.is_heading for heading in piece.under}
    pieces = [piece for piece in page.pieces if not piece.is_heading or piece.heading_id in kept]
    return pieces, page.skipped


def clean_cell(cell: str) -> str:
    """The words of a cell, line by line; markup that an export left in it is read."""
    if _MARKUP.search(cell):
        blocks = pieces_of(parse(cell))
        return "\n".join(
            ("- " if piece.kind is PieceKind.ITEM else "") + piece.text for piece in blocks
        )
    lines = (clean(line) for line in cell.replace("\r", "\n").split("\n"))
    return _BLANKS.sub("\n", "\n".join(lines)).strip()


def _write_entries(page: _Pieces, rows: Sequence[Sequence[str]], columns: Columns) -> None:
    start = 0 if columns.header is None else columns.header + 1
    for row in rows[: columns.header or 0]:
        page.add(PieceKind.PARAGRAPH, " ".join(filter(None, row)).replace("\n", " "))
    category = ""
    for row in rows[start:]:
        found = _cell(row, columns.category)
        filled = [cell for cell in row if cell]
        if len(filled) == 1 and columns.category is None and not is_question(filled[0]):
            # A line of its own between the entries heads those that follow.
            found = filled[0]
        if found and found != category:
            category = found
            page.heading(category.replace("\n", " "), CATEGORY_LEVEL)
        for asked, answered in columns.pairs:
            question, answer = _cell(row, asked).replace("\n", " "), _cell(row, answered)
            if question and answer:
                page.heading(question, QUESTION_LEVEL, asked=True)
                _write_answer(page, answer)
                page.under.pop()
            elif question and question != category:
                page.skipped.append(Skipped(SkipReason.EMPTY_HEADING, question[:SHOWN]))
            elif answer and answer != category:
                _write_answer(page, answer)
    page.skipped.extend(_beside(rows, columns, start))


def _write_answer(page: _Pieces, answer: str) -> None:
    lines = answer.split("\n")
    items = [bool(_BULLET.match(line)) for line in lines]
    list_id = page.new_id()
    for line, item in zip(lines, items, strict=True):
        if item and sum(items) > 1:
            page.add(PieceKind.ITEM, _BULLET.sub("", line), list_id=list_id, level=1)
        else:
            page.add(PieceKind.PARAGRAPH, line)


def _beside(rows: Sequence[Sequence[str]], columns: Columns, start: int) -> Iterator[Skipped]:
    """The columns that neither ask nor answer, each by its header and first values."""
    taken = {place for pair in columns.pairs for place in pair} | {columns.category}
    for place in range(max(map(len, rows))):
        values = [cell for row in rows[start:] if (cell := _cell(row, place))]
        if place in taken or not values:
            continue
        header = _cell(rows[columns.header], place) if columns.header is not None else ""
        text = f"{header}: {', '.join(values)}" if header else ", ".join(values)
        yield Skipped(SkipReason.COLUMN, text.replace("\n", " ")[:SHOWN])


def _write_rows(page: _Pieces, rows: Sequence[Sequence[str]]) -> None:
    header = header_row(rows)
    for row in rows[: header or 0]:
        page.add(PieceKind.PARAGRAPH, " ".join(filter(None, row)).replace("\n", " "))
    names = (
        [cell.replace("\n", " ").rstrip(":") for cell in rows[header]] if header is not None else []
    )
    list_id = page.new_id()
    for row in rows[0 if header is None else header + 1 :]:
        cells = [cell.replace("\n", " ") for cell in row]
        if sum(map(bool, cells)) == 1 and not names:
            page.add(PieceKind.PARAGRAPH, "".join(cells))
            continue
        parts = [
            f"{names[i]}: {cell}" if i < len(names) and names[i] else cell
            for i, cell in enumerate(cells)
            if cell
        ]
        page.add(PieceKind.ROW, "; ".join(parts), list_id=list_id)


def _cell(row: Sequence[str], place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""
