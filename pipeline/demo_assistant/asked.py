"""The words of a question, what each may stand for, and how much of them a text has."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word of a question: how much it says, and the stems it may stand for (0 to 1 each)."""

    weight: float
    stems: Mapping[str, float]

    def share_in(self, stems: Collection[str]) -> float:
        """How far the stems of a text have this word."""
        return max((share for stem, share in self.stems.items() if stem in stems), default=0.0)


def coverage(asked: Sequence[AskedWord], stems: Collection[str]) -> float:
    """The part of the question, by weight, that the stems of a text have; 0 for no question."""
    total = sum(word.weight for word in asked)
    if not total:
        return 0.0
    return sum(word.weight * word.share_in(stems) for word in asked) / total


def heaviest(asked: Sequence[AskedWord]) -> list[AskedWord]:
    """The words that say most; several when they say equally much."""
    most = max((word.weight for word in asked), default=0.0)
    return [word for word in asked if word.weight == most]
