"""From runs to cells: words joined to what stands on one line without a wide gap."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from sources.reading.documents.pdf_runs import Run

# In font sizes: how far apart the baselines of one line may lie, and how high a mark is raised.
SAME_LINE: Final = 0.35
RAISED_LINE: Final = 0.6
# A gap that may part columns.
CELL_GAP: Final = 0.5
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
