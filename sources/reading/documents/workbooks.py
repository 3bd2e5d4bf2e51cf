"""Reading an Excel workbook: the cells of its sheets as they are shown."""

from __future__ import annotations

import io
from typing import Any

from openpyxl import load_workbook

from sources.reading.documents.budget import Budget, TooLong
from sources.reading.documents.opening import checked
from sources.reading.documents.shown import shown
from sources.reading.values import SkipReason

MOST_ROWS = 20_000
MOST_COLUMNS = 100
MOST_CHARS = 5_000_000
# After this many empty rows nothing more is expected: a stray mark far below makes no table.
EMPTY_ROWS = 2_000


def extract(raw: bytes, budget: Budget) -> dict[str, Any]:
    """The sheets with their rows as text, and the names of those left out with the reason."""
    checked(raw).close()
    sheets: list[list[Any]] = []
    skipped: list[tuple[SkipReason, str]] = []
    rows = chars = 0
    with budget.running():
        # The values last worked out, not the formulas; read row by row, so that no size matters.
        book = load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
        title = " ".join((book.properties.title or "").split())
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            skipped.append((SkipReason.HIDDEN, sheet.title))
            continue
        if rows >= MOST_ROWS or chars >= MOST_CHARS or budget.spent:
            skipped.append((SkipReason.LIMIT, sheet.title))
            continue
        kept: list[list[str]] = []
        empty = 0
        complete = True
        try:
            with budget.running():
                for row in sheet.iter_rows(max_col=MOST_COLUMNS):
                    texts = [shown(cell.value, getattr(cell, "number_format", "")) for cell in row]
                    while texts and not texts[-1]:
                        texts.pop()
                    empty = 0 if texts else empty + 1
                    if empty > EMPTY_ROWS:
                        break
                    kept.append(texts)
                    rows += bool(texts)
                    chars += sum(map(len, texts))
                    if rows >= MOST_ROWS or chars >= MOST_CHARS:
                        complete = False
                        break
        except TooLong:
            complete = False
        if not complete:
            skipped.append((SkipReason.LIMIT, sheet.title))
        sheets.append([sheet.title, kept])
    return {"sheets": sheets, "title": title, "skipped": skipped}
