"""Finding a quotation in the text it is said to come from."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.text.folding import fold, folded


class Match(StrEnum):
    """How literally a quotation stands in its text."""

    EXACT = "exact"
    FOLDED = "folded"


@dataclass(frozen=True, slots=True)
class Quotation:
    """Where a quotation stands: offsets into the original text."""

    start: int
    end: int
    match: Match


def find_quotation(quotation: str, text: str) -> Quotation | None:
    """The first place where the quotation stands in the text as one piece.

    Character for character is preferred over a match that differs in typography only. Case counts.
    A stretch that cuts a word or a number in two is not a quotation: "11 days" is not in
    "711 days", nor "5 %" in "0.5 %". None when there is no such place.
    """
    wanted = quotation.strip()
    if not fold(wanted).strip():
        return None
    for start in _occurrences(wanted, text):
        if _stands_whole(text, start, start + len(wanted)):
            return Quotation(start, start + len(wanted), Match.EXACT)
    return _find_folded(wanted, text)


def _find_folded(wanted: str, text: str) -> Quotation | None:
    needle, haystack = fold(wanted).strip(), folded(text)
    for start in _occurrences(needle, haystack.text):
        end = start + len(needle)
        if _stands_whole(haystack.text, start, end):
            return Quotation(*haystack.original_span(start, end), Match.FOLDED)
    return None


def _occurrences(needle: str, haystack: str) -> Iterator[int]:
    start = haystack.find(needle)
    while start >= 0:
        yield start
        start = haystack.find(needle, start + 1)


# Written without spaces between words, or with endings glued to any word: a cut cannot be told.
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)
_NUMBER_GOES_ON: Final = re.compile(r"[.,]\d|[ \u00a0\u2009\u202f]\d{3}(?!\d)")
_GROUP_START: Final = re.compile(r"\d{3}(?!\d)")
_SHORT_NUMBER_BEFORE: Final = re.compile(r"(?<!\d)\d{1,3}[ \u00a0\u2009\u202f]\Z")
_DECIMAL_BEFORE: Final = re.compile(r"\d[.,]\Z")
_SIGN_BEFORE: Final = re.compile(r"(?:\A|[\s(\[=:<>~±])[-\u2212]\Z")


def _stands_whole(text: str, start: int, end: int) -> bool:
    """Whether the stretch neither begins nor ends inside a word or a number."""
    if _same_word(text, start) or _same_word(text, end):
        return False
    if text[start].isdigit():
        before = text[max(0, start - 6) : start]
        if _DECIMAL_BEFORE.search(before) or _SIGN_BEFORE.search(before):
            return False
        if _GROUP_START.match(text, start) and _SHORT_NUMBER_BEFORE.search(before):
            return False
    return not (text[end - 1].isdigit() and _ends_inside_number(text, end))


def _ends_inside_number(text: str, end: int) -> bool:
    goes_on = _NUMBER_GOES_ON.match(text, end)
    if not goes_on or not goes_on[0][0].isspace():
        return goes_on is not None
    return re.search(r"(?<!\d)\d{1,3}\Z", text[max(0, end - 4) : end]) is not None


def _same_word(text: str, position: int) -> bool:
    """Whether the characters on both sides of the position belong to one word."""
    if not 0 < position < len(text):
        return False
    left, right = text[position - 1], text[position]
    if unicodedata.combining(right):
        return True
    if _UNSPACED.match(left) or _UNSPACED.match(right):
        return False
    return left.isalnum() and right.isalnum()
