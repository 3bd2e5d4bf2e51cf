"""How likely it is that a stretch of an answer conveys a fact."""

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Features:
    """What a stretch of the answer and a fact have in common, each between 0 and 1.

    `meaning` is the cosine of their embeddings; None where words and values decide alone.
    """

    words: float
    new_words: float
    has_new_words: bool
    values: float
    has_values: bool
    on_question: float
    precision: float
    short: bool
    other_language: bool
    implied: float
    meaning: float | None = None

    def with_meaning(self, cosine: float) -> "Features":
        """The same, with the nearness in meaning."""
        return replace(self, meaning=cosine)

    @property
    def promise(self) -> float:
        """A first guess that costs nothing, to choose what is worth embedding."""
        return self.words + self.values * self.has_values + 0.2 * self.precision

    @property
    def open(self) -> bool:
        """True while meaning could change the outcome."""
        if self.other_language:
            return True
        if self.has_values and self.values < 1:
            return False
        return 0.05 < self.words < 0.95


def probability(features: Features) -> float:
    """The chance that the fact is conveyed."""
    near = 0.5 if features.meaning is None else min(1.0, max(0.0, (features.meaning - 0.8) / 0.15))
    words = (features.words + features.new_words) / 2 if features.has_new_words else features.words
    if features.meaning is None:
        near = words
    score = 0.5 * words + 0.4 * near + 0.1 * features.precision
    if features.has_values and features.values == 1:
        score += 0.2
    chance = 1 / (1 + math.exp(-10 * (score - 0.55)))
    if features.has_values and features.values < 1:
        return min(chance, 0.2)
    return chance
