"""All exact values of a text, in the order in which they stand."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache, lru_cache
from typing import Final

from grading.rules.bounds import bound_at
from grading.rules.codes import codes, times
from grading.rules.dates import dates
from grading.rules.money import currency_after, currency_before
from grading.rules.number_words import ONE, number_words
from grading.rules.numerals import NUMERAL, legible, read_numeral
from grading.rules.ranges import join_ranges
from grading.rules.units import multiplier_at, unit_at
from grading.rules.value import Kind, Value, spans

_NUMERAL: Final = re.compile(
    rf"(?<![^\W_])(?<!\d[.,])(?P<minus>(?<![^\s(])-)?(?P<number>{NUMERAL})"
)
_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th|º|ª|er|:[ae])(?!\w)")
_LIST_MARKER: Final = re.compile(r"^[ \t]*(?:\(?\d{1,2}[.)]|\[\d{1,3}\])(?=\s)", re.MULTILINE)
_FOOTNOTE: Final = re.compile(r"\[\d{1,3}\]")
# "A day" is a duration; "a day ticket" is not.
_NAMES_SOMETHING: Final = re.compile(
    r" (?!(?:of|from|after|before|and|or|to|in|on|if|when|for|at|later|long|de|del|desde|después|antes|"
    r"y|o|en|a|si|ab|nach|vor|und|oder|von|lang|für|från|efter|före|och|eller|i|om|på|som|till|av|"
    r"après|avant|et|ou|à|pour|dès)\b)[^\W\d]",
    re.IGNORECASE,
)
_BLANK: Final = "\x00"


@lru_cache(maxsize=4096)
def values(text: str, language: str) -> tuple[Value, ...]:
    """Every exact value of the text, read as its language writes them."""
    plain = legible(text)
    found = list(dates(plain))
    # Only behind the dates: "15. Februar" begins like an item of a list.
    rest = _FOOTNOTE.sub(_blank, _LIST_MARKER.sub(_blank, _without(plain, found)))
    for scan in (codes(rest), times(rest, language)):
        for value in scan:
            if _BLANK not in rest[value.start : value.end] and not _overlaps(value, found):
                found.append(value)
    rest = _without(rest, found)
    found.extend(_quantities(rest, language))
    found.extend(_spelled(_without(rest, found), language))
    found.sort(key=lambda value: value.start)
    joined = join_ranges(plain, found)
    return tuple(
        replace(
            value.with_bound(bound_at(plain, value.start, value.end)),
            text=text[value.start : value.end],
        )
        for value in joined
    )


def _blank(match: re.Match[str]) -> str:
    return _BLANK * len(match.group())


def _overlaps(value: Value, others: list[Value]) -> bool:
    return any(value.start < other.end and other.start < value.end for other in others)


def _without(text: str, found: list[Value]) -> str:
    """The text with what was found blanked out, so that nothing is read twice."""
    for value in found:
        text = text[: value.start] + _BLANK * (value.end - value.start) + text[value.end :]
    return text


def _quantities(text: str, language: str) -> Iterator[Value]:
    """Numbers in digits with whatever they count."""
    for match in _NUMERAL.finditer(text):
        numbers = read_numeral(match.group("number"), language)
        if not numbers:
            continue
        if match.group("minus"):
            numbers = tuple(-number for number in numbers)
        yield _counted(text, match.start(), match.end(), numbers)


def _counted(
    text: str, start: int, end: int, numbers: tuple[Decimal, ...], *, firm: bool = True
) -> Value:
    """The number at text[start:end] with its multiplier, unit or currency."""
    times = Decimal(1)
    multiplier = multiplier_at(text, end)
    if multiplier:
        times, end = multiplier
        numbers = tuple(number * times for number in numbers)
    ordinal = _ORDINAL.match(text, end)
    if ordinal:
        return Value(
            Kind.NUMBER, start, ordinal.end(), text[start : ordinal.end()], spans(numbers), firm=firm
        )  # fmt: skip
    before = currency_before(text, start)
    after = currency_after(text, end)
    currency = after or before
    if currency:
        begin, stop = (start, currency.at) if after else (currency.at, end)
        return Value(
            Kind.MONEY, begin, stop, text[begin:stop], spans(numbers),
            units=currency.codes, scale=currency.scale, times=times, firm=firm,
        )  # fmt: skip
    unit = unit_at(text, end)
    if unit:
        return Value(
            unit[0].kind, start, unit[1], text[start : unit[1]], spans(numbers),
            units=frozenset({unit[0].dimension}), scale=unit[0].scale, times=times, firm=firm,
        )  # fmt: skip
    return Value(
        Kind.NUMBER, start, end, text[start:end], spans(numbers), times=times, firm=firm
    )  # fmt: skip


@cache
def _words_pattern(language: str) -> re.Pattern[str] | None:
    words = number_words(language)
    if not words:
        return None
    alternatives = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    ones = "|".join(ONE[language])
    return re.compile(rf"(?<![\w-])(?:(?P<word>{alternatives})|(?P<one>{ones}))(?!\w)", re.I)


def _spelled(text: str, language: str) -> Iterator[Value]:
    """Numbers in words. "One" counts only in front of a unit of time or measure."""
    pattern = _words_pattern(language)
    if pattern is None:
        return
    for match in pattern.finditer(text):
        word = match.group("word")
        number = Decimal(number_words(language)[word.casefold()] if word else 1)
        value = _counted(text, match.start(), match.end(), (number,), firm=False)
        counted = value.kind in (Kind.DURATION, Kind.MEASURE)
        if word or (counted and not _NAMES_SOMETHING.match(text, value.end)):
            yield value
