"""What a question of some types must be besides: names, several sources, what is new, limits."""

from dataclasses import replace

import pytest

from tests.testsets.samples import FERRY, draft, passage
from testsets.checks import check_draft
from testsets.checks.absence import nothing_answers_it, premise_is_false
from testsets.checks.context import Context
from testsets.checks.kinds import (
    behaves_as_its_type,
    draws_on_several,
    named_in,
    names_a_name,
    tells_old_from_new,
)
from testsets.checks.quotations import facts_are_verbatim
from testsets.values import Draft, DraftFact, Expects, QuestionType, located

FORM = passage("Form KB-12 is used to claim a refund from the Nordholm Office.", key=3)
WINTER = passage("In winter the ferry to Nordholm sails at 9.", key=4, document_key=4,
                 document="Winter")  # fmt: skip
OLD_FEE = passage("Changing the date of a ticket costs 8 euros in every season.", key=5,
                  document_key=5, document="Fees 2023")  # fmt: skip
NEW_FEE = passage("Changing the date of a ticket costs 12 euros in every season.", key=6,
                  document_key=6, document="Fees 2026")  # fmt: skip


class Reader:
    """Says what it was told to say, and remembers what it was shown."""

    def __init__(self, words: str = "") -> None:
        self.words = words
        self.seen: list[int] = []

    def shows(self, question, detail, passages):
        self.seen = [shown.key for shown in passages]
        return self.words


class Search:
    """Finds the same passages whatever is asked."""

    def __init__(self, *found) -> None:
        self.found = found

    def nearest(self, text, count):
        return self.found[:count]


def several(*quoted: tuple[str, object], **changes) -> Draft:
    """A question whose facts stand in several passages."""
    facts = []
    for quotation, there in quoted:
        fact = located(quotation, there.text)
        assert fact is not None
        facts.append(replace(fact, passage_key=there.key))
    keys = list(dict.fromkeys(there.key for _, there in quoted))
    return replace(
        draft("What does a trip in winter cost, and when does it leave?"),
        type=QuestionType.SEVERAL_SOURCES, facts=tuple(facts), passage_key=keys[0],
        more_passages=tuple(keys[1:]),
        expected_answer="A return ticket costs 24 euros per person, and the ferry sails at 9.",
        **changes,
    )  # fmt: skip


def test_a_several_sources_question_cites_two_to_five_passages():
    """M1.12: each fact stands in its own passage, and no single passage holds them all."""
    material = {FERRY.key: FERRY, WINTER.key: WINTER}
    both = several(("24 euros per person", FERRY), ("sails at 9", WINTER))
    one = several(("24 euros per person", FERRY), ("travel free of charge", FERRY))

    assert check_draft(both, material=material, kept=[]) == []
    assert draws_on_several(one, Context(material)) is not None


def test_a_passage_that_holds_every_fact_makes_several_sources_needless():
    everything = passage("24 euros per person, and it sails at 9.", key=9)
    material = {FERRY.key: FERRY, WINTER.key: WINTER, 9: everything}
    made = several(("24 euros per person", FERRY), ("sails at 9", WINTER))
    made = replace(made, more_passages=(WINTER.key, 9))

    rejection = draws_on_several(made, Context(material))

    assert rejection is not None
    assert "One passage" in rejection.message


def test_a_fact_is_looked_for_in_its_own_passage_only():
    """M1.15: a quotation that stands in another cited passage is at the wrong place."""
    made = several(("24 euros per person", FERRY), ("sails at 9", WINTER))
    swapped = replace(made, facts=tuple(
        replace(fact, passage_key=FERRY.key if fact.passage_key == WINTER.key else WINTER.key)
        for fact in made.facts
    ))  # fmt: skip

    material = {FERRY.key: FERRY, WINTER.key: WINTER}
    assert facts_are_verbatim(made, Context(material)) is None
    assert facts_are_verbatim(swapped, Context(material)) is not None


def test_a_quotation_that_spans_two_passages_is_not_verbatim():
    """M1.15: not even where one passage goes on where the other ends."""
    made = several(("24 hours before departure.", FERRY), ("In winter the ferry", WINTER))
    begins, ends = made.facts
    spanning = DraftFact(f"{begins.quotation} {ends.quotation}", begins.start, ends.end, "exact")

    rejection = facts_are_verbatim(
        replace(made, facts=(spanning,)), Context({FERRY.key: FERRY, WINTER.key: WINTER})
    )

    assert rejection is not None
    assert "word for word" in rejection.message


def test_a_fact_of_a_passage_that_the_question_does_not_cite_is_refused():
    made = several(("24 euros per person", FERRY), ("sails at 9", WINTER))
    uncited = replace(made, more_passages=())

    assert facts_are_verbatim(uncited, Context({FERRY.key: FERRY, WINTER.key: WINTER})) is not None


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is form KB-12 for?", ["KB-12"]),
        ("How do I claim from the Nordholm Office?", ["Nordholm", "Office"]),
        ("What is form KB-13 for?", []),
        ("How do I get my money back?", []),
    ],
)
def test_a_names_and_codes_question_holds_a_name_of_its_passage(question, named):
    made = draft(question, ["claim a refund"], about=FORM, type=QuestionType.NAMES_CODES,
                 expected="It is used to claim a refund.")  # fmt: skip

    assert named_in(question, FORM) == named
    assert (names_a_name(made, Context({3: FORM})) is None) == bool(named)


def test_what_is_true_now_rests_on_the_newer_of_two_passages_that_differ():
    material = {5: OLD_FEE, 6: NEW_FEE}
    current = draft(
        "How much does it cost to change the date of a ticket now?", [("12 euros", "12 euros")],
        about=NEW_FEE, type=QuestionType.CURRENT, more_passages=(5,),
        expected="Changing the date costs 12 euros.",
    )  # fmt: skip
    outdated = draft(
        "How much does it cost to change the date of a ticket now?", [("8 euros", "8 euros")],
        about=OLD_FEE, type=QuestionType.CURRENT, passage_key=6, more_passages=(5,),
        expected="Changing the date costs 8 euros.",
    )  # fmt: skip
    outdated = replace(outdated, facts=(replace(outdated.facts[0], passage_key=5),))
    alike = replace(current, more_passages=(7,))
    same = {**material, 7: replace(NEW_FEE, key=7)}

    assert check_draft(current, material=material, kept=[]) == []
    assert tells_old_from_new(outdated, Context(material)) is not None
    assert tells_old_from_new(alike, Context(same)) is not None
    apart = replace(current, more_passages=(4,))
    assert tells_old_from_new(apart, Context({6: NEW_FEE, 4: WINTER})) is not None


@pytest.mark.parametrize(
    ("type_", "right"),
    [
        (QuestionType.NOT_IN_MATERIAL, Expects.DECLINE),
        (QuestionType.GENERAL_KNOWLEDGE, Expects.DECLINE),
        (QuestionType.LEADING, Expects.CORRECT_PREMISE),
        (QuestionType.FALSE_PREMISE, Expects.CORRECT_PREMISE),
        (QuestionType.DIRECT, Expects.ANSWER),
    ],
)
def test_the_right_behaviour_follows_from_the_type(type_, right):
    """M1.14."""
    for expects in Expects:
        made = replace(draft(), type=type_, expects=expects)
        assert (behaves_as_its_type(made, Context()) is None) == (expects is right)


def premise(question: str, detail: str, type_=QuestionType.FALSE_PREMISE) -> Draft:
    return draft(question, ["24 euros per person"], type=type_, expects=Expects.CORRECT_PREMISE,
                 detail=detail, expected="A return ticket costs 24 euros, not that.")  # fmt: skip


def test_the_second_reader_is_asked_whether_a_premise_is_in_the_material():
    """M1.19: other words for the same thing are found by reading, not by searching."""
    made = premise("Why does a return ticket cost thirty euros?", "thirty euros")
    material = {1: FERRY, 4: WINTER}

    finds = Context(material, search=Search(WINTER), reader=Reader("costs 24 euros"))
    assert premise_is_false(made, finds) is not None
    nothing = Reader("")
    assert premise_is_false(made, Context(material, search=Search(WINTER), reader=nothing)) is None
    assert set(nothing.seen) == {1, 4}  # the nearest by meaning and the nearest by words


def test_a_false_premise_quotes_what_is_true_instead():
    bare = replace(premise("Why does a return ticket cost 30 euros?", "30 euros"), facts=())

    rejection = premise_is_false(bare, Context({1: FERRY}))

    assert rejection is not None
    assert "true" in rejection.message


def unanswerable(question: str, detail: str, type_=QuestionType.NOT_IN_MATERIAL) -> Draft:
    return Draft(type_, "en", question, "Say that this is not known here.", (), 0,
                 expects=Expects.DECLINE, detail=detail)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "detail", "kept"),
    [
        ("Is there a swimming pool on board?", "swimming pool", True),
        ("Can tickets be cancelled before departure?", "cancelled", False),
        ("Do children under six travel free of charge?", "", False),
        ("Is there a swimming pool on board?", "sauna", False),
    ],
)
def test_what_is_not_in_the_material_is_proven_absent_from_every_passage(question, detail, kept):
    made = unanswerable(question, detail)

    assert (nothing_answers_it(made, Context({1: FERRY, 4: WINTER})) is None) == kept


def test_general_knowledge_that_the_material_happens_to_answer_is_refused():
    made = unanswerable("When does the ferry to Nordholm sail in winter?", "",
                        QuestionType.GENERAL_KNOWLEDGE)  # fmt: skip

    assert nothing_answers_it(made, Context({4: WINTER})) is not None
    assert nothing_answers_it(made, Context({1: FERRY})) is None


def test_the_second_reader_may_find_the_answer_that_words_did_not():
    made = unanswerable("What is the price for a two-way trip?", "price")

    assert nothing_answers_it(made, Context({1: FERRY})) is None
    found = nothing_answers_it(
        made, Context({1: FERRY}, reader=Reader("A return ticket costs 24 euros"))
    )
    assert found is not None
    assert "return ticket" in found.message


def test_reading_costs_most_and_comes_last():
    """A draft that is refused for another reason is not read for."""
    reader = Reader()
    made = replace(unanswerable("Swimming pool", "swimming pool"))

    reasons = check_draft(made, material={1: FERRY}, kept=[], reader=reader)

    assert [reason.check for reason in reasons] == ["question_shape"]
    assert reader.seen == []


def test_a_fact_names_its_passage_or_stands_in_the_first():
    made = replace(draft(), more_passages=(4,))
    elsewhere = DraftFact("sails at 9", 30, 40, "exact", passage_key=4)

    assert made.passage_of(made.facts[0]) == 1
    assert made.passage_of(elsewhere) == 4
    assert made.passage_keys == (1, 4)
