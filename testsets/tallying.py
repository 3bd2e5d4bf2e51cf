"""What a drafting job still lacks: how many questions, and of which types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from testsets.battery import quotas, shares_of
from testsets.values import FAMILY_OF, VARIANTS, Family, QuestionType


class Tally:
    """Counts what is kept against what is wanted.

    Questions that should be declined or corrected, and variants, come up to their quota and no
    further: a set must not fill up with them when the material gives little. What is ordinarily
    asked has no such limit and takes the places that others leave free.
    """

    def __init__(
        self,
        wanted: int,
        able: frozenset[QuestionType],
        kept: Iterable[QuestionType],
        *,
        chosen: Iterable[QuestionType] = (),
    ) -> None:
        self._wanted = wanted
        self._kept = Counter(kept)
        shares = shares_of(chosen)
        self.shares = {t: share for t, share in shares.items() if t in able or t in VARIANTS}
        self._quotas = quotas(wanted, self.shares)

    @property
    def missing(self) -> int:
        """How many questions are still wanted."""
        return self._wanted - self._kept.total()

    def add(self, type_: QuestionType) -> None:
        """Count one more."""
        self._kept[type_] += 1

    def is_due(self, type_: QuestionType) -> bool:
        """Whether a question of this type is still wanted."""
        if type_ not in self.shares:
            return False
        limited = type_ in VARIANTS or FAMILY_OF[type_] is Family.LIMITS
        return not limited or self._kept[type_] < self._quotas.get(type_, 0)

    def variants_due(self) -> list[QuestionType]:
        """The variants that fall behind the questions kept so far, the one furthest behind first."""
        if self.missing <= 0:
            return []
        varied = sum(self._quotas.get(type_, 0) for type_ in VARIANTS)
        parents = sum(n for type_, n in self._kept.items() if type_ not in VARIANTS)
        progress = parents / max(1, self._wanted - varied)
        behind = {
            type_: self._quotas[type_] * progress - self._kept[type_]
            for type_ in sorted(VARIANTS)
            if self._quotas.get(type_)
        }
        return sorted((t for t in behind if behind[t] >= 0.5), key=lambda t: -behind[t])
