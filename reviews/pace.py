"""How long what is left will take, at the pace of late. Plain values; nothing here asks a clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FEWEST_IN_AN_HOUR: Final = 5
"""So many in the last hour say that somebody is at it now; fewer say nothing of a pace."""

DAYS: Final = 7
"""How many days a pace by days looks back on, days without work included."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is left takes about so many hours (at the pace of the last hour) or days (of the last seven).

    Exactly one of the two is told; `done` is how many were done in that time.
    """

    hours: float | None
    days: float | None
    done: int


def time_left(left: int, *, last_hour: int, by_day: Sequence[int]) -> Estimate | None:
    """None when nothing is left, and when nothing was done lately: then there is no pace to go by.

    `by_day` is what was done on each day, the last one last.
    """
    if min(left, last_hour, *by_day, 0) < 0:
        raise ValueError("a number of things is not negative")
    if left == 0:
        return None
    if last_hour >= FEWEST_IN_AN_HOUR:
        return Estimate(hours=left / last_hour, days=None, done=last_hour)
    done = sum(by_day[-DAYS:])
    if done == 0:
        return None
    return Estimate(hours=None, days=left * DAYS / done, done=done)
