"""What a method gets and what it hands back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from testsets.methods import Needs


class Outcome(StrEnum):
    """What became of an answer under a method; a custom method has its own labels instead."""

    PASS = "pass"  # noqa: S105 - not a password
    FAIL = "fail"
    INVALID = "invalid"
    NOT_JUDGED = "not_judged"


class WhyNotJudged(StrEnum):
    """Why there is no outcome although the question has what the method needs."""

    NO_MODEL = "no_model"
    NO_TOOLS_CAPTURED = "no_tools_captured"
    UNREADABLE = "unreadable"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Subject:
    """One answer with all that any method may look at.

    `content` is the question as frozen. `tools` is None where the connector captures none: then
    nobody knows whether any was used.
    """

    content: Mapping[str, Any]
    answer: str
    tools: Sequence[Any] | None = None

    @property
    def needs(self) -> Needs:
        """What the question holds for the methods."""
        return Needs.stored(self.content.get("needs") or {})

    @property
    def expected(self) -> str:
        """The expected answer."""
        expected: str = self.content["expected_answer"]
        return expected


@dataclass(frozen=True, slots=True)
class Scored:
    """The outcome of a method; `score` where it gives one, `passes` None where it is neither."""

    outcome: str
    score: float | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def passes(self) -> bool | None:
        """Whether the answer passes; None when it is Invalid or was not judged."""
        if self.outcome in (Outcome.INVALID, Outcome.NOT_JUDGED):
            return None
        return bool(self.detail.get("passes", self.outcome == Outcome.PASS))


@dataclass(frozen=True, slots=True)
class NotScored:
    """The service that a method works with is out of reach: nothing is known of this answer yet.

    `refused` says that it will not look at this answer however often it is asked.
    """

    detail: str
    refused: bool = False


def decided(*, passes: bool, score: float | None = None, **detail: Any) -> Scored:
    """Pass or fail."""
    return Scored(Outcome.PASS if passes else Outcome.FAIL, score, detail)


def not_judged(why: WhyNotJudged, detail: str = "") -> Scored:
    """Neither pass nor fail, with the cause."""
    return Scored(Outcome.NOT_JUDGED, None, {"why": why.value, "detail": detail[:500]})
