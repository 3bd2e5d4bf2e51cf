"""From runs to lines in reading order: words joined, columns read one after the other.

Columns are told from tables by what stands in them: lines of several words that fill their column on
both sides of a gutter are columns, anything else is read across.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from statistics import median

from sources.reading.documents.pdf_runs import Run

SAME_LINE = 0.35
RAISED_LINE = 0.6
# In font sizes: a gap that may part columns, and the narrowest gutter between columns.
CELL_GAP, GUTTER = 0.5, 0.7
FEWEST_LINES, CHARS_OF_LINE, FILLED = 4, 16, 0.35
# Prose goes on in the middle of a sentence at the beginning of most lines; cells of a table do not.
RUNNING_ON = 0.2
# Shares of the cells of a page that may cross a gutter: titles, tables, pictures' captions.
CROSSING = (0.02, 0.05, 0.1, 0.25)
WIDEST = 20_000
MOST_COLUMNS = 6
_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
    "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
# In the encoding of Windows PDFs, a code without a character shows a bullet.
_TIDIED = str.maketrans(
    {**_LIGATURES, "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\x00": "", "\x7f": "•"}
)
_MARK = re.compile(r"^\d{1,2}$")
_UNITS = re.compile(r"(?:^|[\s\d])(?:mm|cm|dm|m|km)$")


@dataclass(frozen=True, slots=True)
class Cell:
    """Words on one line without a wide gap between them."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    bold: bool


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
        return max(self.cells, key=lambda cell: len(cell.text)).size

    @property
    def bold(self) -> bool:
        return all(cell.bold for cell in self.cells)


def cells_of(runs: Iterable[Run]) -> list[Cell]:
    """The cells of a page, top to bottom."""
    rows: list[list[Run]] = []
    given = sorted(runs, key=lambda run: (-run.y, run.x0))
    marks, beside = _marks(given)
    for run in given:
        if run in marks:
            continue
        row = next((row for row in reversed(rows[-3:]) if _on(row[0], run)), None)
        if row is None:
            row = [run]
            rows.append(row)
        else:
            row.append(run)
        row.extend(beside.get(run, ()))
    return [cell for row in rows for cell in _cells(sorted(row, key=lambda run: run.x0))]


def _on(first: Run, run: Run) -> bool:
    return abs(first.y - run.y) <= SAME_LINE * min(first.size, run.size)


def _marks(runs: Sequence[Run]) -> tuple[set[Run], dict[Run, list[Run]]]:
    """Small raised characters, and the run that each stands directly after or before."""
    ends: dict[tuple[int, int], list[Run]] = {}
    for run in runs:
        for x in (run.x0, run.x1):
            ends.setdefault((round(x / 20), round(run.y / 20)), []).append(run)
    marks: set[Run] = set()
    beside: dict[Run, list[Run]] = {}
    for run in runs:
        if len(run.text.strip()) > 3:
            continue
        column, row = round(run.x0 / 20), round(run.y / 20)
        near = [other for i in (-1, 0, 1) for j in (-1, 0, 1)
                for other in ends.get((column + i, row + j), ())[:50]]  # fmt: skip
        owner = next((other for other in near if _raised_beside(run, other)), None)
        if owner is not None:
            marks.add(run)
            beside.setdefault(owner, []).append(run)
    return marks, beside


def _raised_beside(run: Run, other: Run) -> bool:
    touches = min(abs(run.x0 - other.x1), abs(other.x0 - run.x1)) < 0.35 * other.size
    raised = 0.1 * other.size < run.y - other.y < RAISED_LINE * other.size
    return touches and raised and run.size < 0.8 * other.size


def _cells(row: Sequence[Run]) -> list[Cell]:
    groups: list[list[Run]] = []
    for run in row:
        if groups:
            before = groups[-1][-1]
            if run.text.strip() == before.text.strip() and abs(run.x0 - before.x0) < 0.2 * run.size:
                # Drawn twice, to look bold.
                continue
            gap = run.x0 - max(other.x1 for other in groups[-1])
            if gap <= CELL_GAP * max(run.size, before.size):
                groups[-1].append(run)
                continue
        groups.append([run])
    return [cell for group in groups if (cell := _cell(group)) is not None]


def _cell(group: Sequence[Run]) -> Cell | None:
    # The capitals of small-cap words are set larger than most of their letters.
    worded = [run.size for run in group if sum(map(str.isalpha, run.text)) >= 2]
    size = max(worded) if worded else max(run.size for run in group)
    base = median(run.y for run in group if run.size > 0.8 * size)
    text = ""
    end = group[0].x0
    for run in group:
        raised = run.size < 0.8 * size and run.y - base > 0.15 * size
        shown = run.text.translate(_TIDIED)
        if raised and text and _MARK.match(shown.strip()):
            # The mark of a footnote is no part of the sentence; m² is.
            if not (_UNITS.search(text) and shown.strip() in "23"):
                continue
            shown = {"2": "²", "3": "³"}[shown.strip()]
        if text and not text.endswith(" ") and run.x0 - end > 0.5 * run.space:
            text += " "
        text += shown
        end = max(end, run.x1)
    text = " ".join(text.split())
    bold = all(run.bold for run in group if any(map(str.isalnum, run.text)))
    return Cell(text, group[0].x0, end, base, size, bold) if text else None


def lines_of(cells: Sequence[Cell], page: int) -> list[Line]:
    """The lines of a page in reading order."""
    return [replace(line, page=page) for line in _ordered(list(cells), MOST_COLUMNS)]


def rows_of(cells: Sequence[Cell]) -> list[Line]:
    """The cells of a page as lines read from side to side, top to bottom."""
    return _across(cells)


def _ordered(cells: list[Cell], columns: int) -> list[Line]:
    gutter = _gutter(cells) if columns > 1 and len(cells) >= 2 * FEWEST_LINES else None
    if gutter is None:
        return _across(cells)
    found: list[Line] = []
    band: list[Cell] = []
    for cell in sorted(cells, key=lambda cell: -cell.y):
        if cell.x0 < gutter < cell.x1:
            found.extend(_columns(band, gutter, columns))
            found.extend(_across([cell], cells))
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


def _across(cells: Sequence[Cell], among: Sequence[Cell] = ()) -> list[Line]:
    """The cells as lines read from side to side."""
    rows: list[list[Cell]] = []
    for cell in sorted(cells, key=lambda cell: (-cell.y, cell.x0)):
        if rows and abs(rows[-1][0].y - cell.y) <= SAME_LINE * min(rows[-1][0].size, cell.size):
            rows[-1].append(cell)
        else:
            rows.append([cell])
    if not rows:
        return []
    around = among or cells
    left, right = min(cell.x0 for cell in around), max(cell.x1 for cell in around)
    return [Line(tuple(sorted(row, key=lambda cell: cell.x0)), left, right) for row in rows]


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
