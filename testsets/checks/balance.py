"""Half of the yes/no questions have “no” as their right answer (M1.20)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from testsets.checks.context import Context
from testsets.checks.polarity import Polarity, speaks_for
from testsets.values import Draft, Expects, QuestionType, Rejection

# How far one side may lead. An odd number of questions cannot be halved, and one more keeps the
# first few questions of a set from blocking each other.
LARGEST_LEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Balance:
    """How many yes/no questions have which right answer."""

    yes: int = 0
    no: int = 0
    unclear: int = 0

    @property
    def lead(self) -> int:
        """By how many one side is ahead of the other."""
        return abs(self.yes - self.no)

    @property
    def even(self) -> bool:
        """Whether always saying the same would not pay."""
        return self.lead <= LARGEST_LEAD and not self.unclear


def side_of(draft: Draft) -> Polarity | None:
    """The right answer of a yes/no question; None for other types and unclear answers."""
    if draft.type is not QuestionType.YES_NO or draft.expects is not Expects.ANSWER:
        return None
    return speaks_for(draft.expected_answer, draft.language)


def balance(drafts: Iterable[Draft]) -> Balance:
    """The yes/no balance of a set of questions."""
    asked = [d for d in drafts if d.type is QuestionType.YES_NO and d.expects is Expects.ANSWER]
    sides = Counter(side_of(draft) for draft in asked)
    return Balance(yes=sides[Polarity.YES], no=sides[Polarity.NO], unclear=sides[None])


def takes_a_side(draft: Draft, context: Context) -> Rejection | None:
    """The expected answer of a yes/no question begins with yes or no."""
    if draft.type is not QuestionType.YES_NO or draft.expects is not Expects.ANSWER:
        return None
    if side_of(draft) is None:
        return Rejection(
            "yes_no_answer", "It is a yes/no question, but its expected answer says neither."
        )
    return None


def keeps_the_balance(draft: Draft, context: Context) -> Rejection | None:
    """M1.20: one more “yes” (or “no”) must not let a model score by always saying it."""
    side = side_of(draft)
    if side is None:
        return None
    so_far = balance(context.kept)
    ahead = so_far.yes - so_far.no if side is Polarity.YES else so_far.no - so_far.yes
    if ahead < LARGEST_LEAD:
        return None
    return Rejection(
        "yes_no_balance",
        f"The set has {so_far.yes} yes/no questions with “yes” and {so_far.no} with “no”;"
        f" one more with “{side.value}” would tip it.",
    )
