"""Tables as rows that carry their headers, so that a row can be quoted on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.text import is_question
from sources.reading.grids import Cell, distinct, grid_of
from sources.reading.tree import Node

LONGEST_CELL: Final = 600
LONGEST_LABEL_WORDS: Final = 8
LONGEST_QUESTION: Final = 300
_LAYOUT: Final = frozenset(("h1", "h2", "h3", "h4", "table", "form", "entry", "question"))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; `is_row` is False for its caption and for notes that stand in it."""

    text: str
    link: float
    is_row: bool = True


def table_pieces(table: Node) -> list[Row] | None:
    """The rows of a table of facts; None for one that arranges the page or asks and answers.

    The questions of a table that asks have become `question` elements, and its answers are read like
    any other text.
    """
    if table.get("role") in {"presentation", "none"} or _arranges(table):
        return None
    grid = grid_of(table)
    headers, body = _split(grid)
    if max(map(len, grid), default=0) < 2:
        return None
    if _mark_questions(table, grid, body):
        return None
    if not headers and any(len(c.text) > LONGEST_CELL for row in body for c in row if len(row) < 3):
        return None
    rows = _body_rows(body, headers)
    caption = table.find("caption")
    if rows and caption is not None and caption.chars:
        return [Row(caption.text(), 0.0, is_row=False), *rows]
    return rows


def _arranges(table: Node) -> bool:
    for node in table.walk():
        if node is table or node.tag not in _LAYOUT:
            continue
        if node.tag in {"table", "form", "entry", "question"} or not node.has_ancestor("th"):
            return True
    row = table.find("tr")
    cells = list(row.elements()) if row is not None else []
    # Code with the numbers of its lines beside it.
    return bool(cells) and all(cell.find("pre") is not None for cell in cells)


def _split(grid: list[list[Cell]]) -> tuple[list[tuple[str, ...]], list[list[Cell]]]:
    """The header texts of each column, from above to below, and the rows below them."""
    end = 0
    while end < len(grid) and all(cell.is_header or not cell.text for cell in grid[end]):
        end += 1
    # A title over all columns heads the table, and no column of it.
    heads = [row for row in grid[:end] if len(distinct(row)) > 1]
    if not heads or (end == len(grid) and len(distinct(grid[-1])) > 1 and _no_table_heads(grid)):
        return [], grid
    columns: list[tuple[str, ...]] = []
    for column in range(max(map(len, heads))):
        texts = [row[column].text for row in heads if column < len(row) and row[column].text]
        columns.append(tuple(dict.fromkeys(texts)))
    titles = [row for row in grid[:end] if len(distinct(row)) == 1]
    return columns, [*titles, *grid[end:]]


def _no_table_heads(grid: list[list[Cell]]) -> bool:
    """Whether bold cells are all that a table has: then none of them is a header."""
    return not any(cell.node.tag == "th" for row in grid for cell in row)


def _mark_questions(table: Node, grid: list[list[Cell]], body: list[list[Cell]]) -> bool:
    """Make the column that asks, with answers beside it, questions; False when there is none."""
    rows = [row for row in body if len(distinct(row)) > 1]
    for column in range(min(2, max(map(len, rows), default=0) - 1)):
        asking = [row for row in rows if column + 1 < len(row) and _asks(row[column])]
        if len(asking) < 2 or len(asking) * 2 <= len(body):
            continue
        below = {id(cell) for row in body for cell in row}
        for row in grid:
            for place, cell in enumerate(row):
                if id(cell) not in below or (place < column and not _asks(cell)):
                    cell.node.children = []
        for row in asking:
            row[column].node.tag = "question"
        return True
    return False


def _asks(cell: Cell) -> bool:
    return 0 < len(cell.text) <= LONGEST_QUESTION and is_question(cell.text)


def _body_rows(body: list[list[Cell]], headers: Sequence[tuple[str, ...]]) -> list[Row]:
    found: list[Row] = []
    group = ""
    notes: list[Row] = []
    for cells in body:
        once = [cell for cell in distinct(cells) if cell.text]
        if len(once) == 1 and len(cells) > 1 and cells[0] is cells[-1]:
            # A cell over all columns names the rows below it, or says something about them.
            is_label = once[0].is_header and len(once[0].text.split()) <= LONGEST_LABEL_WORDS
            group = once[0].text if is_label else group
            if not is_label:
                notes.append(Row(once[0].text, _link_share(once), is_row=False))
            continue
        if all(cell.is_header for cell in once) or not any(cell.text for cell in cells[1:]):
            continue
        parts = _labelled_by_column(cells, headers) if headers else _labelled_by_row(cells)
        if group:
            parts.insert(0, group.rstrip(" :"))
        found.extend([*notes, Row("; ".join(parts), _link_share(once))])
        notes = []
    return [*found, *notes] if found else []


def _labelled_by_column(cells: list[Cell], headers: Sequence[tuple[str, ...]]) -> list[str]:
    parts: list[str] = []
    column = 0
    for cell in distinct(cells):
        width = 1
        while column + width < len(cells) and cells[column + width] is cell:
            width += 1
        labels = dict.fromkeys(
            label for texts in headers[column : column + width] for label in texts
        )
        if cell.text:
            parts.append(_labelled(", ".join(labels), cell.text))
        column += width
    return parts


def _labelled_by_row(cells: list[Cell]) -> list[str]:
    """A row of labels, each before its values; a short first cell is the label of the others."""
    once = distinct(cells)
    if not any(cell.is_header and cell.text for cell in once):
        if not once[0].text or len(once[0].text.split()) > LONGEST_LABEL_WORDS:
            return [cell.text for cell in once if cell.text]
        return [_labelled(once[0].text, "; ".join(cell.text for cell in once[1:] if cell.text))]
    parts: list[str] = []
    label, values = "", list[str]()
    for cell in [*once, None]:
        if cell is None or (cell.is_header and values):
            parts.append(_labelled(label, "; ".join(values)))
            label, values = "", []
        if cell is not None and cell.text:
            if cell.is_header:
                label = f"{label}, {cell.text}" if label else cell.text
            else:
                values.append(cell.text)
    return [part for part in parts if part]


def _labelled(label: str, text: str) -> str:
    label = label.strip().rstrip(":").strip()
    return f"{label}: {text}" if label and text else label or text


def _link_share(cells: Sequence[Cell]) -> float:
    total = sum(cell.node.chars for cell in cells)
    return sum(cell.node.link_chars for cell in cells) / total if total else 0.0
