"""What a file of answers or a transcript is read into."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from testsets.exchange import Notes, Place


@dataclass(frozen=True, slots=True)
class UploadedAnswer:
    """One answer and what it answers; `answer` is None when the file says that there was none.

    `also` are other wordings that may be the question: where somebody wrote three messages before
    the assistant replied, any of them may be the one that was to be asked.
    """

    place: Place
    uid: str = ""
    question: str = ""
    answer: str | None = None
    also: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()
    tools: tuple[Any, ...] = ()
    asked_at: str = ""  # ISO 8601, "" when not told
    seconds: float | None = None

    def as_json(self) -> dict[str, Any]:
        """The answer as it is stored."""
        return {
            "uid": self.uid,
            "question": self.question,
            "also": list(self.also),
            "answer": self.answer,
            "contexts": list(self.contexts),
            "tools": list(self.tools),
            "asked_at": self.asked_at,
            "seconds": self.seconds,
            "line": self.place.line,
        }


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation. `role` is user, assistant or person (a human agent)."""

    role: str
    text: str
    at: float | None = None  # seconds since 1970
    tools: tuple[Any, ...] = ()
    contexts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """The turns of one conversation in their order, and where it begins in the file."""

    place: Place
    turns: Sequence[Turn]


@dataclass(slots=True)
class Remarks:
    """What whoever uploads a file has to know before saying yes to it."""

    notes: Notes = field(default_factory=Notes)
    people_answer: bool = False  # no message is marked as a bot's: those of agents are taken for it
    people_left: int = 0  # messages of human agents beside a bot's, not taken
    media: int = 0  # pictures, recordings and videos inside messages
    files: tuple[str, ...] = ()  # members of an archive that were not read
    questions_only: int = 0  # messages that nobody replied to
    times_unread: int = 0
