"""Questions and answers that a page states for machines, as schema.org data in JSON-LD."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from itertools import islice
from typing import Final

from core.text import normalise
from sources.reading.cleaning import clean
from sources.reading.pieces import QUESTION_LEVEL, Piece, PieceKind
from sources.reading.stated_data import stated_questions
from sources.reading.titles import bare_title
from sources.reading.tree import Node, parse
from sources.reading.walking import pieces_of

MOST_PAIRS: Final = 2_000
COMPARED_CHARS: Final = 160
_ESCAPED_TAG: Final = re.compile(
    r"&lt;/?(?:p|br|ul|ol|li|a|b|i|strong|em|div|span|h[1-6]|table)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Pair:
    question: str
    answer: tuple[Piece, ...]

    @property
    def said(self) -> str:
        """The words of the answer, for comparing."""
        return normalise(" ".join(piece.text for piece in self.answer))


def stated_pairs(root: Node) -> list[Pair]:
    """Every question with an answer in the page's JSON-LD, each question once."""
    pairs: dict[str, Pair] = {}
    for script in root.walk():
        if script.tag != "script" or "ld+json" not in script.get("type").lower():
            continue
        for question, answer in stated_questions(script.source()):
            asked = bare_title(" ".join(piece.text for piece in _pieces(question)))
            pieces = tuple(_pieces(answer))
            if asked and pieces:
                pairs.setdefault(normalise(asked), Pair(asked, pieces))
            if len(pairs) >= MOST_PAIRS:
                return list(pairs.values())
    return list(pairs.values())


def _pieces(text: str) -> list[Piece]:
    """The pieces of a text or of HTML."""
    if "<" not in text and "&" not in text:
        return [Piece(PieceKind.PARAGRAPH, clean(text))] if text.strip() else []
    return [piece for piece in pieces_of(parse(_unescaped(text))) if piece.text]


def _unescaped(text: str) -> str:
    """HTML that was escaped once more than needed, as HTML."""
    return unescape(text) if _ESCAPED_TAG.search(text) else text


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
    by_text = {normalise(piece.text): place for place, piece in enumerate(result)}
    next_id = max((piece.heading_id for piece in result), default=0) + 1_000
    for pair in pairs:
        question = normalise(pair.question)
        if question in asked:
            continue
        if pair.said[:COMPARED_CHARS] in shown:
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
    return [heading, *(_stated(piece, heading_id) for piece in pair.answer)]


def _stated(piece: Piece, heading_id: int) -> Piece:
    kind = PieceKind.PARAGRAPH if piece.is_heading else piece.kind
    # Lists are numbered within each answer; those of different answers are different lists.
    list_id = heading_id * 1_000 + piece.list_id if piece.list_id else 0
    return Piece(kind, piece.text, under=(heading_id,), level=piece.level, list_id=list_id)


def _make_entry(pieces: list[Piece], place: int, pair: Pair, heading_id: int) -> None:
    """Make the line that asks a heading over the pieces that hold the answer."""
    question = pieces[place]
    question.asked = True
    if question.is_heading:
        return
    question.kind, question.heading_id = PieceKind.HEADING, heading_id
    question.level, question.list_id = QUESTION_LEVEL, 0
    said = pair.said
    for piece in islice(pieces, place + 1, None):
        if piece.is_heading or normalise(piece.text) not in said:
            return
        piece.under = (*piece.under, heading_id)
