"""What a list of questions is narrowed to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from testsets.kinds import Kind
from testsets.values import FAMILY_OF, Family, QuestionType

FAMILIES: Final = frozenset(item.value for item in Family)
# Of the wording as it is now enough has been said, and it agrees.
HOLDING: Final = ("signed", "changes")
_OF_QUESTION: Final = frozenset({"critical", "control", "development"})
_FLAGS: Final = frozenset({"exact", "warnings", "bare", "contract"})
_SIDES: Final = frozenset({"yes", "no", "unclear"})


@dataclass(frozen=True, slots=True)
class Wish:
    """What a list is narrowed to; all of it where nothing is set."""

    q: str = ""
    type: str = ""  # a type or a family
    language: str = ""
    document: str = ""  # an address
    topic: str = ""
    sign_off: str = ""
    only: tuple[str, ...] = ()
    reader: int = 0  # whose questions "mine" are

    @property
    def types(self) -> list[str]:
        """The types that are wanted."""
        if self.type in FAMILIES:
            return [item.value for item in QuestionType if FAMILY_OF[item] == self.type]
        return [self.type]

    @property
    def by_index(self) -> bool:
        """Whether the index of the questions alone tells which are wanted, without their words."""
        told = _OF_QUESTION | _FLAGS | _SIDES
        return not (self.q or self.document or self.topic) and told.issuperset(self.only)

    def wants_kind(self, kind: Kind) -> bool:
        """Whether questions of this kind are wanted, as far as kinds tell, by what everybody may know."""
        if self.sign_off == "waiting" and kind.sign_off in HOLDING:
            return False
        if self.sign_off not in ("", "waiting", kind.sign_off):
            return False
        only = frozenset(self.only)
        return only & _FLAGS <= kind.flags and only & _SIDES <= {kind.side}

    def wants_marks(self, *, critical: bool, control: bool) -> bool:
        """Whether questions that are marked like this are wanted."""
        held = {"critical": critical, "control": control, "development": not control}
        return all(held.get(name, True) for name in self.only)


ALL: Final = Wish()
