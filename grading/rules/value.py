"""An exact value as it stands in a text: a number, amount, date, time, duration or code."""

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What sort of thing a value counts or names."""

    NUMBER = "number"
    PERCENT = "percentage"
    MONEY = "amount"
    MEASURE = "measure"
    DURATION = "duration"
    DATE = "date"
    TIME = "time"
    CODE = "code"


class Bound(StrEnum):
    """Which side of the value the text allows."""

    NONE = ""
    MOST = "at_most"
    LEAST = "at_least"


class Span(NamedTuple):
    """The two ends of a quantity; equal unless the text gives a range."""

    low: Decimal
    high: Decimal


class Day(NamedTuple):
    """A calendar day as far as the text gives it; None where it does not."""

    year: int | None
    month: int
    day: int | None


@dataclass(frozen=True, slots=True)
class Value:
    """One value and where it stands.

    A notation can be read in more than one way ("1.500"); `readings` then holds each, the likeliest
    first. `scale` turns a reading into the base unit of its dimension, so that 14 days are 2 weeks.
    `units` are the dimensions it may have: several currencies share "kr" and "$".
    `times` is the word "million" behind the number, already in the readings.
    `firm` is False for words that may not be meant as a number ("one", "two").
    """

    kind: Kind
    start: int
    end: int
    text: str
    readings: tuple[Span, ...] = ()
    days: tuple[Day, ...] = ()
    units: frozenset[str] = frozenset()
    scale: Decimal = Decimal(1)
    bound: Bound = Bound.NONE
    firm: bool = True
    key: str = ""
    times: Decimal = Decimal(1)

    def with_bound(self, bound: Bound) -> "Value":
        """The same value, read with the words around it."""
        return replace(self, bound=bound)

    @property
    def is_range(self) -> bool:
        """True when the text gives two ends."""
        return bool(self.readings) and self.readings[0].low != self.readings[0].high


def spans(readings: tuple[Decimal, ...]) -> tuple[Span, ...]:
    """The readings of a single number as ranges of no width."""
    return tuple(Span(reading, reading) for reading in readings)
