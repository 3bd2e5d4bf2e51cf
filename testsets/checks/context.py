"""What a check may look at besides the draft itself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

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


@dataclass(frozen=True, slots=True)
class Context:
    """The stored passages, the drafts kept so far, and perhaps a comparison by meaning."""

    material: Mapping[int, Material] = field(default_factory=dict)
    kept: Sequence[Draft] = ()
    space: QuestionSpace | None = None

    def passage(self, draft: Draft) -> Material | None:
        """The passage that the draft cites; None when it cites none that is stored."""
        return self.material.get(draft.passage_key)


Check: TypeAlias = Callable[[Draft, Context], Rejection | None]
