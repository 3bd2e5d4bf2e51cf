"""Words of a text with numbers in one notation: “1 200”, “1,200” and “1.200” are the same (M2.4)."""

import re
from functools import lru_cache
from typing import Final

from core.text import fold, words

_GROUPED: Final = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?: \d{3})+(?!\d)")
_ORDINAL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)")
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}(?:[.,]\d{3})+")
_DECIMAL: Final = re.compile(r"([1-9]\d{0,2}(?:[.,]\d{3})+|\d+)[.,](\d+)")


@lru_cache(maxsize=4_096)
def noted_words(text: str) -> tuple[str, ...]:
    """The words in their order; three digits behind a separator are taken for thousands."""
    joined = _GROUPED.sub(lambda found: found[0].replace(" ", ""), fold(text))
    return tuple(map(_noted, words(joined)))


def _noted(word: str) -> str:
    if not word[:1].isdigit():
        return word
    ordinal = _ORDINAL.fullmatch(word)
    if ordinal:
        return ordinal[1]
    if _THOUSANDS.fullmatch(word):
        return re.sub(r"[.,]", "", word)
    decimal = _DECIMAL.fullmatch(word)
    if not decimal:
        return word
    whole, rest = re.sub(r"[.,]", "", decimal[1]), decimal[2].rstrip("0")
    return f"{whole}.{rest}" if rest else whole
