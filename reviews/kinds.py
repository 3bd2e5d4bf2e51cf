"""What the filters of the queue count a result under, as one number.

A queue is counted by reason, label, sureness and criticality at once; the database groups a hundred
thousand numbers many times faster than as many lists of words.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from grading.values import Label
from reviews.models import Flag
from reviews.values import LITTLE, MUCH, Sureness

# Stored numbers depend on these orders: new members are added at the end.
_REASONS: Final = (
    Flag.Reason.TEST, Flag.Reason.CONFIDENCE, Flag.Reason.CAPTURE, Flag.Reason.CRITICAL,
    Flag.Reason.RULE, Flag.Reason.OPINION, Flag.Reason.NOT_GRADED, Flag.Reason.DISPUTED,
    Flag.Reason.OUTDATED, Flag.Reason.DIFFER, Flag.Reason.ASKED,
    Flag.Reason.DRAWN,
)  # fmt: skip
_LABELS: Final = ("", *(label.value for label in Label))
_SURENESS: Final = tuple(Sureness)
_ROOM_FOR_REASONS: Final = 20  # bits

# Reasons that tell nothing of the machine's grade.
TELLING_NOTHING: Final = frozenset(
    {
        Flag.Reason.DISPUTED.value,
        Flag.Reason.OUTDATED.value,
        Flag.Reason.DIFFER.value,
        Flag.Reason.ASKED.value,
        Flag.Reason.DRAWN.value,
    }
)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a waiting result may be found under; a hidden grade is found under nothing that tells it."""

    reasons: frozenset[str]
    label: str | None  # None where it is hidden
    sure: Sureness | None
    critical: bool

    @property
    def number(self) -> int:
        """The kind as one number, from which `kind_of` makes it again."""
        bits = sum(1 << place for place, reason in enumerate(_REASONS) if reason in self.reasons)
        hidden = self.label is None or self.sure is None
        rest = 0 if hidden else 1 + _LABELS.index(self.label or "") * len(_SURENESS)
        rest += _SURENESS.index(self.sure) if not hidden and self.sure else 0
        return bits + ((rest * 2 + self.critical) << _ROOM_FOR_REASONS)


def kind_of(number: int) -> Kind:
    """The kind that has this number."""
    bits, rest = number & ((1 << _ROOM_FOR_REASONS) - 1), number >> _ROOM_FOR_REASONS
    reasons = frozenset(reason.value for place, reason in enumerate(_REASONS) if bits >> place & 1)
    told, critical = rest >> 1, bool(rest & 1)
    if not told:
        return Kind(reasons, None, None, critical)
    label, sure = divmod(told - 1, len(_SURENESS))
    return Kind(reasons, _LABELS[label], _SURENESS[sure], critical)


def kind(
    *, reasons: Iterable[str], label: str, confidence: float | None, critical: bool, hidden: bool
) -> Kind:
    """What a result is found under; of one whose grade is hidden, only what does not tell it."""
    if hidden:
        return Kind(TELLING_NOTHING.intersection(reasons), None, None, critical)
    return Kind(frozenset(reasons), label, sureness_of(confidence), critical)


def sureness_of(confidence: float | None) -> Sureness:
    """The band that a confidence from 0 to 1 belongs to."""
    if confidence is None:
        return Sureness.UNKNOWN
    if confidence < LITTLE:
        return Sureness.UNSURE
    return Sureness.SURE if confidence >= MUCH else Sureness.MIDDLING


def matching(
    kinds: Collection[int], *, reason: str, label: str, sure: Sureness | None, critical: bool
) -> list[int]:
    """Those of the numbers whose kind is wanted; what is empty narrows nothing."""
    found = []
    for number in kinds:
        one = kind_of(number)
        if reason and reason not in one.reasons:
            continue
        if label and label != one.label:
            continue
        if (sure and sure is not one.sure) or (critical and not one.critical):
            continue
        found.append(number)
    return found
