"""The words of reviewing as plain values."""

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


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which results of the queue are meant; what is empty narrows nothing."""

    reason: str = ""
    label: str = ""
    critical: bool = False
    run: int | None = None
