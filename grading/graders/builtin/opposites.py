"""Words of five languages that turn a statement round, and pairs of words that oppose each other."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


def _word(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)


NEGATION: Final = _word(
    r"not|no|never|none|nobody|nothing|neither|nor|without|cannot|\w+n't|dont|doesnt|isnt|cant|"
    r"nunca|jamás|sin|ni|ning[uú]n|ninguna|ninguno|nadie|nada|tampoco|"
    r"nicht|kein|keine|keinen|keinem|keiner|keinerlei|nie|niemals|ohne|weder|"
    r"inte|ej|icke|aldrig|ingen|inget|inga|utan|varken|"
    r"pas|jamais|aucun|aucune|sans|rien"
)
"""Words that deny the clause they stand in."""


@dataclass(frozen=True, slots=True)
class Poles:
    """One matter with its yes-words and its no-words."""

    matter: str
    positive: re.Pattern[str]
    negative: re.Pattern[str]


POLES: Final = (
    Poles(
        "permission",
        _word(
            r"allowed|permitted|authori[sz]ed|legal|permitid[oa]s?|autorizad[oa]s?|erlaubt|zulässig|"
            r"gestattet|tillåt\w+|autorisée?s?|permise?s?"
        ),
        _word(
            r"prohibited|forbidden|banned|disallowed|illegal|unlawful|prohibid[oa]s?|ilegal\w*|"
            r"verboten\w*|untersagt|unzulässig\w*|förbjud\w+|otillåt\w+|olaglig\w*|interdite?s?"
        ),
    ),
    Poles(
        "cost",
        _word(
            r"charged|chargeable|paid|de pago|kostenpflichtig\w*|gebührenpflichtig\w*|"
            r"avgiftsbelagd\w*|payante?s?"
        ),
        _word(
            r"(?<!feel )free(?: of charge)?(?!-| to\b)|gratis|gratuit\w*|kostenlos\w*|kostenfrei\w*|"
            r"kostnadsfri\w*|avgiftsfri\w*"
        ),
    ),
    Poles(
        "opening",
        _word(r"opens?|opened|abiert[oa]s?|abren?|geöffnet|offen|öppna?s?|öppet|öppen|ouverte?s?"),
        _word(r"closed|closes?|cerrad[oa]s?|geschlossen\w*|stängt?s?|stängd\w*|fermée?s?"),
    ),
    Poles(
        "inclusion",
        _word(
            r"included?s?|including|covered|covers?|incluid[oa]s?|incluyen?|cubiert[oa]s?|cubren?|"
            r"enthalten|inbegriffen|eingeschlossen|ingår|inkluder\w+|omfattas?|inclus\w*|comprise?s?"
        ),
        _word(
            r"excluded?s?|excluding|excluid[oa]s?|excluyen?|ausgeschlossen\w*|uteslut\w+|undantag\w*|"
            r"exclue?s?"
        ),
    ),
    Poles(
        "obligation",
        _word(
            r"required|requires?|mandatory|compulsory|needed|needs?|necessary|obligatori[oa]s?|"
            r"necesari[oa]s?|requieren?|requerid[oa]s?|erforderlich\w*|notwendig\w*|verpflichtend|"
            r"benötigen|benötigt|kräv\w+|behövs|behöver|obligatorisk\w*|nödvändig\w*|obligatoires?|"
            r"requise?s?|nécessaires?"
        ),
        _word(
            r"optional|voluntary|unnecessary|exempt\w*|opcional\w*|voluntari[oa]s?|innecesari[oa]s?|"
            r"exent[oa]s?|freiwillig\w*|unnötig\w*|befreit\w*|frivillig\w*|valfri\w*|onödig\w*|"
            r"\w*befria[dt]\w*|facultati\w+"
        ),
    ),
    Poles(
        "possibility",
        _word(r"possible|available|posibles?|disponibles?|möglich|verfügbar|möjlig\w*|tillgänglig\w*"),
        _word(r"impossible|unavailable|unable|imposibles?|unmöglich|omöjlig\w*|otillgänglig\w*"),
    ),
    Poles(
        "validity",
        _word(r"valid|válid[oa]s?|gültig\w*|giltig\w*|valables?|true|verdader[oa]s?|wahr|sant"),
        _word(r"invalid|inválid[oa]s?|ungültig\w*|ogiltig\w*|false|untrue|fals[oa]|falsch|falskt"),
    ),
    Poles(
        "acceptance",
        _word(
            r"accept\w*|approved|granted|acept\w+|aprobad[oa]s?|genehmigt|akzeptier\w+|godkän\w+|"
            r"bevilja\w*"
        ),
        _word(
            r"reject\w*|refuse\w*|denied|denies|deny|rechaza\w*|denegad[oa]s?|abgelehnt\w*|avslag\w*|"
            r"avslå\w*|refusée?s?"
        ),
    ),
)  # fmt: skip
"""Matters on which two statements can be opposed without any negation."""

_SURE: Final = {
    True: "yes|yeah|yep|sí|ja|jawohl|oui",
    False: r"no(?! (?:later|more|less|longer|fewer|matter|problem)|\.? ?\d)|nope|nein|nej|non",
}
# Words that begin other sentences too: only with a mark behind them do they answer.
_WITH_MARK: Final = {
    True: "correct|correcto|claro|por supuesto|si|richtig|doch|jo|javisst|of course|sure|"
    "sì|sim|tak|kyllä|da",
    False: "não|nee|nei|nie|ei|nu",
}

YES_NO: Final[Mapping[bool, str]] = {
    answer: f"(?:{_SURE[answer]})|(?:{_WITH_MARK[answer]})(?= ?(?:[,.!;:]|$))" for answer in _SURE
}
"""How a reply to a yes/no question begins."""


@dataclass(frozen=True, slots=True)
class Order:
    """Two words of which a statement has one or the other."""

    one: re.Pattern[str]
    two: re.Pattern[str]


ORDERS: Final = (
    Order(
        _word("before|prior to|antes|vor|bevor|före|innan|avant"),
        _word("after|following|después|tras|nach|nachdem|efter|après"),
    ),
    Order(
        _word("more than|over|above|más de|mehr als|über|mer än|över|plus de"),
        _word("less than|under|below|menos de|weniger als|unter|mindre än|moins de"),
    ),
    Order(
        _word("at most|maximum|no more than|como máximo|höchstens|maximal|högst|max|au plus"),
        _word("at least|minimum|no less than|al menos|como mínimo|mindestens|minst|min|au moins"),
    ),
    Order(
        _word(r"increase[sd]?|rises?|rose|aumenta\w*|steig\w+|erhöh\w+|ökar|ökade|öka|augment\w+"),
        _word(
            r"decrease[sd]?|falls?|fell|disminu\w+|sink\w+|verringer\w+|minskar|minska|diminu\w+"
        ),
    ),
    Order(
        _word("inside|within|dentro|innerhalb|inom|inuti|à l'intérieur"),
        _word("outside|beyond|fuera|außerhalb|utanför|en dehors"),
    ),
)
"""Pairs that are opposites where the rest of two statements is the same."""
