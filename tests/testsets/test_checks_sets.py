"""Checks on a draft beside the others: balance, duplicates, absence."""

from dataclasses import replace

import pytest

from core.embeddings import get_embedder
from tests.testsets.samples import FERRY, draft, faq, passage
from testsets.checks import Context, EmbeddedQuestions, balance
from testsets.checks.absence import nothing_answers_it, premise_is_false
from testsets.checks.balance import keeps_the_balance, takes_a_side
from testsets.checks.duplicates import is_new_in_the_set
from testsets.values import Draft, Expects, QuestionType


def polar(answer: str, number: int = 0):
    said = passage(answer, key=number)
    return draft(f"May I bring pet number {number}?", [answer], about=said, expected=answer,
                 type=QuestionType.YES_NO, passage_key=number)  # fmt: skip


def test_a_run_of_yes_questions_is_stopped_before_it_pays_to_always_say_yes():
    """M1.20: a generator left alone wrote 14 yes of 16."""
    kept: list[Draft] = []
    for number in range(16):
        one = polar("Yes, you may bring it.", number)
        if keeps_the_balance(one, Context(kept=kept)) is None:
            kept.append(one)

    assert len(kept) == 2
    assert keeps_the_balance(polar("No, you may not.", 99), Context(kept=kept)) is None


def test_the_balance_counts_both_sides_and_what_takes_neither():
    """M1.20: the balance is shown."""
    found = balance([polar("Yes, gladly."), polar("No, never."), polar("It depends."), draft()])

    assert (found.yes, found.no, found.unclear) == (1, 1, 1)
    assert not found.even
    assert balance([polar("Yes, gladly."), polar("No, never.")]).even


def test_a_yes_no_question_whose_answer_takes_no_side_is_rejected():
    rejection = takes_a_side(polar("Dogs are common."), Context())

    assert rejection is not None
    assert rejection.check == "yes_no_answer"


def test_a_false_premise_that_stands_in_the_material_is_not_false():
    """M1.19: the made-up detail is in no stored passage."""
    asked = draft("Why do children under six travel free of charge?", ["Children under six"],
                  type=QuestionType.FALSE_PREMISE, expects=Expects.CORRECT_PREMISE)  # fmt: skip
    true = replace(asked, detail="children under six")
    false = replace(
        asked, question="Why do children under twelve travel free?", detail="under twelve"
    )

    assert premise_is_false(true, Context({1: FERRY})) is not None
    assert premise_is_false(false, Context({1: FERRY})) is None
    assert premise_is_false(asked, Context({1: FERRY})) is not None  # says no detail at all


@pytest.mark.parametrize(
    ("detail", "text"),
    [
        ("24.00 euros", "A return ticket costs 24 euros."),
        ("1 200 kr", "The fee is 1,200 kr."),
        ("0,5 %", "The fee is 0.5% of the price."),
        ("15 February", "The season ends on February 15th."),
        ("family ticket", "Family tickets are sold on board."),
    ],
)
def test_a_premise_that_stands_in_the_material_in_other_notation_is_not_false(detail, text):
    """M1.19, and the heading above a passage belongs to the material."""
    asked = draft(f"Why is it about the {detail}?", ["24 euros"], detail=detail,
                  type=QuestionType.FALSE_PREMISE, expects=Expects.CORRECT_PREMISE)  # fmt: skip
    stated, above = passage(text), passage("It is sold on board.", heading_path=(text,))
    other = passage("Groups of 24 sail on 15 March, families at 1 250 kr, 5% less.")

    assert premise_is_false(asked, Context({1: stated})) is not None
    assert premise_is_false(asked, Context({1: above})) is not None
    assert premise_is_false(asked, Context({1: other})) is None


def test_a_question_that_some_other_passage_answers_is_not_outside_the_material():
    """M1.19: people once swore a question had no answer, and it did."""
    asked = draft("How many lifeboats does the ferry carry?", [], expected="",
                  type=QuestionType.NOT_IN_MATERIAL, expects=Expects.DECLINE)  # fmt: skip
    lifeboats = passage("The ferry carries eight lifeboats.", key=2)

    under_a_heading = passage("It carries eight.", key=2, heading_path=("Lifeboats of the ferry",))

    assert nothing_answers_it(asked, Context({1: FERRY})) is None
    assert nothing_answers_it(asked, Context({1: FERRY, 2: lifeboats})) is not None
    assert nothing_answers_it(asked, Context({1: FERRY, 2: under_a_heading})) is not None


def test_questions_that_name_other_numbers_ask_of_other_things():
    """M1.21."""
    one = draft("What is the fee for form KB-12 at the harbour office?", passage_key=1)
    other = replace(one, question="What is the fee for form KB-14 at the harbour office?",
                    passage_key=2)  # fmt: skip
    space = EmbeddedQuestions(get_embedder())

    assert is_new_in_the_set(other, Context({1: FERRY}, [one], space)) is None
    assert is_new_in_the_set(replace(one, passage_key=2), Context({1: FERRY}, [one], space))


def test_the_same_question_in_nearly_the_same_words_is_rejected():
    """M1.21."""
    kept = [draft("How much does a return ticket cost?")]
    again = draft("How much does the return ticket cost?", ["Children under six"])

    assert is_new_in_the_set(again, Context(kept=kept)) is not None


def test_two_questions_for_the_same_words_of_a_passage_are_duplicates():
    """M1.21."""
    kept = [draft("How much does a return ticket cost?")]
    again = draft("What is the price for going to the island and back?")

    assert is_new_in_the_set(again, Context(kept=kept)) is not None


def test_rewordings_are_found_by_meaning_and_neighbouring_questions_are_kept():
    """M1.21: by embedding, with a threshold measured on real pages."""
    space = EmbeddedQuestions(get_embedder())
    deck = passage("Bygglov krävs för altan.", language="sv")
    kept = [draft("Krävs bygglov för altan?", ["Bygglov krävs för altan"], about=deck)]
    reworded = draft("Behöver jag bygglov för altan?", ["Bygglov krävs"], about=deck)
    other = draft("Vad kostar bygglov för altan?", ["Bygglov"], about=deck)

    assert is_new_in_the_set(reworded, Context(kept=kept, space=space)) is not None
    assert is_new_in_the_set(other, Context(kept=kept, space=space)) is None


def test_thirty_drafts_of_one_page_do_not_fill_a_set_with_one_question():
    """M1.21: 30 drafts from one page."""
    kept: list[Draft] = []
    for number in range(30):
        one = draft("How much does a return ticket cost?" + "?" * (number % 2), passage_key=number)
        if is_new_in_the_set(one, Context(kept=kept)) is None:
            kept.append(one)

    assert len(kept) == 1


@pytest.mark.parametrize("kind", [QuestionType.TYPOS, QuestionType.KEYWORDS])
def test_variants_are_the_same_question_on_purpose(kind):
    """M1.13."""
    assert is_new_in_the_set(draft(type=kind), Context(kept=[draft()])) is None


@pytest.mark.parametrize(
    ("language", "one", "other", "same"),
    [
        ("sv", "Hur länge gäller ett bygglov?", "Hur lång tid tar det att få bygglov?", False),
        ("sv", "När krävs bygglov?", "Hur lång tid tar det att få bygglov?", False),
        ("sv", "Hur lång tid tar ett takbyte?", "Hur länge håller ett takbyte?", False),
        ("sv", "Kan jag bygga utan bygglov?", "Vad händer om jag bygger utan bygglov?", False),
        ("sv", "När används ABS 18?", "Vad är ABS 18?", False),
        ("sv", "Vilka arbeten ger ROT-avdrag?", "Vad är ROT-avdrag?", False),
        (
            "en",
            "How do I apply for the ROT deduction?",
            "How do I declare the ROT deduction?",
            False,
        ),
        ("sv", "Vad är ABS18?", "Vad är ABS 18?", True),
        ("sv", "Krävs bygglov för altan?", "Behöver jag bygglov för altan?", True),
        ("sv", "Kan jag få ROT på fritidshus?", "Kan jag använda ROT även på fritidshus?", True),
        ("en", "Is a permit needed for a deck?", "Do I need a permit for a deck?", True),
    ],
)
def test_what_is_asked_of_one_thing_is_told_from_the_same_question_in_other_words(
    language, one, other, same
):
    """M1.21: a twin is rejected, another question about the same thing is not."""
    about = faq(one, "Det kostar 24 euro.", language=language, key=1)
    elsewhere = faq(other, "Det kostar 25 euro.", language=language, key=2)
    first = draft(one, ["Det kostar 24 euro"], about=about, expected="Det kostar 24 euro.")
    second = draft(other, ["Det kostar 25 euro"], about=elsewhere, expected="Det kostar 25 euro.")

    found = is_new_in_the_set(
        second, Context(kept=[first], space=EmbeddedQuestions(get_embedder()))
    )

    assert (found is not None) == same
