"""Whether two statements about the same thing say yes and no: negation, opposites, "yes" and "no".

Each clause has a parity: an odd number of negations and of words that carry one ("forbidden",
"free of charge") turns it round. Two clauses with the same words and another parity contradict.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from core.text import normalise
from grading.graders.builtin.opposites import NEGATION, ORDERS, POLES, YES_NO
from grading.graders.builtin.reading import coverage, stems

_CLAUSE_END: Final = re.compile(
    r"[;:!?–—()]|[.,](?!\d)|(?<!\w)(?:but|however|although|while|whereas|pero|aunque|sino|mientras|"
    r"aber|jedoch|sondern|während|men|dock|medan|mais|cependant|tandis)(?!\w)",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    rf"^\W*(?:(?P<yes>{YES_NO[True]})|(?P<no>{YES_NO[False]}))(?!\w)(?! ?[-&/]\w)",
    re.IGNORECASE,
)
_SAME_CLAUSE: Final = 0.7
_NEARLY_ALL: Final = 0.9
_FEW: Final = 2


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its stems without the words of polarity, and which way it points."""

    stems: frozenset[str]
    denies: bool
    matters: frozenset[str]
    orders: frozenset[tuple[int, bool]]


@lru_cache(maxsize=8192)
def clauses(text: str, language: str) -> tuple[Clause, ...]:
    """The clauses of a text that hold any content."""
    pieces = (_clause(piece, language) for piece in _CLAUSE_END.split(normalise(text)))
    return tuple(clause for clause in pieces if clause.stems)


def _clause(text: str, language: str) -> Clause:
    denials = len(NEGATION.findall(text))
    rest = NEGATION.sub(" ", text)
    matters = set()
    for poles in POLES:
        negative = len(poles.negative.findall(rest))
        denials += negative
        if negative or poles.positive.search(rest):
            matters.add(poles.matter)
            rest = poles.positive.sub(" ", poles.negative.sub(" ", rest))
    orders = frozenset(
        (place, first)
        for place, order in enumerate(ORDERS)
        for first, pattern in ((True, order.one), (False, order.two))
        if pattern.search(rest)
    )
    return Clause(stems(rest, language), denials % 2 == 1, frozenset(matters), orders)


def opposed(one: str, two: str, language: str) -> bool:
    """True when a clause of each is about the same and they say the opposite of it."""
    return any(
        _about_the_same(first, second)
        and (first.denies != second.denies or _other_way(first.orders, second.orders))
        for first in clauses(one, language)
        for second in clauses(two, language)
    )


def restated(one: str, two: str, language: str) -> bool:
    """True when the second holds every clause of the first, in nearly its words, pointing the same way.

    "Not allowed" and "prohibited" point the same way.
    """
    offered = clauses(two, language)
    wanted = clauses(one, language)
    return bool(wanted) and all(
        any(
            clause.denies == other.denies
            and bool(clause.matters) == bool(other.matters)
            and _about_the_same(clause, other)
            and coverage(clause.stems, other.stems) >= _NEARLY_ALL
            and not _other_way(clause.orders, other.orders)
            for other in offered
        )
        for clause in wanted
    )


def _about_the_same(one: Clause, two: Clause) -> bool:
    if one.matters and two.matters and not one.matters & two.matters:
        return False
    few = _FEW - bool(one.matters & two.matters)
    if min(len(one.stems), len(two.stems)) < few:
        return False
    return min(coverage(one.stems, two.stems), coverage(two.stems, one.stems)) >= _SAME_CLAUSE


def _other_way(one: frozenset[tuple[int, bool]], two: frozenset[tuple[int, bool]]) -> bool:
    """ "Before" in one and "after" in the other, neither holding both."""
    return any(
        (place, not first) in two and (place, first) not in two and (place, not first) not in one
        for place, first in one
    )


def denial_before(text: str, at: int) -> bool:
    """True when the words of the clause before `at` turn round what follows."""
    before = normalise(text[:at])
    clause = _CLAUSE_END.split(before)[-1]
    near = " ".join(clause.split()[-5:])
    return len(NEGATION.findall(near)) % 2 == 1


def lead(text: str) -> bool | None:
    """True for a reply that begins with "yes", False for one that begins with "no", else None."""
    match = _LEAD.match(normalise(text))
    if match is None:
        return None
    return match.group("yes") is not None
