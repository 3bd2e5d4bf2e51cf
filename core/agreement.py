"""How far two people who judged the same things apart from each other agree.

Raw agreement, what each category's share is, and Cohen's kappa stand together: where nearly everything
falls into one category, kappa is small although people hardly differ, and either figure alone misleads.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

CONFIDENCE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of an estimate, at 95%."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two independent judgements of `pairs` things say of each other.

    `raw` and `kappa` are None where there is no evidence: no pair, or for kappa only one category in
    use (`one_category`), which leaves nothing that could have agreed by chance less than always.
    """

    pairs: int
    same: int
    left_out: int  # things that only one of the two judged, or neither
    shares: tuple[tuple[str, float], ...]  # each category's share of all judgements, largest first
    raw: float | None
    raw_interval: Interval | None
    kappa: float | None
    kappa_interval: Interval | None

    @property
    def one_category(self) -> bool:
        """Whether there are judgements, and all of them say the same."""
        return self.pairs > 0 and len(self.shares) == 1

    @property
    def differing(self) -> int:
        """How many things the two judged differently. `same + differing == pairs`."""
        return self.pairs - self.same


def agreement(judgements: Iterable[tuple[str, str]]) -> Agreement:
    """How far the pairs (first, second) agree; an empty string is a judgement that is missing.

    Kappa is Cohen's (Educational and Psychological Measurement 20, 1960) with the shares of each
    judge. Its interval carries the Wilson interval of the raw agreement through the same correction,
    the agreement by chance held at what was observed: it never shrinks to nothing where all pairs
    agree, as the interval from the large-sample standard error does.
    """
    given = list(judgements)
    pairs = [pair for pair in given if all(pair)]
    if not pairs:
        return Agreement(0, 0, len(given), (), None, None, None, None)
    same = sum(first == second for first, second in pairs)
    raw = same / len(pairs)
    from scipy.stats import binomtest  # a second of import that few pages need

    bounds = binomtest(same, len(pairs)).proportion_ci(CONFIDENCE, method="wilson")
    chance = _by_chance(pairs)
    kappa = interval = None
    if chance < 1:
        kappa = (raw - chance) / (1 - chance)
        interval = Interval(*((bound - chance) / (1 - chance) for bound in bounds))
    return Agreement(
        pairs=len(pairs),
        same=same,
        left_out=len(given) - len(pairs),
        shares=_shares(pairs),
        raw=raw,
        raw_interval=Interval(float(bounds.low), float(bounds.high)),
        kappa=kappa,
        kappa_interval=interval,
    )


def confusion(judgements: Iterable[tuple[str, str]]) -> Counter[tuple[str, str]]:
    """How often the first judged one way and the second another; what is missing is left out."""
    return Counter(pair for pair in judgements if all(pair))


def _by_chance(pairs: Sequence[tuple[str, str]]) -> float:
    first, second = Counter(pair[0] for pair in pairs), Counter(pair[1] for pair in pairs)
    met = sum(count * second[category] for category, count in first.items())
    return met / len(pairs) ** 2


def _shares(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, float], ...]:
    counts = Counter(category for pair in pairs for category in pair)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple((category, count / (2 * len(pairs))) for category, count in ordered)
