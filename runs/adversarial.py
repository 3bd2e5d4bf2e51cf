"""Questions that attack an assistant instead of asking it something (M8.1).

By their wording alone, so that none goes out unnoticed because nobody marked it: prompt injection,
attempts to get around an assistant's rules, and attempts to have it give away its instructions. Where
the wording leaves doubt, a question counts as an attack: the price is a permission too many.
"""

import re
import unicodedata
from typing import Final

_RULES = {
    "en": r"(?:instructions?|rules?|prompts?|guidelines?|restrictions?|directives?|programming|safeguards?)",
    "es": r"(?:instrucci(?:on|ones)|reglas?|indicaci(?:on|ones)|directrices|restricciones|prompts?)",
    "de": r"(?:anweisung(?:en)?|regeln?|vorgaben?|instruktion(?:en)?|prompts?|beschrankung(?:en)?)",
    "sv": r"(?:instruktion(?:er(?:na)?)?|regler(?:na)?|anvisning(?:ar(?:na)?)?|prompt(?:en|ar)?)",
}
_NEAR = r"\W+(?:[\w'’]+\W+){0,5}?"
_ATTACKS: Final = [
    # Setting aside what the assistant was told.
    rf"\b(?:ignore|disregard|forget|override|bypass|skip)\b{_NEAR}"
    rf"(?:previous|prior|above|earlier|all|any|your|system|these|those)\b{_NEAR}{_RULES['en']}\b",
    rf"\b(?:ignore|disregard|forget|override|bypass)\b{_NEAR}{_RULES['en']}\W+(?:above|before|you)\b",
    rf"\b(?:ignora|olvida|omite|descarta|desobedece|salta)\w*{_NEAR}{_RULES['es']}\b",
    rf"\b(?:ignorier|vergiss|missacht|umgeh|uberschreib)\w*{_NEAR}{_RULES['de']}\b",
    rf"\b(?:ignorera|glom|strunta|kringga|bortse)\b{_NEAR}{_RULES['sv']}\b",
    # Having it say them.
    r"\b(?:reveal|show|print|repeat|output|display|tell|give|write|quote|leak|what(?:'s| is| are| was))"
    rf"{_NEAR}(?:system|hidden|initial|secret|internal|developer|original)\W+(?:{_RULES['en']}|message)\b",
    r"\brepeat\b.{0,40}\b(?:words|text|everything)\b.{0,20}\babove\b",
    r"\b(?:revela|muestra|muestrame|repite|imprime|escribe|dime|cual(?:es)?)\w*"
    rf"{_NEAR}(?:{_RULES['es']}|mensaje)\W+(?:del? sistema|ocult|inicial|secret|intern|original)",
    r"\b(?:zeig|verrat|nenn|wiederhol|gib|druck|schreib|wie laute)\w*"
    rf"{_NEAR}(?:system-?\W?(?:prompt|anweisung|nachricht)|(?:geheim|versteckt|intern|ursprunglich)\w*\W+"
    rf"{_RULES['de']})",
    r"\b(?:visa|avsloja|upprepa|skriv|beratta|ange|vad ar)\b"
    rf"{_NEAR}(?:system-?\W?(?:prompt|instruktion|meddelande)|(?:hemlig|dold|intern|ursprunglig)\w*\W+"
    rf"{_RULES['sv']})",
    r"\bsystem[ _-]?prompts?\b|\bprompt del sistema\b",
    # Another role, in which nothing is forbidden.
    r"\bjail ?break|\bdo anything now\b|\b(?:dev(?:eloper)?|god|dan|debug|sudo) ?mode\b",
    r"\bmodo (?:desarrollador|dios|sin restricciones)\b|\bentwicklermodus\b|\butvecklarlage\b",
    r"\b(?:pretend|act|imagine|roleplay|behave)\b.{0,60}\b(?:no|without|free of|unbound by)\b"
    rf"\W+(?:any\W+)?(?:\w+\W+)?{_RULES['en']}\b",
    rf"\b(?:actua|finge|imagina|comportate)\w*\b.{{0,60}}\bsin\W+(?:\w+\W+)?{_RULES['es']}\b",
    rf"\b(?:tu so|stell dir vor|spiele?|verhalte)\b.{{0,60}}\bohne\W+(?:\w+\W+)?{_RULES['de']}\b",
    rf"\b(?:latsas|forestall|agera|spela)\b.{{0,60}}\butan\W+(?:\w+\W+)?{_RULES['sv']}\b",
    # Marks with which models are given turns.
    r"<\|(?:im_start|im_end|system|endoftext)\|?>?|\[/?inst\]|<</?sys>>"
    r"|^\s*#+\s*(?:system|new instructions?)\b",
]
_ATTACK: Final = re.compile("|".join(_ATTACKS), re.IGNORECASE | re.MULTILINE | re.DOTALL)
_INVISIBLE: Final = re.compile(r"[\u200b-\u200f\u2060-\u2064\u00ad\ufeff\U000e0000-\U000e007f]")


def is_adversarial(question: str) -> bool:
    """Whether the question, by its wording, is an attack on whoever is asked."""
    shown = _INVISIBLE.sub("", unicodedata.normalize("NFKD", question))
    plain = "".join(letter for letter in shown if not unicodedata.combining(letter))
    return _ATTACK.search(plain) is not None
