"""Amounts, percentages, durations, dates, times and measures in a text, as they are written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What a value measures."""

    MONEY = "money"
    PERCENT = "percent"
    DURATION = "duration"
    DATE = "date"
    TIME = "time"
    MEASURE = "measure"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Value:
    """One value in a text: `text[start:end]`."""

    kind: Kind
    start: int
    end: int


_SPACE: Final = r"[ \u00a0\u2009\u202f]"
_NUMBER: Final = (
    rf"(?:\d{{1,3}}(?:(?:{_SPACE}|[.,'’])\d{{3}})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?![\d])"
)
_TO: Final = rf"(?:{_SPACE}?[-–—]{_SPACE}?|{_SPACE}(?:to|till|bis|a|al|hasta){_SPACE})"
# "between 2 and 3 weeks" is one value; "2 and 3 weeks" are two.
_BETWEEN: Final = r"(?:(?<=between )|(?<=mellan )|(?<=zwischen )|(?<=entre ))"
_AND: Final = rf"{_SPACE}(?:and|och|und|y){_SPACE}"
_WORDS: Final = (
    # English, German, Swedish, Spanish, up to what people write out in rules
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty"
    r"|thirty|forty|fifty|sixty|ninety"
    r"|eine[rmns]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|vierzehn|dreißig"
    r"|en|ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|fjorton|femton|trettio"
    r"|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta"
)
_QUANTITY: Final = rf"(?:{_NUMBER}|(?<![\w-])(?:{_WORDS}))"
_RANGE: Final = rf"(?:{_QUANTITY}{_TO}|{_BETWEEN}{_QUANTITY}{_AND})?{_QUANTITY}"
_NUMBER_RANGE: Final = rf"(?:{_NUMBER}{_TO}|{_BETWEEN}{_NUMBER}{_AND})?{_NUMBER}"
_MULTIPLE: Final = (
    r"(?:million(?:s|er|en|es)?|millones|miljon(?:er)?|mio\.?|mkr|milliarden?|miljard(?:er)?"
    r"|billion"
    r"|tusen|thousand|mil|tausend|mdkr)"
)

_MONTHS: Final = (
    r"january|february|march|april|may|june|july|august|september|october|november|december"
    r"|januar|februar|märz|mai|juni|juli|oktober|dezember|januari|februari|mars|maj|augusti"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre"
    r"|diciembre"
)
_DATE: Final = "|".join(
    (
        r"\d{4}-\d{2}-\d{2}",
        r"\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})(?![\d.])",
        rf"(?:{_MONTHS})\.? \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?",
        rf"\d{{1,2}}(?:st|nd|rd|th|\.|º)?(?: de| of)? (?:{_MONTHS})(?:(?: de| del|,)? \d{{4}})?",
        rf"(?:{_MONTHS})(?: de| del| of|,)? \d{{4}}",
    )
)

# "10 am to 4 pm" and "1 April to 31 October" say one thing: neither end alone is an answer.
_UP_TO: Final = re.compile(
    rf"{_SPACE}?[-–—]{_SPACE}?|{_SPACE}(?:to|until|till|till och med|bis|a|al|hasta)"
    rf"{_SPACE}(?:the |den |el |las? |kl\.? ?)?",
    re.IGNORECASE,
)

_DAY_KINDS: Final = (
    r"(?:business |working |calendar |full |consecutive |school |whole |hela |volle[nr]? "
    r"|ganze[nr]? )?"
)
_TIME_UNITS: Final = (
    r"(?:milli)?seconds?|minutes?|mins?|hours?|days?|nights?|weeks?|months?|years?|decades?"
    r"|sekunden?|minuten?|stunden?|tagen?|tage?s?|werktagen?|werktage?s?|arbeitstagen?"
    r"|arbeitstage?s?"
    r"|wochen?|monaten?|monate?s?|jahren?|jahre?s?|kalendertagen?|nächten?"
    r"|sekund(?:er)?|minut(?:er)?|timmar|timme|tim|dag(?:ar)?|dygn|vecka|veckor|månad(?:er)?|år"
    r"|arbetsdag(?:ar)?|bankdag(?:ar)?|vardag(?:ar)?|kalenderdag(?:ar)?|årtionden?"
    r"|segundos?|minutos?|horas?|días?(?: hábiles| laborables| naturales)?|semanas?|mes(?:es)?"
    r"|años?"
)
_CURRENCY_BEFORE: Final = r"(?:US\$|A\$|[€$£¥]|EUR|USD|GBP|CHF|SEK|NOK|DKK)"
_CURRENCY_AFTER: Final = (
    r"(?:€|\$|£|kr\b|kronor|kronen|SEK|NOK|DKK|EUR|USD|GBP|CHF|euros?\b|dollars?\b|pounds?\b"
    r"|dólares"
    r"|pesos?\b|libras\b|francs?\b|franken\b|cents?\b|céntimos?\b|öre\b|kSEK\b|tkr\b|mkr\b|MSEK\b)"
)
_UNITS: Final = (
    r"(?:l|liter|litres?|liters?|litros?|m[³3]|W|kWh)/(?:s|min|h|m[²³2]|person|persona|dygn|år"
    r"|year)"
    r"(?:/(?:år|year|m[²2]))?(?![\w])|"
    r"(?:mm|cm|dm|km|m|mil|µm|kg|g|mg|hg|ton(?:s|nes)?|l|dl|cl|ml|liter|litres?|liters?|litros?)"
    r"(?:[²³]|2(?!\d)|3(?!\d))?(?![\w²³])"
    r"|(?:kvadratmeter|kubikmeter|meter|metres?|meters?|metros?(?: cuadrados)?|kilometers?"
    r"|kilómetros?"
    r"|miles?|feet|foot|inch(?:es)?|pies|pulgadas|yards?|acres?|hektar)(?![\w])"
    r"|(?:kWh|MWh|kW|MW|W|kVA|V|A|Hz|kHz|MHz|GHz|lux|dB|Bq|mbar|bar|Pa|kPa"
    r"|l/s)(?:/[\w²³]+)*(?![\w])"
    r"|(?:bytes?|[KMGT]i?B|[kKMG]bit(?:/s)?|bits?|Mbps|Gbps|pixels?|px|dpi)(?![\w])"
    r"|°\s?[CF]|°|grader|degrees|Grad(?![\w])|grados"
)

_PATTERNS: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE if ignore_case else 0))
    for kind, ignore_case, pattern in (
        (Kind.DATE, True, rf"(?<![\w./-])(?:{_DATE})(?![\w])"),
        (
            Kind.MONEY,
            True,
            rf"(?<![\w.,])(?:{_CURRENCY_BEFORE}{_SPACE}?{_NUMBER}(?:{_TO}{_CURRENCY_BEFORE}?{_SPACE}?{_NUMBER})?"
            rf"(?:{_SPACE}{_MULTIPLE}(?!\w))?"
            rf"|{_NUMBER_RANGE}{_SPACE}?(?:{_MULTIPLE}{_SPACE}(?:de )?)?{_CURRENCY_AFTER})"
            r"(?:/(?:m[²³2]?|kvm|år|mån(?:ad)?|timme|tim|h|dag|person|year|month|hour|day|week"
            r"|Jahr|Monat"
            r"|Tag|Stunde|año|mes|hora|día|kWh|st|stycke))*(?!\w)",
        ),
        (
            Kind.PERCENT,
            True,
            rf"(?<![\w.,]){_NUMBER_RANGE}{_SPACE}?(?:%|‰|per ?cent(?!\w)|procent(?!\w)"
            rf"|prozent(?!\w)"
            r"|por ciento|promille(?!\w)|procentenheter|percentage points)",
        ),
        (
            Kind.DURATION,
            True,
            rf"(?<![\w.,]){_RANGE}[ \u00a0-]{_DAY_KINDS}(?:{_TIME_UNITS})(?!\w)",
        ),
        (
            Kind.TIME,
            True,
            r"(?<![\w.,:])(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?(?: ?(?:[ap]\.m\.|[ap]m)| uhr"
            r"| h(?:oras)?)(?!\w)"
            r"|(?<![\w.,:])(?:[01]?\d|2[0-3]):[0-5]\d(?!\d|:\d)"
            r"|(?<!\w)kl\.? ?\d{1,2}(?:[:.]\d{2})?",
        ),
        (
            Kind.MEASURE,
            False,
            rf"(?<![\w.,:×])(?:{_NUMBER}{_SPACE}?[×x]{_SPACE}?)*{_NUMBER_RANGE}{_SPACE}?(?:{_UNITS})",
        ),
    )
)


def values_in(text: str) -> list[Value]:
    """The values of a text in order; where two overlap, the longer one."""
    found = sorted(_all(text), key=lambda value: (value.start, value.start - value.end))
    kept: list[Value] = []
    for value in found:
        if kept and value.start < kept[-1].end:
            if value.end - value.start > kept[-1].end - kept[-1].start:
                kept[-1] = value
            continue
        if kept and _one_range(text, kept[-1], value):
            kept[-1] = Value(value.kind, kept[-1].start, value.end)
            continue
        kept.append(value)
    return kept


def _one_range(text: str, first: Value, second: Value) -> bool:
    ends = first.kind is second.kind and second.kind in (Kind.TIME, Kind.DATE)
    return ends and _UP_TO.fullmatch(text, first.end, second.start) is not None


def _all(text: str) -> Iterator[Value]:
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            yield Value(kind, match.start(), match.end())


_COUNT: Final = re.compile(rf"(?<![\w.,:/§-]){_NUMBER}(?![\w%:/²³°-])")


def counts_in(text: str) -> list[Value]:
    """Bare numbers of a text that are no value of another kind."""
    taken = values_in(text)
    return [
        Value(Kind.COUNT, match.start(), match.end())
        for match in _COUNT.finditer(text)
        if not any(value.start < match.end() and match.start() < value.end for value in taken)
    ]
