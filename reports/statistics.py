"""The statistics of a report: plain numbers in, plain numbers with their uncertainty out.

Nothing here knows Django, a clock or chance. No evidence gives `None`, never 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

LEVEL: Final = 0.95


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its Wilson score interval, all three as fractions of one.

    `basis` is how many independent observations the interval rests on. It is smaller than `total`
    when the same question was asked several times.
    """

    hits: int
    total: int
    low: float
    high: float
    basis: int

    @property
    def rate(self) -> float:
        return self.hits / self.total


@dataclass(frozen=True, slots=True)
class Reach:
    """What a number of questions can show: the interval expected around a pass rate."""

    questions: int
    low: float
    high: float


def wilson_bounds(rate: float, observations: int, *, level: float = LEVEL) -> tuple[float, float]:
    """The score interval of E. B. Wilson, JASA 22 (1927), 209-212, around an observed rate."""
    if observations < 1:
        raise ValueError("an interval needs at least one observation")
    if not 0 <= rate <= 1:
        raise ValueError(f"{rate} is not a rate")
    z = NormalDist().inv_cdf((1 + level) / 2)
    weight = z * z / observations
    centre = (rate + weight / 2) / (1 + weight)
    half = z * sqrt(rate * (1 - rate) / observations + weight / (4 * observations)) / (1 + weight)
    # At 0 and at 1 one bound is the rate itself; rounding must not push it past.
    low = 0.0 if rate == 0 else max(0.0, centre - half)
    high = 1.0 if rate == 1 else min(1.0, centre + half)
    return low, high


def share(hits: int, total: int, *, basis: int | None = None, level: float = LEVEL) -> Share | None:
    """The share of hits with its interval; None when there is nothing to take a share of.

    `basis` is the number of independent observations where it is not `total`: attempts at the same
    question are taken as one observation of it, which can only widen the interval.
    """
    if not 0 <= hits <= total:
        raise ValueError(f"{hits} of {total} is not a share")
    if total == 0:
        return None
    independent = total if basis is None else basis
    if not 1 <= independent <= total:
        raise ValueError(f"{independent} independent observations among {total} cannot be")
    low, high = wilson_bounds(hits / total, independent, level=level)
    return Share(hits, total, low, high, independent)


def planned_half_width(questions: int, *, rate: float = 0.8, level: float = LEVEL) -> float | None:
    """About how far from the truth a pass rate near `rate` may lie; None below two questions.

    For planning, before anything is known: the normal approximation with the unbiased variance
    p(1-p)/(n-1). What a run has shown is given by `share`.
    """
    if questions < 2:
        return None
    z = NormalDist().inv_cdf((1 + level) / 2)
    return z * sqrt(rate * (1 - rate) / (questions - 1))


def narrowing(rate: float, questions: Sequence[int]) -> tuple[Reach, ...]:
    """The interval around the same rate had there been so many questions."""
    return tuple(Reach(count, *wilson_bounds(rate, count)) for count in questions)


def exact_paired(worse: int, better: int) -> float | None:
    """The two-sided p-value of an exact test of flips between paired results.

    The binomial test of the discordant pairs, also called the exact test of McNemar. None when
    nothing flipped: there is then nothing to test, which is not the same as equality.
    """
    if worse < 0 or better < 0:
        raise ValueError("flips are counted from 0 up")
    if worse + better == 0:
        return None
    from scipy.stats import binomtest

    return float(binomtest(worse, worse + better, 0.5).pvalue)
