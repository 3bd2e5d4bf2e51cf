"""Reading a file of answers collected elsewhere: CSV or JSON lines.

Every refusal names the file, the line and what would be right; nothing is half taken.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from core.text import normalise
from runs.connectors.replies import as_text, printable
from sources.reading import Unreadable
from sources.reading.encodings import decode

LARGEST_FILE: Final = 50 * 1024 * 1024
# Accepted names of each column, ours first; compared without case, spaces and underscores.
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "uid": ("uid", "id", "question id", "query id"),
    "question": (
        "question", "input", "user input", "query", "query text", "instruction", "prompt", "pregunta",
    ),
    "answer": (
        "answer", "actual answer", "actual output", "response", "generated answer", "output",
        "reply", "respuesta",
    ),
    "contexts": ("contexts", "retrieved contexts", "retrieval context", "context"),
}  # fmt: skip


class UploadRefused(ValueError):
    """The file can't be used; the text says where and why."""


@dataclass(frozen=True, slots=True)
class UploadedAnswer:
    """One row: which question it answers, and the answer; None when it holds none (not run)."""

    line: int
    uid: str
    question: str
    answer: str | None
    contexts: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The row as it is stored."""
        return {
            "uid": self.uid,
            "question": self.question,
            "answer": self.answer,
            "contexts": list(self.contexts),
        }


def read_answers(raw: bytes, *, name: str) -> list[UploadedAnswer]:
    """The answers of a CSV or JSON-lines file; raises UploadRefused with file and line."""
    if len(raw) > LARGEST_FILE:
        raise UploadRefused(f"{name} is larger than {LARGEST_FILE // 1024 // 1024} MB.")
    text = _text(raw, name)
    kind = name.lower().rsplit(".", 1)[-1]
    if kind not in ("csv", "jsonl", "ndjson"):
        raise UploadRefused(f"{name}: answers are read from .csv and .jsonl files.")
    if not text.strip():
        raise UploadRefused(f"{name} is empty.")
    rows = _csv(text, name) if kind == "csv" else _json_lines(text, name)
    answers = [_answer(line, row, name) for line, row in rows]
    if not answers:
        raise UploadRefused(f"{name} has a header and no rows.")
    _refuse_doubles(answers, name)
    return answers


def _text(raw: bytes, name: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = ""
    # Wide characters without a mark look like NULs; anything else that is UTF-8 is meant as such,
    # whatever control characters an answer holds.
    if text and "\0" not in text:
        return text
    try:
        return decode(raw, name=name).text
    except Unreadable:
        raise UploadRefused(
            f"{name}: the encoding can't be told. Save the file as UTF-8 and upload it again."
        ) from None


def _csv(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    text, delimiter, skipped = _declared(text)
    delimiter = delimiter or max(",;\t|", key=text.split("\n", 1)[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = next(reader, [])
        columns = [_column(title) for title in header]
        _check_columns(columns, header, name)
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise UploadRefused(
                    f"{name}, line {reader.line_num + skipped}: {len(cells)} cells where the header has "
                    f"{len(header)}. Put quotation marks around cells that hold the separator."
                )
            yield (
                reader.line_num + skipped,
                {key: cell for key, cell in zip(columns, cells, strict=True) if key},
            )
    except csv.Error as error:
        raise UploadRefused(f"{name}, line {reader.line_num + skipped}: {error}.") from None


def _declared(text: str) -> tuple[str, str, int]:
    """The text behind a first line such as `sep=;`, that separator, and how many lines that took."""
    first, ending, rest = text.partition("\n")
    word = first.strip('\r"')
    if ending and len(word) == 5 and word.casefold().startswith("sep="):
        return rest, word[4], 1
    return text, "", 0


def _json_lines(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    # Of all that ends a line in Unicode only this one does so in JSON lines.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UploadRefused(f"{name}, line {number}: not JSON ({error.msg}).") from None
        except (ValueError, RecursionError):
            # A number of thousands of digits, or brackets within brackets without an end.
            raise UploadRefused(f"{name}, line {number}: not JSON that can be read.") from None
        if not isinstance(row, dict):
            raise UploadRefused(f"{name}, line {number}: not a JSON object.")
        columns = [_column(key) for key in row]
        _check_columns(columns, list(row), f"{name}, line {number}")
        pairs = zip(columns, row.values(), strict=True)
        yield number, {column: value for column, value in pairs if column}


def _column(title: str) -> str:
    plain = " ".join(title.replace("_", " ").replace("-", " ").casefold().split())
    squeezed = plain.replace(" ", "")
    for column, names in NAMES.items():
        if any(squeezed == accepted.replace(" ", "") for accepted in names):
            return column
    return ""


def _check_columns(found: list[str], header: list[str], where: str) -> None:
    """Refused when a column is missing, or when two hold the same: nobody knows which one counts."""
    for column in NAMES:
        same = [title for title, means in zip(header, found, strict=True) if means == column]
        if len(same) > 1:
            raise UploadRefused(
                f"{where}: the columns {' and '.join(same)} would all be the {column}. "
                "Keep one of them."
            )
    missing = []
    if "answer" not in found:
        missing.append("the answer (" + ", ".join(NAMES["answer"]) + ")")
    if not {"uid", "question"} & set(found):
        names = ", ".join((*NAMES["uid"], *NAMES["question"]))
        missing.append(f"what it answers ({names})")
    if missing:
        raise UploadRefused(
            f"{where}: no column for {' and none for '.join(missing)}. It has: {', '.join(header)}."
        )


def _answer(line: int, row: Mapping[str, Any], name: str) -> UploadedAnswer:
    uid = str(row.get("uid") or "").strip()
    question = printable(as_text(row.get("question"))).strip()
    if not uid and not question:
        raise UploadRefused(f"{name}, line {line}: neither an identifier nor a question.")
    given = row.get("answer")
    contexts = row.get("contexts") or []
    if isinstance(contexts, str):
        contexts = [part for part in contexts.split("|") if part.strip()]
    return UploadedAnswer(
        line=line,
        uid=uid,
        question=question,
        answer=None if given is None else printable(as_text(given)),
        contexts=tuple(printable(as_text(part)) for part in contexts),
    )


def _refuse_doubles(answers: list[UploadedAnswer], name: str) -> None:
    seen: dict[tuple[str, str], int] = {}
    for answer in answers:
        keys = [("identifier", answer.uid)] if answer.uid else []
        if answer.question and not answer.uid:
            keys.append(("question", normalise(answer.question)))
        for what, value in keys:
            first = seen.setdefault((what, value), answer.line)
            if first != answer.line:
                raise UploadRefused(
                    f"{name}: lines {first} and {answer.line} have the same {what}"
                    f" ({(answer.uid or answer.question)[:80]}). Keep one of them."
                )
