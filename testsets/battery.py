"""How many questions of each type a battery has (M1.12): shares of a whole, then whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from testsets.values import QuestionType

# What is drafted when nobody chooses, in parts of a hundred. Most questions are what customers ask
# most; each other ability gets enough to be seen at fifty questions and to be measured at two
# hundred. Another language than the source's is asked for only where somebody chooses it.
DEFAULT_SHARES: Final[Mapping[QuestionType, int]] = {
    QuestionType.DIRECT: 24,
    QuestionType.PARAPHRASE: 12,
    QuestionType.NAMES_CODES: 6,
    QuestionType.TYPOS: 5,
    QuestionType.KEYWORDS: 5,
    QuestionType.EXACT_VALUE: 14,
    QuestionType.YES_NO: 10,
    QuestionType.CURRENT: 3,
    QuestionType.SEVERAL_SOURCES: 6,
    QuestionType.NOT_IN_MATERIAL: 5,
    QuestionType.GENERAL_KNOWLEDGE: 3,
    QuestionType.LEADING: 3,
    QuestionType.FALSE_PREMISE: 4,
}
_CHOSEN_ONLY: Final = 6


def shares_of(types: Iterable[QuestionType]) -> dict[QuestionType, int]:
    """The shares of the types chosen, or of the default battery when none is."""
    chosen = set(types)
    if not chosen:
        return dict(DEFAULT_SHARES)
    return {t: DEFAULT_SHARES.get(t, _CHOSEN_ONLY) for t in QuestionType if t in chosen}


def quotas(wanted: int, shares: Mapping[QuestionType, int]) -> dict[QuestionType, int]:
    """Whole numbers in the proportion of the shares that add up to `wanted`.

    By largest remainder (Hamilton's method); of equal remainders the type listed first wins. A type
    whose share comes to less than half a question gets none.
    """
    total = sum(shares.values())
    due = {type_: share for type_, share in shares.items() if 2 * wanted * share >= total > 0}
    total = sum(due.values())
    if not total:
        return {}
    exact = {type_: wanted * share / total for type_, share in due.items()}
    whole = {type_: int(value) for type_, value in exact.items()}
    order = sorted(exact, key=lambda type_: whole[type_] - exact[type_])
    for type_ in order[: wanted - sum(whole.values())]:
        whole[type_] += 1
    return {type_: count for type_, count in whole.items() if count}
