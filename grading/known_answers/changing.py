"""Another value in place of a value, and the opposite of a sentence: small changes, big difference."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from core.text import sentences
from testsets.checks.polarity import Polarity, speaks_for

_DIGITS: Final = re.compile(r"\d+")
_SMALL: Final = 10
# Numbers that rules write out. Each is replaced by the one three places on.
_WRITTEN: Final[Sequence[Sequence[str]]] = (
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"),
    ("un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "doce"),
    ("eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "zwölf"),
    ("en", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio", "tolv"),
    ("une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "douze"),
)


def another_value(value: str) -> str:
    """The value with another number in it, written in the same way; "" when there is no number."""
    match = _DIGITS.search(value)
    if match:
        return value[: match.start()] + _another_number(match.group()) + value[match.end() :]
    for listed in _WRITTEN:
        for place, word in enumerate(listed[1:], start=1):
            pattern = re.compile(rf"(?<!\w){word}(?!\w)", re.IGNORECASE)
            if pattern.search(value):
                other = listed[1 + (place + 2) % (len(listed) - 1)]
                return pattern.sub(other, value, count=1)
    return ""


def _another_number(digits: str) -> str:
    """A number of as many digits that is far enough away to be wrong, and still a day or an hour.

    12 becomes 16 and 28 becomes 18: clock times stay clock times and dates dates.
    """
    number = int(digits)
    if number < _SMALL:
        return str((number + 3) % 10 or 5).zfill(len(digits))
    if len(digits) == 2:
        return str(number + 4 if number < 20 else number - 10)
    return str(number + number // 4 + 1)[-len(digits) :].zfill(len(digits))


# Behind these words a negation goes ("is" → "is not"), in Spanish and French before them.
_VERBS: Final[Mapping[str, str]] = {
    "en": "is|are|was|were|can|could|may|must|should|will|would|has|have|does|do",
    "de": "ist|sind|war|waren|kann|können|darf|dürfen|muss|müssen|soll|sollte|sollten|wird|werden"
    "|hat|haben|gilt|gelten|kostet",
    "sv": "är|var|kan|får|måste|ska|bör|blir|har|gäller|kostar|krävs|behövs|behöver",
    "es": "es|son|está|están|puede|pueden|puedes|debe|deben|debes|tiene|tienen|hay|cuesta|cuestan"
    "|se|será|serán",
}
_NOT: Final = {"en": "not", "de": "nicht", "sv": "inte", "es": "no"}
_NEGATIONS: Final = {
    "en": r"(?:n't|n’t|\s+not|\s+never)(?!\w)",
    "de": r"\s+(?:nicht|nie)(?!\w)",
    "sv": r"\s+(?:inte|aldrig|ej)(?!\w)",
    "es": r"(?<!\w)no\s+(?=\w)",
}
_YES_NO: Final = {
    "en": ("Yes", "No"),
    "de": ("Ja", "Nein"),
    "sv": ("Ja", "Nej"),
    "es": ("Sí", "No"),
}
_OPENING: Final = re.compile(r"^\W*\w+\s*[,.:;–—-]?\s*")


def opposite(answer: str, language: str) -> str:
    """The first sentence of an answer turned into its opposite; "" when no word offers itself.

    An opening yes becomes no, and no becomes yes; what follows it is negated too, or affirmed.
    """
    spans = sentences(answer)
    if language not in _VERBS or not spans:
        return ""
    first = answer[spans[0].start : spans[0].end]
    side = speaks_for(answer, language)
    if side is not None:
        yes, no = _YES_NO[language]
        opening, rest = _OPENING.match(first), ""
        if opening is not None:
            rest = first[opening.end() :]
        turned = _turned(rest, language) if rest else ""
        word = no if side is Polarity.YES else yes
        return f"{word}, {turned}" if turned else f"{word}."
    return _turned(first, language)


def _turned(sentence: str, language: str) -> str:
    """The sentence without its negation, or with one; "" when neither can be done."""
    affirmed, count = re.subn(_NEGATIONS[language], "", sentence, count=1, flags=re.IGNORECASE)
    if count:
        return affirmed
    before = language == "es"
    verb = re.compile(rf"(?<!\w)({_VERBS[language]})(?!\w)", re.IGNORECASE)
    placed = rf"{_NOT[language]} \1" if before else rf"\1 {_NOT[language]}"
    negated, count = verb.subn(placed, sentence, count=1)
    return negated if count else ""
