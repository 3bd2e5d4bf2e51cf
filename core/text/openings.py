"""Openings of questions that carry no question mark, in English, Spanish, German and Swedish.

What tells a question from a heading is the verb: it stands before its subject in "How do I apply"
and "Hur ansöker jag", behind it in "How it works" and "Hur det fungerar". Spanish shows no such
order, so only unmistakable pairs count there.
"""

from collections.abc import Sequence
from typing import Final

from core.text.stopwords import STOP_WORDS


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_EN_AUXILIARY: Final = _set(
    """
    is are was were do does did can could will would should may might must has have had am
    isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't shouldn't
    hasn't haven't
    """
)
_EN_OPENING: Final = _set("is are were does did should could would isn't aren't doesn't didn't")
_EN_WORD: Final = _set("what how when where why who whom whose which")
_EN_CONTRACTED: Final = _set("what's how's when's where's who's why's")
_EN_PRONOUN: Final = _set("i you we they he she it there one people someone anyone anybody")
_EN_SUBJECT: Final = _EN_PRONOUN | _set("the a an my your our this that these those any all")
_EN_SUBJECT_VERB: Final = _set(
    "happens counts causes makes pays qualifies needs owns decides makes applies differs changed"
)
_EN_TITLES: Final = frozenset(
    {("what's", "new"), ("what's", "next"), ("what", "is", "new"), ("which", "is", "why")}
)

_DE_WORD: Final = _set(
    """
    was wie wann wo wer wem wen wessen warum wieso weshalb wohin woher wieviel wofür womit worauf
    wozu woran wodurch worin welche welcher welches welchen welchem
    """
)
_DE_VERB: Final = _set(
    """
    ist sind war waren hat haben habe kann können muss müssen darf dürfen soll sollen sollte will
    wollen wird werden wurde wurden gibt gilt gelten kostet kosten brauche brauchen benötige
    benötigen bekomme bekommen passiert geschieht bedeutet heißt heisst dauert gehört gehören
    zählt braucht macht finde bin bist hast kannst musst darfst
    """
)
_DE_PRONOUN: Final = _set("ich du er sie es wir ihr man")
_DE_SUBJECT: Final = _DE_PRONOUN | _set(
    """
    der die das ein eine einen dieser diese dieses mein meine meinen dein deine sein seine ihre
    ihren unser unsere jemand
    """
)
_DE_OPENING: Final = _DE_VERB | _set("erhalte erhalten kostet dauert gilt zahlt zahle")
_DE_DEGREE: Final = _set("viel viele lange oft hoch teuer schnell alt groß gross weit genau spät")

_SV_WORD: Final = _set("vad hur när var vem vems vilka vilken vilket varför vart varifrån")
_SV_VERB: Final = _set(
    """
    är blir kan ska skall måste får har hade gör händer gäller kostar menas betyder innebär krävs
    behöver behövs vill bör skulle finns ingår tar räknas kallas heter står hittar ligger avgör
    bestämmer ansvarar betalar används sker skiljer kommer fick gällde
    """
)
_SV_PRONOUN: Final = _set("jag du man vi ni de det han hon")
_SV_SUBJECT: Final = _SV_PRONOUN | _set("den en ett min mitt mina din ditt dina någon något några")
_SV_DEGREE: Final = _set(
    "mycket många länge ofta stor stort stora lång långt hög högt snabbt nära gammal tidigt sent"
)

_ES_WORD: Final = _set(
    "qué cómo cuándo cuánto cuánta cuántos cuántas dónde adónde quién quiénes cuál cuáles"
)
_ES_PREPOSITION: Final = _set("a de con en para por desde hasta sobre")
_ES_ASKING: Final = _set("puedo podría debo tengo necesito podemos debería hago pido pago recibo")
_ES_AFTER: Final = {
    "qué": _set("es son significa pasa ocurre sucede hay incluye cubre diferencia"),
    "cuál": _set("es son era"),
    "cuáles": _set("son es eran"),
    "quién": _set("es puede debe tiene paga decide"),
    "quiénes": _set("pueden deben tienen son"),
    "cuándo": _set("es se abre abren cierra cierran empieza termina llega caduca vence"),
    "dónde": _set("está están hay se queda"),
    "cuánto": _set("cuesta cuestan dura tarda tardan es vale valen se hay tiempo dinero"),
}
_ES_COUNTED: Final = _set("cuántos cuántas cuánta")


def opens_question(tokens: Sequence[str], has_comma: bool) -> bool:
    """Whether these words, which end in no mark, open as a question does."""
    if len(tokens) < 2:
        return False
    return (
        _english(tokens)
        or _verb_second(tokens, _SV_WORD, _SV_VERB, _SV_SUBJECT, _SV_PRONOUN, _SV_DEGREE)
        or _verb_second(tokens, _DE_WORD, _DE_VERB, _DE_SUBJECT, _DE_PRONOUN, _DE_DEGREE)
        or (not has_comma and _verb_first(tokens))
        or _spanish(tokens)
    )


def _english(tokens: Sequence[str]) -> bool:
    first, second = tokens[0], tokens[1]
    if first in _EN_CONTRACTED:
        return len(tokens) > 2 and (first, second) not in _EN_TITLES
    if first in _EN_WORD:
        return _english_wh(tokens)
    if len(tokens) < 3:
        return False
    if first in _EN_OPENING:
        return first != "is" or second not in STOP_WORDS["sv"]  # Swedish "is" is ice
    if first in {"do", "don't", "have", "haven't", "may"}:
        return second in _EN_PRONOUN
    return first in {"can", "can't", "will", "won't", "must", "might", "has", "was"} and (
        second in _EN_SUBJECT or (first in {"can", "can't"} and len(tokens) > 3)
    )


def _english_wh(tokens: Sequence[str]) -> bool:
    first, second = tokens[0], tokens[1]
    if first in {"what", "who"} and second in _EN_SUBJECT_VERB:
        return True
    if second in _EN_AUXILIARY:
        return len(tokens) > 2 and tuple(tokens[:3]) not in _EN_TITLES
    # "How long does it take", "Which documents do I need": the verb a little later, and no
    # subject before it.
    for position in range(2, min(6, len(tokens) - 1)):
        if tokens[position - 1] in _EN_PRONOUN or tokens[position - 1] == "to":
            return False
        if tokens[position] in _EN_AUXILIARY:
            return (
                tokens[position + 1] in _EN_SUBJECT
                or (first == "how" and second in _EN_DEGREE)
                or (first == "which" and tokens[position] in {"is", "are", "does", "did"})
                or tokens[position] in {"does", "did"}
            )
    return False


_EN_DEGREE: Final = _set("many much long often far old soon big large fast quickly high late early")


def _verb_second(
    tokens: Sequence[str],
    question_words: frozenset[str],
    verbs: frozenset[str],
    subjects: frozenset[str],
    pronouns: frozenset[str],
    degrees: frozenset[str],
) -> bool:
    """The order of Swedish and German: question word, perhaps what it asks after, verb."""
    if tokens[0] not in question_words or tokens[1] in subjects - verbs:
        return False
    if _is_verb(tokens, 1, verbs, subjects):
        return len(tokens) > 2 or tokens[1] not in {"är", "ist", "sind"}
    if not (tokens[1] in degrees or tokens[0][:3] in {"wel", "vil", "wie", "hur"}):
        return False
    for position in range(2, min(6, len(tokens))):
        if tokens[position] in pronouns:
            return False
        if _is_verb(tokens, position, verbs, subjects):
            return True
    return False


def _is_verb(
    tokens: Sequence[str], position: int, verbs: frozenset[str], subjects: frozenset[str]
) -> bool:
    word = tokens[position]
    if word in verbs or word.endswith(("iert", "erar", "eras")):
        return True
    following = tokens[position + 1] if position + 1 < len(tokens) else ""
    return following in subjects and word[-1] in "ertn" and len(word) > 2


def _verb_first(tokens: Sequence[str]) -> bool:
    """ "Kann ich kündigen", "Får jag bygga": a verb and at once its subject."""
    if len(tokens) < 3:
        return False
    first, second = tokens[0], tokens[1]
    if first in {"ist", "sind", "är", "kann", "kan", "muss", "måste"}:
        return True
    if first in _DE_OPENING:
        return second in _DE_PRONOUN
    return first in _SV_VERB and second in _SV_PRONOUN


def _spanish(tokens: Sequence[str]) -> bool:
    if tokens[0] in {"puedo", "podría"}:
        return len(tokens) > 2
    start = 1 if tokens[0] in _ES_PREPOSITION else 0
    if len(tokens) < start + 3 or tokens[start] not in _ES_WORD:
        return False
    word, following = tokens[start], tokens[start + 1]
    if following in _ES_ASKING or following in _ES_AFTER.get(word, frozenset()):
        return True
    if word in _ES_COUNTED:
        return len(tokens) > start + 3
    return any(token in _ES_ASKING for token in tokens[start + 1 : start + 4])
