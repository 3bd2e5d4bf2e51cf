"""Words that say which side of a value is meant: "up to", "at least" and their like."""

import re
from typing import Final

from grading.rules.value import Bound

_MOST: Final = (
    r"up to|at most|no more than|not more than|max(?:imum|imal)?\.?(?: of)?|less than|under|below|"
    r"not exceed(?:ing)?|"
    r"hasta|como máximo|a lo sumo|no más de|máximo(?: de)?|máx\.?|menos de|"
    r"bis zu|höchstens|maximal|nicht mehr als|weniger als|unter|"
    r"upp till|högst|maximalt|inte mer än|mindre än|"
    r"jusqu'à|au plus|au maximum|pas plus de|moins de"
)
_LEAST: Final = (
    r"at least|no less than|not less than|min(?:imum)?\.?(?: of)?|more than|over|above|"
    r"al menos|por lo menos|como mínimo|mínimo(?: de)?|mín\.?|más de|no menos de|"
    r"mindestens|wenigstens|minimal|mehr als|über|nicht weniger als|"
    r"minst|åtminstone|mer än|över|inte mindre än|"
    r"au moins|au minimum|plus de"
)
_BEFORE: Final = re.compile(
    rf"(?<!\w)(?:(?P<most>{_MOST})|(?P<least>{_LEAST})) ?(?:[^\W\d]{{1,4}} )?$", re.IGNORECASE
)
_AFTER: Final = re.compile(
    r" ?\(?(?:(?P<most>or less|or fewer|at most|max(?:imum)?\b|o menos|como máximo|oder weniger|"
    r"eller mindre|ou moins)|(?P<least>or more|at least|min(?:imum)?\b|o más|como mínimo|"
    r"oder mehr|eller mer|ou plus))(?!\w)",
    re.IGNORECASE,
)
_ANY: Final = re.compile(rf"(?<!\w)(?:{_MOST}|{_LEAST})(?!\w)", re.IGNORECASE)
_REACH: Final = 26


def bound_at(text: str, start: int, end: int) -> Bound:
    """The side that the words around text[start:end] allow."""
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    if before is None:
        after = _AFTER.match(text, end)
        found = after
    else:
        found = before
    if found is None:
        return Bound.NONE
    return Bound.MOST if found.group("most") else Bound.LEAST


def without_bounds(text: str) -> str:
    """The text without the words that only say which side of a value is meant."""
    return _ANY.sub(" ", text)
