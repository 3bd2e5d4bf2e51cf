"""UTF-16 and UTF-32 without their mark, told by what their bytes make."""

from __future__ import annotations

import unicodedata
from typing import Final

# Text of one byte a character holds hardly any control characters; of two bytes a character, many.
FEWEST_CONTROLS: Final = 0.005
ASSIGNED: Final = 0.97
FEWEST_BYTES: Final = 8
_CONTROLS = bytes(set(range(0x20)) - {0x09, 0x0A, 0x0C, 0x0D, 0x1B})
_NOTHING = frozenset(("Cn", "Co", "Cs", "Cc"))
_LINE_ENDS = frozenset("\t\n\r\x0c")


def wide_encoding(head: bytes) -> str | None:
    """The wide encoding of the first bytes of a text; None for anything else."""
    if len(head) < FEWEST_BYTES:
        return None
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls < FEWEST_CONTROLS * len(head):
        return None
    if not any(head[2::4]) and not any(head[3::4]):
        return "utf-32-le"
    if not any(head[0::4]) and not any(head[1::4]):
        return "utf-32-be"
    scores = {encoding: _score(head, encoding) for encoding in ("utf-16-le", "utf-16-be")}
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] > 0 else None


def _score(head: bytes, encoding: str) -> float:
    """How much the bytes look like text in the encoding; 0 when they do not.

    Scripts lie in few rows of 256 characters: read in the wrong order, the rows are many.
    """
    text = head[: len(head) & ~1].decode(encoding, "replace")
    good = sum(char in _LINE_ENDS or unicodedata.category(char) not in _NOTHING for char in text)
    if good < ASSIGNED * len(text):
        return 0.0
    rows = {ord(char) >> 8 for char in text}
    return good / len(text) - 0.5 * len(rows) / min(len(text), 256)
