"""Menu labels, slogans and calls to action are neither questions nor answers (M1.4)."""

import re
from typing import Final

from core.text import fold, sentences, words
from testsets.checks.context import Context
from testsets.values import Draft, Expects, Rejection

# Sentences that send people elsewhere or belong to the frame of a page, in the languages read.
# What people are sent to, and the verbs that send them there.
_PLACES: Final = (
    r"web ?pages?|pages?|web ?sites?|sites?|sections?|articles?|guides?|lists?|links?|documentation"
    r"|tables?|faqs?|blog|posts?|chapters?|overview|information|details"
    r"|páginas?|sitios?|secci[oó]n|artículo|guía|listas?|enlaces?|documentación|tabla|información"
    r"|seiten?|abschnitt|artikel|liste|leitfaden|dokumentation|tabelle|übersicht|informationen"
    r"|sidan?|webbplats(?:en)?|avsnitt(?:et)?|artikeln?|guiden?|listan?|kompatibilitetslistan|tabellen?"
)
_ACTIONS: Final[tuple[str, ...]] = (
    # English
    r"(?:click|tap|press) (?:here|below|on the)",
    r"(?:read|learn|find out|see) more\b|(?:see|read) (?:also|below|above|here)\b",
    rf"(?:see|visit|read|consult|browse|refer to|view)\b[^.]{{0,60}}\b(?:{_PLACES})\b",
    r"(?:for|to (?:find|get|see|read|learn)) (?:out )?(?:more|further|additional|full|the latest)\b"
    r"[^.]{0,60}(?:,|see|visit|read|check|please|contact|click)",
    r"(?:please )?(?:sign|log) (?:in|up)\b|subscribe|share this|back to top|skip to|follow us"
    r"|contact us|all rights reserved|was this (?:page|article) helpful|last updated|posted by"
    r"|we use cookies|accept (?:all|cookies)|table of contents|related (?:links|articles|questions)"
    r"|sources?:|note:|jump to|book now|buy now",
    # Spanish
    r"(?:haga|haz|pulse|pulsa) (?:clic|click|aquí)",
    r"(?:leer|ver|saber|más) (?:más|información)\b|(?:véase|ver) (?:también|aquí|arriba|abajo)",
    rf"(?:consulte|consulta|visite|visita|vea|ve|lea|lee|véase|revise|revisa)\b[^.]{{0,60}}\b(?:{_PLACES})\b",
    r"para (?:más|mayor|obtener) (?:información|detalles|más)",
    r"(?:puede|puedes|podrá) (?:leer|consultar|encontrar|ver) (?:más|acerca)",
    r"iniciar sesión|suscríb|compartir|volver arriba|utilizamos cookies|usamos cookies"
    r"|aceptar (?:todas|cookies)|todos los derechos|tabla de contenidos|fuentes?:|nota:"
    r"|idiomas disponibles",
    # German
    r"(?:klicken|tippen) sie (?:hier|auf)|hier klicken",
    r"(?:mehr|weiter|weitere) (?:erfahren|lesen|informationen|infos|details)\b|siehe (?:auch|oben|unten)",
    rf"(?:siehe|besuchen sie|lesen sie|schauen sie)\b[^.]{{0,60}}\b(?:{_PLACES})\b",
    r"(?:nähere|ausführliche) (?:informationen|details)",
    r"anmelden|abonnieren|teilen|nach oben|wir verwenden cookies|alle akzeptieren"
    r"|alle rechte vorbehalten|inhaltsverzeichnis|quellen?:|hinweis:",
    # Swedish
    r"(?:klicka|tryck) (?:här|på)",
    r"(?:läs|visa|se) (?:mer|vidare|även|också|ovan|nedan)\b",
    rf"(?:se|läs|besök)\b[^.]{{0,60}}\b(?:{_PLACES})\b",
    r"(?:mer|ytterligare|för mer) (?:information|detaljer)|kontakta oss",
    r"logga in|prenumerera|dela (?:sidan|på)|till toppen|vi använder (?:cookies|kakor)"
    r"|godkänn alla|innehållsförteckning|källor?:|obs:|vanliga frågor",
)
_ACTION: Final = re.compile(
    rf"(?:(?:and|also|please|bitte|und|por favor|y|och|vänligen|du kan|you can|sie können)[, ]+)?"
    rf"(?:{'|'.join(_ACTIONS)})",
    re.IGNORECASE,
)
_VERDICT: Final = re.compile(
    r"(?:yes|no|never|always|ja|nein|nej|nie|aldrig|alltid|sí|si|nunca|siempre)\b", re.IGNORECASE
)
_ENOUGH_WORDS: Final = 3


def is_call_to_action(sentence: str) -> bool:
    """Whether a sentence only sends the reader elsewhere, or belongs to the frame of a page."""
    return _ACTION.match(fold(sentence).strip(" \"'-*•–—>»¡¿#")) is not None


def is_label(text: str) -> bool:
    """Whether a text is a menu label, a heading or a slogan rather than a statement."""
    plain = fold(text).strip()
    tokens = words(plain)
    if not tokens:
        return True
    if re.search(r"\d", plain) or _VERDICT.match(plain):
        return False
    if plain.endswith("!") and len(tokens) <= 8:
        return True
    return len(tokens) < _ENOUGH_WORDS and not plain.endswith((".", "。", "।", "۔"))


def answer_is_a_statement(draft: Draft, context: Context) -> Rejection | None:
    """The expected answer tells something: no menu label, slogan, banner or “read more”."""
    if draft.expects is not Expects.ANSWER:
        return None
    answer = draft.expected_answer.strip()
    spans = sentences(answer)
    if not spans:
        return Rejection("menu_label", "The expected answer is empty.")
    if all(is_call_to_action(answer[span.start : span.end]) for span in spans):
        return Rejection("menu_label", "The expected answer only sends the reader elsewhere.")
    if is_label(answer):
        return Rejection("menu_label", f"“{answer}” is a label, not an answer.")
    for fact in draft.facts:
        if is_call_to_action(fact.quotation):
            return Rejection("menu_label", f"“{fact.quotation}” sends the reader elsewhere.")
    return None
