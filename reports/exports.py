"""The results of a report version as a table: one row a result, nothing of it left out.

Texts stand as they are, yes and no in words, numbers as numbers, lists and objects as JSON. Empty is
what is null in the data; an answer that came and was empty has “yes” under `answered`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from core.text.csv_writing import Cell
from testsets.exchange import WrittenFile, write_table
from testsets.exchange.json_files import write_jsonl
from testsets.exchange.notes import Notes
from testsets.exchange.writing import MEDIA_TYPES

KINDS: Final = ("csv", "xlsx", "jsonl")
SHEET: Final = "Results"

TEXTS: Final = (
    "uid", "question", "type", "language", "topic", "parent", "expects", "expected_answer",
    "answer", "captured_answer", "label", "set_aside", "ungraded", "explanation", "cause",
    "automated_label", "failure", "failure_detail", "grader_fingerprint", "question_digest",
    "signed_off_at",
)  # fmt: skip
NUMBERS: Final = ("attempt", "tries", "seconds", "confidence")
TRUTHS: Final = ("critical", "control", "flags_open", "drawn")
OBJECTS: Final = (
    "facts", "flags", "contradictions", "unverified", "decision", "correction", "sources",
)  # fmt: skip
ANSWERED: Final = "answered"
# What a reader wants first stands first.
COLUMNS: Final = (
    "uid", "attempt", "question", "type", "language", "topic", "critical", "control", "parent",
    "expects", "expected_answer", ANSWERED, "answer", "captured_answer", "label", "set_aside",
    "explanation", "confidence", "cause", "flags", "flags_open", "drawn", "ungraded",
    "automated_label", "decision", "correction", "facts", "contradictions", "unverified", "tries",
    "seconds", "failure", "failure_detail", "grader_fingerprint", "question_digest",
    "signed_off_at", "sources",
)  # fmt: skip


def results_file(document: Mapping[str, Any], kind: str, *, mark: bool = False) -> WrittenFile:
    """The results that `report_json` wrote, as “csv”, “xlsx” or “jsonl”.

    The lines of JSON are the results as they stand in report.json. `mark` puts a byte-order mark
    before CSV.
    """
    results: Sequence[Mapping[str, Any]] = document["results"]
    if kind == "jsonl":
        return WrittenFile(write_jsonl(results), MEDIA_TYPES[kind], Notes())
    return write_table(COLUMNS, _rows(results), kind, mark=mark, title=SHEET)


def _rows(results: Sequence[Mapping[str, Any]]) -> Iterator[list[Cell]]:
    for result in results:
        yield [_cell(result, column) for column in COLUMNS]


def _cell(result: Mapping[str, Any], column: str) -> Cell:
    if column == ANSWERED:
        return _truth(result["answer"] is not None)
    value = result.get(column)
    if value is None:
        return ""
    if column in TRUTHS:
        return _truth(bool(value))
    if column in OBJECTS:
        return json.dumps(value, ensure_ascii=False)
    number: Cell = value
    return number if column in NUMBERS else str(value)


def _truth(holds: bool) -> str:
    return "yes" if holds else "no"
