"""What a question asks for: a value of some kind, yes or no, or something told in words."""

import re
from typing import Final

from core.text import fold, words
from testsets.writers.builtin.amounts import Kind

_MONEY: Final = (Kind.MONEY,)
_SHARE: Final = (Kind.PERCENT,)
_HOW_MUCH: Final = (Kind.MONEY, Kind.PERCENT, Kind.MEASURE)
_LONG: Final = (Kind.DURATION, Kind.DATE)
_WHEN: Final = (Kind.DATE, Kind.TIME, Kind.DURATION)
_SIZE: Final = (Kind.MEASURE, Kind.PERCENT, Kind.MONEY)
_MANY: Final = (Kind.COUNT, Kind.MEASURE, Kind.PERCENT)
_OLD: Final = (Kind.DURATION,)
_LIMIT: Final = (Kind.MONEY, Kind.PERCENT, Kind.MEASURE, Kind.DURATION)

# The more particular wording stands first; the first that matches decides.
_ASKED: Final[dict[str, tuple[tuple[str, tuple[Kind, ...]], ...]]] = {
    "en": (
        (r"how much (?:time|longer)|how long|how often|how (?:soon|quickly|fast)|how old", _LONG),
        (
            r"how much (?:does|do|is|are|will|would)\b.*\b(?:cost|pay|fee|price|charge)"
            r"|how much (?:money|does|is the fee)",
            _MONEY,
        ),
        (
            r"what (?:does|do|will|would) .*\bcosts?\b|what (?:is|are) the (?:\w+ )?(?:price|fee"
            r"|cost|charge)s?\b",
            _MONEY,
        ),
        (r"(?:what|which) percent\w*|what share|what (?:is the )?(?:interest )?rate", _SHARE),
        (r"how much", _HOW_MUCH),
        (r"how many", _MANY),
        (
            r"when (?:does|do|is|are|will|did|must|should|can|may)\b|(?:at )?what time|(?:by"
            r"|on) (?:what|which) (?:date|day)",
            _WHEN,
        ),
        (r"how (?:far|high|big|large|deep|tall|wide|close|thick|heavy|small)\b", _SIZE),
        (
            r"what (?:is|are) the (?:max|min|limit|largest|smallest|highest|lowest)",
            _LIMIT,
        ),
        (r"what (?:is|are) the (?:\w+ )?(?:deadline|period|lifetime|opening hours)", _LONG),
    ),
    "de": (
        (r"wie ?viel zeit|wie lange|wie oft|wie schnell|bis wann|ab wann|wie alt", _LONG),
        (
            r"was kostet|was kosten|wie ?viel kostet|wie ?viel kosten|wie teuer|wie hoch (?:ist"
            r"|sind) (?:die|der) (?:\w*gebühr\w*|\w*kosten|preis)",
            _MONEY,
        ),
        (r"wie ?viel prozent|welche[rnm]? (?:anteil|prozentsatz|zinssatz)", _SHARE),
        (r"wie ?viel(?!e)", _HOW_MUCH),
        (r"wie ?viele", _MANY),
        (r"wann|um wie ?viel uhr|an welchem (?:tag|datum)", _WHEN),
        (r"wie (?:hoch|groß|weit|tief|breit|dick|schwer|nah)\b", _SIZE),
        (
            r"(?:was|wie) (?:ist|lautet) (?:der|die|das) (?:maximale|höchste|mindest|minimale"
            r"|maximal)\w*",
            _LIMIT,
        ),
        (r"(?:was|welche|wie) (?:ist|lang ist) die \w*(?:frist|dauer|laufzeit)", _LONG),
    ),
    "es": (
        (
            r"cuánto tiempo|cuánto (?:dura|tarda)n?|cada cuánto|con qué frecuencia|(?:hasta"
            r"|desde) cuándo|qué plazo|cuál es el (?:plazo|período|periodo|tiempo)",
            _LONG,
        ),
        (
            r"cuánto (?:cuesta|cuestan|vale|valen|cobra|cobran|hay que pagar|se paga)|cuál es (?:el"
            r"|la) (?:precio|coste|costo|tarifa|tasa|cuota)|qué (?:precio|coste)",
            _MONEY,
        ),
        (r"qué porcentaje|qué proporción", _SHARE),
        (r"cuánt[oa](?!s)", _HOW_MUCH),
        (r"cuánt[oa]s", _MANY),
        (r"cuándo|a qué hora|en qué fecha|qué día", _WHEN),
        (r"qué (?:tamaño|altura|distancia|longitud|superficie)", _SIZE),
        (r"cuál es (?:el|la) (?:\w+ )?(?:máxim[oa]|mínim[oa]|límite)", _LIMIT),
    ),
    "sv": (
        (
            r"hur länge|hur lång\w* gäller|hur lång tid|hur ofta|hur snabbt|hur gammal\w*"
            r"|hur lång (?:är|ska)\b",
            _LONG,
        ),
        (
            r"vad (?:kostar|tar .* betalt)|hur mycket (?:kostar|får jag betala)|vad (?:är"
            r"|ligger) (?:priset|kostnaden|avgiften)|hur (?:dyrt|dyr)",
            _MONEY,
        ),
        (r"hur många procent|vilken (?:andel|procentsats|ränta)", _SHARE),
        (r"hur mycket", _HOW_MUCH),
        (r"hur många", _MANY),
        (r"när\b(?! det gäller)|(?:vilken|vilket) (?:tid|datum|dag)\b", _WHEN),
        (
            r"hur (?:stor|stort|stora|hög|högt|höga|långt|nära|djup|djupt|tjock|tjockt|bred|brett"
            r"|tung|varmt)\b",
            _SIZE,
        ),
        (
            r"vad är (?:max|maxbeloppet|maximal\w*|minsta|högsta|lägsta|gränsen)|vilken (?:max"
            r"|maximal|minsta|högsta)\w*",
            _LIMIT,
        ),
        (r"vad är \w*(?:tiden|fristen|perioden)\b", _LONG),
    ),
}

_POLAR: Final[dict[str, str]] = {
    "en": r"(?:is|are|am|was|were|do|does|did|can|could|will|would|should|shall|may|might|must|has"
    r"|have|had|isn't|aren't|don't|doesn't|can't|won't)\b",
    "de": r"(?:ist|sind|bin|war|waren|kann|können|könnte|darf|dürfen|muss|müssen|soll|sollte"
    r"|sollten"
    r"|gibt|gilt|gelten|hat|habe|haben|wird|werden|würde|brauche|braucht|brauchen|bekomme|bekommt"
    r"|erhalte|stellt|stellen|bietet|bieten|unterstützt|generiert|generieren|speichert|kostet"
    r"|gehört"
    r"|verwendet|nutzt|funktioniert|funktionieren|lohnt|reicht|zählt|besteht|kommt|geht|lässt"
    r"|vertraut)\b",
    "sv": r"(?!(?:vad|hur|när|var|varför|vilken|vilka|vilket|vem|vems|vart)\b)\w+(?:[aeiouåäö]r|s"
    r"|r|n|ll"
    r"|ste|de|år)\b",
    "es": r"(?!(?:a |de |en |con |para |por |desde |hasta |sobre )?(?:qué|cuál|cuáles|cómo|cuándo"
    r"|cuánt\w+"
    r"|dónde|adónde|quién|quiénes|porqué)\b)\w+",
}
_ALTERNATIVE: Final = re.compile(r",? (?:or|oder|o|eller) ", re.IGNORECASE)
_SHORT: Final = 6
_OPENS_WITH_WORD: Final = re.compile(
    r"(?:what|how|when|where|why|who|whom|whose|which|was|wie|wann|wo|wer|wem|wen|warum|wieso"
    r"|weshalb"
    r"|welche[rsmn]?|woher|wohin|wieviel|vad|hur|när|var|varför|vilken|vilka|vilket|vem|vems|vart"
    r"|(?:a |de |en |con |para |por |desde |hasta |sobre )?(?:qué|cuál|cuáles|cómo|cuándo"
    r"|cuánt\w+|dónde"
    r"|adónde|quién|quiénes))\b",
    re.IGNORECASE,
)


def kinds_asked(question: str, language: str) -> tuple[Kind, ...]:
    """The kinds of value that the question asks for; empty when it asks for none."""
    for part in _parts(question):
        for pattern, kinds in _ASKED.get(language, ()):
            found = re.search(rf"(?<!\w)(?:{pattern})", part, re.IGNORECASE)
            # Further on it is the second thing asked: "What is a permit and when is it required?"
            if found and _opens(part, found.start()):
                return kinds
    return ()


def _opens(part: str, position: int) -> bool:
    """Whether a sentence or a clause begins here, a preposition apart."""
    return len(words(re.split(r"[,:;–—]", part[:position])[-1])) <= 1


def is_polar(question: str, language: str) -> bool:
    """Whether yes or no would answer the question, going by its word order."""
    pattern = _POLAR.get(language)
    last = _parts(question)[-1]
    if pattern is None or kinds_asked(question, language) or is_alternative(question):
        return False
    clauses = [last]
    if language != "es":
        # "If I lose my card, can I …?": the question begins behind the condition.
        clauses += [part.strip() for part in last.split(",")[1:]]
    return any(
        re.match(pattern, clause, re.IGNORECASE) and len(words(clause)) > 1 for clause in clauses
    )


def asks_openly(question: str, language: str) -> bool:
    """Whether a question word opens the question or one of its parts: yes or no answers none."""
    return any(
        _OPENS_WITH_WORD.match(clause.strip())
        for part in _parts(question)
        for clause in part.split(",")
    ) or bool(kinds_asked(question, language))


_TWICE: Final = re.compile(
    r"\b(?:and|och|und|y)\s+(?:what|how|when|where|why|who|which|vad|hur|när|var|varför|vem|vilken"
    r"|vilka|was|wie|wann|wo|warum|wer|welche[rsmn]?|qué|cómo|cuándo|dónde|por qué|quién|cuál)\b",
    re.IGNORECASE,
)


def asks_twice(question: str) -> bool:
    """Whether two things are asked: “What is a permit and when is it required?”."""
    return _TWICE.search(question) is not None


def is_alternative(question: str) -> bool:
    """Whether the question only names two things to choose from: “One account or many?”."""
    parts = _parts(question)
    return len(parts) == 1 and bool(_ALTERNATIVE.search(parts[0])) and len(words(question)) < _SHORT


def _parts(question: str) -> list[str]:
    """The sentences of the question, without the marks around them."""
    text = fold(question).strip()
    parts = [part.strip(" ¿?¡!\"'.") for part in re.split(r"(?<=[.!?])\s+|\s+(?=¿)", text)]
    return [part for part in parts if part] or [text]
