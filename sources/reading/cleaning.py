"""Text as a reader sees it: one space between words, no invisible characters."""

from __future__ import annotations

import re

# Stands for a line break of the page while white space is collapsed.
BREAK = "\x1e"

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u2060\ufeff\u200e\u200f"))
_SPACES = re.compile(r"[ \t\r\n\f\v]+")
_AROUND_BREAKS = re.compile(r" ?\n ?")


def clean(text: str) -> str:
    if not text.isascii():
        text = text.translate(_INVISIBLE)
    if "  " in text or not text.isprintable():
        text = _SPACES.sub(" ", text)
    if BREAK in text:
        text = _AROUND_BREAKS.sub("\n", text.replace(BREAK, "\n"))
    return text.replace("\x00", "␀").strip(" \n\u00a0")
