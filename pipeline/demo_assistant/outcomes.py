"""What an assistant does with a question: replies, breaks, or stays silent."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer and the passages that it was made from, best first."""

    answer: str
    contexts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The assistant fails: the caller gets this status instead of an answer."""

    status: int = 500


@dataclass(frozen=True, slots=True)
class Silence:
    """The assistant never answers: the caller's own time limit has to end the wait."""


Outcome: TypeAlias = Reply | Breakdown | Silence


class Assistant(Protocol):
    """Anything that can be asked; `respond` is called from several threads at once."""

    @property
    def name(self) -> str:
        """The model name given to clients of the chat protocol."""
        ...

    def respond(self, question: str) -> Outcome:
        """What the assistant does with this question; the same question, the same outcome."""
        ...
