"""What asking an assistant is about: slots, replies, failed tries, and the policy between them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final


class FailureKind(StrEnum):
    """Why a try brought no answer."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMIT = "rate_limit"
    SERVER_ERROR = "server_error"
    UNAUTHORISED = "unauthorised"
    REFUSED = "refused"
    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    MISSING = "missing"


# Waiting may help with these; with the others the same request fails the same way.
RETRIED: Final = (
    FailureKind.TIMEOUT,
    FailureKind.CONNECTION,
    FailureKind.RATE_LIMIT,
    FailureKind.SERVER_ERROR,
)


# Each question to a website chat has a browser window of its own, which takes memory.
MOST_WINDOWS: Final = 8


# Opening a page and its chat takes part of a try's time, and chats that write piece by piece take theirs.
CHAT_TRY_S: Final = 90.0


@dataclass(frozen=True, slots=True)
class Slot:
    """One question to ask once: all that a connector may know of it (M8.5)."""

    key: int
    uid: str
    question: str
    repetition: int = 1
    tries: int = 0  # tries that were made in an earlier part of the run
    spent: "Spent" = field(default_factory=lambda: Spent())  # what they used up


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, and what was read from it.

    `asked_at` and `seconds` are told by a record of an asking that took place elsewhere, `seconds` also
    where asking takes longer than the reply.
    """

    text: str
    raw: str
    contexts: Sequence[str] = ()
    tools: Sequence[Any] = ()
    usage: Mapping[str, Any] = field(default_factory=dict)
    asked_at: datetime | None = None
    seconds: float | None = None


class TryFailed(Exception):
    """One try brought no answer: its kind, and a sentence that says what happened."""

    def __init__(
        self,
        kind: FailureKind,
        detail: str,
        *,
        retry_after: float | None = None,
        status: int | None = None,
        quota: bool = False,
    ) -> None:
        """`quota`: nothing more is to be had, for today or until somebody pays."""
        super().__init__(detail)
        self.kind = kind
        self.quota = quota
        self.detail = detail
        self.retry_after = retry_after
        self.status = status  # of HTTP, where one came

    def saying(self, detail: str, *, kind: FailureKind | None = None) -> "TryFailed":
        """The same failure in other words."""
        return TryFailed(
            kind or self.kind,
            detail,
            retry_after=self.retry_after,
            status=self.status,
            quota=self.quota,
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """How the asking behaves; fixed before the run and shown in the report (M3.9)."""

    concurrency: int = 8
    tries: int = 3
    retried: tuple[str, ...] = tuple(kind.value for kind in RETRIED)
    timeout_s: float = 60.0  # of one try
    # Of all tries of one question with the pauses between them; what a server asks us to wait is extra.
    deadline_s: float = 240.0
    pause_s: float = 1.0  # before the second try; doubled before each further one
    longest_wait_s: float = 60.0  # a server that asks for more ends the run instead
    # With no answer at all after this many questions, the assistant is taken to be out of reach;
    # 0 never gives up, which is right for a file: a gap in it says nothing about the next row.
    give_up_after: int = 8
    # So many requests to the assistant a day (of UTC), by all its runs together; 0 sets no limit.
    requests_a_day: int = 0

    def pause_after(self, tries: int) -> float:
        """How long to wait after so many failed tries, unless the server says otherwise."""
        return self.pause_s * 2.0 ** (tries - 1)

    def as_json(self) -> dict[str, Any]:
        """The policy as it is pinned."""
        return {
            "concurrency": self.concurrency,
            "tries": self.tries,
            "retried": list(self.retried),
            "timeout_s": self.timeout_s,
            "pause_s": self.pause_s,
            "longest_wait_s": self.longest_wait_s,
            "give_up_after": self.give_up_after,
            "deadline_s": self.deadline_s,
            "requests_a_day": self.requests_a_day,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Policy":
        """The policy that `as_json` wrote."""
        # Runs from before there was a deadline go on without one.
        return cls(**{"deadline_s": math.inf, **stored, "retried": tuple(stored["retried"])})


@dataclass(frozen=True, slots=True)
class Spent:
    """What the failed tries of one slot used up. The same tries always give the same, so that a run
    which was killed goes on as it would have gone on."""

    tries: int = 0  # without those that a rate limit turned away: waiting is all they cost
    seconds: float = 0.0  # in tries and in pauses of our own
    final: bool = False  # the slot is not asked again

    def after(self, kind: str, seconds: float, policy: Policy) -> "Spent":
        """With one more failed try of this kind, which took so long."""
        retried = kind in policy.retried
        if kind == FailureKind.RATE_LIMIT and retried:
            whole = self.seconds + seconds
            return Spent(self.tries, whole, whole >= policy.deadline_s)
        tries = self.tries + 1
        whole = self.seconds + seconds + policy.pause_after(tries)
        return Spent(
            tries, whole, not retried or tries >= policy.tries or whole >= policy.deadline_s
        )
