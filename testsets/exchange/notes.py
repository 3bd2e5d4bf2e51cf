"""What of a file is not carried over, counted by kind: nothing is dropped without being named."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum


class Left(StrEnum):
    """Kinds of things that a test set of ours has no place for."""

    COLUMN = "column"
    UNNAMED = "unnamed"  # a column without a title
    VARIABLE = "variable"
    ASSERTION = "assertion"
    METHOD = "method"
    SETTING = "setting"
    SHEET = "sheet"
    ENTRY = "entry"
    CONTROL_CHARACTERS = "control_characters"
    LONG_CELLS = "long_cells"


@dataclass(slots=True)
class Notes:
    """Counts, each by what the file calls the thing."""

    left: Counter[tuple[Left, str]] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)  # columns that only their owner reads
    renamed: int = 0  # questions whose identifier could not be kept
    unanswered: int = 0  # questions that should be answered and come without an expected answer
    encoding: str = ""  # named when it is not UTF-8

    def leave(self, kind: Left, name: str, count: int = 1) -> None:
        """Count something that is not carried over."""
        self.left[kind, name] += count

    def listed(self) -> list[tuple[Left, str, int]]:
        """Everything that is not carried over, by kind, the most frequent first."""
        order = list(Left)
        counted = [(kind, name, count) for (kind, name), count in self.left.items()]
        return sorted(counted, key=lambda one: (order.index(one[0]), -one[2], one[1]))
