"""Tables as rows that carry their headers, so that a row can be quoted on its own."""

from __future__ import annotations

from dataclasses import dataclass

from core.text import is_question
from sources.reading.tree import Node

LONGEST_CELL = 600
_LAYOUT = frozenset(("h1", "h2", "h3", "h4", "table", "form", "entry", "question"))
_TITLE_WORDS = 8


@dataclass(frozen=True, slots=True)
class Row:
    """One row as a sentence-like line; `question` when its first cell asks and the rest answers."""

    text: str
    link: float
    is_row: bool = True
    question: str = ""


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    is_header: bool
    chars: int
    link_chars: int


def table_pieces(table: Node) -> list[Row] | None:
    """The rows of a table of facts; None for a table that only arranges the page."""
    if any(child is not table and child.tag in _LAYOUT for child in table.walk()):
        return None
    rows = [[_cell(cell) for cell in row] for row in _rows(table)]
    rows = [row for row in rows if any(cell.text for cell in row)]
    width = max((len(row) for row in rows), default=0)
    if width < 2 or any(
        len(cell.text) > LONGEST_CELL
        for row in rows
        for cell in row
        if width == 2 and not _asks(rows)
    ):
        return None
    caption = table.find("caption")
    found = (
        [Row(caption.text(), 0.0, is_row=False)] if caption is not None and caption.text() else []
    )
    headers, body = _split(rows)
    if _asks(body):
        found.extend(_entry(row) for row in body if len(row) > 1 and row[0].text and row[1].text)
    else:
        found.extend(row for cells in body if (row := _row(cells, headers)) is not None)
    return found


def _rows(node: Node) -> list[list[Node]]:
    return [
        [cell for cell in row.elements() if cell.tag in {"td", "th"}]
        for row in node.walk()
        if row.tag == "tr"
    ]


def _cell(node: Node) -> _Cell:
    return _Cell(node.text(), node.tag == "th", node.chars, node.link_chars)


def _split(rows: list[list[_Cell]]) -> tuple[list[str], list[list[_Cell]]]:
    """The header texts by column, and the rows below them."""
    if rows and len(rows[0]) > 1 and all(cell.is_header or not cell.text for cell in rows[0]):
        return [cell.text for cell in rows[0]], rows[1:]
    return [], rows


def _asks(rows: list[list[_Cell]]) -> bool:
    """Whether the first column asks and the second answers."""
    pairs = [row for row in rows if len(row) == 2 and row[0].text]
    return len(pairs) >= 2 and sum(is_question(row[0].text) for row in pairs) * 2 > len(rows)


def _entry(row: list[_Cell]) -> Row:
    return Row(
        " ".join(cell.text for cell in row[1:]),
        _link_share(row[1:]),
        is_row=False,
        question=row[0].text,
    )


def _row(cells: list[_Cell], headers: list[str]) -> Row | None:
    """One line of a table; None for a row of headers, which says nothing alone."""
    if all(cell.is_header for cell in cells) or not any(cell.text for cell in cells[1:] or cells):
        return None
    if headers and len(cells) == len(headers):
        parts = [
            _labelled(header, cell.text)
            for header, cell in zip(headers, cells, strict=True)
            if cell.text
        ]
    else:
        first, rest = cells[0], [cell.text for cell in cells[1:] if cell.text]
        if len(cells) == 1 or not first.text:
            parts = [cell.text for cell in cells if cell.text]
        elif first.is_header or len(first.text.split()) <= _TITLE_WORDS:
            parts = [_labelled(first.text, "; ".join(rest))]
        else:
            parts = [first.text, *rest]
    return Row("; ".join(parts), _link_share(cells))


def _labelled(label: str, text: str) -> str:
    label = label.strip().rstrip(":").strip()
    return f"{label}: {text}" if label else text


def _link_share(cells: list[_Cell]) -> float:
    total = sum(cell.chars for cell in cells)
    return sum(cell.link_chars for cell in cells) / total if total else 0.0
