"""From cells to lines in reading order: columns are read one after the other.

Columns are told from tables by what stands in them: lines of several words that fill their column on
both sides of a gutter are columns, anything else is read across.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from statistics import median

from sources.reading.documents.pdf_cells import SAME_LINE, Cell

# The narrowest gutter between columns, in font sizes.
GUTTER = 0.7
FEWEST_LINES, CHARS_OF_LINE, FILLED = 4, 16, 0.35
# Prose goes on in the middle of a sentence at the beginning of most lines; cells of a table do not.
RUNNING_ON = 0.2
# Shares of the cells of a page that may cross a gutter: titles, tables, pictures' captions.
CROSSING = (0.02, 0.05, 0.1, 0.25)
WIDEST = 20_000
MASTHEAD_ROWS, APART = 8, 2.5
MOST_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Line:
    """A line of one column: its cells, and the edges of the column it stands in."""

    cells: tuple[Cell, ...]
    left: float
    right: float
    page: int = 0

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)

    @property
    def x0(self) -> float:
        return self.cells[0].x0

    @property
    def x1(self) -> float:
        return self.cells[-1].x1

    @property
    def y(self) -> float:
        return self.cells[0].y

    @property
    def size(self) -> float:
        """That of the larger cells; a letter or two set larger do not count."""
        lengths = [len(cell.text) for cell in self.cells]
        enough = min(0.1 * sum(lengths), max(lengths))
        return max(cell.size for cell in self.cells if len(cell.text) >= enough)

    @property
    def bold(self) -> bool:
        return all(cell.bold for cell in self.cells)


def lines_of(cells: Sequence[Cell], page: int) -> list[Line]:
    """The lines of a page in reading order."""
    top, body = _parted(cells)
    ordered = [*_across(top), *_ordered(body, MOST_COLUMNS)]
    return [replace(line, page=page) for line in ordered]


def _parted(cells: Sequence[Cell]) -> tuple[list[Cell], list[Cell]]:
    """The masthead of a page, which stands apart above all of its columns, and the rest."""
    rows = _across(cells)
    for number, (row, following) in enumerate(pairwise(rows[: MASTHEAD_ROWS + 1]), 1):
        if row.y - following.y > APART * max(row.size, following.size):
            edge = (row.y + following.y) / 2
            if number * 4 < len(rows):
                return [c for c in cells if c.y > edge], [c for c in cells if c.y <= edge]
    return [], list(cells)


def rows_of(cells: Sequence[Cell]) -> list[Line]:
    """The cells of a page as lines read from side to side, top to bottom."""
    return _across(cells)


def _ordered(cells: list[Cell], columns: int) -> list[Line]:
    gutter = _gutter(cells) if columns > 1 and len(cells) >= 2 * FEWEST_LINES else None
    if gutter is None:
        return _across(cells)
    found: list[Line] = []
    band: list[Cell] = []
    edges = _edges(cells)
    for cell in sorted(cells, key=lambda cell: -cell.y):
        if cell.x0 < gutter < cell.x1:
            found.extend(_columns(band, gutter, columns))
            found.extend(_across([cell], edges))
            band = []
        else:
            band.append(cell)
    found.extend(_columns(band, gutter, columns))
    return found


def _columns(band: list[Cell], gutter: float, columns: int) -> list[Line]:
    left = [cell for cell in band if cell.x1 <= gutter]
    right = [cell for cell in band if cell.x1 > gutter]
    if left and right and not (_is_prose(left) or _is_prose(right)):
        return _across(band)
    return [*_ordered(left, columns - 1), *_ordered(right, columns - 1)]


def _across(cells: Sequence[Cell], edges: tuple[float, float] | None = None) -> list[Line]:
    """The cells as lines read from side to side."""
    rows: list[list[Cell]] = []
    for cell in sorted(cells, key=lambda cell: (-cell.y, cell.x0)):
        if rows and abs(rows[-1][0].y - cell.y) <= SAME_LINE * min(rows[-1][0].size, cell.size):
            rows[-1].append(cell)
        else:
            rows.append([cell])
    if not rows:
        return []
    left, right = edges or _edges(cells)
    return [Line(tuple(sorted(row, key=lambda cell: cell.x0)), left, right) for row in rows]


def _edges(cells: Sequence[Cell]) -> tuple[float, float]:
    return min(cell.x0 for cell in cells), max(cell.x1 for cell in cells)


def _gutter(cells: Sequence[Cell]) -> float | None:
    """Where a gutter between two columns of running text lies: the emptiest, then the widest."""
    width = GUTTER * median(cell.size for cell in cells)
    left, right = min(cell.x0 for cell in cells), max(cell.x1 for cell in cells)
    if not width < right - left < WIDEST:
        return None
    steps = [0] * (int(right - left) + 3)
    for cell in cells:
        steps[int(cell.x0 - left) + 1] += 1
        steps[int(cell.x1 - left) + 1] -= 1
    covered = list(accumulate(steps))
    tried: set[int] = set()
    for allowed in (0, 1, *(int(len(cells) * share) for share in CROSSING)):
        for start, end in sorted(_stretches(covered, allowed), key=lambda s: s[0] - s[1]):
            middle = (start + end) // 2
            if end - start >= width and middle not in tried:
                tried.add(middle)
                if _are_columns(cells, left + middle):
                    return left + middle
    return None


def _stretches(covered: Sequence[int], allowed: int) -> Iterator[tuple[int, int]]:
    """The stretches of points that at most as many cells cover as allowed."""
    start: int | None = None
    for point, count in enumerate(covered):
        if count <= allowed and start is None:
            start = point
        elif count > allowed and start is not None:
            yield start, point
            start = None


def _are_columns(cells: Sequence[Cell], x: float) -> bool:
    """Whether running text stands on both sides, not the cells of a table."""
    sides = ([c for c in cells if c.x1 <= x], [c for c in cells if c.x0 >= x])
    return all(len(side) >= FEWEST_LINES and _is_prose(side) for side in sides)


def _is_prose(cells: Sequence[Cell]) -> bool:
    rows = _across(cells)
    width = max(c.x1 for c in cells) - min(c.x0 for c in cells)
    full = [row for row in rows if len(row.text) >= CHARS_OF_LINE
            and sum(c.x1 - c.x0 for c in row.cells) >= FILLED * width]  # fmt: skip
    running = sum(row.text[0].isalpha() and not row.text[0].isupper() for row in rows)
    return len(full) * 2 >= len(rows) and running >= RUNNING_ON * len(rows)
