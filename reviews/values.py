"""The words of reviewing as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from grading.values import Label


class Choice(StrEnum):
    """What a person can say of a result."""

    CONFIRM = "confirm"
    CORRECT = Label.CORRECT.value
    PARTLY = Label.PARTLY.value
    INCORRECT = Label.INCORRECT.value
    NO_ANSWER = Label.NO_ANSWER.value
    TEST_WRONG = Label.NEEDS_REVIEW.value
    CAPTURE_WRONG = Label.NOT_CAPTURED.value
    CANNOT_DECIDE = "cannot_decide"

    @property
    def label(self) -> Label | None:
        """The label that the choice names by itself."""
        named = self not in (Choice.CONFIRM, Choice.CANNOT_DECIDE)
        return Label(self.value) if named else None


NEEDS_REASON: Final = frozenset({Choice.CORRECT, Choice.PARTLY, Choice.INCORRECT, Choice.NO_ANSWER})
"""Choices that contradict the grade in force and so need a reason. Others say enough themselves."""

LEASE: Final = timedelta(minutes=5)
"""How long nobody else is sent to a result that somebody opened, unless the page renews it."""


class Sureness(StrEnum):
    """How sure the machine is of its grade; the bands leave nothing out and do not overlap."""

    UNSURE = "unsure"  # below LITTLE
    MIDDLING = "middling"
    SURE = "sure"  # MUCH or more
    UNKNOWN = "unknown"  # no grade, or one that says nothing of it


LITTLE: Final = 0.6
MUCH: Final = 0.9


class Age(StrEnum):
    """How long ago a result was flagged; the bands leave nothing out and do not overlap."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    OLDER = "older"


AGES: Final[Mapping[Age, timedelta]] = {
    Age.DAY: timedelta(days=1),
    Age.WEEK: timedelta(days=7),
    Age.MONTH: timedelta(days=30),
}
"""Until when each band but the last reaches back."""


class Order(StrEnum):
    """What comes first in the queue."""

    URGENT = "urgent"  # disputed, then critical, then the others
    OLDEST = "oldest"
    NEWEST = "newest"
    UNSURE = "unsure"  # what the machine is least sure of


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which results of the queue are meant, and in which order; what is empty narrows nothing.

    `across` means the queues of all workspaces together, which only staff have.
    """

    reason: str = ""
    label: str = ""
    sure: Sureness | None = None
    age: Age | None = None
    critical: bool = False
    run: int | None = None
    assistant: int | None = None
    workspace: int | None = None
    order: Order = Order.URGENT
    across: bool = False
    mine: int | None = None  # of whom, where only what is assigned to them is wanted

    @property
    def by_kind(self) -> bool:
        """Whether anything narrows that is one of `reviews.kinds`."""
        return bool(self.reason or self.label or self.sure or self.critical)
