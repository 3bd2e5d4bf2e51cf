"""What chats say that is no reply: asking for patience, saying that somebody types, labels and times."""

import re
from typing import Final

_LONGEST_WAIT: Final = 160

# A whole message of these and nothing else asks for patience. "Please wait at the counter" says more.
_WAIT: Final = re.compile(
    r"""^(?:
      # English
      (?:(?:please|kindly)\s)?(?:wait|hold\son|hang\son|stand\sby|bear\swith\sme|be\spatient)
        (?:\s(?:a|one|just\sa)\s(?:moment|second|sec|minute|bit))?(?:\splease)?
      | (?:just\s)?(?:a|one)\s(?:moment|second|sec|minute)(?:\splease)?
      | (?:i\sam|i'm|we\sare|we're|let\sme)\s(?:just\s)?(?:looking|look|searching|search|checking|check|
        thinking|think|fetching|finding|find|getting|preparing)\b.{0,60}
      | (?:.{1,30}\s)?is\s(?:typing|writing|thinking)
      # Spanish
      | (?:(?:por\sfavor|favor\sde)\s)?(?:espera|espere|aguarda|aguarde)(?:\s(?:un|unos)\s
        (?:momento|momentito|segundo|segundos|instante|instantes))?(?:\spor\sfavor)?
      | (?:un|dame\sun|deme\sun|solo\sun)\s(?:momento|momentito|segundo|instante|minuto)(?:\spor\sfavor)?
      | (?:estoy\s|estamos\s)(?:buscando|consultando|comprobando|revisando|pensando|procesando|cargando|
        generando)\b.{0,60}
      | (?:voy\sa|déjame|deja\sque)\s(?:buscar|consultar|comprobar|revisar|mirar)\b.{0,60}
      | (?:.{1,30}\s)?está\sescribiendo
      # German
      | (?:bitte\s)?(?:warten|warte|gedulde\sdich|gedulden\ssie\ssich)(?:\ssie)?(?:\s(?:einen|kurz|ein)
        (?:\saugenblick|\smoment)?)?(?:\sbitte)?
      | (?:bitte\s)?(?:nur\s)?(?:einen|ein)\s(?:kleinen\s|kurzen\s)?(?:moment|augenblick)
        (?:\s(?:geduld|bitte))*
      | ich\s(?:suche|schaue|prüfe|denke|überlege|sehe)\b.{0,60}
      | (?:.{1,30}\s)?(?:schreibt|tippt)(?:\sgerade)?
      # Swedish
      | (?:var\s(?:god|vänlig)\s(?:och\s)?|vänligen\s)?vänta(?:\s(?:ett|en)\s(?:ögonblick|stund|sekund))?
        (?:\stack)?
      | (?:ett|en)\s(?:ögonblick|sekund|stund)(?:\stack)?
      | jag\s(?:söker|letar|kollar|tänker)\b.{0,60}
      | (?:.{1,30}\s)?skriver
      # French, Italian, Portuguese, Dutch
      | (?:un\s(?:instant|moment)|(?:veuillez\s)?patiente[rz])(?:\ss'il\s(?:vous|te)\spla[iî]t)?
      | je\s(?:cherche|recherche|vérifie|consulte)\b.{0,60}
      | (?:.{1,30}\s)?(?:est\sen\strain\sd'écrire|écrit)
      | (?:un\s(?:attimo|momento)|(?:ti\spreghiamo\sdi\s)?attend(?:i|ere|a))(?:\sper\sfavore|\sprego)?
      | (?:um\s(?:momento|instante|segundo)|aguarde|espere)(?:\sum\s(?:momento|instante))?(?:\spor\sfavor)?
      | (?:een\s(?:moment|ogenblik)(?:je)?|even\sgeduld|momentje)(?:\s(?:geduld|alstublieft|a\.u\.b))*
    )$""",
    re.VERBOSE | re.IGNORECASE,
)
# These say so only where little follows, or where they trail off: "Loading bays are at the back" does not.
_BUSY: Final = re.compile(
    r"^(?:looking|searching|checking|thinking|loading|working|processing|fetching|generating|"
    r"buscando|consultando|comprobando|revisando|pensando|procesando|cargando|generando|escribiendo|"
    r"suche|prüfe|lade|lädt|wird geladen|denke nach|söker|letar|laddar|tänker|"
    r"recherche|chargement|caricamento|carregando|laden)\b(?P<more>.{0,60})$",
    re.IGNORECASE,
)
_TRAILS: Final = re.compile(r"(?:…|\.{2,})\W*$")
_SPLIT: Final = re.compile(r"[.!?…:;,–—\n]+|\s-\s")
_POLITE: Final = re.compile(
    r"^(?:ok|okay|sure|hi|hello|thanks|thank you|thank you for (?:your|the) (?:question|message|patience)|"
    r"great question|good question|please|claro|vale|hola|gracias|gracias por (?:tu|su) "
    r"(?:pregunta|mensaje|paciencia)|por favor|hallo|danke|danke für (?:deine|ihre) (?:frage|nachricht)|"
    r"gerne|bitte|hej|tack|tack för (?:din|er) fråga|visst|bonjour|merci|ciao|grazie|olá|obrigad[oa])$",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"^(?:you|me|bot|sent|delivered|read|seen|just now|now|today|yesterday|said|"
    r"tú|yo|usted|enviado|entregado|leído|visto|ahora|ahora mismo|hoy|ayer|"
    r"du|ich|sie|gesendet|zugestellt|gelesen|gerade eben|jetzt|heute|gestern|"
    r"jag|skickat|levererat|läst|nyss|nu|idag|igår|"
    r"vous|moi|envoyé|lu|à l'instant|tu|io|inviato|letto|adesso|eu|enviada|agora|"
    r"am|pm|a\.m|p\.m|min|mins|s|h|hace|vor|ago|sedan|minute|minutes|minutos|minuten|minuter|"
    r"at|um|kl|a las)$",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"\b\d{1,2}[:.]\d{2}\b")
_LETTER: Final = re.compile(r"[^\W_]", re.UNICODE)


def folded(text: str) -> str:
    """A text for comparing with what a page shows of it: white space and case aside."""
    return " ".join(text.split()).casefold()


def is_waiting(text: str) -> bool:
    """Whether a message only asks for patience, says that somebody types, or holds nothing at all."""
    if not _LETTER.search(text):
        return True
    if len(text) > _LONGEST_WAIT:
        return False
    asks = False
    for part in _SPLIT.split(text):
        words = " ".join(re.sub(r"[^\w\s'’]", " ", part).replace("’", "'").split())
        if not words or _POLITE.match(words):
            continue
        busy = _BUSY.match(words)
        if not _WAIT.match(words) and not (
            busy and (_TRAILS.search(text) or len(busy["more"].split()) <= 1)
        ):
            return False
        asks = True
    return asks


def is_label(text: str) -> bool:
    """Whether a short text is only a name, a time or a state as chats put them around messages."""
    if len(text) > 40:
        return False
    words = re.sub(r"[\d:.,/()·•|–—-]+", " ", text).split()
    if not words:
        return bool(_CLOCK.search(text))
    return bool(_LABEL.match(" ".join(words))) or all(_LABEL.match(word) for word in words)
