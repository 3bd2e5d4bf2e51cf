"""Times of day, and values that are compared as written: addresses, telephone numbers, codes."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from grading.rules.value import Kind, Span, Value, spans

_EMAIL: Final = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_URL: Final = re.compile(
    r"(?:https?://|www\.)[^\s<>\"'()\[\]]+|(?<![\w@.])[\w-]+(?:\.[\w-]+)*\."
    r"(?:com|org|net|eu|se|de|es|fr|io|gov|edu|info|uk|ch|at|no|dk|fi|nl|it|pt|mx|us)"
    r"(?![\w.-]*[\w])(?:/[^\s<>\"'()\[\]]*)?",
    re.IGNORECASE,
)
_PHONE: Final = re.compile(
    r"(?<![\w.,:/-])(?<!\d )(?:\+|00)[1-9]\d{0,2}[ ()./-]{0,2}\(?\d[\d ()/-]{5,16}\d(?!\w)"
    r"|(?<![\w.,:/-])(?<!\d )\(?0[1-9]\d{0,3}\)?[ /-]\d[\d -]{4,11}\d(?![\w%])"
    r"|(?<![\w.,:/-])\d{3}-\d{3,4}-\d{4}(?!\w)"
    r"|(?<![\w.,:/-])1-\d{3}-[\w-]{7,9}(?!\w)"
    r"|(?<![\w.,:/-])\d+(?:-\d+){3,}(?!\w)"
)
_TIME: Final = re.compile(
    r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4])(?:[:.h](?P<minute>[0-5]\d)(?:[:.][0-5]\d)?)? ?"
    r"(?P<half>a\.?m\b\.?|p\.?m\b\.?|in the morning\b|in the afternoon\b|in the evening\b|"
    r"de la mañana\b|de la tarde\b|de la noche\b)|"
    r"(?<![\w.,:])(?P<hour2>[01]?\d|2[0-4])(?:[:.](?P<minute2>[0-5]\d))? ?(?:Uhr\b)|"
    r"(?:\bkl\.? ?|\bklockan )(?P<hour3>[01]?\d|2[0-4])(?:[:.](?P<minute3>[0-5]\d))?(?!\d)|"
    r"(?<![\w.,:])(?P<hour4>[01]?\d|2[0-4])(?::|[hH] ?)(?P<minute4>[0-5]\d)(?![\w:]|[.,]\d)",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"(?<![\w.,])[^\W\d_][^\W_]*(?:[-/.]?\d[^\W_]*)+(?![\w])")
_VERSION: Final = re.compile(r"(?<![\w.,])v?\d+(?:\.\d+){2,}(?![\w]|\.\d)")

DAY_MINUTES: Final = 24 * 60


def codes(text: str) -> Iterator[Value]:
    """Every address, telephone number, version and product code of the text."""
    for pattern, key in (
        (_EMAIL, _email_key),
        (_URL, _url_key),
        (_PHONE, _phone_key),
        (_VERSION, _code_key),
        (_CODE, _code_key),
    ):
        for match in pattern.finditer(text):
            written = match.group().rstrip(".,;:!?)")
            yield Value(
                Kind.CODE, match.start(), match.start() + len(written), written, key=key(written)
            )


def _email_key(text: str) -> str:
    return f"mail:{text.casefold()}"


def _url_key(text: str) -> str:
    bare = re.sub(r"^(?:https?://)?(?:www\.)?", "", text.casefold())
    return f"web:{bare.rstrip('/')}"


def _phone_key(text: str) -> str:
    digits = re.sub(r"\(0\)", "", text)
    digits = re.sub(r"[^\w+]", "", digits).casefold()
    return f"phone:{re.sub(r'^(?:00|[+])', '+', digits)}"


def _code_key(text: str) -> str:
    return re.sub(r"[^\w.]", "", text.casefold()).removeprefix("v")


def same_key(expected: str, given: str) -> bool:
    """True for the same code. A telephone number may come with its country or without."""
    if expected == given:
        return True
    if not (expected.startswith("phone:") and given.startswith("phone:")):
        return False
    return _national(expected, given) or _national(given, expected)


def _national(with_country: str, without: str) -> bool:
    """True when the first is the second behind a country code of at most three digits."""
    full, short = with_country.removeprefix("phone:"), without.removeprefix("phone:")
    if not full.startswith("+") or short.startswith("+"):
        return False
    local = short.removeprefix("0")
    return len(local) >= 6 and full.endswith(local) and len(full) - len(local) in (2, 3, 4)


def times(text: str, language: str) -> Iterator[Value]:
    """Every time of day, in minutes. Without "am" or "pm" an English one may be either."""
    for match in _TIME.finditer(text):
        found = match.groupdict()
        hour = int(next(found[name] for name in _HOURS if found[name] is not None))
        minute = int(next((found[name] for name in _MINUTES if found[name]), None) or 0)
        half = _half(found["half"] or "")
        readings = _minutes(hour, minute, half, language)
        if readings:
            yield Value(
                Kind.TIME,
                match.start(),
                match.end(),
                match.group(),
                readings=readings,
                units=frozenset({"clock"}),
            )


_HOURS: Final = ("hour", "hour2", "hour3", "hour4")
_MINUTES: Final = ("minute", "minute2", "minute3", "minute4")


def _half(words: str) -> str:
    """Before or after noon, "" where the text does not say."""
    said = words.casefold().replace(".", "").strip()
    if said in ("", "am", "pm"):
        return said
    return "am" if said in ("in the morning", "de la mañana") else "pm"


def _minutes(hour: int, minute: int, half: str, language: str) -> tuple[Span, ...]:
    at = hour * 60 + minute
    if half:
        if not 1 <= hour <= 12:
            return ()
        at = (hour % 12) * 60 + minute + (DAY_MINUTES // 2 if half == "pm" else 0)
        return spans((Decimal(at),))
    if at > DAY_MINUTES:
        return ()
    if language == "en" and 1 <= hour <= 12:
        return spans((Decimal(at), Decimal((at + DAY_MINUTES // 2) % DAY_MINUTES)))
    return spans((Decimal(at),))
