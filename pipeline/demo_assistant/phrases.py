"""The few sentences that the assistants say of their own accord, by language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Phrases:
    """One language's wording."""

    unknown: str
    refusal: str
    rephrase: str


PHRASES: Final[Mapping[str, Phrases]] = {
    "en": Phrases(
        unknown="I could not find anything about that in the information I have, so I don't know "
        "the answer. Please contact us directly.",
        refusal="I am sorry, but I cannot answer that question.",
        rephrase="I am not sure I understood you. Could you rephrase your question?",
    ),
    "es": Phrases(
        unknown="No he encontrado nada sobre eso en la información de que dispongo, así que no sé "
        "la respuesta. Póngase en contacto directamente con nosotros.",
        refusal="Lo siento, pero no puedo responder a esa pregunta.",
        rephrase="No estoy seguro de haberle entendido. ¿Podría reformular la pregunta?",
    ),
    "de": Phrases(
        unknown="Dazu habe ich in den mir vorliegenden Informationen nichts gefunden, deshalb weiß "
        "ich die Antwort leider nicht. Bitte wenden Sie sich direkt an uns.",
        refusal="Es tut mir leid, aber diese Frage kann ich nicht beantworten.",
        rephrase="Ich bin nicht sicher, ob ich Sie verstanden habe. Könnten Sie die Frage anders "
        "formulieren?",
    ),
    "sv": Phrases(
        unknown="Jag hittade inget om det i den information jag har, så jag vet tyvärr inte "
        "svaret. Kontakta oss gärna direkt.",
        refusal="Jag är ledsen, men jag kan inte svara på den frågan.",
        rephrase="Jag är inte säker på att jag förstod dig. Kan du formulera om frågan?",
    ),
    "fr": Phrases(
        unknown="Je n'ai rien trouvé à ce sujet dans les informations dont je dispose, je ne "
        "connais donc pas la réponse. Veuillez nous contacter directement.",
        refusal="Je suis désolé, mais je ne peux pas répondre à cette question.",
        rephrase="Je ne suis pas sûr de vous avoir compris. Pourriez-vous reformuler la question ?",
    ),
    "it": Phrases(
        unknown="Non ho trovato nulla al riguardo nelle informazioni di cui dispongo, quindi non "
        "conosco la risposta. La preghiamo di contattarci direttamente.",
        refusal="Mi dispiace, ma non posso rispondere a questa domanda.",
        rephrase="Non sono sicuro di aver capito. Potrebbe riformulare la domanda?",
    ),
    "pt": Phrases(
        unknown="Não encontrei nada sobre isso na informação de que disponho, por isso não sei a "
        "resposta. Contacte-nos diretamente.",
        refusal="Lamento, mas não posso responder a essa pergunta.",
        rephrase="Não tenho a certeza de ter compreendido. Pode reformular a pergunta?",
    ),
}


def phrases_for(language: str) -> Phrases:
    """The wording for a language; English for one without a wording here."""
    return PHRASES.get(language, PHRASES["en"])
