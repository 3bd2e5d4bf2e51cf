"""Numbers written in digits, in the notations of several languages."""

import re
import unicodedata
from decimal import Decimal
from typing import Final

# Languages that write the decimal point as a point. All others here write a comma.
_POINT_LANGUAGES: Final = frozenset({"en", "zh", "ja", "ko", "th", "he", "hi"})

_ONE_FOR_ONE: Final = str.maketrans(
    {
        **dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\u2015\ufe63\uff0d", "-"),
        **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u3000", " "),
        **dict.fromkeys("\u2018\u2019\u02bc\u00b4", "'"),
        "\uff0c": ",",
        "\uff0e": ".",
        "\u066b": ".",
        "\u066c": ",",
        "\uff05": "%",
        "\u066a": "%",
        "\uff04": "$",
        "\uffe5": "\u00a5",
    }
)

FRACTIONS: Final = "\u00bc\u00bd\u00be\u2150-\u215e"

NUMERAL: Final = (
    r"(?:\d{1,3}(?:[ ']\d{3})+(?!\d)(?:[.,]\d+)?"  # 25 000 or 25'000,50
    r"|\d+(?:[.,]\d+)*"
    rf")(?: ?[{FRACTIONS}])?|[{FRACTIONS}]|(?<![\d.,])[.,]\d+"
)
"""A number in digits. Callers add what may stand before and after."""

_OTHER_DIGIT: Final = re.compile(r"(?![0-9])\d")
_FRACTION: Final = re.compile(f"[{FRACTIONS}]")


def legible(text: str) -> str:
    """The text with every digit, dash and space in its plain form, character for character.

    Offsets stay the same, so that a value found here is found in the original too.
    """
    return _OTHER_DIGIT.sub(_plain_digit, text.translate(_ONE_FOR_ONE))


def _plain_digit(match: re.Match[str]) -> str:
    return str(unicodedata.digit(match.group()))


def read_numeral(numeral: str, language: str) -> tuple[Decimal, ...]:
    """The numbers that a numeral may mean, the likeliest in this language first.

    Empty when it is no number at all, as the version "2.4.1".
    """
    fraction = _FRACTION.search(numeral)
    part = _vulgar(fraction.group()) if fraction else Decimal(0)
    whole = _FRACTION.sub("", numeral).strip().replace(" ", "").replace("'", "")
    if not whole:
        return (part,)
    grouped_by_space = len(whole) < len(_FRACTION.sub("", numeral).strip())
    return tuple(number + part for number in _readings(whole, language, grouped_by_space))


def _vulgar(char: str) -> Decimal:
    top, _, bottom = unicodedata.normalize("NFKC", char).partition("\u2044")
    return Decimal(top) / Decimal(bottom) if bottom else Decimal(0)


def _readings(numeral: str, language: str, grouped_by_space: bool) -> tuple[Decimal, ...]:
    marks = [char for char in numeral if char in ".,"]
    if not marks:
        return (Decimal(numeral),)
    if len(set(marks)) == 2:
        return _with_both(numeral, marks)
    mark, parts = marks[0], numeral.split(marks[0])
    as_group = _is_grouped(parts)
    if len(marks) > 1:
        return (Decimal("".join(parts)),) if as_group else ()
    as_decimal = Decimal(f"{parts[0] or 0}.{parts[1]}")
    if grouped_by_space or not as_group:
        return (as_decimal,)
    decimal_mark = "." if language in _POINT_LANGUAGES else ","
    grouped = Decimal("".join(parts))
    return (as_decimal, grouped) if mark == decimal_mark else (grouped,)


def _with_both(numeral: str, marks: list[str]) -> tuple[Decimal, ...]:
    """1.234,56 or 1,234.56: the last mark is the decimal one and stands once."""
    last = marks[-1]
    if marks.count(last) > 1:
        return ()
    whole, _, rest = numeral.rpartition(last)
    parts = whole.split(marks[0])
    return (Decimal(f"{''.join(parts)}.{rest}"),) if _is_grouped(parts) else ()


def _is_grouped(parts: list[str]) -> bool:
    """True for groups of three behind a first group that does not begin with zero.

    Groups of two before the last three are the Indian notation.
    """
    first, *middle, last = parts
    return (
        1 <= len(first) <= 3
        and not first.startswith("0")
        and len(last) == 3
        and all(len(part) in (2, 3) for part in middle)
    )
