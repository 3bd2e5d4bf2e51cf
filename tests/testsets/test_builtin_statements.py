"""The built-in writer on plain statements: few patterns, natural questions."""

import pytest

from tests.testsets.samples import faq, passage
from testsets.checks import check_draft
from testsets.checks.polarity import Polarity, speaks_for
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
    ("language", "statement", "question", "type_", "fact"),
    [
        ("en", "Dogs that bark are welcome. Passengers must not smoke on the upper deck.",
         "Can passengers smoke on the upper deck?", "yes_no",
         "Passengers must not smoke on the upper deck"),
        ("en", "Guests who arrive late should not enter the engine room.",
         "Should guests who arrive late enter the engine room?", "yes_no",
         "Guests who arrive late should not enter the engine room"),
        ("en", "Night sailings were first introduced on 3 May 2019.",
         "When were night sailings first introduced?", "exact_value", "on 3 May 2019"),
        ("en", "Before boarding the night ferry, call the harbour office and give the car's weight.",
         "What should I do before boarding the night ferry?", "direct",
         "call the harbour office and give the car's weight"),
        ("en", "Drivers must switch off all engines when parking on the car deck.",
         "What must drivers do when parking on the car deck?", "direct", "switch off all engines"),
        ("en", "If you have had a bad fall on the stairs, stay in your seat for 20 minutes.",
         "How long should I stay in my seat if I have had a bad fall on the stairs?", "exact_value",
         "for 20 minutes"),
        ("en", "Tour operators must return unsold tickets by 1 May 2026.",
         "By when must tour operators return unsold tickets?", "exact_value", "by 1 May 2026"),
        ("en", "The QRH is a short handbook that the crew uses in an emergency.", "What is the QRH?",
         "direct", "a short handbook that the crew uses in an emergency"),
        ("es", "No se puede fumar en la cubierta superior.", "¿Se puede fumar en la cubierta superior?",
         "yes_no", "No se puede fumar en la cubierta superior"),
        ("es", "Los menores no pueden viajar solos en el ferry nocturno.",
         "¿Pueden los menores viajar solos en el ferry nocturno?", "yes_no",
         "Los menores no pueden viajar solos en el ferry nocturno"),
        ("de", "Sie dürfen Hunde nicht auf das Oberdeck mitnehmen.",
         "Darf ich Hunde auf das Oberdeck mitnehmen?", "yes_no",
         "Sie dürfen Hunde nicht auf das Oberdeck mitnehmen"),
        ("de", "Die Nachtfähre wurde am 3. Mai 2019 eingeführt.", "Wann wurde die Nachtfähre eingeführt?",
         "exact_value", "am 3. Mai 2019"),
        ("sv", "Du får inte röka på övre däck.", "Får jag röka på övre däck?", "yes_no",
         "Du får inte röka på övre däck"),
        ("sv", "Nattfärjan infördes den 3 maj 2019.", "När infördes nattfärjan?", "exact_value",
         "den 3 maj 2019"),
    ],
)  # fmt: skip
def test_a_rule_becomes_the_question_it_answers(language, statement, question, type_, fact):
    about = passage(statement, language=language)

    made = list(statement_drafts(about))

    assert [(draft.question, draft.type.value) for draft in made] == [(question, type_)]
    assert made[0].facts[0].quotation == fact
    assert check_draft(made[0], material={1: about}, kept=[]) == []
    if type_ == "yes_no":
        assert speaks_for(made[0].expected_answer, language) is Polarity.NO


@pytest.mark.parametrize(
    ("language", "statement"),
    [
        # Possible, not allowed; a limit; a habit of the verb; what was said before.
        ("en", "Your ferry company may not provide information on delays."),
        ("en", "Passengers must not leave the ship until the bell rings."),
        ("en", "The crossing should not take more than an hour."),
        ("en", "Passengers cannot use it on the upper deck."),
        ("en", "If that doesn't open the cabin door, ask for help at the desk."),
        ("es", "Los fallos del motor no debe ser tratados como un error."),
        ("es", "Las compañías como la nuestra aún no pueden ofrecer camarotes."),
        ("de", "Sie können es nicht auf das Oberdeck mitnehmen."),
        ("sv", "Biljetten kan inte användas förrän resan är betald."),
    ],
)
def test_what_only_sounds_like_a_rule_gives_no_question(language, statement):
    assert list(statement_drafts(passage(statement, language=language))) == []


def test_what_the_question_of_a_page_supposes_is_no_condition_to_ask_about():
    answer = "If you are sick with fever, avoid the animal deck and its pets."
    asked = faq("Should I visit the animal deck if I am sick with fever?", answer)
    elsewhere = faq("Who may visit the animal deck?", answer)

    assert list(statement_drafts(asked)) == []
    assert [draft.question for draft in statement_drafts(elsewhere)] == [
        "What should I do if I am sick with fever?"
    ]


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


def test_a_duty_inside_an_answer_leans_on_its_question():
    duty = "Members of the public must wear masks when entering the halls."
    asked = faq("Are the customs offices of the port open?", duty)

    assert list(statement_drafts(asked)) == []
    assert len(list(statement_drafts(passage(duty)))) == 1


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
