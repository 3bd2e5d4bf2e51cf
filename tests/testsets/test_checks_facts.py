"""Checks on key facts and expected answers."""

from dataclasses import replace

import pytest

from tests.testsets.samples import FERRY, draft, passage
from testsets.checks import check_draft, speaks_for, without_answer_words
from testsets.checks.answers import answer_is_supported, has_an_answer
from testsets.checks.context import Context
from testsets.checks.labels import answer_is_a_statement, is_call_to_action, is_label
from testsets.checks.quotations import (
    facts_are_short,
    facts_are_verbatim,
    has_one_to_four_facts,
    values_fit_their_facts,
)
from testsets.checks.wording import keeps_the_answer_open, paraphrases_the_passage
from testsets.values import DraftFact, Expects, QuestionType

MATERIAL = Context({1: FERRY})


def test_a_key_fact_that_the_passage_does_not_state_is_rejected():
    """M1.15: else the writer invented the answer."""
    invented = draft(facts=[], type=QuestionType.DIRECT)
    invented = replace(invented, facts=(DraftFact("19 euros per person", 0, 0, ""),))

    rejection = facts_are_verbatim(invented, MATERIAL)

    assert rejection is not None
    assert "19 euros per person" in rejection.message


def test_a_key_fact_stitched_together_from_two_places_is_not_verbatim():
    """M1.15: one contiguous piece."""
    stitched = replace(draft(), facts=(DraftFact("24 euros. Children under six", 0, 0, ""),))

    assert facts_are_verbatim(stitched, MATERIAL) is not None


def test_a_key_fact_that_differs_in_typography_only_is_verbatim():
    """M1.15: folded matches are honest ones."""
    curly = passage("It’s free if you don’t cancel — for 24\u00a0hours.")
    plain = draft(
        "When is cancelling free?", ["It's free if you don't cancel - for 24 hours"], about=curly
    )

    assert plain.facts[0].match == "folded"
    assert facts_are_verbatim(plain, Context({1: curly})) is None


def test_a_key_fact_at_another_place_than_recorded_is_rejected():
    moved = replace(draft(), facts=(replace(draft().facts[0], start=0, end=19),))

    assert facts_are_verbatim(moved, MATERIAL) is not None


@pytest.mark.parametrize("count", [0, 5])
def test_a_question_carries_one_to_four_key_facts(count):
    """M1.2."""
    made = replace(draft(), facts=draft().facts * count)

    assert has_one_to_four_facts(made, MATERIAL) is not None


def test_a_question_that_expects_no_answer_needs_no_key_fact():
    made = replace(draft(), facts=(), expects=Expects.DECLINE, type=QuestionType.NOT_IN_MATERIAL)

    assert has_one_to_four_facts(made, MATERIAL) is None


def test_a_whole_passage_is_no_key_fact():
    long = passage(" ".join(f"word{n}" for n in range(80)))

    assert facts_are_short(draft(facts=[long.text], about=long), Context({1: long})) is not None


def test_a_function_word_is_no_key_fact():
    assert facts_are_short(draft(facts=["can be"]), MATERIAL) is not None
    assert facts_are_short(draft(facts=[("24", "24")]), MATERIAL) is None


def test_a_question_for_a_value_needs_a_key_fact_with_one():
    assert values_fit_their_facts(
        draft(facts=["24 euros"], type=QuestionType.EXACT_VALUE), MATERIAL
    )
    assert values_fit_their_facts(draft(), MATERIAL) is None


def test_answer_words_that_stand_in_the_question_are_dropped():
    """M1.18: they inflate scores."""
    given_away = draft(
        "Does a return ticket cost 24 euros?",
        [("24 euros per person", "24 euros"), "return ticket"],
    )

    kept = without_answer_words(given_away)

    assert kept.facts == ()
    assert keeps_the_answer_open(given_away, MATERIAL) is not None
    assert without_answer_words(draft()) == draft()


def test_yes_itself_is_not_given_away_by_the_question():
    """M1.18 does not make yes/no questions impossible."""
    said = passage("Yes, dogs travel free of charge.")
    asked = draft(
        "Do dogs travel free of charge?", ["Yes, dogs travel free of charge"], about=said,
        type=QuestionType.YES_NO,
    )  # fmt: skip

    assert without_answer_words(asked) == asked


def test_a_paraphrase_that_shares_its_words_with_the_passage_tests_keyword_search():
    """M1.17."""
    near = draft("How much does a return ticket cost per person?", type=QuestionType.PARAPHRASE)
    far = draft("What is the price of going there and back?", type=QuestionType.PARAPHRASE)

    assert paraphrases_the_passage(near, MATERIAL) is not None
    assert paraphrases_the_passage(far, MATERIAL) is None


@pytest.mark.parametrize(
    "answer",
    [
        "The answer is not in the context.",
        "the answer is not in the context",
        "The answer isn’t in the context.",
        "answer: not in context",
        "The page does not contain an answer to this.",
        "The given context doesn't have enough information to answer.",
        "Cannot be determined.",
        "The information is not available.",
        "The passage does not mention the price.",
        "This is not specified in the provided text.",
        "I don't know.",
        "Der Text enthält dazu keine Angaben.",
        "Das Dokument enthält keine Angaben dazu.",
        "Keine Angabe.",
        "La réponse n'est pas dans le contexte.",
        "答案不在上下文中",
        "El texto no menciona el precio.",
        "Det framgår inte av texten.",
        "Dokumentet nämner inte priset.",
        "",
    ],
)
def test_that_there_is_no_answer_is_no_expected_answer(answer):
    rejection = has_an_answer(draft(expected=answer), MATERIAL)

    assert rejection is not None
    assert rejection.check == "answer_missing"


@pytest.mark.parametrize(
    "answer",
    [
        "No, dogs are not allowed on the upper deck.",
        "If the document does not contain a signature, the application is rejected.",
        "Write it on the envelope, not in the text of the letter.",
        "Nein, das Dokument muss nicht beglaubigt sein.",
        "Nej, dokumentet behöver inte skickas in.",
    ],
)
def test_an_answer_that_says_no_is_an_answer(answer):
    """Customers ask about documents, too, and some need nothing."""
    assert has_an_answer(draft(expected=answer), MATERIAL) is None


def test_a_sentence_that_the_passage_does_not_state_is_refused():
    """The expected answer adds nothing to the passage."""
    adds = draft(
        expected="A return ticket costs 24 euros per person. Vouchers from travel agents are accepted."
    )

    rejection = answer_is_supported(adds, MATERIAL)

    assert rejection is not None
    assert "Vouchers" in rejection.message
    assert answer_is_supported(draft(expected="It costs 24 euros per person."), MATERIAL) is None


@pytest.mark.parametrize(
    "joint", ["; vouchers from agents are accepted", "!Vouchers from agents are accepted",
              ".Vouchers from agents are accepted", ".\n- Vouchers from agents are accepted"],
)  # fmt: skip
def test_a_statement_that_is_joined_to_a_true_one_is_found(joint):
    adds = draft(expected=f"A return ticket costs 24 euros per person{joint}")

    rejection = answer_is_supported(adds, MATERIAL)

    assert rejection is not None
    assert "ouchers" in rejection.message


@pytest.mark.parametrize(
    ("told", "answered"),
    [("25 000 kr", "25,000 kr"), ("0,5 %", "0.5%"), ("24 euros", "24.00 euros")],
)
def test_a_figure_in_another_notation_is_no_invented_one(told, answered):
    about = passage(f"The yearly fee is {told}.")
    made = draft(facts=[told], about=about, expected=f"The yearly fee is {answered}.")

    assert answer_is_supported(made, Context({1: about})) is None


def test_a_figure_that_the_passage_does_not_hold_is_refused():
    rejection = answer_is_supported(
        draft(expected="A return ticket costs 26 euros per person."), MATERIAL
    )

    assert rejection is not None
    assert "26" in rejection.message


@pytest.mark.parametrize(
    "answer",
    ["Read more about our tickets", "Click here for the timetable.", "Contact us", "Läs mer om biljetter",
     "Tickets", "Book now!", "Más información aquí"],
)  # fmt: skip
def test_menu_labels_slogans_and_calls_to_action_are_no_answer(answer):
    """M1.4."""
    assert answer_is_a_statement(draft(expected=answer), MATERIAL) is not None


def test_a_short_verdict_or_value_is_an_answer():
    for answer in ("24 euros", "Yes.", "Nej", "Two weeks before departure."):
        assert not is_label(answer)
    assert not is_call_to_action("See the doctor within two days if the wound swells.")


@pytest.mark.parametrize(
    ("answer", "language", "side"),
    [
        ("Yes, if both own the house.", "en", "yes"),
        ("No. Never.", "en", "no"),
        ("No charge applies.", "en", None),
        ("It depends on the municipality.", "en", None),
        ("Ja och nej.", "sv", None),
        ("Nej, bara på däck.", "sv", "no"),
        ("Nein, das ist nicht möglich.", "de", "no"),
        ("Doch, natürlich.", "de", "yes"),
        ("Sí, el mismo día.", "es", "yes"),
        ("No cobramos tarifas.", "es", None),
        ("No, nunca.", "es", "no"),
        ("Nobody knows.", "en", None),
    ],
)
def test_the_side_an_answer_takes_is_read_from_its_first_words(answer, language, side):
    assert speaks_for(answer, language) == side


def test_a_draft_is_judged_by_itself_before_it_is_compared_with_others():
    """A faulty draft is not rejected for being one too many."""
    twice = draft("What does it say about the price?")

    reasons = check_draft(twice, material={1: FERRY}, kept=[twice])

    assert "near_duplicate" not in {reason.check for reason in reasons}
