"""Whether two values are the same, and whether one denies the other."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from grading.rules.codes import same_key
from grading.rules.dates import same_day
from grading.rules.value import Bound, Kind, Span, Value

_DAY: Final = 24
_HALVES: Final = (0, 12)


def agrees(expected: Value, given: Value) -> bool:
    """True when the given value says what the expected one says, in whatever notation.

    The expected value is read the likeliest way in its language; the given one may be read in any.
    A bare number agrees with the same number of anything ("30" answers "30 m²"), and a bare year with
    any day in it.
    """
    if Kind.CODE in (expected.kind, given.kind):
        return expected.kind is given.kind and same_key(expected.key, given.key)
    if expected.kind is Kind.NUMBER and given.kind is Kind.DATE:
        return _is_its_year(expected, given)
    if Kind.DATE in (expected.kind, given.kind):
        return any(same_day(one, two) for one in expected.days for two in given.days)
    if not expected.readings or _against(expected.bound, given.bound):
        return False
    wanted = expected.readings if expected.kind is Kind.TIME else expected.readings[:1]
    if expected.kind is Kind.TIME and given.kind is Kind.NUMBER:
        return _any_equal(wanted, _on_the_clock(given))
    if expected.units and given.units:
        if not expected.units & given.units:
            return False
        return _any_equal(_scaled(wanted, expected), _scaled(given.readings, given))
    if Kind.PERCENT in (expected.kind, given.kind) and expected.units != given.units:
        return expected.kind is Kind.PERCENT and _any_equal(wanted, given.readings)
    return _any_equal(wanted, given.readings)


def _is_its_year(number: Value, date: Value) -> bool:
    """True for "1960" and "July 4, 1960"."""
    years = {day.year for day in date.days if day.year}
    return not number.units and any(
        span.low == span.high and span.low in years for span in number.readings[:1]
    )


def _scaled(readings: Iterable[Span], value: Value) -> list[Span]:
    return [Span(span.low * value.scale, span.high * value.scale) for span in readings]


def _any_equal(wanted: Iterable[Span], given: Iterable[Span]) -> bool:
    offered = set(given)
    return any(span in offered for span in wanted)


def _on_the_clock(given: Value) -> list[Span]:
    """The times that bare hours may mean: "from ten to four" leaves morning and afternoon open."""
    hours = [span for span in given.readings if _is_hour(span.low) and _is_hour(span.high)]
    return [
        Span((span.low + early) * 60, (span.high + late) * 60)
        for span in hours
        for early in _HALVES
        for late in _HALVES
        if span.low + early <= span.high + late and (span.low != span.high or early == late)
        if span.low + early <= _DAY and span.high + late <= _DAY
    ]


def _is_hour(number: Decimal) -> bool:
    return number == number.to_integral_value() and 0 <= number <= _DAY


def _against(expected: Bound, given: Bound) -> bool:
    """ "At least" against "at most": the same number, and not the same thing."""
    return Bound.NONE not in (expected, given) and expected is not given


def found(expected: Value, given: Sequence[Value]) -> Value | None:
    """The first of the given values that says what is expected.

    A range is also found when both its ends are given apart.
    """
    for value in given:
        if agrees(expected, value):
            return value
    if expected.is_range and (ends := _ends(expected)):
        matches = [next((value for value in given if agrees(end, value)), None) for end in ends]
        if all(matches):
            return matches[0]
    return None


def _ends(value: Value) -> tuple[Value, Value] | None:
    low, high = value.readings[0]
    return (
        _single(value, Span(low, low)),
        _single(value, Span(high, high)),
    )


def _single(value: Value, span: Span) -> Value:
    return Value(
        value.kind, value.start, value.end, value.text, (span,),
        units=value.units, scale=value.scale, firm=value.firm,
    )  # fmt: skip


def rivals(expected: Value, given: Sequence[Value]) -> list[Value]:
    """The given values that are of the same sort as the expected one and differ from it."""
    return [value for value in given if comparable(expected, value) and not agrees(expected, value)]


def comparable(one: Value, two: Value) -> bool:
    """True when the two could be answers to the same question."""
    if one.kind is not two.kind:
        return False
    if one.kind is Kind.CODE:
        return one.key.partition(":")[1:2] == two.key.partition(":")[1:2]
    return not (one.units and two.units) or bool(one.units & two.units)
