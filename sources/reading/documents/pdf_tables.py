"""Tables of a PDF, as well as their columns can be told from the places of their words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from sources.reading.documents.pdf_lines import Line

FEWEST_ROWS = 3
# Two rows are a table when the first names as many columns as this.
NAMED_COLUMNS = 3
# In font sizes: a gap between the cells of a table, and the farthest its rows stand apart.
CELL, APART = 0.5, 3.5
# The lines of one cell stand closer together than the rows of a table that has room between them.
TIGHT, ROOMY = 1.35, 1.5
CHARS_OF_CELL = 60
LABEL_WORDS = 6
_FIGURES = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class PdfTable:
    """Its rows with the page each stands on, and how many lines it takes."""

    rows: tuple[tuple[str, int], ...]
    height: int


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    x0: float
    x1: float
    bold: bool


def table_at(lines: Sequence[Line], index: int) -> PdfTable | None:
    """The table that begins with this line, None when none does."""
    if len(_cells(lines[index])) < 2:
        return None
    end = index + 1
    while end < len(lines) and _near(lines[end - 1], lines[end]) and (
        len(_cells(lines[end])) > 1 or _gap(lines[end - 1], lines[end]) <= TIGHT
    ):  # fmt: skip
        end += 1
    groups = _rows(lines[index:end])
    rows = [[cell for line in group for cell in _cells(line)] for group in groups]
    if len(rows) < 2:
        return None
    columns = _columns(rows)
    lengths = [len(cell.text) for row in rows for cell in row]
    if len(columns) < 2 or median(lengths) > CHARS_OF_CELL:
        return None
    grid = [_placed(row, columns) for row in rows]
    headers = _headers(rows, grid)
    if len(rows) < FEWEST_ROWS and len(headers) < NAMED_COLUMNS:
        return None
    texts = [
        (_line(cells, headers), group[0].page)
        for cells, group in list(zip(grid, groups, strict=True))[1 if headers else 0 :]
    ]
    height = sum(map(len, groups))
    return PdfTable(tuple((text, page) for text, page in texts if text), height)


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each row: where rows stand apart, lines close together are one row."""
    gaps = [_gap(above, line) for above, line in pairwise(lines)]
    roomy = (
        len(gaps) > 1 and max(gaps) > ROOMY and sum(gap > ROOMY for gap in gaps) * 3 >= len(gaps)
    )
    groups = [[lines[0]]]
    for line, gap in zip(lines[1:], gaps, strict=True):
        if roomy and gap <= TIGHT:
            groups[-1].append(line)
        elif len(_cells(line)) > 1:
            groups.append([line])
        else:
            break
    return groups


def _gap(above: Line, line: Line) -> float:
    """How far two lines stand apart, in font sizes."""
    return (above.y - line.y) / max(above.size, line.size)


def _near(above: Line, line: Line) -> bool:
    gap = above.y - line.y
    return above.page == line.page and 0 < gap <= APART * max(above.size, line.size)


def _cells(line: Line) -> list[_Cell]:
    """The cells of a line; words closer together than a table's columns are one cell."""
    found: list[_Cell] = []
    for cell in line.cells:
        if found and cell.x0 - found[-1].x1 < CELL * cell.size:
            last = found.pop()
            text, bold = f"{last.text} {cell.text}", last.bold and cell.bold
            found.append(_Cell(text, last.x0, cell.x1, bold))
        else:
            found.append(_Cell(cell.text, cell.x0, cell.x1, cell.bold))
    return found


def _columns(rows: Sequence[Sequence[_Cell]]) -> list[tuple[float, float]]:
    """From where to where each column reaches: the stretches that cells cover."""
    spans = sorted((cell.x0, cell.x1) for row in rows for cell in row)
    merged: list[tuple[float, float]] = []
    for x0, x1 in spans:
        if merged and x0 < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], x1))
        else:
            merged.append((x0, x1))
    return merged


def _placed(row: Sequence[_Cell], columns: Sequence[tuple[float, float]]) -> list[str]:
    texts = [""] * len(columns)
    for cell in row:
        place = next(i for i, (x0, x1) in enumerate(columns) if x0 <= cell.x0 <= x1)
        texts[place] = f"{texts[place]} {cell.text}".strip()
    return texts


def _headers(rows: Sequence[Sequence[_Cell]], grid: Sequence[Sequence[str]]) -> list[str]:
    """The texts of the first row when it names the columns."""
    first = grid[0]
    if len(first) < 3 or sum(map(bool, first)) < len(first) - 1:
        return []
    if any(text and (text.endswith(",") or not any(map(str.isalpha, text))) for text in first):
        return []
    figures = sum(bool(_FIGURES.search(text)) for text in first)
    below = sum(bool(_FIGURES.search(text)) for row in grid[1:] for text in row)
    bold = all(cell.bold for cell in rows[0]) and not all(cell.bold for cell in rows[1])
    if not bold and (figures or not below):
        return []
    named = list(first)
    for place, text in enumerate(first):
        # A header set beside its column names it.
        beside = [i for i in (place - 1, place + 1) if 0 <= i < len(first) and first[i]]
        alone = [i for i in beside if not any(row[i] for row in grid[1:])]
        if not text and alone:
            named[place], named[alone[0]] = first[alone[0]], ""
    return named


def _line(cells: Sequence[str], headers: Sequence[str]) -> str:
    if headers:
        named = zip(headers, cells, strict=True)
        return "; ".join(f"{h.rstrip(':')}: {c}" if h else c for h, c in named if c)
    filled = [cell for cell in cells if any(map(str.isalnum, cell))]
    if len(cells) in (2, 4) and len(filled) in (2, 4):
        return "; ".join(map(_pair, filled[::2], filled[1::2]))
    return "; ".join(filled)


def _pair(label: str, value: str) -> str:
    """A label with its value, as forms and invoices set them side by side."""
    labels = not label[0].isdigit() and len(label.split()) <= LABEL_WORDS
    return f"{label.rstrip(':')}: {value}" if labels else f"{label}; {value}"
