"""How likely it is that a stretch of an answer conveys a fact.

A logistic model over a handful of features. Its weights were fitted on answers that people had graded
(short and long, four languages, every source weighing the same) and on translated and neighbouring
entries of a question-and-answer site; they are rounded, because no more of them is known.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

_BIAS: Final = -1.9
_WORDS: Final = 1.25
_NEW_WORDS: Final = 0.8
_PRECISION: Final = 1.5
# The words of the question are in most answers, right or wrong; nearness in context counts them too.
_ON_QUESTION: Final = -2.3
_OTHER_LANGUAGE: Final = 0.85
_ALL_VALUES: Final = 1.1
# Set by hand: the graded answers hold too few amounts, dates and measures to fit it.
_ALL_WITH_UNITS: Final = 0.9
_VALUES_MISSING: Final = -0.6
_SHORT: Final = 0.9
_SHORT_AND_PRECISE: Final = -1.1
_NEAR: Final = 1.2
_NEAR_IF_SHORT: Final = -0.35
_NEAR_IF_VALUES: Final = -0.45
_NEAR_ACROSS_LANGUAGES: Final = 3.5
# The cosine at which nearness says nothing either way, and one step away from it.
_NEUTRAL: Final = 0.85
_STEP: Final = 0.05
# Beyond these, no nearness that occurs could turn the outcome round.
_SETTLED: Final = (-1.9, 1.0)
# An exact value that the fact needs and the words do not give.
_AT_MOST_WITHOUT_VALUE: Final = 0.2
# "Yes" and "No" alone agree with the expected answer and leave its reasons out.
_AT_LEAST_WITH_LEAD: Final = 0.4
_AT_LEAST_WITH_LEAD_AND_QUESTION: Final = 0.8
_MOSTLY: Final = 0.6


@dataclass(frozen=True, slots=True)
class Features:
    """What a stretch of the answer and a fact have in common, each between 0 and 1.

    words: the fact's words that it holds; new_words: those of them that the question does not give.
    values: the fact's exact values that it holds; with_units: all of them, and none as a bare number.
    on_question: the question's words that it holds.
    precision: its own words that fact and question hold. implied: the fact's words that it and the
    question hold together. same_lead: a short answer that begins with the yes or
    no of the expected answer.
    near: the cosine of the embeddings of the stretch and of question and fact together (of the fact
    alone across languages); None where words and values settle it.
    """

    words: float
    new_words: float
    values: float
    has_values: bool
    with_units: bool
    on_question: float
    precision: float
    implied: float
    short: bool
    other_language: bool
    same_lead: bool
    near: float | None = None

    def with_nearness(self, cosine: float) -> "Features":
        """The same, with the nearness in meaning."""
        return replace(self, near=cosine)

    @property
    def promise(self) -> float:
        """A first guess that costs nothing, to choose what is worth embedding."""
        return self.words + self.values * self.has_values + 0.2 * self.precision

    @property
    def open(self) -> bool:
        """True while meaning could still turn the outcome round."""
        if self.other_language:
            return True
        missing = self.has_values and self.values < 1
        return not missing and _SETTLED[0] < _evidence(self) < _SETTLED[1]


def probability(features: Features) -> float:
    """The chance that the fact is conveyed."""
    chance = 1 / (1 + math.exp(-_evidence(features)))
    missing = features.has_values and features.values < 1
    if missing:
        chance = min(chance, _AT_MOST_WITHOUT_VALUE)
    if not features.same_lead:
        return chance
    restated = features.implied >= _MOSTLY and not missing
    return max(chance, _AT_LEAST_WITH_LEAD_AND_QUESTION if restated else _AT_LEAST_WITH_LEAD)


def _evidence(features: Features) -> float:
    """The logit."""
    logit = _BIAS
    near = 0.0 if features.near is None else (features.near - _NEUTRAL) / _STEP
    if features.has_values:
        logit += _ALL_VALUES if features.values == 1 else _VALUES_MISSING
        logit += _ALL_WITH_UNITS * features.with_units
    if features.short:
        logit += _SHORT
    if features.other_language:
        return logit + _OTHER_LANGUAGE + _NEAR_ACROSS_LANGUAGES * near
    logit += (
        _WORDS * features.words
        + _NEW_WORDS * features.new_words
        + _PRECISION * features.precision
        + _ON_QUESTION * features.on_question
        + _NEAR * near
    )
    if features.short:
        logit += _SHORT_AND_PRECISE * features.precision + _NEAR_IF_SHORT * near
    if features.has_values and features.values == 1:
        logit += _NEAR_IF_VALUES * near
    return logit
