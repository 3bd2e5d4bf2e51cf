"""What a stretch of an answer and a fact have in common at first sight, and across languages.

At first sight it chooses the words that show a fact. Where answer and fact are in two languages, in
which no words agree, it also says how likely the fact is to be conveyed: a logistic model over a few
features, fitted on translated and neighbouring entries of a question-and-answer site.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

_BIAS: Final = -1.05
_ALL_VALUES: Final = 1.1
_ALL_WITH_UNITS: Final = 0.9
_VALUES_MISSING: Final = -0.6
_SHORT: Final = 0.9
_NEAR: Final = 3.5
# The cosine at which nearness says nothing either way, and one step away from it.
_NEUTRAL: Final = 0.85
_STEP: Final = 0.05
WITHOUT_VALUE: Final = 0.2
"""The chance at most where an exact value that the fact needs is not given: rules misread values too."""

# A few words that give the value with its unit, or words that give several: that is no accident.
_AT_LEAST_WITH_VALUES: Final = 0.8
# "Yes" and "No" alone agree with the expected answer and leave its reasons out.
_AT_LEAST_WITH_LEAD: Final = 0.4
_AT_LEAST_WITH_LEAD_AND_QUESTION: Final = 0.8
_MOSTLY: Final = 0.6


@dataclass(frozen=True, slots=True)
class Features:
    """What a stretch of the answer and a fact have in common, each between 0 and 1.

    words: the fact's words that it holds. values: the fact's exact values that it holds; with_units: all
    of them, and none as a bare number; several_values: they are more than one. precision: its own words
    that fact and question hold. implied: the fact's words that it and the question hold together.
    same_lead: a short answer that begins with the yes or no of the expected answer.
    near: across languages the cosine of the embeddings of the stretch and of the fact; else None.
    """

    words: float
    values: float
    has_values: bool
    with_units: bool
    several_values: bool
    precision: float
    implied: float
    short: bool
    same_lead: bool
    near: float | None = None

    def with_nearness(self, cosine: float) -> "Features":
        """The same, with the nearness in meaning."""
        return replace(self, near=cosine)

    @property
    def promise(self) -> float:
        """A first guess that costs nothing, to choose the words that show the fact."""
        return self.words + self.values * self.has_values + 0.2 * self.precision

    @property
    def lacks_values(self) -> bool:
        """True when an exact value that the fact needs is not given."""
        return self.has_values and self.values < 1


def across_languages(features: Features) -> float:
    """The chance that the fact is conveyed by words of another language."""
    near = 0.0 if features.near is None else (features.near - _NEUTRAL) / _STEP
    logit = _BIAS + _SHORT * features.short + _NEAR * near
    if features.has_values:
        logit += _ALL_VALUES if features.values == 1 else _VALUES_MISSING
        logit += _ALL_WITH_UNITS * features.with_units
    return 1 / (1 + math.exp(-logit))


def bounded(features: Features, chance: float) -> float:
    """The chance, within what exact values and a plain yes or no leave open."""
    if features.lacks_values:
        chance = min(chance, WITHOUT_VALUE)
    elif features.with_units and (features.short or features.several_values):
        chance = max(chance, _AT_LEAST_WITH_VALUES)
    if not features.same_lead:
        return chance
    restated = features.implied >= _MOSTLY and not features.lacks_values
    return max(chance, _AT_LEAST_WITH_LEAD_AND_QUESTION if restated else _AT_LEAST_WITH_LEAD)
