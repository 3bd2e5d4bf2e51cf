"""What stands on the pages of a PDF without being part of the text.

Running headers and footers, page numbers, and the numbers beside the lines of a transcript.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from sources.reading.documents.pdf_cells import Cell
from sources.reading.documents.pdf_lines import Line, rows_of

ZONE = 0.12
OUTER_ROWS = 4
REPEATED = 0.4
LINE_NUMBERS, NUMBERED = 8, 0.5
_FIGURES = re.compile(r"\d+|\b[ivxl]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"^[\W_]*(?:(?:page|seite|sida|página|pág|pagina|side|s|p)\.?\s*)?(?:\d{1,4}|[ivxl]{1,6})"
    r"(?:\s*(?:of|von|av|de|di|/|-)\s*\d{1,4})?[\W_]*$",
    re.IGNORECASE,
)
_PAGE_OF = re.compile(
    r"^(?:page|seite|sida|página|side)\s*\d{1,4}\s*(?:of|von|av|de|/)\s*\d{1,4}$", re.IGNORECASE
)
# Lines drawn with characters.
_RULE = re.compile(r"^[-–—=_*.·~+|:\s]{3,}[xX]?$")
_INTEGER = re.compile(r"^\d{1,3}$")


def without_margins(pages: Sequence[Sequence[Cell]]) -> tuple[list[list[Cell]], list[str]]:
    """The cells of each page without margins, and each different margin's text once."""
    zones = [_zone(cells) for cells in pages]
    counts = Counter(
        key
        for zone in zones
        for key in {_key(cell) for rows in zone for row in rows for cell in row.cells}
    )
    needed = max(2, round(len(pages) * REPEATED))
    kept: list[list[Cell]] = []
    taken: dict[str, str] = {}
    for cells, zone in zip(pages, zones, strict=True):
        margins: set[Cell] = set()
        for rows in zone:
            for row in rows:
                repeated = {cell for cell in row.cells if counts[_key(cell)] >= needed}
                if not repeated:
                    # Further in there is text, whatever else repeats.
                    break
                margins |= repeated
        margins |= {cell for cell in cells if _RULE.match(cell.text)}
        margins |= _page_numbers([cell for cell in cells if cell not in margins])
        margins |= _line_numbers([cell for cell in cells if cell not in margins])
        for cell in sorted(margins, key=lambda cell: -cell.y):
            if any(map(str.isalnum, cell.text)) and not _INTEGER.match(cell.text):
                taken.setdefault(_FIGURES.sub("#", cell.text), cell.text)
        kept.append([cell for cell in cells if cell not in margins])
    return kept, list(taken.values())


def _zone(cells: Sequence[Cell]) -> tuple[list[Line], list[Line]]:
    """The rows near the upper and the lower edge of the page's text, from outside to inside."""
    rows = rows_of(cells)
    if not rows:
        return [], []
    top, bottom = rows[0].y, rows[-1].y
    reach = (top - bottom) * ZONE
    upper = [row for row in rows[:OUTER_ROWS] if row.y >= top - reach]
    lower = [row for row in reversed(rows[-OUTER_ROWS:]) if row.y <= bottom + reach]
    return upper, lower


def _key(cell: Cell) -> tuple[str, int]:
    """What margins of different pages share: their words, and their height on the page."""
    return _FIGURES.sub("#", cell.text), round(cell.y / 8)


def _page_numbers(cells: Sequence[Cell]) -> set[Cell]:
    """Page numbers on the two first or last rows: alone there, or saying that they are one."""
    rows = rows_of(cells)
    outer = [*rows[:2], *rows[-2:]] if len(rows) > 4 else []
    found = {cell for row in outer for cell in row.cells if _PAGE_OF.match(cell.text)}
    for number, row in enumerate(outer):
        other = rows[1] if number == 0 else rows[-2]
        apart = row is other or abs(row.y - other.y) > 1.6 * row.size
        if apart and len(row.cells) == 1 and _PAGE_NUMBER.match(row.text):
            found.update(row.cells)
    return found


def _line_numbers(cells: Sequence[Cell]) -> set[Cell]:
    """The column of numbers that counts the lines of a transcript."""
    rows = rows_of(cells)
    for side in (0, -1):
        ends = [row.cells[side] for row in rows]
        numbers = [cell for cell in ends if _INTEGER.match(cell.text)]
        if len(numbers) < LINE_NUMBERS or len(numbers) < len(rows) * NUMBERED:
            continue
        edge = sorted(cell.x1 for cell in numbers)[len(numbers) // 2]
        aligned = [cell for cell in numbers if abs(cell.x1 - edge) < 2 * cell.size]
        values = [int(cell.text) for cell in aligned]
        steps = sum(b - a == 1 for a, b in pairwise(values))
        if len(aligned) >= LINE_NUMBERS and steps >= 0.9 * (len(values) - 1):
            return set(aligned)
    return set()


def is_leader(line: Line) -> bool:
    """Whether a line of a table of contents: words, dots, page number."""
    return bool(_LEADER.search(line.text))


_LEADER = re.compile(r"(?:\.\s?){4,}\s*\d{1,4}\s*$")
