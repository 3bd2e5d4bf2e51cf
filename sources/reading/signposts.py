"""Headings that ask something and are no question a visitor would put: signposts of a page.

"What's next?" leads the reader on, "Was this page helpful?" asks the reader, "Any questions?" leads
to a contact. What stands below them is text of the page, and answers nothing.
"""

from __future__ import annotations

import re
from typing import Final

from core.text import normalise

# Each line is a whole heading, compared without marks and typographic differences.
_ENGLISH: Final = r"""
what(?:'s| is| comes| happens)? next
(?:so )?(?:now what|what now)
(?:so )?what do(?:es)? (?:this|that|it|these|those)(?: all)? mean(?: in practice| for (?:you|me|us))?
what (?:to|should i|should you|can i|can you) (?:do|read) next
where (?:to go|do (?:i|we|you) go|can (?:i|you) go) (?:next|from here)
how (?:do|can|should) (?:i|we|you) (?:continue|proceed|go on)(?: from here)?
see also|next steps?
what are (?:the|my|your|our) next steps
(?:was|is|did you find) (?:this|that|the) (?:\w+ )?(?:helpful|useful)(?: to you)?
did (?:this|that|we) (?:\w+ )?(?:help|help you|answer your questions?)
did you find what you (?:were|are) looking for
(?:have |got |do you have )?(?:any |a |more |other |further |still )*questions?(?: or comments?)?
(?:do you )?(?:still )?(?:have|got) (?:any |a |more |other |further )*questions?
(?:do you )?(?:still )?need (?:some |any |more |further )*(?:help|assistance|support|information)
(?:so )?(?:are you )?ready (?:to|for) .{1,90}|want to (?:learn|know|read|find out) more(?: .{1,60})?
(?:didn't|did not|can't|cannot|couldn't) find what you(?:'re| are| were) looking for
"""
_SPANISH: Final = r"""
(?:y )?(?:ahora )?qué (?:viene|sigue|hay|hacer|pasa) (?:a continuación|después|ahora|luego)
(?:y )?(?:ahora|después|luego) qué|(?:y )?qué sigue|qué más
(?:cuáles son (?:los|sus|mis) |cuál es el )?(?:siguientes?|próximos?) pasos?
(?:a )?dónde (?:ir|vamos|voy) (?:ahora|a continuación|después)
véase también|ver también
(?:y )?qué (?:significa|quiere decir|implica) (?:esto|eso|ello)(?: en la práctica| para (?:usted|ti|mí))?
(?:te|le|os|les) (?:ha |han )?(?:resultado|sido|fue|pareció|parece) útil(?: \w+){0,4}
(?:fue|es|ha sido) útil(?: (?:esta|este|esto|la|el) ?\w*)?
(?:esta|este) (?:página|artículo|respuesta|contenido) (?:te |le )?(?:ha sido|fue|es|resultó) útil
(?:aún |todavía )?(?:tiene|tienes|tenéis) (?:alguna |más |otras? )*(?:preguntas?|dudas?|consultas?)
(?:alguna|más|otras?|tienes|tiene) (?:otra |más )?(?:preguntas?|dudas?|consultas?)
(?:aún |todavía )?(?:necesita|necesitas|necesitáis) (?:más |algo de )*(?:ayuda|información)
(?:estás? |están |estáis )?list[oa]s? para .{1,90}|(?:quiere|quieres|desea) saber más(?: .{1,60})?
no (?:ha |has )?(?:encontrado|encuentras?|encontró|encontraste) lo que (?:buscas?|buscabas?)
"""
_GERMAN: Final = r"""
(?:und )?wie geht(?: es|'s) (?:jetzt |nun |danach |dann )?weiter
(?:und )?was (?:kommt|passiert|folgt) (?:als nächstes|danach|jetzt|nun)
(?:und )?was (?:bedeutet|heißt) (?:das|dies)(?: (?:in der praxis|konkret|nun|für (?:sie|dich|mich)))?
(?:und )?(?:was )?(?:nun|jetzt)|siehe auch|(?:die )?nächsten? schritte|was sind die nächsten schritte
(?:war|ist|fanden sie) (?:diese|dieser|dieses|die|der|das) \w+ (?:für sie )?(?:hilfreich|nützlich)
(?:haben sie |hast du |habt ihr )?(?:noch |weitere |andere |sonstige )*fragen
(?:brauchen sie|brauchst du|benötigen sie|benötigst du) (?:noch |weitere |mehr )*(?:hilfe|informationen)
(?:sind sie |bist du |seid ihr )?bereit (?:für|zu) .{1,90}|möchten sie mehr (?:wissen|erfahren)(?: .{1,60})?
nicht gefunden was sie (?:suchen|gesucht haben)
"""
_SWEDISH: Final = r"""
(?:och )?vad (?:händer|kommer) (?:nu|sen|sedan|härnäst|nästa|här näst|därefter)
(?:och )?vad (?:betyder|innebär) (?:detta|det|det här)(?: (?:i praktiken|för (?:dig|mig)))?
(?:och )?vad (?:nu|är nästa steg)|nästa steg|se även|se också|hur går (?:du|vi|man|jag) vidare
(?:var|hade du nytta av) (?:den här |denna )?(?:sidan|artikeln|svaret)(?: till)?(?: hjälp| användbar)?
(?:har du )?(?:fler |några |andra |ytterligare )*frågor
behöver du (?:mer |ytterligare )*(?:hjälp|stöd|information)
(?:är du )?redo (?:att|för) .{1,90}|vill du (?:veta|läsa) mer(?: .{1,60})?
hittade du (?:inte )?(?:det du|vad du) sökte
"""
_MARKS: Final = re.compile(r"[¿?？!.,:…\"“”«»]+")


def _whole(*languages: str) -> str:
    lines = (line.strip() for lines in languages for line in lines.splitlines())
    return "|".join(line for line in lines if line)


_SIGNPOST: Final = re.compile(_whole(_ENGLISH, _SPANISH, _GERMAN, _SWEDISH))


def is_signpost(heading: str) -> bool:
    """Whether a heading only leads on or asks the reader, in a supported language."""
    plain = " ".join(_MARKS.sub(" ", normalise(heading)).split())
    return _SIGNPOST.fullmatch(plain) is not None
