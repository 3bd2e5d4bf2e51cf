"""Numbers written as words in English, Spanish, German, Swedish and French, up to a hundred."""

from collections.abc import Mapping
from functools import cache
from typing import Final

_SMALL: Final[Mapping[str, str]] = {
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn",
    "sv": "två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton "
    "sexton sjutton arton nitton",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
    "seize dix-sept dix-huit dix-neuf",
}

_TENS: Final[Mapping[str, str]] = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "sv": "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
    "fr": "vingt trente quarante cinquante soixante",
}

_ONE_IN_COMPOUNDS: Final[Mapping[str, str]] = {
    "en": "one",
    "es": "uno",
    "de": "ein",
    "sv": "ett",
    "fr": "un",
}

_OTHERS: Final[Mapping[str, Mapping[str, int]]] = {
    "en": {"a hundred": 100, "one hundred": 100, "a dozen": 12},
    "es": {
        "cien": 100, "una docena": 12, "doscientos": 200, "doscientas": 200, "quinientos": 500,
        "veintidós": 22, "veintitrés": 23, "veintiséis": 26, "dieciseis": 16,
    },
    "de": {"hundert": 100, "einhundert": 100, "zweihundert": 200, "dreissig": 30, "zwo": 2},
    "sv": {"hundra": 100, "etthundra": 100, "tvåhundra": 200, "tjugoen": 21, "trettioen": 31},
    "fr": {"cent": 100, "soixante-dix": 70, "quatre-vingts": 80, "quatre-vingt-dix": 90},
}  # fmt: skip

ONE: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("one", "a", "an"),
    "es": ("un", "una", "uno"),
    "de": ("ein", "eine", "einem", "einer", "eines", "einen"),
    "sv": ("en", "ett"),
    "fr": ("un", "une"),
}
"""Words that are "1" only in front of a unit; everywhere else they are articles."""


@cache
def number_words(language: str) -> Mapping[str, int]:
    """Every spelled number of the language and its value; empty for a language not known here."""
    if language not in _SMALL:
        return {}
    small = dict(zip(_SMALL[language].split(), range(2, 20), strict=True))
    tens = {word: 10 * place for place, word in enumerate(_TENS[language].split(), start=2)}
    units = {_ONE_IN_COMPOUNDS[language]: 1} | {w: n for w, n in small.items() if n < 10}
    compounds = {
        spelling: value + unit
        for ten, value in tens.items()
        for word, unit in units.items()
        for spelling in _compounds(language, ten, word)
    }
    return small | tens | compounds | dict(_OTHERS[language])


def _compounds(language: str, ten: str, unit: str) -> tuple[str, ...]:
    """How the language puts a ten and a unit together."""
    if language == "en":
        return (f"{ten}-{unit}", f"{ten} {unit}")
    if language == "es":
        return (f"veinti{unit}",) if ten == "veinte" else (f"{ten} y {unit}",)
    if language == "de":
        return (f"{unit}und{ten}",)
    if language == "sv":
        return (f"{ten}{unit}",)
    return (f"{ten} et {unit}",) if unit == "un" else (f"{ten}-{unit}",)
