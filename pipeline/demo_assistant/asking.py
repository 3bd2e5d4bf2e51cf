"""What kind of thing a question asks for: an amount, a time, a place, a reason…"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Wanted(StrEnum):
    """What a fitting answer names."""

    AMOUNT = "amount"
    DURATION = "duration"
    TIME = "time"
    COUNT = "count"
    SIZE = "size"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    MANNER = "manner"
    DEFINITION = "definition"
    DUTY = "duty"
    YES_OR_NO = "yes_or_no"


NUMBERS: Final = frozenset({Wanted.AMOUNT, Wanted.DURATION, Wanted.TIME, Wanted.COUNT, Wanted.SIZE})
# So many questions are of these kinds that agreeing in them says little.
COMMON: Final = frozenset({Wanted.YES_OR_NO, Wanted.MANNER, Wanted.DEFINITION})

# English, Spanish, German, Swedish. The order matters: "how long" is looked for before "how".
_WORDING: Final[Mapping[Wanted, re.Pattern[str]]] = {
    wanted: re.compile(pattern, re.IGNORECASE)
    for wanted, pattern in {
        Wanted.DUTY: r"\bwhat (?:do|must|should) (?:i|you|we) (?:have to |need to )?do\b"
        r"|\bqu[eé] (?:hay que|debo|debe|tengo que) hacer\b|\bwas (?:muss|soll) (?:ich|man) tun\b"
        r"|\bvad (?:ska|måste|behöver) (?:jag|man) göra\b",
        Wanted.DURATION: r"\bhow long\b|\bcu[aá]nto (?:tiempo|dura|tarda)|\bplazo\b"
        r"|\bwie lange\b|\bhur (?:länge|lång tid)\b",
        Wanted.AMOUNT: r"\bhow much\b|\b(?:price|costs?|fees?)\b|\bcu[aá]nto (?:cuesta|vale|hay)"
        r"|\bcu[aá]nt[oa]\b|\bpreci|\bwie ?viel\b|\bkosten\b|\bkostet\b|\bpreis|\bgebühr"
        r"|\bhur (?:mycket|stor del)\b|\bkostar\b|\bkostnad|\bpris(?:et)?\b|\bavgift",
        Wanted.COUNT: r"\bhow (?:many|often)\b|\bcu[aá]nt[oa]s\b|\bwie (?:viele|oft)\b"
        r"|\bhur (?:många|ofta)\b",
        Wanted.SIZE: r"\bhow (?:old|big|large|high|heavy|tall|far|deep|wide|close)\b|\bmaximum\b"
        r"|\b(?:hasta )?qu[eé] (?:edad|altura|peso|tamaño)|\bwie (?:alt|groß|hoch|schwer|tief)\b"
        r"|\bhur (?:gammal|stor|stort|hög|högt|djupt|nära|lång|långt|tjock)\b|\bavstånd",
        Wanted.TIME: r"^\W*(?:(?:from|until|since|by) )?when\b|\bwhat time\b|\bdeadline\b"
        r"|\bcu[aá]ndo\b|\bqu[eé] hor(?:a|ario)|\bwann\b|\bnär\b|\bvilken tid\b|\böppettider\b",
        Wanted.PERSON: r"\b(?:who|whose|whom)\b|\bqui[eé]n|\bwer\b|\bwem\b|\bwen\b|\bvem\b",
        Wanted.PLACE: r"\bwhere\b|\bd[oó]nde\b|\bwo\b|\bwohin\b|\bvar\b",
        Wanted.REASON: r"\bwhy\b|\bpor qu[eé]\b|\bwarum\b|\bwieso\b|\bvarför\b",
        Wanted.MANNER: r"\bhow\b|\bc[oó]mo\b|\bwie\b|\bhur\b",
        Wanted.DEFINITION: r"\bwhat (?:is|are)\b|\bwhat does .* mean\b|\bmeaning of\b"
        r"|\bqu[eé] (?:es|son|significa|quiere decir)\b|\bwas (?:ist|sind|bedeutet|heißt)\b"
        r"|\bvad (?:är|betyder|innebär)\b",
        Wanted.YES_OR_NO: r"^\W*(?:can|could|do|does|did|is|are|will|would|should|may|must|has|have"
        r"|puedo|puede|se puede|pueden|hay|es|son|tengo|tiene|debo|est[aá]n?"
        r"|kann|können|darf|muss|ist|sind|gibt|hat|haben|wird|brauche"
        r"|kan|får|måste|är|finns|ska|har|behöver|behövs|krävs|gäller)\b",
    }.items()
}

# What only wraps the matter of a question: "what do I have to do to", "qué significa".
_WRAPPING: Final = re.compile(
    r"^\W*(?:"
    r"what (?:do|must|should|can) (?:i|you|we|one) (?:have to |need to )?do (?:in order )?(?:to|if)"
    r"|what (?:is|are) (?:the )?meaning of|what (?:is|are|does)|what's"
    r"|qu[eé] (?:hay que|debo|debe|tengo que|puedo) hacer (?:para|si)"
    r"|qu[eé] (?:es|son|significan?|quiere decir)"
    r"|was (?:muss|soll|kann) (?:ich|man) tun,? (?:um|wenn|damit)"
    r"|was (?:ist|sind|bedeutet|bedeuten|heißt|versteht man unter)"
    r"|vad (?:ska|måste|behöver|kan) (?:jag|man) göra (?:för att|om)"
    r"|vad (?:är|betyder|innebär|menas med)"
    r")\b",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(r"\b(?:mean|stand for)\W*$", re.IGNORECASE)

# "A handler is …", "Servitut är …", "HTTPS: …": the subject, at most five words, and what it is.
_DEFINING: Final = re.compile(
    r"(?:^|\n)(?P<subject>(?:\S+\s+){0,4}\S+?)\s?(?::\s|\s(?:is|are|means|es|son|ist|sind|är|betyder|innebär)\s)",
    re.IGNORECASE,
)


# "You need to …", in the same languages.
_DUTY: Final = re.compile(
    r"\b(?:must|need(?:s)? to|ha(?:ve|s) to|required?|hay que|deb(?:e|en|er[aá]n?)|tiene que"
    r"|necesita|muss|müssen|brauchen?|erforderlich|måste|behöver|krävs|ska)\b",
    re.IGNORECASE,
)


def says_duty(text: str) -> bool:
    """Whether a text says that something has to be done."""
    return _DUTY.search(text) is not None


def matter(question: str) -> str:
    """The question without the words that only make a question of it."""
    rest = _AFTER.sub("", _WRAPPING.sub("", question))
    return rest if any(map(str.isalnum, rest)) else question


def defined(text: str) -> list[str]:
    """The subjects that the lines of a text define, as they stand there."""
    return [found["subject"] for found in _DEFINING.finditer(text)]


def wanted(question: str) -> Wanted | None:
    """The kind of the question; None where its wording does not tell."""
    return next((kind for kind, wording in _WORDING.items() if wording.search(question)), None)
