"""Whether an answer says yes or no (M1.20)."""

import re
from enum import StrEnum
from typing import Final

from core.text import fold


class Polarity(StrEnum):
    """The side an answer takes."""

    YES = "yes"
    NO = "no"


_YES: Final[dict[str, str]] = {
    "en": r"yes|yeah|yep|absolutely|certainly|of course|definitely|correct|indeed|sure",
    "de": r"ja|jawohl|natürlich|selbstverständlich|doch|richtig|klar|auf jeden fall",
    "es": r"sí|si(?=,)|claro|por supuesto|efectivamente|desde luego|correcto|así es|cierto",
    "sv": r"ja|jo|javisst|absolut|självklart|givetvis|naturligtvis|stämmer",
    "fr": r"oui|bien sûr|absolument|tout à fait",
    "it": r"sì|certo|certamente",
    "pt": r"sim|claro|com certeza",
    "nl": r"ja|zeker|natuurlijk",
    "da": r"ja|jo|selvfølgelig",
    "no": r"ja|jo|selvfølgelig",
    "fi": r"kyllä|joo|toki",
    "pl": r"tak|oczywiście",
}
# Where "no" is also a determiner or plain negation ("No certificates are …", "No cobramos …"), only
# a pause behind it makes it an answer.
_NO: Final[dict[str, str]] = {
    "en": r"no(?=[,.;:!–—-]|$| -)|nope|never|not (?:yet|currently|at present|at this time"
    r"|at the moment|directly"
    r"|necessarily|by default|always|unless|if)|unfortunately,? (?:no|not)|sorry, no",
    "de": r"nein|niemals|nie|leider (?:nein|nicht|nie)|keineswegs|keinesfalls|nicht (?:unbedingt"
    r"|direkt|zwingend|ohne)|auf keinen fall",
    "es": r"no(?=[,.;:!–—]|$| -)|nunca|jamás|lamentablemente,? no|desgraciadamente,? no"
    r"|de ninguna manera|en absoluto"
    r"|tampoco",
    "sv": r"nej|aldrig|tyvärr (?:nej|inte)|inte (?:alls|direkt|alltid|nödvändigtvis|utan|om)",
    "fr": r"non|jamais|malheureusement,? non",
    "it": r"no(?=[,.;:!–—]|$)|mai|purtroppo,? no",
    "pt": r"não(?=[,.;:!–—]|$)|nunca|infelizmente,? não",
    "nl": r"nee|neen|nooit|helaas niet",
    "da": r"nej|aldrig|desværre ikke",
    "no": r"nei|aldri|dessverre ikke",
    "fi": r"ei(?=[,.;:!–—]|$)|valitettavasti ei",
    "pl": r"nie(?=[,.;:!–—]|$)|nigdy|niestety nie",
}
# "Yes and no", "in part": an answer that takes neither side.
_NEITHER: Final = re.compile(
    r"(?:yes and no|both yes and no|in part|partly|it depends|that depends|jein|ja und nein"
    r"|teilweise"
    r"|das kommt darauf an|es kommt darauf an|sí y no|depende|en parte|ja och nej|både ja och nej"
    r"|delvis|det beror på)(?!\w)",
    re.IGNORECASE,
)


def speaks_for(answer: str, language: str) -> Polarity | None:
    """The side that the answer's first words take; None when they say neither yes nor no."""
    start = fold(answer).lstrip(" \"'-*•(¡¿")
    if _NEITHER.match(start):
        return None
    for side, table in ((Polarity.YES, _YES), (Polarity.NO, _NO)):
        pattern = table.get(language, table["en"])
        if re.match(rf"(?:{pattern})(?![\w-])", start, re.IGNORECASE):
            return side
    return None
