"""The planner: what a number of questions can show, before they are written (M3.13)."""

from dataclasses import dataclass
from typing import Final

from reports.statistics import planned_half_width
from reports.wording import Wording

_ROUND: Final = (15, 30, 100, 400)
_MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A number of questions and the margin around a pass rate near 80%."""

    questions: str
    margin: str
    asked: bool


def plan(asked: int | None, words: Wording) -> tuple[PlanRow, ...]:
    """Round numbers for comparison, with the number asked about among them."""
    counts = set(_ROUND)
    if asked is not None and 2 <= asked <= _MOST:
        counts.add(asked)
    return tuple(_row(count, asked, words) for count in sorted(counts))


def _row(count: int, asked: int | None, words: Wording) -> PlanRow:
    half = planned_half_width(count) or 0.0
    margin = words.gettext("±%(points)s points") % {"points": words.count(round(half * 100))}
    return PlanRow(words.count(count), margin, count == asked)
