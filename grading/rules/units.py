"""Units of measures and durations, each with its dimension and its size in it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from grading.rules.value import Kind


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: what it measures, and how many base units it holds."""

    kind: Kind
    dimension: str
    scale: Decimal


# Dimension, size in the dimension's base unit, spellings. A unit of two words stands before the
# unit that is its first word.
_DURATIONS: Final = (
    ("time", "1", r"seconds?|segundos?|sekunden?|sekund(?:er|ers)?|secondes?|secs?"),
    ("time", "60", r"minutes?|minutos?|minuten?|minut(?:er|ers)?|mins?"),
    ("time", "3600", r"hours?|horas?|stunden?|stünd\w+|timm(?:e|ar|ars|es)|tim|heures?|hrs?|std|h"),
    ("workday", "1", r"(?:working|business|bank)[ -]days?|días (?:hábiles|laborables)|werktage?n?|"
     r"arbeitstage?n?|geschäftstage?n?|arbetsdag(?:ar|ars|en)?|bankdag(?:ar|ars)?|vardag(?:ar|ars)?|"
     r"jours (?:ouvrables|ouvrés)"),
    ("time", "86400", r"(?:calendar[ -])?days?|días?(?: naturales)?|(?:kalender)?tage?[ns]?|tägig\w*|"
     r"dag(?:ar|ars|s)?|dygn|jours?|journées?"),
    ("time", "604800", r"weeks?|semanas?|wochen?|wöchig\w*|veck(?:a|or|ors)|semaines?"),
    ("months", "1", r"months?|mes(?:es)?|monate?n?s?|monatig\w*|månad(?:er|ers|s)?|mois"),
    ("months", "3", r"quarters?|trimestres?|quartale?|kvartal"),
    ("months", "12", r"years?|años?|jahre?[ns]?|jährig\w*|år(?:s|ig\w*)?|ans?|années?|yrs?"),
)  # fmt: skip

_MEASURES: Final = (
    ("length", "0.001", r"mm|millimet(?:er|re)s?|milímetros?|millimètres?"),
    ("length", "0.01", r"cm|centimet(?:er|re)s?|centímetros?|centimètres?|zentimetern?"),
    ("length", "1000", r"km|kilomet(?:er|re)s?|kilómetros?|kilomètres?"),
    ("area", "1", r"m²|m2|m\^2|sqm|kvm|sq\.? ?m|square met(?:er|re)s?|kvadratmeter|quadratmetern?|"
     r"metros cuadrados|mètres carrés"),
    ("area", "10000", r"hectares?|hektar(?:e|en)?|hectáreas?|ha"),
    ("volume", "1000", r"m³|m3|cubic met(?:er|re)s?|kubikmeter|metros cúbicos|mètres cubes"),
    ("length", "1", r"m|met(?:er|re)s?|metern|metros?|mètres?"),
    ("mass", "0.001", r"g|grams?|gramos?|gramm|grammes?"),
    ("mass", "1", r"kg|kilos?|kilograms?|kilogramos?|kilogramm|kilogrammes?"),
    ("mass", "1000", r"t|tonn(?:e|es|en)|tons?|ton|toneladas?"),
    ("volume", "0.001", r"ml|millilit(?:er|re)s?|mililitros?"),
    ("volume", "0.01", r"cl"),
    ("volume", "0.1", r"dl|decilit(?:er|re)s?"),
    ("volume", "1", r"l|lit(?:er|re)s?|litros?"),
    ("power", "1", r"w|watts?|vatios?"),
    ("power", "1000", r"kw|kilowatts?|kilovatios?"),
    ("energy", "1", r"kwh|kilowattstunden?|kilowatt[ -]hours?|kilowattimmar"),
    ("temperature", "1", r"°c|° c|degrees celsius|grad celsius|grader|grados|degrés|°"),
    ("data", "0.001", r"kb"),
    ("data", "1", r"mb|megabytes?"),
    ("data", "1000", r"gb|gigabytes?"),
    ("data", "1000000", r"tb|terabytes?"),
    ("bits", "1", r"bits?|bitars"),
    ("permille", "1", r"‰|per mille?|promille?"),
)  # fmt: skip

PERCENT: Final = r"%|per ?cent\b|procent\w*|prozent\w*|por ciento|pour ?cent|per cento|pct\b"


_TABLE: Final = tuple(
    (Unit(kind, dimension, Decimal(scale)), spelling)
    for kind, table in ((Kind.DURATION, _DURATIONS), (Kind.MEASURE, _MEASURES))
    for dimension, scale, spelling in table
)
_UNIT: Final = re.compile(
    "[ -]?(?:"
    + "|".join(f"(?P<u{place}>{spelling})" for place, (_, spelling) in enumerate(_TABLE))
    + r")(?![\w²³])",
    re.IGNORECASE,
)
_PERCENT: Final = re.compile(rf"[ -]?(?:{PERCENT})", re.IGNORECASE)
_PERCENT_UNIT: Final = Unit(Kind.PERCENT, "percent", Decimal(1))

MULTIPLIERS: Final[Mapping[str, str]] = {
    "hundred": "100",
    "thousand": "1000", "mil": "1000", "tausend": "1000", "tusen": "1000", "mille": "1000",
    "million": "1000000", "millions": "1000000", "millón": "1000000", "millones": "1000000",
    "millionen": "1000000", "miljon": "1000000", "miljoner": "1000000", "mio": "1000000",
    "mio.": "1000000", "mn": "1000000", "mkr": "1000000",
    "billion": "1000000000", "billions": "1000000000", "milliarde": "1000000000",
    "milliarden": "1000000000", "miljard": "1000000000", "miljarder": "1000000000",
    "milliard": "1000000000", "milliards": "1000000000", "mrd": "1000000000",
    "k": "1000", "tkr": "1000",
    "msek": "1000000", "meur": "1000000", "musd": "1000000", "mdkk": "1000000", "mnok": "1000000",
}  # fmt: skip

_WITH_CURRENCY: Final = frozenset({"tkr", "mkr", "msek", "meur", "musd", "mdkk", "mnok"})

_MULTIPLIER: Final = re.compile(
    "[ -]?(" + "|".join(re.escape(word) for word in sorted(MULTIPLIERS, key=len, reverse=True)) +
    r")(?!\w)(?: (?:de|of|d'))?",
    re.IGNORECASE,
)  # fmt: skip


def unit_at(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit that begins here, with the place where it ends."""
    percent = _PERCENT.match(text, at)
    if percent:
        return _PERCENT_UNIT, percent.end()
    match = _UNIT.match(text, at)
    if match is None or match.lastgroup is None:
        return None
    return _TABLE[int(match.lastgroup.removeprefix("u"))][0], match.end()


def multiplier_at(text: str, at: int) -> tuple[Decimal, int] | None:
    """How much a word such as "million" multiplies the number before it."""
    match = _MULTIPLIER.match(text, at)
    if match is None:
        return None
    word = match.group(1).casefold()
    # "mkr" and "tkr" name the currency too, so whoever reads the amount still has to see the "kr".
    end = match.start(1) + 1 if word in _WITH_CURRENCY else match.end()
    return Decimal(MULTIPLIERS[word]), end
