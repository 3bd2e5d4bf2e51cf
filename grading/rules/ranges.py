"""Two values that are the two ends of one: "10-20 days", "between 5 and 7 euros"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from grading.rules.codes import DAY_MINUTES
from grading.rules.value import Day, Kind, Span, Value, spans

_TO: Final = re.compile(r" ?(?:-|–|to|bis(?: zu)?|till|hasta|a|à|al|until) ?", re.IGNORECASE)
_AND: Final = re.compile(r" (?:and|y|und|och|et) ", re.IGNORECASE)
_BETWEEN: Final = re.compile(
    r"(?:between|entre|zwischen|mellan) (?:[^\W\d]{1,3} )?$", re.IGNORECASE
)  # fmt: skip


def join_ranges(text: str, values: Sequence[Value]) -> list[Value]:
    """The values in their order, with each pair that is a range made one."""
    joined: list[Value] = []
    for value in values:
        if joined and (pair := _joined(text, joined[-1], value)):
            joined[-1:] = pair
        else:
            joined.append(value)
    return joined


def _joined(text: str, first: Value, second: Value) -> list[Value] | None:
    if not _connected(text, first, second):
        return None
    if second.kind is Kind.DATE and first.kind is Kind.NUMBER:
        return _day_and_date(first, second)
    if Kind.TIME in (first.kind, second.kind) and Kind.NUMBER in (first.kind, second.kind):
        first, second = _clock(first), _clock(second)
    if first.kind in (Kind.DATE, Kind.CODE) or second.kind in (Kind.DATE, Kind.CODE):
        return None
    if first.is_range or second.is_range or not first.readings or not second.readings:
        return None
    if first.units and (first.units & second.units == frozenset() or first.scale != second.scale):
        return None
    low, high = _same_size(first, second)
    if low > high:
        return None
    return [
        replace(
            second,
            start=first.start,
            text=text[first.start : second.end],
            readings=(Span(low, high),),
            units=(first.units & second.units) or second.units,
            firm=first.firm or second.firm,
        )
    ]


def _connected(text: str, first: Value, second: Value) -> bool:
    between = text[first.end : second.start]
    if _TO.fullmatch(between):
        return True
    before = text[max(0, first.start - 16) : first.start]
    return bool(_AND.fullmatch(between) and _BETWEEN.search(before))


def _same_size(first: Value, second: Value) -> tuple[Decimal, Decimal]:
    """The two ends; in "1-2 million" the first counts millions too."""
    low, high = first.readings[0].low, second.readings[0].high
    return (low * second.times if first.times == 1 and not first.units else low), high


def _clock(value: Value) -> Value:
    """A number that stands at one end of a range of times, read as a time: "10-16 Uhr"."""
    if value.kind is Kind.TIME or not value.readings:
        return value
    hours, minutes = divmod(value.readings[0].low * 100, 100)
    at = hours * 60 + minutes
    if at > DAY_MINUTES or minutes >= 60:
        return value
    return replace(value, kind=Kind.TIME, readings=spans((at,)), units=frozenset({"clock"}))


def _day_and_date(first: Value, second: Value) -> list[Value] | None:
    """ "1-15 March" are two days of one month."""
    number = first.readings[0].low
    if number != number.to_integral_value() or not 1 <= number <= 31 or not second.days:
        return None
    days = tuple(Day(day.year, day.month, int(number)) for day in second.days if day.day)
    if not days:
        return None
    return [replace(first, kind=Kind.DATE, days=days, readings=()), second]
