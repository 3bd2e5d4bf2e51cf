"""The pass rate corrected for what the grader was measured to get wrong (M3.11, M4.1).

Prediction-powered inference (A. N. Angelopoulos, S. Bates, C. Fannjiang, M. I. Jordan and T. Zrnic,
Science 382 (2023), 669-674): the rate by the machine's grades over all results, moved by the mean
difference between a person's grade and the machine's over a random sample of them. It was chosen over
Rogan and Gladen's estimator because it needs no division by sensitivity + specificity - 1, which a few
dozen checked grades leave almost anywhere.

With N results of which n were drawn without replacement, the estimate is off by what the questions
leave open and, apart from that, by (1 - n/N) of what n checks leave open:

- the questions: the score interval of Wilson around the corrected rate;
- the checks: the score interval for a paired difference of T. Tango, Statistics in Medicine 17 (1998),
  891-908, which has a width even when no error was found;
- both together by the squares of their halves: G. Y. Zou and A. Donner, Statistics in Medicine 27
  (2008), 1693-1702.

When people have judged every result, the interval is Wilson's on their grades alone. Plain numbers in,
plain numbers out; nothing here knows Django, a clock or chance.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

from reports.statistics import LEVEL, wilson_bounds

WANTED: Final = 0.03
"""The margin that the planning of more human grades aims at: three points either way."""
_HALVINGS: Final = 40  # of an interval of at most 2: to 2e-12


@dataclass(frozen=True, slots=True)
class Sample:
    """What a random sample of the machine's grades showed.

    `passed` of `total` results were correct by the machine. People judged `checked` of them, drawn at
    random: `false_passes` had been passed wrongly, `false_fails` failed wrongly. `questions` and
    `checked_questions` are the numbers of different questions, fewer where one was asked repeatedly.
    """

    passed: int
    total: int
    questions: int
    checked: int
    checked_questions: int
    false_passes: int
    false_fails: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The corrected rate with its interval, and what more human grades would do; fractions of one.

    `more` is how many more human grades bring the interval to ±`WANTED`; None when no number does,
    because the questions alone leave ±`floor`. `more_for_grader` is how many bring that part of it to
    ±`WANTED` that comes from the grades which nobody has checked.
    """

    rate: float
    low: float
    high: float
    more: int | None
    more_for_grader: int
    floor: float

    @property
    def margin(self) -> float:
        return (self.high - self.low) / 2


def corrected(sample: Sample, *, level: float = LEVEL) -> Corrected | None:
    """The corrected rate; None without a checked result: what was not measured is not corrected."""
    _refuse_impossible(sample)
    if not sample.checked:
        return None
    shift = (sample.false_fails - sample.false_passes) / sample.checked
    rate = min(1.0, max(0.0, sample.passed / sample.total + shift))
    low, high = _interval(sample, rate, sample.checked, level)
    floor = _half(_interval(sample, rate, sample.total, level))
    more = None
    if floor <= WANTED:
        more = _fewest(sample, lambda count: _half(_interval(sample, rate, count, level)) <= WANTED)
    return Corrected(
        rate=rate,
        low=low,
        high=high,
        more=more,
        more_for_grader=_fewest(
            sample, lambda count: _half(_checks(sample, count, level)) <= WANTED
        ),
        floor=floor,
    )


def _refuse_impossible(sample: Sample) -> None:
    within = (
        0 <= sample.passed <= sample.total
        and 0 <= sample.checked <= sample.total
        and 0 <= sample.false_passes <= sample.passed
        and 0 <= sample.false_fails <= sample.total - sample.passed
        and sample.false_passes + sample.false_fails <= sample.checked
        and bool(sample.checked) <= sample.checked_questions <= sample.checked
        and bool(sample.total) <= sample.questions <= sample.total
    )
    if not within:
        raise ValueError(f"{sample} cannot be")


def _fewest(sample: Sample, enough: Callable[[int], bool]) -> int:
    """How many more checked results are enough; all of them always are."""
    low, high = sample.checked, sample.total
    while low < high:
        middle = (low + high) // 2
        if enough(middle):
            high = middle
        else:
            low = middle + 1
    return low - sample.checked


def _half(bounds: tuple[float, float]) -> float:
    return (bounds[1] - bounds[0]) / 2


def _interval(sample: Sample, rate: float, checked: int, level: float) -> tuple[float, float]:
    """The whole interval, had so many been checked with the same shares of errors."""
    low, high = wilson_bounds(rate, sample.questions, level=level)
    below, above = _checks(sample, checked, level)
    return (
        max(0.0, rate - sqrt((rate - low) ** 2 + below**2)),
        min(1.0, rate + sqrt((high - rate) ** 2 + above**2)),
    )


def _checks(sample: Sample, checked: int, level: float) -> tuple[float, float]:
    """How far below (negative) and above the estimate the unchecked grades may push the rate."""
    # Attempts at one question are one observation of it.
    independent = checked * sample.checked_questions / sample.checked
    worse = sample.false_passes / sample.checked * independent
    better = sample.false_fails / sample.checked * independent
    low, high = paired_difference(better, worse, independent, level=level)
    shift = (better - worse) / independent
    unchecked = sqrt(1 - checked / sample.total)
    return (low - shift) * unchecked, (high - shift) * unchecked


def paired_difference(
    better: float, worse: float, pairs: float, *, level: float = LEVEL
) -> tuple[float, float]:
    """Tango's score interval for (better - worse) / pairs, the difference of two paired shares.

    `better` pairs went from no to yes and `worse` from yes to no. Never of width 0.
    """
    if pairs <= 0 or better < 0 or worse < 0 or better + worse > pairs + 1e-9:
        raise ValueError(f"{better} and {worse} of {pairs} pairs cannot be")
    z = NormalDist().inv_cdf((1 + level) / 2)
    found = (better - worse) / pairs

    def score(difference: float) -> float:
        # The most likely share of `worse` pairs, were this the true difference.
        b = (2 * pairs - better + worse) * difference - better - worse
        c = -worse * difference * (1 - difference)
        share = (sqrt(max(0.0, b * b - 8 * pairs * c)) - b) / (4 * pairs)
        variance = max(0.0, pairs * (2 * share + difference * (1 - difference)))
        gap = better - worse - pairs * difference
        return gap / sqrt(variance) if variance else (z + 1) * ((gap > 0) - (gap < 0))

    low, inside = -1.0, found
    for _step in range(_HALVINGS):
        middle = (low + inside) / 2
        low, inside = (middle, inside) if score(middle) > z else (low, middle)
    inside, high = found, 1.0
    for _step in range(_HALVINGS):
        middle = (inside + high) / 2
        inside, high = (inside, middle) if score(middle) < -z else (middle, high)
    return low, high
