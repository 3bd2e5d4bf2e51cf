"""Refusals, referrals and questions back, in a dozen languages; and sentences that are none."""

import pytest

from grading.graders.builtin import phrases

DECLINES = [
    "I don't know.", "I do not have that information.", "I'm sorry, but I can't help with that.",
    "Sorry, I couldn't find anything about that.", "There is no information about this available.",
    "That is not mentioned in the documents.", "The provided context does not contain the answer.",
    "I'm not sure.", "That is outside my scope.", "As an AI, I cannot answer that.", "No submission.",
    "I have no comment.", "I cannot answer that question.",
    "No lo sé.", "No sé.", "no se", "Lo siento, no se.", "Lo siento, no puedo ayudarle con eso.",
    "No dispongo de esa información.",
    "No he podido encontrar esa información.", "No se menciona en los documentos.",
    "Das weiß ich leider nicht.", "Weiß ich leider nicht.", "Dazu liegen mir keine Informationen vor.",
    "Ich kann diese Frage leider nicht beantworten.", "Keine Ahnung.",
    "Ich habe dazu keine Angaben gefunden.", "Diese Frage kann ich nicht beantworten.",
    "Ich bin nicht sicher, ob ich Sie verstanden habe.", "Det kan jag tyvärr inte svara på.",
    "No estoy seguro de haberle entendido.", "Esa pregunta no la puedo responder.",
    "Vet inte.", "Jag vet tyvärr inte.", "Jag hittar ingen information om det.",
    "Tyvärr kan jag inte svara på det.", "Det framgår inte av materialet.",
    "Je ne sais pas.", "Désolé, je ne trouve aucune information.", "Je n'ai pas trouvé cette information.",
    "Non lo so.", "Non ho informazioni su questo.", "Não sei.", "Não tenho essa informação.",
    "No ho sé.", "Dat weet ik helaas niet.", "Det ved jeg desværre ikke.", "Det vet jeg dessverre ikke.",
    "En tiedä.", "Nie wiem.", "Nie mam takich informacji.",
    "わかりません。", "不知道。", "抱歉，我无法回答。",
]  # fmt: skip
STATEMENTS = [
    "You cannot cancel within 24 hours of departure.", "Dogs are not allowed on deck.",
    "There is no fee for children.", "We do not refund tickets after departure.",
    "If you cannot find your booking, the office prints it for you.",
    "The ferry does not run in winter.", "No permit is needed.", "It is unknown to most that dogs swim.",
    "No se puede cancelar en las últimas 24 horas.", "No se cobra a los niños.",
    "No hay tasa para menores.", "Die Fähre fährt im Winter nicht.", "Es gibt keine Gebühr für Kinder.",
    "Hunde dürfen nicht an Deck.", "Hundar får inte vistas på däck.", "Det kostar inget för barn.",
    "Inget bygglov behövs.", "Les chiens ne sont pas admis.", "Der Verkäufer haftet nicht.",
    "Byggherren ansvarar inte för detta.", "No se devuelve el importe.", "Cuando reinicie, el servidor no se",
    "Tyvärr går det inte att avboka senare.", "Leider fährt die Fähre sonntags nicht.",
    "Malheureusement, le ferry ne circule pas en hiver.",
]  # fmt: skip


@pytest.mark.parametrize("text", DECLINES)
def test_a_refusal_in_any_language_is_a_refusal(text):
    """FAULTS: a refusal in another language is a refusal (pinchy 855)."""
    assert phrases.matches(phrases.DECLINES, text)


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_statement_with_a_no_in_it_is_no_refusal(text):
    assert not phrases.matches(phrases.DECLINES, text)


@pytest.mark.parametrize(
    "text",
    ["Please contact our customer service.", "You will find more information on our website.",
     "Wenden Sie sich bitte an den Kundendienst.", "Póngase en contacto con nosotros.",
     "Kontakta kundtjänst för mer information.", "Veuillez contacter notre service client."],
)  # fmt: skip
def test_a_referral_is_recognised(text):
    assert phrases.matches(phrases.REFERS, text)


@pytest.mark.parametrize(
    "text",
    ["Could you rephrase your question?", "What do you mean?", "¿Podría reformular la pregunta?",
     "Können Sie die Frage bitte anders formulieren?", "Kan du formulera om frågan?",
     "Pourriez-vous préciser ?"],
)  # fmt: skip
def test_asking_back_is_recognised(text):
    assert phrases.matches(phrases.ASKS_BACK, text)
