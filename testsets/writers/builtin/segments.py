"""Stretches of a sentence that can be quoted by themselves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.text import words
from testsets.writers.builtin.amounts import Value


@dataclass(frozen=True, slots=True)
class Segment:
    """`sentence[start:end]`."""

    start: int
    end: int


_BOUNDARY: Final = re.compile(r"(?<!\d),\s+|,\s+(?!\d)|[;:]\s+|\s+[–—-]\s+")
_LABEL_WORDS: Final = 5
_CLAUSE_WORDS: Final = 8
_SEGMENT_WORDS: Final = 14
_BEFORE_VALUE_WORDS: Final = 8

_SUBORDINATE: Final = re.compile(
    r"(?:if|when|while|until|till|because|since|although|unless|once|as|in|to|for|by|at|on|after|before|based"
    r"|om|när|tills|eftersom|innan|efter|för|vid|i|med|medan|trots|enligt|utifrån"
    r"|wenn|falls|bis|weil|da|obwohl|sobald|bevor|nachdem|um|bei|für|im|nach|vor|mit|sofern|laut"
    r"|aufgrund"
    r"|si|cuando|hasta|porque|aunque|mientras|para|al|en|por|después|antes|con|como|según)\b",
    re.IGNORECASE,
)
# What follows one of these limits what was said before: stopping there would say more.
_LIMITS: Final = re.compile(
    r"(?:but|unless|except|if|provided|only|though|although|however|not|or|and|which|who|that|where"
    r"|men|om|utom|förutsatt|dock|endast|bara|inte|och|eller|såvida|som|vilket|vilken|där"
    r"|aber|wenn|falls|außer|sofern|jedoch|nur|nicht|und|oder|sondern|die|der|das|den|dem|deren"
    r"|dessen|welche\w*|dass|wo|um|zu|weil"
    r"|pero|si|salvo|excepto|siempre|aunque|solo|sólo|no|y|o|sino|que|quien|cuyo|donde)\b",
    re.IGNORECASE,
)
_COMPARATOR: Final = re.compile(
    r"(?:\b(?:up to|at least|at most|more than|less than|fewer than|no more than|about|around"
    r"|approximately|within|every|after|from|between|maximum|minimum|max\.?|min\.?|only|over|under"
    r"|until|by|for|for a total of|upp till|högst|minst|max|maximalt|mindre än|mer än|över|inom"
    r"|cirka"
    r"|ca\.?|ungefär|var|från|vanligtvis|oftast|efter|bis zu|mindestens|höchstens|maximal"
    r"|weniger als|mehr als|etwa|rund|circa|innerhalb von|alle|nach|ab|binnen|hasta|al menos"
    r"|como máximo|como mínimo|más de|menos de|unos|unas|aproximadamente|cada|dentro de|en|tras"
    r"|a partir de|mínimo|máximo|durante|i|på|om)\s+)+$",
    re.IGNORECASE,
)
_RATE: Final = re.compile(
    r"\s+(?:per|pro|por|je|/|an?|om|i|al|på)\s+(?:person|år|månad|dag|timme|gång|year|month|day"
    r"|week"
    r"|hour|Person|Jahr|Monat|Tag|Stunde|persona|año|mes|día|hora|semana|kvadratmeter|m²)"
    r"(?:\s+(?:och|and|und|y)\s+\w+)?(?!\w)"
    r"|\s+(?:from|after|before|efter|från|före|innan|ab|nach|vor|seit|desde|a partir del?|tras"
    r"|antes del?)\s+(?:the |el |la |los |las |der |dem |den |die |das |att )?[\w-]+"
    r"(?=[,.;)]|\Z|\s+(?:and|or|och|eller|und|oder|y|o)\s)"
)
_SERIES: Final = 3
_JOINS: Final = re.compile(
    r"(?:and|or|och|eller|und|oder|y|e|o|u)\s|[^,]{1,40}\s(?:and|or|och|eller|und|oder|y|e|o|u)\s",
    re.IGNORECASE,
)
_CONJUNCTION: Final = re.compile(
    r"\s(?:and|or|but|och|eller|men|und|oder|aber|y|o|pero)\s+", re.IGNORECASE
)


def segments(sentence: str) -> list[Segment]:
    """The sentence cut at commas, colons, semicolons and dashes, brackets kept whole."""
    found, start = [], 0
    for boundary in _BOUNDARY.finditer(sentence):
        before = sentence[start : boundary.start()]
        if before.count("(") > before.count(")") or not before.strip():
            continue
        if boundary[0].startswith(":") and len(words(before)) <= _LABEL_WORDS:
            continue  # "Detached house: 4,000 kr" says what the amount is for
        found.append(Segment(start, boundary.start()))
        start = boundary.end()
    if start < len(sentence):
        found.append(Segment(start, len(sentence)))
    return found


def opens_with_condition(sentence: str) -> bool:
    """Whether a sentence begins with a condition or a circumstance, not with what it is about."""
    return _SUBORDINATE.match(sentence) is not None


def listed(sentence: str) -> list[Segment]:
    """The items behind a colon that semicolons set apart; empty when there are none."""
    colon = re.search(r":\s+(?=\S)", sentence)
    if colon is None or sentence.count(";", colon.end()) < 1:
        return []
    found, start = [], colon.end()
    for mark in re.finditer(r";\s+", sentence[colon.end() :]):
        found.append(Segment(start, colon.end() + mark.start()))
        start = colon.end() + mark.end()
    return [*found, Segment(start, len(sentence))]


def main_clause(sentence: str) -> Segment:
    """The sentence up to a boundary behind which only more detail comes, or all of it."""
    parts = segments(sentence)
    opening = opens_with_condition(sentence)
    for position, part in enumerate(parts[:-1]):
        if opening and position == 0:
            continue
        if len(words(sentence[: part.end])) < _CLAUSE_WORDS:
            continue
        if not _LIMITS.match(sentence, parts[position + 1].start):
            return Segment(0, part.end)
    return Segment(0, len(sentence))


def is_series(sentence: str, end: int) -> bool:
    """Whether a cut here would fall inside a series: “pay nobody, share nothing, or click …”."""
    tail = sentence[end:]
    if not tail.lstrip().startswith(","):
        return False
    rest = tail.lstrip(" ,")
    parts = segments(rest)
    return len(parts) >= _SERIES or any(_JOINS.match(rest, part.start) for part in parts[:_SERIES])


def around(sentence: str, value: Value, others: Sequence[Value]) -> Segment:
    """The stretch that says what a value is the value of."""
    for part in segments(sentence):
        if not part.start <= value.start < value.end <= part.end:
            continue
        rivals = [v for v in others if v != value and part.start <= v.start < part.end]
        if not rivals and len(words(sentence[part.start : part.end])) <= _SEGMENT_WORDS:
            return part
        return _qualified(sentence, value, part, rivals)
    return Segment(value.start, value.end)


def _qualified(sentence: str, value: Value, part: Segment, rivals: Sequence[Value]) -> Segment:
    """The value with the words before it back to a conjunction, if those are few."""
    after = _RATE.match(sentence, value.end)
    end = after.end() if after else value.end
    if any(rival.start < end and rival.start > value.start for rival in rivals):
        end = value.end
    floor = max([part.start, *(rival.end for rival in rivals if rival.end <= value.start)])
    cuts = [floor + cut.end() for cut in _CONJUNCTION.finditer(sentence[floor : value.start])]
    start = cuts[-1] if cuts else floor
    if len(words(sentence[start : value.start])) <= _BEFORE_VALUE_WORDS and (
        cuts or floor == part.start
    ):
        return Segment(start, end)
    before = _COMPARATOR.search(sentence[: value.start])
    return Segment(before.start() if before else value.start, end)
