"""Checks on the question itself: its shape, its language, and that it stands alone."""

import pytest

from tests.testsets.samples import FERRY, draft, passage
from testsets.checks import CHECKS, check_draft, source_pointer
from testsets.checks.context import Context
from testsets.checks.question_shape import is_shaped_like_a_question, speaks_the_right_language
from testsets.checks.self_reference import points_at_source
from testsets.checks.standalone import dangling_reference, names_its_topic, stands_on_its_own
from testsets.values import QuestionType

NOTHING = Context()


def test_a_sound_draft_passes_every_check():
    assert check_draft(draft(), material={1: FERRY}, kept=[]) == []


def test_each_check_answers_under_its_own_name():
    names = [check.__name__ for check in CHECKS]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "question",
    [
        "返品期限は何日ですか？",
        "Ποιο είναι το ωράριο;",
        "ما هي ساعات العمل؟",
        "¿Cuánto cuesta el billete",
        "How do I get my money back",
        "退货期限是几天？",
    ],
)
def test_a_question_of_any_script_is_a_question(question):
    assert is_shaped_like_a_question(draft(question), NOTHING) is None


@pytest.mark.parametrize(
    ("language", "question", "fact", "text"),
    [
        ("ja", "返品期限は何日ですか？", "到着後14日", "商品の返品期限は到着後14日です。"),
        ("el", "Ποιο είναι το ωράριο;", "9 με 17 κάθε μέρα", "Το ωράριο είναι 9 με 17 κάθε μέρα."),
        ("ar", "ما هي ساعات العمل؟", "من 9 إلى 17 كل يوم", "ساعات العمل من 9 إلى 17 كل يوم."),
    ],
)
def test_no_check_refuses_a_question_for_its_script(language, question, fact, text):
    """A mark that is no ASCII one, and few spaces or none."""
    about = passage(text, language=language)
    made = draft(question, [fact], about=about, expected=text)

    assert check_draft(made, material={1: about}, kept=[]) == []


@pytest.mark.parametrize("question", ["Return tickets", "Opening hours", "Tickets cost 24 euros."])
def test_a_heading_or_a_statement_is_no_question(question):
    rejection = is_shaped_like_a_question(draft(question), NOTHING)

    assert rejection is not None
    assert rejection.check == "question_shape"


def test_keywords_and_typos_need_not_be_sentences():
    keywords = draft("return ticket price", type=QuestionType.KEYWORDS)

    assert is_shaped_like_a_question(keywords, NOTHING) is None


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What does the email say about refunds?", "en"),
        ("According to this document, who pays?", "en"),
        ("Which fee is mentioned in the passage above?", "en"),
        ("What is listed above about dogs?", "en"),
        ("Welche Frist nennt der Text?", "de"),
        ("Was steht in diesem Dokument über Hunde?", "de"),
        ("Wie hoch ist laut Abschnitt die Gebühr?", "de"),
        ("¿Qué plazo indica este documento?", "es"),
        ("Según el texto, ¿cuánto cuesta el billete?", "es"),
        ("¿Cuál es la tarifa mencionada anteriormente?", "es"),
        ("Vad står det i dokumentet om hundar?", "sv"),
        ("Vilken avgift nämns ovan?", "sv"),
        ("Hur länge gäller biljetten enligt texten?", "sv"),
        ("Que dit ce document sur les chiens ?", "fr"),
        ("Cosa dice questa pagina sui cani?", "it"),
        ("この文書によると料金はいくらですか？", "ja"),
        ("根据文本，票价是多少？", "zh"),
        ("ماذا يقول هذا المستند عن الأسعار؟", "ar"),
    ],
)
def test_a_question_must_not_point_at_its_source(question, language):
    """M1.16: whoever asks has not seen it."""
    about = passage(FERRY.text, language=language)
    rejection = points_at_source(draft(question, about=about), NOTHING)

    assert rejection is not None
    assert rejection.check == "points_at_source"


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Which documents do I need to travel?", "en"),
        ("Can I change the email address of my account?", "en"),
        ("Can I return an article that I have worn?", "en"),
        ("¿Qué documentos necesito?", "es"),
        ("¿Puedo devolver el artículo?", "es"),
        ("¿Cómo cambio el correo electrónico de mi cuenta?", "es"),
        ("Welche Unterlagen brauche ich?", "de"),
        ("Vilka dokument behöver jag?", "sv"),
        ("Kan jag lämna tillbaka den svarta väskan?", "sv"),
    ],
)
def test_documents_and_articles_that_customers_speak_of_are_no_source(question, language):
    """M1.16, the other way round."""
    assert source_pointer(question, language) is None


@pytest.mark.parametrize(
    ("question", "language", "word"),
    [
        ("How much does it cost?", "en", "it"),
        ("Can they be refunded?", "en", "they"),
        ("What does this mean for students?", "en", "this"),
        ("And what about children?", "en", "And"),
        ("Why is my computer fetching this data?", "en", "this"),
        ("Wie lange sind sie gültig?", "de", "sie"),
        ("Wie beantrage ich das Visum und wo bezahle ich dies?", "de", None),
        ("Was kostet das?", "de", "kostet das"),
        ("¿Puedo cambiarlo?", "es", "cambiarlo"),
        ("¿Cuánto cuesta esto?", "es", "esto"),
        ("Vad betyder detta i praktiken?", "sv", "detta"),
        ("Hur fungerar det?", "sv", "det"),
        ("How much more than the quote will the project cost?", "en", "the project"),
        ("Wo soll der Datensatz abgelegt werden?", "de", "der Datensatz"),
        ("¿Cuánto más que la oferta cuesta al final el proyecto?", "es", "el proyecto"),
        ("Hur mycket dyrare blir projektet än offerten?", "sv", "projektet"),
    ],
)
def test_a_word_that_refers_to_something_unsaid_is_found(question, language, word):
    """M1.4: each question stands on its own."""
    found = dangling_reference(question, language)

    assert (found or "").casefold() == (word or "").casefold()


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Is it safe to travel with a newborn?", "en"),
        ("How long does it take to get a building permit?", "en"),
        ("If I lose my ticket, can I have it replaced?", "en"),
        ("What does it cost to take a bicycle?", "en"),
        ("Is there a discount for students?", "en"),
        ("Wie lange dauert es, einen Pass zu bekommen?", "de"),
        ("Gibt es einen Rabatt für Studenten?", "de"),
        ("¿Qué es lo que cubre el seguro de viaje?", "es"),
        ("Hur lång tid tar det att få bygglov?", "sv"),
        ("Måste den nya brandvarnaren vara certifierad?", "sv"),
        ("Who pays for the project manager of a ferry line?", "en"),
        ("Wer leitet das Projekt Nordfähre?", "de"),
    ],
)
def test_a_pronoun_with_its_noun_in_the_question_is_fine(question, language):
    assert dangling_reference(question, language) is None


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("How do I apply?", "en"),
        ("Was kostet das?", "de"),
        ("¿Cómo funciona?", "es"),
        ("Vad kostar det?", "sv"),
    ],
)
def test_a_question_that_names_no_topic_does_not_stand_alone(question, language):
    assert not names_its_topic(question, language)
    assert stands_on_its_own(draft(question, about=passage(FERRY.text, language=language)), NOTHING)


def test_a_question_in_another_language_than_its_passage_is_rejected():
    """M1.4: in the language of the source, checked and not hoped for."""
    german = passage("Eine Rückfahrkarte kostet 24 Euro pro Person.", language="de")
    asked_in_english = draft(
        "How much does a return ticket for the ferry cost?", ["24 Euro pro Person"], about=german
    )

    rejection = speaks_the_right_language(asked_in_english, Context({1: german}))

    assert rejection is not None
    assert rejection.check == "question_language"


def test_a_german_page_gets_german_questions():
    german = passage("Eine Rückfahrkarte kostet 24 Euro pro Person.", language="de")
    asked = draft("Wie viel kostet eine Rückfahrkarte?", ["24 Euro pro Person"], about=german,
                  expected="Eine Rückfahrkarte kostet 24 Euro pro Person.")  # fmt: skip
    claimed = draft("How much does a return ticket for the ferry cost?", ["24 Euro pro Person"],
                    about=german, language="de")  # fmt: skip

    assert check_draft(asked, material={1: german}, kept=[]) == []
    assert speaks_the_right_language(claimed, Context({1: german})) is not None


def test_a_cross_language_question_must_not_share_its_sources_language():
    same = draft(type=QuestionType.CROSS_LANGUAGE)
    spanish = draft(
        "¿Cuánto cuesta un billete de ida y vuelta?",
        language="es",
        type=QuestionType.CROSS_LANGUAGE,
    )

    assert speaks_the_right_language(same, Context({1: FERRY})) is not None
    assert speaks_the_right_language(spanish, Context({1: FERRY})) is None


def test_names_of_another_language_do_not_make_a_question_foreign():
    swedish = passage("Let's Encrypt är en certifikatutgivare.", language="sv")
    asked = draft("Vad är Let's Encrypt?", ["en certifikatutgivare"], about=swedish)

    assert speaks_the_right_language(asked, Context({1: swedish})) is None
