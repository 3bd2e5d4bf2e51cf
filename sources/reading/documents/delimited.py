"""Reading CSV and its relatives: which delimiter a text uses, and its rows."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

DELIMITERS = (",", ";", "\t", "|")
MOST_ROWS, MOST_COLUMNS = 20_000, 100
LONGEST_CELL = 1_000_000
SAMPLED_ROWS = 50
_STATED = re.compile(r"^sep=(.)\r?\n", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a text; `beyond` is the first one that is not read, "" when all are."""

    rows: Sequence[Sequence[str]]
    beyond: str


def read_table(text: str) -> Table:
    """The rows of a delimited text; of a text that holds to no delimiter, one cell a line."""
    csv.field_size_limit(LONGEST_CELL)
    stated = _STATED.match(text)
    if stated:
        text = text[stated.end() :]
    delimiter = stated.group(1) if stated else _delimiter(text)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        rows = list(islice(reader, MOST_ROWS + 1))
    except csv.Error:
        rows = [line.split(delimiter) for line in text.splitlines()[: MOST_ROWS + 1]]
    beyond = "; ".join(rows[MOST_ROWS]) if len(rows) > MOST_ROWS else ""
    return Table([row[:MOST_COLUMNS] for row in rows[:MOST_ROWS]], beyond)


def _delimiter(text: str) -> str:
    """The delimiter by which most rows have the same number of cells, and more than one."""
    sample = text[:200_000]
    best, most = ",", (0.0, 0)
    for delimiter in DELIMITERS:
        try:
            reader = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
            widths = Counter(len(row) for row in islice(reader, SAMPLED_ROWS) if row)
        except csv.Error:
            continue
        wide = {width: count for width, count in widths.items() if width > 1}
        if wide:
            width, count = max(wide.items(), key=lambda pair: pair[1])
            score = (round(count / widths.total(), 1), width)
            if score > most:
                best, most = delimiter, score
    return best
