"""Calendar dates in digits and with month names of many languages."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Final

from babel import Locale

from grading.rules.value import Day, Kind, Value

_LANGUAGES: Final = ("en", "es", "de", "sv", "fr", "it", "pt", "nl", "da", "nb", "fi", "pl", "ca")

# Short forms that are no everyday word in one of the languages ("out", "set" and "mar" are).
_SHORT: Final[Mapping[str, int]] = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9,
    "oct": 10, "nov": 11, "dec": 12, "ene": 1, "abr": 4, "ago": 8, "dic": 12, "mär": 3, "okt": 10,
    "dez": 12, "janv": 1, "févr": 2, "avr": 4, "juil": 7, "déc": 12, "setiembre": 9,
}  # fmt: skip


@cache
def _months() -> Mapping[str, int]:
    names = dict(_SHORT)
    for code in _LANGUAGES:
        months = Locale(code).months
        for context in ("format", "stand-alone"):
            for number, name in months[context]["wide"].items():
                names.setdefault(name.casefold().removeprefix("de ").removeprefix("d’"), number)
    return names


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    names = sorted(map(re.escape, _months()), key=len, reverse=True)
    month = rf"(?P<month>{'|'.join(names)})\b\.?"
    day = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|er|º|\.|:[ea])?"
    year = r"(?P<year>(?:1[5-9]|20)\d\d)(?!\d)"
    of = r"(?:de |d'|of |den |del )?"
    return tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"(?<![\w.,/]){day} ?{of}{month}(?:,? {of}{year})?(?!\w)",
            rf"(?<!\w){month} (?:the )?{day}(?:(?:,| of)? {year})?(?![\w,.]\d|\w)",
            rf"(?<!\w){month} {of}{year}",
            r"(?<![\w./-])(?P<year>\d{4})-(?P<digits1>\d{1,2})-(?P<digits2>\d{1,2})(?![\w-])",
            r"(?<![\w./-])(?P<digits1>\d{1,2})(?P<mark>[./-])(?P<digits2>\d{1,2})(?P=mark)"
            r"(?P<year>\d{4}|\d\d)(?![\w/-]|\.\d)",
        )
    )


def dates(text: str) -> Iterator[Value]:
    """Every date of the text, the most complete notation first where two overlap."""
    taken: list[tuple[int, int]] = []
    for pattern in _patterns():
        for match in pattern.finditer(text):
            days = tuple(_days(match))
            overlaps = any(match.start() < end and begin < match.end() for begin, end in taken)
            if days and not overlaps:
                taken.append(match.span())
                end = match.end() - (match.group().endswith(".") and _ends_sentence(match))
                yield Value(
                    Kind.DATE, match.start(), end, text[match.start() : end], days=days
                )  # fmt: skip


def _ends_sentence(match: re.Match[str]) -> bool:
    """True for the full stop of a sentence behind a date, which is no part of it."""
    name = match.groupdict().get("month")
    return not (name and name.casefold() in _SHORT)


def _days(match: re.Match[str]) -> Iterator[Day]:
    """The days that a date may mean; "02/03/2024" may mean two."""
    found = match.groupdict()
    year = _year(found.get("year"))
    if "month" in found:
        name = found["month"]
        # In English "may" and "march" are verbs too; the months have a capital letter.
        if name in ("may", "march", "mar", "dec", "sep"):
            return
        day = int(found["day"]) if found.get("day") else None
        yield from _real(Day(year, _months()[name.casefold()], day))
        return
    one, two = int(found["digits1"]), int(found["digits2"])
    if "mark" not in found:
        yield from _real(Day(year, one, two))
        return
    yield from _real(Day(year, two, one))
    if one != two:
        yield from _real(Day(year, one, two))


def _year(text: str | None) -> int | None:
    if text is None:
        return None
    return int(text) + (2000 if len(text) == 2 else 0)


def _real(day: Day) -> Iterator[Day]:
    """The day, when the calendar has it."""
    try:
        date(day.year or 2024, day.month, day.day or 1)
    except ValueError:
        return
    yield day


def same_day(expected: Day, given: Day) -> bool:
    """True when the two agree in everything that both of them give.

    A day or month that was expected has to be given; a year goes without saying.
    """
    if expected.month != given.month:
        return False
    if expected.day is not None and expected.day != given.day:
        return False
    return None in (expected.year, given.year) or expected.year == given.year
