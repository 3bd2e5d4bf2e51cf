"""The built-in writer's questions that should be declined (M1.14)."""

import pytest

from core.language import detect
from core.text import normalise
from tests.testsets.samples import FERRY, PLAIN, faq, passage
from testsets.checks import check_draft
from testsets.values import Expects, QuestionType
from testsets.writers.builtin import BuiltinWriter
from testsets.writers.builtin.limits import limit_drafts

LIMITS = [QuestionType.NOT_IN_MATERIAL, QuestionType.GENERAL_KNOWLEDGE]


@pytest.mark.parametrize("type_", LIMITS)
@pytest.mark.parametrize("language", ["en", "es", "de", "sv"])
def test_every_listed_question_passes_the_checks_of_its_type(type_, language):
    material = {1: passage("Zzz yyy xxx.", language=language)}
    listed = list(limit_drafts(type_, language, seed="s"))

    assert len(listed) >= 8
    for draft in listed:
        assert check_draft(draft, material=material, kept=[]) == [], draft.question
        assert draft.expects is Expects.DECLINE
        assert normalise(draft.detail) in normalise(draft.question)
        assert detect(draft.expected_answer, hint=language).code == language


def test_a_question_that_the_material_answers_is_refused_and_another_takes_its_place():
    """M1.19."""
    dogs = passage("You may bring your dog to our office on Fridays.", key=5)
    refused = [
        draft.question
        for draft in limit_drafts(QuestionType.NOT_IN_MATERIAL, "en", seed="s")
        if check_draft(draft, material={5: dogs}, kept=[])
    ]

    assert refused == ["Can I bring my dog to your office?"]


def test_the_order_depends_on_the_seed_alone():
    once = [d.question for d in limit_drafts(QuestionType.GENERAL_KNOWLEDGE, "de", seed="a")]
    again = [d.question for d in limit_drafts(QuestionType.GENERAL_KNOWLEDGE, "de", seed="a")]
    other = [d.question for d in limit_drafts(QuestionType.GENERAL_KNOWLEDGE, "de", seed="b")]

    assert once == again
    assert sorted(once) == sorted(other)
    assert once != other


def test_a_language_without_a_list_gets_none():
    assert list(limit_drafts(QuestionType.GENERAL_KNOWLEDGE, "fi", seed="s")) == []
    with pytest.raises(ValueError, match="answered"):
        list(limit_drafts(QuestionType.DIRECT, "en", seed="s"))


def test_the_writer_spreads_them_among_the_ordinary_questions():
    entries = [
        faq(f"How much does ticket {n} cost?", f"Ticket {n} costs {n} euros.", key=n)
        for n in range(1, 41)
    ]
    shares = PLAIN | {QuestionType.NOT_IN_MATERIAL: 1, QuestionType.GENERAL_KNOWLEDGE: 1}
    drafts = list(
        BuiltinWriter().drafts(entries, wanted=20, shares=shares, language=None, stop=lambda: False)
    )
    places = [place for place, draft in enumerate(drafts) if draft.type in LIMITS]

    assert 0 < places[0] < 10
    assert places[-1] < len(drafts)
    assert {draft.type for draft in drafts} >= set(LIMITS)


def test_they_do_not_come_where_nobody_wants_them():
    drafts = BuiltinWriter().drafts(
        [FERRY], wanted=20, shares=PLAIN, language=None, stop=lambda: False
    )

    assert not [draft for draft in drafts if draft.type in LIMITS]
