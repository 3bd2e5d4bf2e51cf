"""The built-in writer on plain statements: few patterns, natural questions."""

import pytest

from tests.testsets.samples import passage
from testsets.checks import check_draft
from testsets.values import QuestionType
from testsets.writers.builtin.glossary import glossary_drafts
from testsets.writers.builtin.statements import statement_drafts


@pytest.mark.parametrize(
    ("language", "statement", "question", "fact"),
    [
        ("en", "A bicycle costs 6 euros each way.", "How much does a bicycle cost?", "6 euros each way"),
        ("en", "Season tickets are valid for 12 months.", "How long are season tickets valid?", "12 months"),
        ("en", "The crossing takes about 55 minutes.", "How long does the crossing take?",
         "about 55 minutes"),
        ("en", "The deadline for group bookings is 1 May 2026.", "When is the deadline for group bookings?",
         "1 May 2026"),
        ("en", "You must return the hired bicycle within 14 days.",
         "How long do I have to return the hired bicycle?",
         "within 14 days"),
        ("en", "If you have lost your boarding card, you must go to the harbour office before boarding.",
         "What should I do if I have lost my boarding card?",
         "you must go to the harbour office before boarding"),
        ("en", "To change a booking, you need the booking number and your name.",
         "How do I change a booking?",
         "you need the booking number and your name"),
        ("es", "La tarjeta anual cuesta 40 euros.", "¿Cuánto cuesta la tarjeta anual?", "40 euros"),
        ("es", "El bono mensual es válido durante 30 días.",
         "¿Durante cuánto tiempo vale el bono mensual?", "30 días"),
        ("es", "El límite de equipaje por pasajero es de 20 kg.",
         "¿Cuál es el límite de equipaje por pasajero?",
         "20 kg"),
        ("es", "Para cambiar la reserva, debe presentar el número de reserva y su nombre.",
         "¿Qué hay que hacer para cambiar la reserva?", "debe presentar el número de reserva y su nombre"),
        ("de", "Die Jahreskarte kostet 40 Euro.", "Was kostet die Jahreskarte?", "40 Euro"),
        ("de", "Die Überfahrt dauert 55 Minuten.", "Wie lange dauert die Überfahrt?", "55 Minuten"),
        ("de", "Die Kündigungsfrist beträgt drei Monate.", "Wie lang ist die Kündigungsfrist?",
         "drei Monate"),
        ("de", "Um die Buchung zu ändern, müssen Sie die Buchungsnummer angeben.",
         "Was muss ich tun, um die Buchung zu ändern?", "müssen Sie die Buchungsnummer angeben"),
        ("sv", "Årskortet kostar 400 kr.", "Vad kostar årskortet?", "400 kr"),
        ("sv", "Överfarten tar 55 minuter.", "Hur lång tid tar överfarten?", "55 minuter"),
        ("sv", "Om du har tappat biljetten måste du kontakta hamnkontoret före avresan.",
         "Vad ska jag göra om jag har tappat biljetten?", "måste du kontakta hamnkontoret före avresan"),
    ],
)  # fmt: skip
def test_a_plain_statement_becomes_the_question_it_answers(language, statement, question, fact):
    about = passage(f"{statement} Something else follows here.", language=language)

    made = list(statement_drafts(about))

    assert [draft.question for draft in made] == [question]
    assert made[0].facts[0].quotation == fact
    assert made[0].expected_answer == statement
    assert check_draft(made[0], material={1: about}, kept=[]) == []


@pytest.mark.parametrize(
    ("language", "statement"),
    [
        ("en", "This costs 6 euros."),
        ("en", "It takes two weeks."),
        ("en", "Most of them are valid for 30 days."),
        ("en", "The process takes 10 days."),
        ("en", "Each of the following costs 20 euros."),
        ("en", "If you want to read more, you should open the next page."),
        ("en", "You can read about our year by downloading the annual report."),
        ("en", "To learn more, you can write to us at any time."),
        ("es", "Esto cuesta 20 euros."),
        ("es", "Para saber más, puede consultar la documentación de la web."),
        ("de", "Dies dauert 14 Tage."),
        ("de", "Um diese Methode zu verwenden, müssen Sie einen Schlüssel besitzen."),
        ("sv", "Det tar två veckor."),
        ("sv", "Om du exempelvis flyttar måste du anmäla det till kommunen."),
        ("fr", "Le billet coûte 24 euros."),
    ],
)
def test_a_statement_that_leans_on_others_gives_no_question(language, statement):
    """A question that nobody would ask is worse than none."""
    assert list(statement_drafts(passage(statement, language=language))) == []


def test_a_definition_counts_only_where_its_term_is_the_topic():
    term = "A start notice is the municipality's leave to begin building a house."
    topic = passage(term, heading_path=("Start notice",))
    aside = passage(term, heading_path=("Fees and forms",))

    assert [draft.question for draft in statement_drafts(topic)] == ["What is a start notice?"]
    assert list(statement_drafts(aside)) == []


def test_a_condition_inside_a_list_leans_on_the_list():
    item = "If you have several servers, you must put the file on all of them."

    assert list(statement_drafts(passage(item, kind="list"))) == []


def test_terms_of_a_glossary_become_questions():
    about = passage(
        "Leaf certificate (end-entity): A certificate at the end of a chain, used by one server.\n"
        "See: our other pages about certificates and chains.\n"
        "Chain: Short.",
        kind="list",
        heading_path=("Glossary",),
    )

    made = list(glossary_drafts(about))

    assert [draft.question for draft in made] == ["What does “Leaf certificate (end-entity)” mean?"]
    assert made[0].type is QuestionType.DIRECT
    assert check_draft(made[0], material={1: about}, kept=[]) == []


def test_a_list_that_is_no_glossary_gives_no_terms():
    about = passage(
        "Adults: They pay the whole fare of 24 euros on board.", heading_path=("Fares",)
    )

    assert list(glossary_drafts(about)) == []
