"""Typos and keywords variants (M1.13): the same question in worse clothes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import normalise, words
from testsets.values import Draft, DraftFact, Expects, QuestionType
from testsets.variants import as_keywords, variant_of, with_typos

FEE = Draft(
    type=QuestionType.EXACT_VALUE,
    language="en",
    question="How much does it cost to change the date of a ferry ticket?",
    expected_answer="Changing the date costs 12 euros.",
    facts=(DraftFact("costs 12 euros", 4, 18, "exact", "12 euros"),),
    passage_key=7,
)


@pytest.mark.parametrize("type_", [QuestionType.TYPOS, QuestionType.KEYWORDS])
def test_a_variant_keeps_its_parents_answer_and_facts(type_):
    variant = variant_of(FEE, type_, uid="q-1")

    assert variant is not None
    assert variant.parent == "q-1"
    assert variant.type is type_
    assert (variant.expected_answer, variant.facts) == (FEE.expected_answer, FEE.facts)
    assert normalise(variant.question) != normalise(FEE.question)


def test_the_same_question_always_gets_the_same_slips():
    once = with_typos(FEE.question, "en", seed="q-1")

    assert once == with_typos(FEE.question, "en", seed="q-1")
    assert len({with_typos(FEE.question, "en", seed=f"q-{n}") for n in range(20)}) > 5


@pytest.mark.parametrize(
    ("language", "question", "kept"),
    [
        ("en", "What does form I-90 cost for members of the NATO staff?", ["I-90", "NATO"]),
        ("de", "Gilt der Rabatt von 0,5 % auch für Bestellnummer A4711?", ["0,5", "A4711"]),
        ("es", "¿Puedo escribir a ayuda@costa.example para cambiar el billete?",
         ["ayuda@costa.example"]),
        ("sv", "Hur mycket kostar avgiften på 250 kr per påbörjad månad?", ["250"]),
    ],
)  # fmt: skip
def test_names_codes_and_values_are_never_misspelt(language, question, kept):
    for seed in range(60):
        slipped = with_typos(question, language, seed=str(seed))
        assert all(word in slipped for word in kept)
        assert len(slipped.split()) == len(question.split())


@given(st.text(max_size=200), st.sampled_from(["en", "de", "es", "sv", "fr", "ja", "xx"]))
def test_any_text_is_slipped_or_left_alone_and_never_fails(text, language):
    slipped = with_typos(text, language, seed="s")
    as_keywords(text, language)

    assert slipped != text or not text
    assert abs(len(slipped) - len(text)) <= 3 or not slipped


@pytest.mark.parametrize(
    ("language", "question", "typed"),
    [
        ("en", "What does an energy declaration cost?", "energy declaration cost"),
        ("en", "How long is a ferry ticket valid?", "how long ferry ticket valid"),
        ("en", "How do I travel without a passport?", "travel without passport"),
        ("en", "Who pays for a lost ticket?", "who pays lost ticket"),
        ("en", "How can I reach Go Ahead Ferries?", "reach go ahead ferries"),
        ("de", "Wie lange ist das Ticket für die Fähre gültig?", "wie lange ticket fähre gültig"),
        ("es", "¿Cuánto cuesta cambiar la fecha del billete?", "cuánto cuesta cambiar fecha billete"),
        ("sv", "Vad kostar det att ångra ett köp på nätet?", "kostar ångra köp nätet"),
        ("sv", "Hur länge gäller ett färjekort från hamnen?", "hur länge färjekort hamnen"),
    ],
)  # fmt: skip
def test_keywords_are_the_words_that_carry_the_question(language, question, typed):
    assert as_keywords(question, language) == typed


@pytest.mark.parametrize(
    ("language", "question"),
    [
        # The verb, the adjective or the condition carries what is asked.
        ("sv", "Vad ska jag tänka på vid bilresor?"),
        ("sv", "Hur stor är risken för försening?"),
        ("sv", "Hur bevisar jag en skadad bagagevagn?"),
        ("sv", "Vad händer om jag missar båten till ön?"),
        ("sv", "Vilka tecken på att båten är försenad?"),
        ("sv", "Räknas hunden som bagage på färjan?"),
        ("es", "¿Qué tipo de camarote ofrecen?"),
        ("es", "¿Cómo funciona el bono mensual?"),
        ("de", "Wie beantrage ich eine Erstattung der Fahrkarte?"),
        ("en", "How heavy is the luggage of a child?"),
        ("en", "Can I travel without a passport?"),
        ("en", "What happens if the ferry to the island is late?"),
        ("en", "What is a boarding card and when is a passport required?"),
        ("en", "I have a season ticket. What about my dog on the ferry?"),
    ],
)
def test_keywords_that_nobody_would_type_are_not_made(language, question):
    assert as_keywords(question, language) == ""


def test_keywords_that_no_longer_say_what_is_asked_are_not_made():
    assert as_keywords("What is it?", "en") == ""
    assert as_keywords("返品期限は何日ですか？", "ja") == ""
    long = (
        "How do customers of the northern line who bought a family ticket at a kiosk in spring pay?"
    )
    assert as_keywords(long, "en") == ""


def test_a_yes_no_question_is_not_made_into_keywords():
    """Three words in a search box ask for no yes or no."""
    asked = Draft(
        QuestionType.YES_NO, "en", "Can dogs travel on the upper deck?", "No, they can't.",
        (DraftFact("Dogs stay on the car deck", 0, 25, "exact"),), 7,
    )  # fmt: skip

    assert variant_of(asked, QuestionType.KEYWORDS, uid="q-2") is None
    assert variant_of(asked, QuestionType.TYPOS, uid="q-2") is not None


def test_variants_are_made_of_answered_questions_only():
    misspelt = variant_of(FEE, QuestionType.TYPOS, uid="q-1")
    assert misspelt is not None
    premise = Draft(
        QuestionType.FALSE_PREMISE, "en", "Why does the night ferry cost 90 euros?", "It doesn't.",
        (), 7, expects=Expects.CORRECT_PREMISE, detail="90 euros",
    )  # fmt: skip

    assert variant_of(misspelt, QuestionType.KEYWORDS, uid="q-3") is None
    assert variant_of(premise, QuestionType.TYPOS, uid="q-4") is None
    with pytest.raises(ValueError, match="no variant"):
        variant_of(FEE, QuestionType.DIRECT, uid="q-1")


def test_a_slip_stays_readable():
    """At most one slip in four longer words: the question is still the same question."""
    shared = set(words(with_typos(FEE.question, "en", seed="q-9"))) & set(words(FEE.question))

    assert len(shared) >= len(set(words(FEE.question))) - 3
