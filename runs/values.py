"""What asking an assistant is about: slots, replies, failed tries, and the policy between them."""

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


@dataclass(frozen=True, slots=True)
class Slot:
    """One question to ask once: all that a connector may know of it (M8.5)."""

    key: int
    uid: str
    question: str
    repetition: int = 1
    tries: int = 0  # tries already used in an earlier part of the run


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, and what was read from it.

    `asked_at` and `seconds` are told by a record of an asking that took place elsewhere.
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
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.retry_after = retry_after
        self.status = status  # of HTTP, where one came

    def saying(self, detail: str, *, kind: FailureKind | None = None) -> "TryFailed":
        """The same failure in other words."""
        return TryFailed(
            kind or self.kind, detail, retry_after=self.retry_after, status=self.status
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """How the asking behaves; fixed before the run and shown in the report (M3.9)."""

    concurrency: int = 8
    tries: int = 3
    retried: tuple[str, ...] = tuple(kind.value for kind in RETRIED)
    timeout_s: float = 60.0  # of one try
    pause_s: float = 1.0  # before the second try; doubled before each further one
    longest_wait_s: float = 60.0  # a server that asks for more ends the run instead
    # With no answer at all after this many questions, the assistant is taken to be out of reach;
    # 0 never gives up, which is right for a file: a gap in it says nothing about the next row.
    give_up_after: int = 8

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
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Policy":
        """The policy that `as_json` wrote."""
        return cls(**{**stored, "retried": tuple(stored["retried"])})
