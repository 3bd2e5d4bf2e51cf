"""What was read of one document, for people in a terminal and as a value for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from textwrap import fill
from typing import Any

from sources.reading.values import Block, ReadDocument, ReadPassage

WIDTH = 100
LONGEST_LEFT_OUT = 200


def as_value(source: str, document: ReadDocument) -> dict[str, Any]:
    """The document as JSON takes it."""
    return {
        "source": source,
        "title": document.title,
        "language": document.language,
        "text": document.text,
        "blocks": [
            {"kind": block.kind.value, "heading_path": list(block.heading_path), "text": block.text}
            for block in document.blocks
        ],
        "faq": [{"question": entry.question, "answer": entry.answer} for entry in document.faq],
        "passages": [
            {
                "start": passage.start,
                "end": passage.end,
                "heading_path": list(passage.heading_path),
                "language": passage.language,
                "text": passage.text,
            }
            for passage in document.passages
        ],
        "skipped": [{"reason": part.reason.value, "text": part.text} for part in document.skipped],
    }


def as_outline(source: str, document: ReadDocument, reasons: Mapping[str, object]) -> str:
    """The document as lines to look through; `reasons` says why something was left out."""
    return "\n".join(_lines(source, document, reasons))


def _lines(source: str, document: ReadDocument, reasons: Mapping[str, object]) -> Iterator[str]:
    yield source
    about = (document.title or "No title", document.language or "no language", document.encoding)
    yield " · ".join(part for part in about if part)
    if not document.text:
        yield "No usable text."
    if document.blocks:
        yield f"\nBlocks: {len(document.blocks)}"
        yield from _blocks(document)
    if document.faq:
        yield f"\nQuestions and answers: {len(document.faq)}"
        for entry in document.faq:
            yield _wrapped(entry.question, "  Q  ")
            yield _wrapped(entry.answer, "  A  ")
    if document.passages:
        yield f"\nPassages: {len(document.passages)}"
        for number, passage in enumerate(document.passages, 1):
            yield f"  {number}. {_about(passage)}"
            yield _wrapped(passage.text, "     ")
    if document.skipped:
        yield f"\nLeft out: {len(document.skipped)}"
        for part in document.skipped:
            text = part.text if len(part.text) <= LONGEST_LEFT_OUT else _cut(part.text)
            yield _wrapped(text, f"  {reasons.get(part.reason, part.reason)}: ")
    yield ""


def _blocks(document: ReadDocument) -> Iterator[str]:
    for path, group in groupby(document.blocks, key=_path):
        if path:
            yield f"  {' › '.join(path)}"
        for block in group:
            yield _wrapped(block.text, f"    {block.kind:<11}")


def _path(block: Block) -> tuple[str, ...]:
    return block.heading_path


def _about(passage: ReadPassage) -> str:
    parts = [
        str(passage.kind),
        passage.language,
        f"{len(passage.text.split())} words",
        f"characters {passage.start} to {passage.end}",
    ]
    if passage.page:
        parts.append(f"page {passage.page}")
    if passage.heading_path:
        parts.append(" › ".join(passage.heading_path))
    return " · ".join(parts)


def _wrapped(text: str, first: str) -> str:
    """The text in lines of one width below each other; the line breaks it has are kept."""
    rest = " " * min(len(first), 15)
    lines = [
        fill(
            line, WIDTH, initial_indent=rest if index else first, subsequent_indent=rest,
            break_long_words=False, break_on_hyphens=False,
        )
        for index, line in enumerate(text.splitlines())
    ]  # fmt: skip
    return "\n".join(lines) or first.rstrip()


def _cut(text: str) -> str:
    return f"{text[:LONGEST_LEFT_OUT].rstrip()}…"
