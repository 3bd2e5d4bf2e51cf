"""What a check may look at besides the draft itself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from core.llm import Meter
from testsets.values import Draft, Material, Rejection


@dataclass(frozen=True, slots=True)
class Nearest:
    """The most similar of several questions, and how similar it is (cosine)."""

    position: int
    similarity: float


class QuestionSpace(Protocol):
    """Compares questions by meaning."""

    def nearest(self, question: str, others: Sequence[str]) -> Nearest | None:
        """The closest of `others`; None when there are none."""


class PassageSearch(Protocol):
    """Finds stored passages by meaning."""

    def nearest(self, text: str, count: int) -> Sequence[Material]:
        """The passages closest to what is asked, the closest first."""


class SecondReader(Protocol):
    """Somebody who reads passages and says what in them speaks to a matter."""

    @property
    def meter(self) -> Meter:
        """What counts the tokens that reading takes."""

    def shows(self, question: str, detail: str, passages: Sequence[Material]) -> str:
        """The words that answer the question or state the detail; "" when there are none."""


@dataclass(frozen=True, slots=True)
class Context:
    """The stored passages, the drafts kept so far, and whoever helps to compare and to read."""

    material: Mapping[int, Material] = field(default_factory=dict)
    kept: Sequence[Draft] = ()
    space: QuestionSpace | None = None
    search: PassageSearch | None = None
    reader: SecondReader | None = None

    def passage(self, draft: Draft) -> Material | None:
        """The first passage that the draft cites; None when it cites none that is stored."""
        return self.material.get(draft.passage_key)

    def passages(self, draft: Draft) -> list[Material]:
        """Every stored passage that the draft cites, in its order."""
        return [self.material[key] for key in draft.passage_keys if key in self.material]


Check: TypeAlias = Callable[[Draft, Context], Rejection | None]
