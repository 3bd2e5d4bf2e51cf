"""Currencies: their signs, codes and names, before or after the number."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final, NamedTuple

_CROWNS: Final = frozenset({"SEK", "NOK", "DKK"})
_DOLLARS: Final = frozenset({"USD", "CAD", "AUD", "NZD", "MXN"})
_POUNDS: Final = frozenset({"GBP"})
_EURO: Final = frozenset({"EUR"})
_YEN: Final = frozenset({"JPY", "CNY"})
_CENTS: Final = _EURO | _DOLLARS

_CODES: Final = "EUR USD GBP SEK NOK DKK CHF PLN CZK HUF JPY CNY MXN ARS COP CLP CAD AUD NZD INR"

_SIGNS: Final[Mapping[str, frozenset[str]]] = {
    **{code.casefold(): frozenset({code}) for code in _CODES.split()},
    "€": _EURO, "euros": _EURO, "euro": _EURO,
    "us$": frozenset({"USD"}), "$": _DOLLARS,
    "us dollars": frozenset({"USD"}), "us-dollar": frozenset({"USD"}),
    "dollars": _DOLLARS, "dollar": _DOLLARS, "dólares": _DOLLARS, "dólar": _DOLLARS,
    "bucks": _DOLLARS,
    "£": _POUNDS, "pounds": _POUNDS, "libras": _POUNDS, "pfund": _POUNDS, "pund": _POUNDS,
    "¥": _YEN, "yen": frozenset({"JPY"}),
    "kronor": frozenset({"SEK"}), "krona": frozenset({"SEK"}), "svenska kronor": frozenset({"SEK"}),
    "swedish kronor": frozenset({"SEK"}), "coronas suecas": frozenset({"SEK"}),
    "schwedische kronen": frozenset({"SEK"}), "couronnes": _CROWNS,
    "kroner": _CROWNS, "kronen": _CROWNS, "coronas": _CROWNS,
    "kr.": _CROWNS, "kr": _CROWNS, ":-": _CROWNS,
    "zł": frozenset({"PLN"}), "zloty": frozenset({"PLN"}), "złotych": frozenset({"PLN"}),
    "pesos": frozenset({"MXN", "ARS", "COP", "CLP"}), "rupees": frozenset({"INR"}),
    "₹": frozenset({"INR"}),
    "franken": frozenset({"CHF"}), "francs": frozenset({"CHF"}),
}  # fmt: skip

_HUNDREDTHS: Final[Mapping[str, frozenset[str]]] = {
    "cents": _CENTS, "cent": _CENTS, "céntimos": _EURO, "céntimo": _EURO, "centimes": _EURO,
    "öre": frozenset({"SEK"}), "øre": _CROWNS, "pence": _POUNDS, "¢": _DOLLARS, "ct": _EURO,
}  # fmt: skip


class Currency(NamedTuple):
    """The currencies that a sign may stand for, and its size in whole units."""

    codes: frozenset[str]
    scale: Decimal
    at: int


def _alternatives(words: Mapping[str, object]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_AFTER: Final = re.compile(
    rf" ?(?:,-+ ?)?(?:({_alternatives(_SIGNS)})|({_alternatives(_HUNDREDTHS)}))(?!\w)",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(rf"(?<!\w)({_alternatives(_SIGNS)}) ?-?$", re.IGNORECASE)
_LONGEST: Final = max(map(len, _SIGNS)) + 2


def currency_after(text: str, at: int) -> Currency | None:
    """The currency that stands right behind a number ending here; `at` is where it ends."""
    match = _AFTER.match(text, at)
    if match is None:
        return None
    if match.group(1):
        return Currency(_SIGNS[match.group(1).casefold()], Decimal(1), match.end())
    codes = _HUNDREDTHS[match.group(2).casefold()]
    return Currency(codes, Decimal("0.01"), match.end())


def currency_before(text: str, at: int) -> Currency | None:
    """The currency that stands right before a number beginning here; `at` is where it begins."""
    match = _BEFORE.search(text[max(0, at - _LONGEST) : at])
    if match is None or match.group(1) == ":-":
        return None
    begin = max(0, at - _LONGEST) + match.start()
    return Currency(_SIGNS[match.group(1).casefold()], Decimal(1), begin)
