"""The demo's planted faults: a test of its assistant shows every one of the seven labels."""

import re
from collections import Counter

import pytest

from core.embeddings import get_embedder
from core.models import Workspace
from core.text import normalise
from grading.graders.builtin import BuiltinGrader
from grading.values import Case, CaseFact, Graded, Label
from pipeline.demo.behaviours import (
    CostaClaraAssistant,
    Does,
    behaviours,
    demo_assistant,
)
from pipeline.demo.by_hand import edit_by_hand, hand_written
from pipeline.demo.website import SITE
from pipeline.demo_assistant.library import read_folder
from pipeline.demo_assistant.outcomes import Reply
from sources.readings import read_folder as read_into
from sources.services import add_files_source
from tests.world import World
from testsets.evidence import frozen_content
from testsets.models import Question, TestSet
from testsets.services import create_test_set


@pytest.fixture(scope="module")
def clara() -> CostaClaraAssistant:
    return demo_assistant()


@pytest.fixture
def by_hand(committed_world: World) -> TestSet:
    """The owner's questions in a test set over the stored website, and nothing else."""
    source = add_files_source(
        workspace=committed_world.acme, name="Costa Clara", by=committed_world.ada
    )
    read_into(source=source, directory=SITE, by=committed_world.ada)
    test_set = create_test_set(
        workspace=committed_world.acme, name="By hand", by=committed_world.ada
    )
    edit_by_hand(test_set=test_set, by=committed_world.ada)
    return test_set


def questions_of(test_set: TestSet) -> list[Question]:
    workspace: Workspace = test_set.workspace
    return list(Question.objects.for_workspace(workspace).filter(test_set=test_set))


def test_every_planted_fault_answers_exactly_one_question_of_the_website():
    asked = [entry.question for entry in read_folder(SITE).entries if entry.question]
    for behaviour in behaviours():
        assert len([one for one in asked if behaviour.fits(one)]) == 1, behaviour.when.pattern
    for question in asked:
        assert sum(behaviour.fits(question) for behaviour in behaviours()) <= 1, question


def test_the_website_answers_at_least_thirty_questions_that_are_not_planted_on():
    asked = {entry.question for entry in read_folder(SITE).entries if entry.question}
    unspoilt = [one for one in asked if not any(line.fits(one) for line in behaviours())]
    assert len(unspoilt) >= 30


def test_planted_answers_are_given_word_for_word_and_all_others_honestly(clara):
    for behaviour in behaviours():
        if behaviour.does is Does.ANSWERS:
            question = f"Hello! {behaviour.when.pattern}?"
            assert clara.respond(question) == Reply(behaviour.answer)
    honest = clara.respond("Do assistance dogs pay?")
    assert isinstance(honest, Reply)
    assert honest.answer.startswith("No, assistance dogs travel free")


def test_every_label_has_a_planted_cause():
    planted = {behaviour.label for behaviour in behaviours()}
    assert planted == {label.value for label in Label} - {Label.NEEDS_REVIEW.value}


def test_the_owners_questions_quote_the_pages_they_cite(by_hand):
    questions = questions_of(by_hand)
    assert len(questions) == len(hand_written())
    for question in questions:
        content = frozen_content(question)
        assert all(fact["passage"] is not None for fact in content["facts"]), question.text


def test_editing_by_hand_again_adds_nothing(by_hand, committed_world):
    before = Counter(question.uid for question in questions_of(by_hand))
    edit_by_hand(test_set=by_hand, by=committed_world.ada)
    assert Counter(question.uid for question in questions_of(by_hand)) == before


def test_all_seven_labels_appear_when_the_owners_questions_are_asked_and_graded(by_hand, clara):
    grader = BuiltinGrader(get_embedder())
    found: dict[str, str] = {}
    for question in questions_of(by_hand):
        outcome = clara.respond(question.text)
        if not isinstance(outcome, Reply):
            found[question.text] = Label.NOT_RUN.value
            continue
        content = frozen_content(question)
        grade = grader.grade(
            Case(
                uid=question.uid,
                question=question.text,
                type=question.type,
                language=question.language,
                expected_answer=question.expected_answer,
                expects=question.expects,
                facts=tuple(CaseFact(fact["quotation"]) for fact in content["facts"]),
                passages=tuple(passage["text"] for passage in content["passages"]),
                answer=outcome.answer,
                critical=question.critical,
            )
        )
        assert isinstance(grade, Graded)
        found[question.text] = grade.label.value
    slip = "How much does it cost to change the date of my ticket?"
    assert found.pop(slip) == Label.NEEDS_REVIEW.value
    for text, label in found.items():
        behaviour = clara.behaviour(text)
        assert behaviour is not None
        assert label == behaviour.label, text
    assert set(found.values()) | {Label.NEEDS_REVIEW.value, Label.CORRECT.value} == set(Label)


def test_the_pages_hold_no_sentence_that_is_planted_as_wrong():
    material = [normalise(entry.text) for entry in read_folder(SITE).entries]
    for behaviour in behaviours():
        if behaviour.label == Label.INCORRECT.value and "Nothing" not in behaviour.why:
            first = normalise(re.split(r"(?<=[.])\s", behaviour.answer)[0])
            assert not any(first in text for text in material), behaviour.answer
