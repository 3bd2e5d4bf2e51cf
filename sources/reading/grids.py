"""A table as the grid that people see: every cell in every row and column that it covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sources.reading.tree import Node

# No table that people read is larger; a cell may claim to cover any number of columns and rows.
MOST_COLUMNS: Final = 60
MOST_CELLS: Final = 60_000


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A cell; the same value stands at every place of the grid that the cell covers."""

    node: Node
    text: str
    is_header: bool


def grid_of(table: Node) -> list[list[Cell]]:
    """The rows of a table that hold text, without those of tables inside it."""
    grid: list[list[Cell]] = []
    # By column: a cell from above, with the number of further rows that it covers.
    reaching: dict[int, tuple[Cell, int]] = {}
    count = 0
    for row, is_head in _rows(table):
        cells: list[Cell] = []
        _fill(cells, reaching)
        for node in row.elements():
            if node.tag not in {"td", "th"}:
                continue
            cell = Cell(node, _text(node), is_head or node.tag == "th" or _is_bold(node))
            down, across = _span(node, "rowspan"), _span(node, "colspan")
            for column in range(len(cells), min(len(cells) + across, MOST_COLUMNS)):
                cells.append(cell)
                if down > 1:
                    reaching[column] = (cell, down - 1)
            _fill(cells, reaching)
        count += len(cells)
        if count > MOST_CELLS:
            break
        if any(cell.text for cell in cells):
            grid.append(cells)
    return grid


def distinct(cells: list[Cell]) -> list[Cell]:
    """The cells of a row, each once, however many columns it covers."""
    return [cell for place, cell in enumerate(cells) if not place or cell is not cells[place - 1]]


def _rows(table: Node) -> Iterator[tuple[Node, bool]]:
    for part in table.elements():
        if part.tag == "tr":
            yield part, False
        elif part.tag in {"thead", "tbody", "tfoot"}:
            for row in part.elements():
                if row.tag == "tr":
                    yield row, part.tag == "thead"


def _fill(cells: list[Cell], reaching: dict[int, tuple[Cell, int]]) -> None:
    """Add the cells from above that cover the next columns of the row."""
    while (found := reaching.pop(len(cells), None)) is not None:
        cell, further = found
        if further > 1:
            reaching[len(cells)] = (cell, further - 1)
        cells.append(cell)


def _text(node: Node) -> str:
    """The words of a cell; the items of a list in it are told apart by commas."""
    if not any(True for _ in node.elements()):
        return node.text()
    items = [item.text().rstrip(" ,;") for item in node.walk() if item.tag == "li"]
    if len(items) < 2 or sum(map(len, items)) > len(node.text()):
        return node.text()
    first = next(part for part in node.walk() if part.tag in {"ul", "ol"})
    lead = node.text().partition(first.text())[0].strip()
    listed = ", ".join(item for item in items if item)
    rest = node.text().partition(first.text())[2].strip()
    return " ".join(part for part in (lead, listed, rest) if part)


def _is_bold(node: Node) -> bool:
    """Whether all words of a cell are bold, as headers are where a page has no better element."""
    while node.chars and node.chars < 200:
        inside = [part for part in node.elements() if part.chars == node.chars]
        if not inside:
            return False
        node = inside[0]
        if node.tag in {"b", "strong"}:
            return True
    return False


def _span(node: Node, key: str) -> int:
    digits = node.get(key).strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > 5:
        return 1
    return max(1, min(int(digits), 1_000))
