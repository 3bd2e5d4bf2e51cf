"""Lines joined to paragraphs: words broken at the end of a line become whole again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sources.reading.documents.pdf_lines import Line

_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_BROKEN = re.compile(r"([^\W_]+(?:[-\u2010][^\W_]+)*)([-\u2010\u00ad])$")
_OPENING = re.compile(r"^[^\W_]+")
# Dashes between words or figures, and addresses broken after a sign of theirs.
_UNBROKEN = re.compile(r"(?:\w[–—]|\S/|\w@|://\S*[-_=&?.])$")


class Words:
    """The words of a document that no line end breaks."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._known = {
            word.replace("\u2010", "-").casefold()
            for line in lines
            for word in _WORD.findall(_BROKEN.sub("", line.text).replace("\u00ad", ""))
        }

    def keeps_hyphen(self, first: str, second: str) -> bool:
        """Whether the hyphen between two halves is the word's own."""
        if not second[:1].islower() or not first[-1:].isalpha():
            return True
        whole, hyphened = (first + second).casefold(), f"{first}-{second}".casefold()
        if whole in self._known:
            return False
        if hyphened in self._known or (first.isupper() and len(first) > 1):
            return True
        # A word such as "three-quarter-" was hyphened before it was broken.
        return "-" in first and second.casefold() in self._known


def joined(lines: Sequence[str], words: Words) -> str:
    """The text of the lines on one line."""
    text = ""
    for line in lines:
        opening = _OPENING.match(line)
        broken = _BROKEN.search(text)
        if broken and opening:
            if broken.group(2) == "\u00ad" or not words.keeps_hyphen(
                broken.group(1), opening.group()
            ):
                text = text[:-1]
            text += line
        elif not text or _UNBROKEN.search(text):
            text += line
        else:
            text += " " + line
    return text.replace("\u00ad", "").replace("\u2010", "-").strip()
