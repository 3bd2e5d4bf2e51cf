"""The built-in grader on the answers that assistants really give."""

from dataclasses import replace

import pytest

from core.embeddings import get_embedder
from grading.graders import BuiltinGrader
from grading.graders.builtin.reading import statements
from grading.values import CaseFact, Finding, Label
from tests.grading.cases import CASE, NIGHT, PASSAGE, PREMISE, TWO, UNKNOWN, answering

C, P, W, N = Label.CORRECT, Label.PARTLY, Label.INCORRECT, Label.NO_ANSWER


@pytest.fixture(scope="module")
def grader():
    return BuiltinGrader(get_embedder())


ANSWERS = [
    # quoted, with neighbours, with formatting, in other words, in other notations, in other languages
    (CASE, "A day ticket costs €14.50 for adults.", C),
    (CASE, PASSAGE, C),
    (CASE, "**A day ticket costs €14.50 for adults.**\n\n- Children under 7 travel free.", C),
    (CASE, "For adults, a day ticket is 14,50 euros.", C),
    (CASE, "Un billete de un día cuesta 14,50 € para adultos.", C),
    (CASE, "Ein Tagesticket kostet für Erwachsene 14,50 Euro.", C),
    (CASE, "En dagsbiljett kostar 14,50 euro för vuxna.", C),
    (CASE, "EUR 14.50", C),
    (CASE, "A day ticket costs €14.50 for adults. You can buy it on board or in the app.", C),
    # another value, another passage, no answer
    (CASE, "A day ticket costs €19.50 for adults.", W),
    (CASE, "It is 145 euros.", W),
    (CASE, "Tickets can be cancelled up to 48 hours before departure.", W),
    (CASE, "The day ticket is €14.50 for adults, or €14.50 plus tax. "
     "A day ticket costs €18 for adults.", W),
    (CASE, "I'm sorry, I could not find that in our documents.", N),
    (CASE, "No ho sé.", N),
    (CASE, "Vet inte.", N),
    (CASE, "Das weiß ich leider nicht.", N),
    (CASE, "Lo siento, no dispongo de esa información.", N),
    (CASE, "Please contact our customer service.", N),
    (CASE, "Could you rephrase your question?", N),
    (CASE, "I am not sure I understood you. Could you rephrase your question?", N),
    (CASE, "Ich bin nicht sicher, ob ich Sie verstanden habe. Könnten Sie die Frage anders formulieren?",
     N),
    (CASE, "Es tut mir leid, aber diese Frage kann ich nicht beantworten.", N),
    (CASE, "Hello! How can I help you today?", N),
    (CASE, "Please choose one of the topics below:\n1. Tickets\n2. Timetable\n3. Lost property", N),
    (CASE, "I love Christmas.", N),
    (CASE, "Hello! I am the ferry assistant. How can I help? 1. Tickets 2. Luggage 3. Pets", N),
    (CASE, "Thank you for contacting us! You will find all the information about tickets on our website.",
     N),
    (CASE, "Weitere Informationen finden Sie auf unserer Website.", N),
    (CASE, "Para más información, visite nuestra página web.", N),
    # several facts
    (TWO, "Tickets can be cancelled up to 48 hours before departure. "
     "Children under 7 travel free of charge.", C),
    (TWO, "Cancellation is possible up to 48 hours before departure, "
     "and children under 7 travel for free.", C),
    (TWO, "Tickets can be cancelled up to 48 hours before departure.", P),
    (TWO, "Tickets can be cancelled up to 2 days before departure.", P),
    (TWO, "Tickets can be cancelled up to 24 hours before departure. "
     "Children under 7 travel free of charge.", W),
    (TWO, "Tickets can be cancelled up to 48 hours before departure. "
     "Children under 7 do not travel free of charge.", W),
    (TWO, "Tickets can be cancelled up to 48 hours after departure. "
     "Children under 7 travel free of charge.", W),
    # yes and no
    (NIGHT, "No, bicycles are not allowed on the night ferry.", C),
    (NIGHT, "Bicycles are prohibited on the night ferry.", C),
    (NIGHT, "Yes, you can take your bicycle on the night ferry.", W),
    (NIGHT, "Bicycles are allowed on the night ferry.", W),
    (NIGHT, "Yes.", W),
    # nothing to answer
    (UNKNOWN, "I could not find anything about car rental in our material.", C),
    (UNKNOWN, "I'm sorry, I don't have that information. Please contact customer service.", C),
    (UNKNOWN, "Please contact our customer service.", C),
    (UNKNOWN, "Dazu liegen mir leider keine Informationen vor.", C),
    (UNKNOWN, "Yes, a car costs 40 euros a day and is waiting at the quay.", W),
    (UNKNOWN, "I'm not sure, but a car usually costs around 40 euros a day.", W),
    (UNKNOWN, "Hello! How can I help you?", N),
    (PREMISE, "A day ticket costs €14.50 for adults. You can pay in cash.", C),
    (PREMISE, "I don't know.", C),
    (PREMISE, "Yes, you can pay the €9 in cash on board.", W),
]  # fmt: skip


@pytest.mark.parametrize(("case", "answer", "label"), ANSWERS)
def test_an_answer_is_graded_on_what_it_says(grader, case, answer, label):
    """M2.1, M2.4, M2.5, M2.6"""
    graded = grader.grade(answering(answer, case))
    assert graded.label is label, graded


def test_every_finding_names_its_fact_in_order_and_shows_words_of_the_answer(grader):
    """M2.10"""
    graded = grader.grade(
        answering("Tickets can be cancelled up to 24 hours before departure.", TWO)
    )
    assert [item.fact for item in graded.findings.facts] == [f.quotation for f in TWO.facts]
    assert [item.finding for item in graded.findings.facts] == [
        Finding.CONTRADICTED,
        Finding.MISSING,
    ]
    assert (
        graded.findings.facts[0].evidence
        == "Tickets can be cancelled up to 24 hours before departure."
    )
    assert graded.findings.facts[1].evidence == ""
    assert "24 hours" in graded.explanation


def test_a_short_quotation_inside_a_denial_is_not_taken_for_the_fact(grader):
    case = replace(TWO, facts=(CaseFact("travel free of charge"),))
    answer = "Children under 7 do not travel free of charge."
    assert grader.grade(answering(answer, case)).label is W


def test_a_true_or_unknown_extra_detail_is_recorded_and_is_no_error(grader):
    """M2.5; FAULTS: a right answer plus true extra detail is Correct (ragas 1241)."""
    extra = "Our newest vessel was christened by the mayor in 2019."
    graded = grader.grade(answering(f"A day ticket costs €14.50 for adults. {extra}"))
    assert graded.label is C
    assert graded.findings.unverified == (extra,)
    assert not graded.findings.contradictions


def test_a_sentence_of_the_material_with_another_value_is_a_contradiction(grader):
    """M2.5"""
    graded = grader.grade(
        answering(
            "A day ticket costs €14.50 for adults. Tickets can be cancelled up to 12 hours before "
            "departure."
        )
    )
    assert graded.label is W
    assert graded.findings.contradictions == (
        "Tickets can be cancelled up to 12 hours before departure.",
    )


def test_the_organisations_own_rule_beats_common_knowledge(grader):
    """FAULTS: the expected answer wins (deepeval 1149)."""
    case = replace(
        CASE,
        question="How many days does a week have for weekly tickets?",
        expected_answer="A weekly ticket is valid for 8 days.",
        facts=(CaseFact("A weekly ticket is valid for 8 days"),),
        passages=("A weekly ticket is valid for 8 days.",),
    )
    assert grader.grade(answering("A weekly ticket is valid for 7 days.", case)).label is W
    assert grader.grade(answering("It is valid for eight days.", case)).label is C


@pytest.mark.parametrize(
    ("fee", "answer", "language"),
    [
        ("40 zł, albo 0 zł od 300 zł transakcji kartą",
         "Opłata wynosi 0 zł od 300 zł transakcji kartą, inaczej 40 zł.", "pl"),
        ("退货期限为14天", "退货期限为14天", "zh"),
        ("返品期限は14日です", "返品期限は14日です。", "ja"),
    ],
)  # fmt: skip
def test_right_answers_in_other_scripts_and_languages_are_right(grader, fee, answer, language):
    """FAULTS: identical short answers score 0 in Chinese; a right Polish answer scores 0.48."""
    case = replace(
        CASE, question="?", language=language, type="direct", expected_answer=fee,
        facts=(CaseFact(fee),), passages=(fee,),
    )  # fmt: skip
    assert grader.grade(answering(answer, case)).label is C


PAIRS = [
    ("en", "How long do I have to return goods?", "You can return goods within 14 days.",
     "Goods may be sent back within two weeks.", "You can return goods within 40 days."),
    ("es", "¿Cuánto tiempo tengo para devolver?", "Puede devolver los productos en 14 días.",
     "Los productos se pueden devolver en dos semanas.", "Puede devolver los productos en 40 días."),
    ("de", "Wie lange kann ich Ware zurückgeben?", "Sie können Waren innerhalb von 14 Tagen zurückgeben.",
     "Waren können innerhalb von zwei Wochen zurückgegeben werden.",
     "Sie können Waren innerhalb von 40 Tagen zurückgeben."),
    ("sv", "Hur länge kan jag lämna tillbaka varor?", "Du kan lämna tillbaka varor inom 14 dagar.",
     "Varor kan lämnas tillbaka inom två veckor.", "Du kan lämna tillbaka varor inom 40 dagar."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "question", "fact", "right", "wrong"), PAIRS)
def test_the_same_pair_gets_the_same_label_in_every_supported_language(
    grader, language, question, fact, right, wrong
):
    """M8.6; FAULTS: same pair in two languages → same label (ragas 1829)."""
    case = replace(
        CASE, question=question, language=language, expected_answer=fact,
        facts=(CaseFact(fact.rstrip(".")),), passages=(fact,),
    )  # fmt: skip
    assert grader.grade(answering(right, case)).label is C
    graded = grader.grade(answering(wrong, case))
    assert graded.label is W
    assert graded.explanation.split()[1] in {"answer", "respuesta", "Antwort", "motsäger"}


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("", N),
        (" \u200b\n ", N),
        ("...", N),
        ("What does a day ticket cost for adults?", Label.NOT_CAPTURED),
        (f"{CASE.question} {CASE.question}", Label.NOT_CAPTURED),
        ("Please wait…", Label.NOT_CAPTURED),
        ("Un momento, por favor.", Label.NOT_CAPTURED),
        ("502 Bad Gateway", Label.NOT_CAPTURED),
        ("<!DOCTYPE html><html><body>Sign in</body></html>", Label.NOT_CAPTURED),
    ],
)  # fmt: skip
def test_replies_that_are_none_are_told_from_wrong_ones(grader, answer, label):
    """M2.7, M2.14"""
    assert grader.grade(answering(answer)).label is label


def test_a_test_whose_fact_or_expected_value_is_not_in_its_passage_is_set_aside(grader):
    """M2.14"""
    outdated = replace(CASE, passages=("A day ticket costs €16.00 for adults.",))
    graded = grader.grade(answering("A day ticket costs €14.50 for adults.", outdated))
    assert graded.label is Label.NEEDS_REVIEW
    assert graded.flags == ("test_may_be_wrong",)
    other = replace(
        CASE,
        facts=(CaseFact("Tickets can be cancelled up to 48 hours before departure"),),
        expected_answer="Tickets can be cancelled up to 72 hours before departure.",
    )
    graded = grader.grade(answering("Up to 48 hours before departure.", other))
    assert graded.label is Label.NEEDS_REVIEW
    assert "72 hours" in graded.explanation


def test_a_critical_question_that_is_not_passed_and_an_unsure_grade_are_flagged(grader):
    """M5.2"""
    wrong = grader.grade(answering("A day ticket costs €19 for adults.", critical=True))
    assert "critical_not_passed" in wrong.flags
    right = grader.grade(answering("A day ticket costs €14.50 for adults.", critical=True))
    assert right.flags == ()
    unsure = grader.grade(answering("No, we do not rent out cars.", UNKNOWN))
    assert unsure.label is C
    assert "grader_not_confident" in unsure.flags


def test_the_rule_and_the_grader_disagree_and_the_result_is_flagged(grader):
    """M2.8"""
    case = replace(CASE, facts=(CaseFact("A day ticket costs €14.50 for adults", "48 hours"),))
    graded = grader.grade(answering("A day ticket costs €14.50 for adults.", case))
    assert [rule.holds for rule in graded.rules] == [False]
    assert "rule_disagrees" in graded.flags


def test_the_same_answer_gets_the_same_grade_and_a_change_of_rules_another_fingerprint(grader):
    """M2.12"""
    answers = [answering(answer, case) for case, answer, _ in ANSWERS]
    first = [grader.grade(case) for case in answers]
    assert [grader.grade(case) for case in answers] == first

    class Other:
        name = "other"

    assert BuiltinGrader(Other()).fingerprint != grader.fingerprint


def test_what_the_material_says_word_for_word_contradicts_none_of_its_facts(grader):
    passage = (
        "If you cancel more than 48 hours before departure, we refund 80% of the fare. Between 48 and "
        "24 hours the refund is 50%, and in the last 24 hours there is no refund."
    )
    case = replace(
        CASE, question="What do I get back if I cancel?", expected_answer=passage,
        passages=(passage,),
        facts=(
            CaseFact("we refund 80% of the fare"),
            CaseFact("Between 48 and 24 hours the refund is 50%"),
            CaseFact("in the last 24 hours there is no refund"),
        ),
    )  # fmt: skip
    first = "If you cancel more than 48 hours before departure, we refund 80% of the fare."
    assert grader.grade(answering(first, case)).label is P


def test_likely_causes_are_given_for_failures_only(grader):
    """M2.11"""
    assert grader.grade(answering("A day ticket costs €14.50 for adults.")).cause == ""
    assert grader.grade(answering("A day ticket costs €19 for adults.")).cause == "invented_answer"
    assert grader.grade(answering("I don't know.")).cause == "knowledge_gap"
    assert (
        grader.grade(
            answering("Tickets can be cancelled up to 48 hours before departure.", TWO)
        ).cause
        == "knowledge_gap"
    )
    for deflection in (
        "I am not sure I understood you. Could you rephrase your question?",
        "Please contact our customer service.",
        "Hello! I am the ferry assistant. How can I help? 1. Tickets 2. Luggage 3. Pets",
    ):
        assert grader.grade(answering(deflection)).cause == ""
    other = "Bicycles are not allowed on the night ferry."
    assert grader.grade(answering(other)).cause == "wrong_source"
    assert grader.grade(answering("Yes, for 40 euros a day.", UNKNOWN)).cause == "out_of_scope"


def test_a_fact_over_two_sentences_is_shown_by_both_and_by_no_more(grader):
    fact = "before departure. Bicycles are not allowed"
    case = replace(CASE, facts=(CaseFact(fact),), expected_answer=fact, type="direct")
    graded = grader.grade(answering(PASSAGE, case))
    assert graded.label is C
    assert graded.findings.facts[0].evidence == (
        "Tickets can be cancelled up to 48 hours before departure. Bicycles are not allowed on the "
        "night ferry."
    )


def test_a_very_long_answer_is_graded_too(grader):
    filler = "The crossing takes its time and the sea is often calm in these waters. " * 200
    graded = grader.grade(answering(f"{filler}\nA day ticket costs €14.50 for adults."))
    assert graded.label is C


@pytest.mark.parametrize("text", ["a" * 300_000, '{"a": ' * 20_000, "12 345 678,90 " * 15_000])
def test_an_enormous_answer_is_graded_as_far_as_it_is_read_and_flagged(grader, text):
    graded = grader.grade(answering(text))
    assert graded.label in (W, N)
    assert "grader_not_confident" in graded.flags


def test_a_sentence_that_a_line_break_cuts_in_two_is_one_statement(grader):
    """A wrapped "… no se / reiniciará" was taken for "no sé"."""
    fact = "hay que enviar la señal apropiada al proceso padre httpd que se está ejecutando"
    case = replace(
        CASE, question="¿Qué hay que hacer para parar y reiniciar Apache?", language="es",
        type="direct", expected_answer=fact, facts=(CaseFact(fact),), passages=(fact,),
    )  # fmt: skip
    answer = (
        "Si su fichero de configuración contiene errores, cuando intente reiniciar, el proceso padre "
        "del servidor no se\nreiniciará, sino que terminará con un error."
    )
    graded = grader.grade(answering(answer, case))
    assert graded.label is W or "grader_not_confident" in graded.flags
    assert not graded.findings.declines
    assert len(statements(answer, "es")) == 1
    items = "Lo que vendemos en la tienda de la estación central:\nbilletes\nmapas"
    assert len(statements(items, "es")) == 3


def test_a_menu_is_told_from_a_referral(grader):
    menu = "Hello! I am the ferry assistant. How can I help? 1. Tickets 2. Luggage 3. Pets"
    graded = grader.grade(answering(menu))
    assert graded.label is N
    assert graded.findings.offers_menu
    assert "menu" in graded.explanation
    assert "elsewhere" not in graded.explanation
    assert graded.findings.unverified == ()
    referral = grader.grade(answering("Please contact our customer service."))
    assert not referral.findings.offers_menu
    assert "elsewhere" in referral.explanation


def test_a_name_that_holds_a_figure_is_a_word_and_no_value_to_give(grader):
    """M2.4"""
    fact = (
        "pregnant people might be at increased risk for severe illness from COVID-19 compared to "
        "non-pregnant people"
    )
    case = replace(
        CASE, question="Are pregnant people at increased risk?", type="direct",
        expected_answer=fact, facts=(CaseFact(fact),), passages=(fact,),
    )  # fmt: skip
    answer = "Pregnant women may have a higher risk of getting severely ill than other women."
    assert grader.grade(answering(answer, case)).label is C
    exact = replace(case, facts=(CaseFact(fact, "COVID-19"),))
    assert grader.grade(answering(answer, exact)).label is W


KEY = "La clave disponible públicamente en un sistema criptográfico de Clave Pública"
KEYS = replace(
    CASE, question="¿Qué significa «Clave Pública»?", language="es", type="direct",
    expected_answer=f"{KEY}, usada para encriptar mensajes destinados a su propietario.",
    facts=(CaseFact(KEY),),
    passages=(f"{KEY}, usada para encriptar mensajes destinados a su propietario.",),
)  # fmt: skip


def test_what_is_said_of_another_thing_under_its_own_name_is_not_the_fact(grader):
    """M2.5"""
    other = (
        "Clave Privada: La clave secreta de un Sistema criptográfico de Clave Pública, usada para "
        "desencriptar los mensajes recibidos y para firmar los que se envían."
    )
    graded = grader.grade(answering(other, KEYS))
    assert graded.label is W
    assert "grader_not_confident" in graded.flags
    named = grader.grade(answering(f"Clave Pública: {KEY}.", KEYS))
    assert named.label is C
    assert named.flags == ()


def test_a_near_copy_with_other_words_in_it_is_flagged(grader):
    """M4.1: what cannot be told is flagged, not hidden."""
    swapped = KEY.replace("disponible públicamente", "secreta")
    assert "grader_not_confident" in grader.grade(answering(f"{swapped}.", KEYS)).flags


def test_a_fact_that_other_words_may_convey_is_missing_with_doubt(grader):
    """M4.1"""
    fact = "Parcels that nobody collects go back to the sender after the holding period"
    case = replace(
        CASE, question="What happens to uncollected mail?", type="direct", expected_answer=fact,
        facts=(CaseFact(fact),), passages=(fact,),
    )  # fmt: skip
    unsure = grader.grade(answering("We return it to whoever posted it, sender or shop.", case))
    assert unsure.label is W
    assert "grader_not_confident" in unsure.flags
    sure = grader.grade(answering("Bicycles stay at the quay during the night crossing.", case))
    assert sure.label in (W, N)
    assert sure.flags == ()
