"""Titles without what decorates them: the arrow that opens a part, a picture before the words."""

from __future__ import annotations

import re
from typing import Final

_PICTURES: Final = (
    r"\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff"
)
_BEFORE: Final = re.compile(rf"^[\s{_PICTURES}]+(?=\S)")
_AFTER: Final = re.compile(rf"(?:[\s{_PICTURES}]+|(?:\s+|(?<=[?？؟]))[+＋−–—×✕›»<>^v])+$")


def bare_title(text: str) -> str:
    """The title without pictures and arrows at its ends; as it is when it has nothing else."""
    return _AFTER.sub("", _BEFORE.sub("", text)) or text
