"""The pieces of a PDF, a workbook or a table, as the one reader takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from core.text import is_question
from sources.reading.documents.delimited import read_table
from sources.reading.documents.isolated import extract
from sources.reading.documents.sheets import Sheet, pieces_of_sheets
from sources.reading.encodings import decode
from sources.reading.kinds import FileKind
from sources.reading.labels import labelled_question
from sources.reading.pieces import QUESTION_LEVEL, Piece, PieceKind
from sources.reading.plain import opens_entry
from sources.reading.values import Skipped, SkipReason

SHOWN = 300
_KINDS = {
    "paragraph": PieceKind.PARAGRAPH,
    "item": PieceKind.ITEM,
    "row": PieceKind.ROW,
    "heading": PieceKind.HEADING,
}
_LEFT_OUT = {"contents": SkipReason.CONTENTS, "fragment": SkipReason.FRAGMENT}
_NOT_READ = {"left_out": SkipReason.LIMIT, "damaged": SkipReason.DAMAGED}


@dataclass(frozen=True, slots=True)
class Content:
    """What a document consists of; title and language are empty where it names none."""

    pieces: list[Piece]
    skipped: list[Skipped]
    title: str = ""
    language: str = ""
    encoding: str = ""


def content_of(raw: bytes, kind: FileKind, *, name: str, declared: str | None) -> Content:
    """The pieces of a document that is no tree of text; Unreadable when it cannot be read."""
    if kind is FileKind.TABLE:
        decoded = decode(raw, declared=declared, name=name)
        table = read_table(decoded.text)
        pieces, skipped = pieces_of_sheets([Sheet("", table.rows)])
        if table.beyond:
            skipped.append(Skipped(SkipReason.LIMIT, table.beyond[:SHOWN]))
        return Content(pieces, skipped, encoding=decoded.encoding)
    found = extract(kind, raw, name=name)
    if kind is FileKind.WORKBOOK:
        pieces, skipped = pieces_of_sheets([Sheet(title, rows) for title, rows in found["sheets"]])
        skipped.extend(Skipped(SkipReason(reason), text) for reason, text in found["skipped"])
        return Content(pieces, skipped, title=found["title"])
    return _of_pdf(found)


def _of_pdf(found: dict[str, Any]) -> Content:
    pieces: list[Piece] = []
    skipped = [Skipped(SkipReason.MARGIN, text[:SHOWN]) for text in found["margins"]]
    under: list[tuple[int, int]] = []
    number = lists = 0
    before = ""
    for position, (kind, text, page, level, table) in enumerate(found["blocks"]):
        if kind in _LEFT_OUT:
            skipped.append(Skipped(_LEFT_OUT[kind], text[:SHOWN]))
            continue
        asked = kind == "heading" and is_question(text)
        if kind == "paragraph" and _is_entry(found["blocks"], position):
            kind, level, asked = "heading", QUESTION_LEVEL, True
            text = labelled_question(text) or text
        if kind == "heading":
            number += 1
            under = [pair for pair in under if pair[1] < level]
            above = tuple(heading for heading, _ in under)
            pieces.append(
                Piece(PieceKind.HEADING, text, under=above, heading_id=number, level=level,
                      asked=asked, page=page)
            )  # fmt: skip
            under.append((number, level))
        else:
            lists += kind == "item" and before != "item"
            list_id = lists if kind == "item" else -table if kind == "row" else 0
            above = tuple(heading for heading, _ in under)
            pieces.append(Piece(_KINDS[kind], text, under=above, list_id=list_id, page=page,
                                level=1 if kind == "item" else 0))  # fmt: skip
        before = kind
    for why, reason in _NOT_READ.items():
        skipped.extend(Skipped(reason, pages) for pages in _spans(found[why]))
    return Content(pieces, skipped, title=found["title"], language=found["language"])


def _spans(numbers: Sequence[int]) -> Iterator[str]:
    """Rising page numbers as people write them, those that follow each other as one stretch."""
    for _, stretch in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        first, *more = [number for _, number in stretch]
        yield f"p. {first}–{more[-1]}" if more else f"p. {first}"


def _is_entry(blocks: Sequence[Sequence[Any]], position: int) -> bool:
    """Whether a paragraph is a question that the paragraph after it answers."""
    if position + 1 == len(blocks) or not opens_entry(blocks[position][1]):
        return False
    kind, text = blocks[position + 1][:2]
    return kind in {"paragraph", "item", "row"} and not opens_entry(text)
