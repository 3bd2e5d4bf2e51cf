"""Which code is content: an example that the text before it explains."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from sources.reading.pieces import Piece, PieceKind

LONGEST_CHARS: Final = 1_500
MOST_WORDS: Final = 120


def is_explained(code: Piece, before: Piece | None, asked: Set[int]) -> bool:
    """Whether a line introduces the code, or it is part of an answer; listings are neither.

    `before` is the last piece that is kept, `asked` names the headings that ask.
    """
    if before is None or before.is_heading or before.under != code.under:
        return False
    if len(code.text) > LONGEST_CHARS or len(code.text.split()) > MOST_WORDS:
        return False
    return (
        before.kind is PieceKind.CODE
        or before.text.rstrip().endswith((":", "：", "…", "..."))
        or any(heading in asked for heading in code.under)
    )
