"""Headings that ask without a mark, told by the headings beside them that do ask.

Below a heading that promises questions a few are enough; elsewhere nearly all must ask, for articles
mix questions and statements in their headings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sources.reading.pieces import Piece

# How many ask, which share of all, and how many words one has that is to be taken for a question.
BELOW_PROMISE: Final = (3, 0.7, 4)
ELSEWHERE: Final = (6, 0.85, 6)
_PROMISES: Final = re.compile(
    r"\b(?:faqs?|q ?& ?a|frequently asked|questions? (?:and|&) answers?|common questions"
    r"|vanliga frågor|frågor (?:och|&) svar|häufige? (?:gestellte )?fragen|fragen (?:und|&) antworten"
    r"|preguntas (?:y respuestas|frecuentes|habituales)|questions fréquentes|foire aux questions)\b",
    re.IGNORECASE,
)


def ask_among_questions(pieces: Sequence[Piece]) -> None:
    """Among headings that mostly ask, let one that only lacks its mark ask too."""
    titles = {piece.heading_id: piece.text for piece in pieces if piece.is_heading}
    siblings: dict[tuple[tuple[int, ...], int], list[Piece]] = {}
    for piece in pieces:
        if piece.is_heading and piece.level > 1:
            siblings.setdefault((piece.under, piece.level), []).append(piece)
    for (under, _), group in siblings.items():
        asked = sum(piece.asked for piece in group)
        promised = any(_PROMISES.search(titles.get(heading, "")) for heading in under)
        fewest, share, words = BELOW_PROMISE if promised else ELSEWHERE
        if asked == len(group) or asked < max(fewest, len(group) * share):
            continue
        for piece in group:
            piece.asked = piece.asked or len(piece.text.split()) >= words
