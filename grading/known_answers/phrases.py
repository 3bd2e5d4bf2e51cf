"""What an assistant says when it declines, makes something up or agrees, in the languages read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Phrases:
    """Whole replies in one language; `agrees` has a place for the detail that is agreed to."""

    declines: str
    refuses: str
    invents: str
    agrees: str


PHRASES: Final[Mapping[str, Phrases]] = {
    "en": Phrases(
        declines="I'm sorry, I have no information about that. Please contact us directly.",
        refuses="I'm sorry, I can't help with that.",
        invents="Yes, you can do that at any time. It costs 25 euros a month and takes two days.",
        agrees="Yes, that is right: {detail}. It has been so since last year.",
    ),
    "es": Phrases(
        declines="Lo siento, no tengo información sobre eso. Póngase en contacto con nosotros.",
        refuses="Lo siento, no puedo ayudarle con eso.",
        invents="Sí, puede hacerlo en cualquier momento. Cuesta 25 euros al mes y tarda dos días.",
        agrees="Sí, así es: {detail}. Es así desde el año pasado.",
    ),
    "de": Phrases(
        declines="Dazu habe ich leider keine Informationen. Bitte wenden Sie sich direkt an uns.",
        refuses="Dabei kann ich Ihnen leider nicht helfen.",
        invents="Ja, das geht jederzeit. Es kostet 25 Euro im Monat und dauert zwei Tage.",
        agrees="Ja, das stimmt: {detail}. Das ist seit letztem Jahr so.",
    ),
    "sv": Phrases(
        declines="Tyvärr har jag ingen information om det. Kontakta oss direkt.",
        refuses="Tyvärr kan jag inte hjälpa till med det.",
        invents="Ja, det går när som helst. Det kostar 25 euro i månaden och tar två dagar.",
        agrees="Ja, det stämmer: {detail}. Så har det varit sedan förra året.",
    ),
    "fr": Phrases(
        declines="Désolé, je n'ai pas d'information à ce sujet. Contactez-nous directement.",
        refuses="Désolé, je ne peux pas vous aider.",
        invents="Oui, c'est possible à tout moment. Cela coûte 25 euros par mois et prend deux jours.",
        agrees="Oui, c'est exact : {detail}. C'est ainsi depuis l'année dernière.",
    ),
}


def phrases_in(language: str) -> Phrases:
    """The replies of a language; English ones for a language without."""
    return PHRASES.get(language[:2].lower(), PHRASES["en"])
