"""Two runs of one frozen version held against each other, question by question (M3.5 to M3.7).

Plain values in, plain values out; nothing here knows Django.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from grading.values import SCORED, Label
from reports.statistics import LEVEL, exact_paired, share

FEWEST_PAIRS: Final = 20
"""Below this even a change of every fifth question could not be told from chance (M3.6)."""

# What counts as worse: No answer ranks with Incorrect (M3.5).
_RANK: Final = {Label.CORRECT: 2, Label.PARTLY: 1, Label.INCORRECT: 0, Label.NO_ANSWER: 0}

Labels = Mapping[int, Iterable[Label | None]]
"""The labels of each question's attempts, by the question's key; None for no grade."""


class Verdict(StrEnum):
    """What may be said of the difference between two runs."""

    TOO_FEW = "too_few"
    SAME = "same"
    NOISE = "noise"
    CHANCE = "chance"
    REGRESSED = "regressed"
    IMPROVED = "improved"


@dataclass(frozen=True, slots=True)
class Flips:
    """Questions scored in both runs (`pairs`), and those that changed; the keys stand in order.

    `outside` counts the questions that one of the runs did not score: they are compared with nothing.
    """

    pairs: int
    worse: tuple[int, ...]
    better: tuple[int, ...]
    outside: int

    @property
    def changed(self) -> int:
        """How many changed, either way."""
        return len(self.worse) + len(self.better)

    @property
    def p(self) -> float | None:
        """The p-value of the exact paired test; None where nothing changed."""
        return exact_paired(len(self.worse), len(self.better))


@dataclass(frozen=True, slots=True)
class Noise:
    """What changed with nothing changed, over `runs` repetitions of the same setup.

    `questions` is how many different ones were compared: asking one again is no new observation.
    """

    changed: int
    pairs: int
    questions: int
    runs: int

    @property
    def one_way(self) -> float:
        """The share of questions that noise alone may make worse, at most: half of the upper bound of
        all changes, since noise goes both ways alike."""
        found = share(self.changed, self.pairs, basis=self.questions, level=LEVEL)
        return found.high / 2 if found else 0.0


def flips(before: Labels, after: Labels) -> Flips:
    """Every question of either run compared with itself.

    Where a question was asked several times, the average of its scored attempts decides, so that no
    attempt is picked.
    """
    worse, better, pairs, outside = [], [], 0, 0
    for key in sorted(before.keys() | after.keys()):
        was, now = _level(before.get(key, ())), _level(after.get(key, ()))
        if was is None or now is None:
            outside += 1
            continue
        pairs += 1
        if now < was:
            worse.append(key)
        elif now > was:
            better.append(key)
    return Flips(pairs, tuple(worse), tuple(better), outside)


def _level(labels: Iterable[Label | None]) -> Fraction | None:
    ranks = [_RANK[label] for label in labels if label in SCORED]
    return Fraction(sum(ranks), len(ranks)) if ranks else None


def noise_of(repetitions: Iterable[Flips]) -> Noise | None:
    """The noise that repetitions of one setup measured together; None where nothing was compared."""
    found = [each for each in repetitions if each.pairs]
    if not found:
        return None
    return Noise(
        changed=sum(each.changed for each in found),
        pairs=sum(each.pairs for each in found),
        questions=max(each.pairs for each in found),
        runs=len(found),
    )


def verdict(found: Flips, noise: Noise | None) -> Verdict:
    """What may be said: nothing of too few pairs, noise of what noise alone would do (M3.7), chance of
    what the exact test cannot tell from it."""
    worse, better = len(found.worse), len(found.better)
    if found.pairs < FEWEST_PAIRS:
        return Verdict.TOO_FEW
    if not found.changed:
        return Verdict.SAME
    if noise is not None and max(worse, better) / found.pairs <= noise.one_way:
        return Verdict.NOISE
    p = found.p
    if worse == better or p is None or p >= 1 - LEVEL:
        return Verdict.CHANCE
    return Verdict.REGRESSED if worse > better else Verdict.IMPROVED
