"""Questions and answers that a page states for machines, as schema.org data in JSON-LD."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.text import normalise
from sources.reading.cleaning import clean
from sources.reading.pieces import QUESTION_LEVEL, Piece, PieceKind
from sources.reading.tree import Node, parse
from sources.reading.walking import pieces_of

MAX_DEPTH = 12
MOST_PAIRS = 2_000
COMPARED_CHARS = 160


@dataclass(frozen=True, slots=True)
class Pair:
    question: str
    answer: tuple[str, ...]


def stated_pairs(root: Node) -> list[Pair]:
    """Every question with an answer in the page's JSON-LD, each question once."""
    pairs: dict[str, Pair] = {}
    for script in root.walk():
        if script.tag != "script" or "ld+json" not in script.get("type").lower():
            continue
        try:
            data = json.loads(script.source(), strict=False)
        except (ValueError, RecursionError):
            continue
        for question, answer in _pairs(data, 0):
            paragraphs = tuple(piece.text for piece in pieces_of(parse(answer)) if piece.text)
            asked = clean(parse(question).text())
            if asked and paragraphs:
                pairs.setdefault(normalise(asked), Pair(asked, paragraphs))
    return list(pairs.values())[:MOST_PAIRS]


def _pairs(data: Any, depth: int) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(data, list):
        for item in data:
            yield from _pairs(item, depth + 1)
    elif isinstance(data, dict):
        types = data.get("@type")
        if "Question" in (types if isinstance(types, list) else [types]):
            answer = data.get("acceptedAnswer")
            answer = answer[0] if isinstance(answer, list) and answer else answer
            question = data.get("name") or data.get("text")
            text = answer.get("text") if isinstance(answer, dict) else answer
            if isinstance(question, str) and isinstance(text, str):
                yield question, text
            return
        for value in data.values():
            if isinstance(value, dict | list):
                yield from _pairs(value, depth + 1)


def add_stated_pairs(pieces: list[Piece], pairs: Sequence[Pair]) -> list[Piece]:
    """The pieces with the stated pairs among them, none of them twice.

    A pair that a visitor already reads as an entry stays as it is. One that stands there without
    the form of an entry gets it. One that is not shown is added at the end.
    """
    if not pairs:
        return pieces
    result = list(pieces)
    shown = f" {' '.join(normalise(piece.text) for piece in result)} "
    asked = {normalise(piece.text) for piece in result if piece.is_heading and piece.asked}
    by_text = {normalise(piece.text): piece for piece in result}
    next_id = max((piece.heading_id for piece in result), default=0) + 1_000
    for pair in pairs:
        question = normalise(pair.question)
        if question in asked:
            continue
        if normalise(" ".join(pair.answer))[:COMPARED_CHARS] in shown:
            if question in by_text:
                _make_entry(result, by_text[question], pair, next_id)
        else:
            result.extend(_entry(pair, next_id))
        next_id += 1
    return result


def _entry(pair: Pair, heading_id: int) -> list[Piece]:
    heading = Piece(
        PieceKind.HEADING, pair.question, heading_id=heading_id, level=QUESTION_LEVEL, asked=True
    )
    return [
        heading,
        *(Piece(PieceKind.PARAGRAPH, text, under=(heading_id,)) for text in pair.answer),
    ]


def _make_entry(pieces: list[Piece], question: Piece, pair: Pair, heading_id: int) -> None:
    """Make the line that asks a heading over the pieces that hold the answer."""
    question.asked = True
    if question.is_heading:
        return
    question.kind, question.heading_id, question.level = (
        PieceKind.HEADING,
        heading_id,
        QUESTION_LEVEL,
    )
    answer = normalise(" ".join(pair.answer))
    start = next(index for index, piece in enumerate(pieces) if piece is question)
    for piece in pieces[start + 1 :]:
        if piece.is_heading or normalise(piece.text) not in answer:
            return
        piece.under = (*piece.under, heading_id)
