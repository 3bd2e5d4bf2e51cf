"""A file of questions that comes back as the same questions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.text.csv_writing import Cell, write_csv
from testsets.exchange.json_files import write_jsonl
from testsets.exchange.notes import Notes
from testsets.exchange.tables import columns_for, flat_rows
from testsets.exchange.xlsx_files import SHEET, write_xlsx

MEDIA_TYPES: Final[Mapping[str, str]] = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/jsonl; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file, and what of the questions its kind could not hold as it is."""

    raw: bytes
    media_type: str
    notes: Notes


def write_file(lines: Iterable[Mapping[str, Any]], kind: str, *, mark: bool = False) -> WrittenFile:
    """The questions as “csv”, “jsonl” or “xlsx”; `mark` puts a byte-order mark before CSV."""
    given = list(lines)
    if kind == "jsonl":
        return WrittenFile(write_jsonl(given), MEDIA_TYPES[kind], Notes())
    columns = columns_for(given)
    return write_table(columns, flat_rows(given, columns), kind, mark=mark)


def write_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    kind: str,
    *,
    mark: bool = False,
    title: str = SHEET,
) -> WrittenFile:
    """Any table as “csv” or “xlsx”; `title` is what the sheet of a workbook is called."""
    if kind == "csv":
        return WrittenFile(write_csv(columns, rows, mark=mark), MEDIA_TYPES[kind], Notes())
    raw, notes = write_xlsx(columns, rows, title=title)
    return WrittenFile(raw, MEDIA_TYPES[kind], notes)
