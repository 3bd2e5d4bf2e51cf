"""What an indexed question is counted and found under besides its own columns, as one number.

The database works the number out of the index itself (`IndexedQuestion.kind`), so the two never
differ, and counts twenty thousand numbers many times faster than as many lists and conditions.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

# Stored numbers depend on these orders: new members are added at the end, and the migration that adds
# one makes the column anew.
SIGN_OFFS: Final = ("open", "half", "signed", "changes", "differ", "void")
SIDES: Final = ("", "yes", "no", "unclear")
FLAGS: Final = ("warnings", "bare", "exact", "contract", "apart")
ROOM_FOR_SIGN_OFF: Final = 8
ROOM_FOR_SIDE: Final = 4


@dataclass(frozen=True, slots=True)
class Kind:
    """What the index holds of a question; `apart` where it stands otherwise to whoever said a word."""

    sign_off: str
    side: str
    flags: frozenset[str]


@cache
def kind_of(number: int) -> Kind:
    """The kind that has this number."""
    rest, sign_off = divmod(number, ROOM_FOR_SIGN_OFF)
    bits, side = divmod(rest, ROOM_FOR_SIDE)
    flags = frozenset(flag for place, flag in enumerate(FLAGS) if bits >> place & 1)
    return Kind(SIGN_OFFS[sign_off], SIDES[side], flags)


def matching(numbers: Iterable[int], wanted: Callable[[Kind], bool]) -> list[int]:
    """Those of the numbers whose kind is wanted."""
    return [number for number in numbers if wanted(kind_of(number))]
