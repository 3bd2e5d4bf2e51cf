"""What visitors read on the furniture of pages, in the languages tested and a few beside them."""

from __future__ import annotations

import re
from typing import Final

_END = r"\b[\s:.!…»>→]*$"


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{text})" for text in alternatives), re.IGNORECASE)


_CHANGED = (
    r"^(?:this (?:page|article|document) was )?(?:last|first)?\s*"
    r"(?:updated|modified|reviewed|changed|published|posted|edited)(?: on| at| by|:)?\s.{0,60}$",
    r"^(?:senast|sidan)\s+(?:uppdaterad|ändrad|granskad|publicerad).{0,60}$",
    r"^(?:uppdaterad|publicerad|granskad)e?:?\s.{0,60}$",
    r"^(?:zuletzt|letzte)\s+"
    r"(?:aktualisiert|geändert|aktualisierung|änderung|bearbeitet).{0,60}$",
    r"^(?:stand|aktualisiert am|veröffentlicht am)\b:?\s.{0,40}$",
    r"^(?:última|ultima)\s+(?:actualizaci[oó]n|modificaci[oó]n|revisi[oó]n).{0,60}$",
    r"^(?:actualizad|publicad|modificad)[oa]s?\s+(?:el|por|:)\s?.{0,60}$",
    r"^(?:dernière mise à jour|mis à jour le|publié le)\b.{0,60}$",
)
_MAYBE_OUTDATED = (
    r"^.{0,80}\btranslation\b.{0,60}\b(?:out of date|outdated|machine|not up.to.date)\b",
    r"^.{0,40}\btraducci[oó]n\b.{0,60}\b(?:obsolet|desactualizad|no est[áa] actualizad)",
    r"^.{0,40}\bÜbersetzung\b.{0,80}\b(?:veraltet|nicht mehr aktuell|nicht aktuell)",
    r"^.{0,40}\böversättning(?:en)?\b.{0,80}\b(?:inaktuell|gammal|föråldrad|inte uppdaterad)",
)
_COOKIES = (
    r"^.{0,60}\b(?:we|this (?:web)?site|our (?:web)?site)\b.{0,30}\buses? cookies\b",
    r"^.{0,40}\b(?:vi använder|(?:denna webbplats|webbplatsen) använder) (?:oss av )?"
    r"(?:cookies|kakor)\b",
    r"^.{0,40}\b(?:wir (?:verwenden|nutzen)|diese (?:website|seite) (?:verwendet|nutzt)) cookies\b",
    r"^.{0,40}\b(?:utilizamos|usamos|este sitio (?:web )?(?:usa|utiliza)) cookies\b",
)
_OWNED = (
    r"^(?:copyright|©|\(c\))\s?.{0,120}$",
    r"^.{0,60}\b(?:all rights reserved|alla rättigheter förbehållna|alle rechte vorbehalten|"
    r"todos los derechos reservados)\b",
)
_PRESSED = (
    r"^(?:skip|jump) to (?:main )?(?:content|navigation)" + _END,
    r"^(?:back to top|to the top|nach oben|till toppen|volver arriba|ir arriba)" + _END,
    r"^(?:read more|learn more|find out more|more information|see more|show more|load more|"
    r"läs mer|visa mer|mer information|mehr erfahren|mehr lesen|weiterlesen|"
    r"weitere informationen|leer más|ver más|más información|saber más|en savoir plus)" + _END,
    r"^(?:share|print|email|tweet|dela|skriv ut|teilen|drucken|compartir|imprimir)"
    r"(?: this(?: page| article)?| sidan| seite)?" + _END,
    r"^(?:was this (?:page|article|information|answer) helpful|did this (?:answer|help|solve)|"
    r"hjälpte (?:det här|informationen) dig|var (?:den här sidan|informationen) till hjälp|"
    r"war diese (?:seite|antwort|information) hilfreich|¿?te ha (?:sido|resultado) útil|"
    r"¿?ha sido útil|¿?fue útil)\b.{0,60}$",
)
NOTICE: Final = _pattern(*_CHANGED, *_MAYBE_OUTDATED, *_COOKIES, *_OWNED, *_PRESSED)
# Filing words; as part of a table or a sentence they may say something.
FILED: Final = _pattern(
    r"^(?:tags|taggar|schlagwörter|etiquetas|filed under|posted in|category|categories|"
    r"kategori(?:er)?|categor[ií]as?)\s?:.{0,120}$"
)
CITATION: Final = _pattern(
    r"^(?:sources?|references?|källor?|referens(?:er)?|quellen?|quellenangaben?|fuentes?|"
    r"referencias?)\s?:\s?.{1,300}$"
)

# Headings of a part that leads elsewhere, and of a list of the page's own parts.
ELSEWHERE: Final = _pattern(
    r"^(?:see also|related(?: \w+){0,2}|further reading|external links|more on this|"
    r"you may also like|recommended(?: \w+)?|read next|navigation|menu|share(?: this)?|follow us|"
    r"tags|categories|quick links|useful links|latest (?:posts|news))" + _END,
    r"^(?:se även|se också|relaterat|relaterade \w+|läs också|läs mer|liknande \w+|dela|länkar)"
    + _END,
    r"^(?:siehe auch|verwandte \w+|weiterführende \w+|weitere (?:links|themen|artikel)|"
    r"ähnliche \w+|mehr zum thema|teilen)" + _END,
    r"^(?:véase también|vea también|consulte también|ver también|compartir|"
    r"(?:art[ií]culos|enlaces|temas|contenidos?) relacionad\w+|voir aussi|articles liés)" + _END,
)
CONTENTS: Final = _pattern(
    r"^(?:(?:table of )?contents|on this page|in this article|innehåll(?:sförteckning)?|"
    r"på (?:den här|denna) sida(?:n)?|inhalt(?:sverzeichnis)?|auf dieser seite|"
    r"(?:tabla de )?contenidos?|en esta página|índice|sommaire)" + _END
)
# A line that only points elsewhere.
SEE_ALSO: Final = _pattern(
    r"^(?:see also|see|read also|se även|se också|se|läs mer|siehe auch|siehe|véase también|"
    r"véase|vea también|vea|ver también|ver|consulte también|consulte|consultar|voir aussi|"
    r"voir)\b\s?:"
)
