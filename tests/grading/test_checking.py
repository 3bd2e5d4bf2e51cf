"""Trying a set's questions on known answers, in the background and on the page that approves it."""

import pytest
from django.test import Client
from django.urls import reverse

from core.models import FrozenError
from grading import checking, checking_selectors
from grading.graders.builtin import BuiltinGrader
from grading.methods import Scored
from grading.values import Findings, Graded, Label, Ungraded, UngradedReason
from tests.testsets.samples import stored_passage, stored_source
from testsets import services
from testsets.checking import checked, start_checking, stop_checking
from testsets.evidence import frozen_content, question_digest
from testsets.freezing import NotReady, approve_version
from testsets.methods import Needs
from testsets.models import CheckedQuestion
from testsets.question_text import NewFact, QuestionText
from testsets.records import in_set
from testsets.values import QuestionType


@pytest.fixture
def world(committed_world):
    """A job's worker has connections of its own and must see the people."""
    return committed_world


@pytest.fixture
def test_set(world):
    stored_source(world.acme)
    made = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    for words, text, answer, fact in (
        ("24 euros", "How much is a return ticket?", "It costs 24 euros per person.",
         NewFact("24 euros per person", "24 euros")),
        ("pier 4", "Where does the ferry to Nordholm leave from?", "It leaves from pier 4.",
         NewFact("leaves from pier 4")),
    ):  # fmt: skip
        services.add_question(
            test_set=made, by=world.ada, passage=stored_passage(words),
            content=QuestionText(text=text, type=QuestionType.DIRECT, language="en",
                                 expected_answer=answer, facts=[fact]),
        )  # fmt: skip
    return made


class Yes:
    """A grader that finds everything correct, or is out of reach."""

    name, fingerprint, concurrency = "Says yes", "yes", 2
    description: dict[str, str] = {}

    def __init__(self, fails_after: int | None = None) -> None:
        self.left = fails_after
        self.asked = 0

    def grade(self, case):
        self.asked += 1
        if self.left is not None and self.asked > self.left:
            return Ungraded(UngradedReason.UNAVAILABLE, "The model does not answer.")
        return Graded(Label.CORRECT, Findings(), "", 1.0, ())


def standing(test_set):
    return checked({q.pk: question_digest(frozen_content(q)) for q in in_set(test_set)})


def test_every_question_is_tried_and_the_built_in_grader_passes(test_set):
    """M4.3."""
    job = checking.try_questions(test_set)

    found = standing(test_set)
    assert job.status == "done"
    assert found.passes
    assert all(len(trial.outcomes) >= 5 for trial in found.trials.values())
    assert {trial.grader for trial in found.trials.values()} == {BuiltinGrader.name}


def test_a_set_that_nobody_tried_is_not_approved_without_a_reason(test_set, world):
    with pytest.raises(NotReady, match="not tried"):
        approve_version(test_set=test_set, by=world.ada)

    version = approve_version(test_set=test_set, by=world.ada, despite="The demo is at noon.")
    assert version.approved_despite == "The demo is at noon."
    assert len(version.checker["untried"]) == 2


def test_a_set_on_which_the_grader_fails_is_not_approved_without_a_reason(test_set, world):
    job = start_checking(test_set=test_set, by=world.ada)
    checking.carry_out(job.pk, grader=Yes())

    with pytest.raises(NotReady, match="fails on known answers of 2 questions"):
        approve_version(test_set=test_set, by=world.ada, despite="   ")
    version = approve_version(test_set=test_set, by=world.ada, despite="Graded by hand.")

    wrong = version.checker["wrong"]
    assert {outcome["uid"] for outcome in wrong} == {q.uid for q in in_set(test_set)}
    assert all(outcome["right"] != "correct" for outcome in wrong)
    assert version.approved_despite == "Graded by hand."


def test_a_set_that_passes_needs_no_reason_and_keeps_none(test_set, world):
    checking.try_questions(test_set)

    version = approve_version(test_set=test_set, by=world.ada, despite="Just in case.")

    assert version.approved_despite == ""
    assert version.checker["wrong"] == []
    assert version.checker["known_answers"] >= 9


def test_a_changed_question_counts_as_untried_until_it_is_tried_again(test_set, world):
    checking.try_questions(test_set)
    question = test_set.questions.first()
    services.edit_question(
        question=question, by=world.ada,
        content=QuestionText(text="What does a return ticket cost?", type=QuestionType.DIRECT,
                             language="en", expected_answer=question.expected_answer,
                             facts=[NewFact("24 euros per person", "24 euros")]),
    )  # fmt: skip

    assert standing(test_set).untried == 1
    before = CheckedQuestion.objects.count()
    checking.try_questions(test_set)
    assert standing(test_set).passes
    assert CheckedQuestion.objects.count() == before + 1  # the other one was not tried again


def test_a_grader_out_of_reach_stops_the_job_and_keeps_what_was_tried(test_set):
    job = start_checking(test_set=test_set, by=None)
    checking.carry_out(job.pk, grader=Yes(fails_after=6))

    job.refresh_from_db()
    assert job.status == "stopped"
    assert "does not answer" in job.reason
    assert standing(test_set).tried < 2


def test_a_second_delivery_tries_nothing_twice(test_set):
    job = start_checking(test_set=test_set, by=None)
    checking.carry_out(job.pk, grader=Yes())
    again = Yes()
    checking.carry_out(job.pk, grader=again)

    assert again.asked == 0
    assert CheckedQuestion.objects.count() == 2


def test_a_slice_of_time_leaves_the_rest_to_the_queue(test_set):
    job = start_checking(test_set=test_set, by=None)
    checking.carry_out(job.pk, grader=Yes(), slice_seconds=-1.0)

    job.refresh_from_db()
    assert job.status == "waiting"


def test_a_stop_is_obeyed(test_set, world):
    job = start_checking(test_set=test_set, by=None)
    stop_checking(checking=job, by=world.ada)
    checking.carry_out(job.pk, grader=Yes())

    job.refresh_from_db()
    assert job.status == "stopped"
    assert CheckedQuestion.objects.count() == 0


def test_what_was_tried_is_written_once(test_set):
    checking.try_questions(test_set)
    row = CheckedQuestion.objects.first()

    row.wrong = 0
    with pytest.raises(FrozenError):
        row.save()


def test_the_state_is_that_of_the_grader_set_up_here(test_set):
    job = start_checking(test_set=test_set, by=None)
    checking.carry_out(job.pk, grader=Yes())

    assert checking_selectors.state(test_set).tried == 0
    checking.try_questions(test_set)
    assert checking_selectors.state(test_set).complete


def client_for(user):
    client = Client()
    client.force_login(user)
    return client


def address(name, *args):
    return reverse(name, args=["acme", *args])


def test_the_page_tries_the_questions_and_shows_what_the_grader_gets_wrong(test_set, world):
    client = client_for(world.ada)
    client.post(address("grading:start_checking", test_set.pk))
    job = test_set.checkings.get()
    checking.carry_out(job.pk, grader=Yes())

    page = client.get(address("testsets:approve", test_set.pk)).content.decode()
    assert "What the grader gets wrong" in page
    assert "Empty reply" in page
    assert 'name="despite"' in page


def test_approving_without_a_reason_is_refused_on_the_page_and_nothing_typed_is_lost(
    test_set, world
):
    client = client_for(world.ada)

    refused = client.post(address("testsets:approve", test_set.pk), {"despite": " "})
    assert refused.status_code in {400, 409, 422}
    assert test_set.versions.count() == 0

    done = client.post(
        address("testsets:approve", test_set.pk), {"despite": "Noon is near."}, follow=True
    )
    assert "Noon is near." in done.content.decode()


def test_the_fragment_asks_again_only_while_work_goes_on(test_set, world):
    client = client_for(world.ada)
    fragment = {"HTTP_HX_REQUEST": "true"}
    start_checking(test_set=test_set, by=world.ada)

    live = client.get(address("grading:checking", test_set.pk), **fragment)
    assert "every 2s" in live.content.decode()

    checking.carry_out(test_set.checkings.get().pk)
    ended = client.get(address("grading:checking", test_set.pk) + "?live=1", **fragment)
    assert ended.headers["HX-Refresh"] == "true"
    assert "every 2s" not in ended.content.decode()


CONTRACT = Needs(
    schema={"type": "object", "properties": {"status": {"enum": ["found", "open"]}}},
    reference={"status": "found", "price": 24, "proof": "24 euros per person"},
    quotations=("proof",),
)


def test_structured_answers_are_tried_beside_the_others_and_stored_with_the_version(
    test_set, world
):
    """M4.3"""
    question = next(iter(in_set(test_set)))
    question.needs = CONTRACT.as_json()
    question.save()
    checking.try_questions(test_set)

    outcomes = CheckedQuestion.objects.get(question=question).outcomes
    structured = [one for one in outcomes if one.get("method") == "structured_answer"]
    assert len([one for one in structured if one["right"] == "fail"]) >= 7
    assert all(one["label"] == one["right"] for one in structured)
    assert len(outcomes) - len(structured) >= 5
    version = approve_version(test_set=test_set, by=world.ada)
    assert version.checker["known_answers"] >= len(outcomes)
    assert version.checker["wrong"] == []


def test_a_known_structured_answer_with_the_wrong_outcome_is_listed_in_words(
    test_set, world, monkeypatch
):
    question = next(iter(in_set(test_set)))
    question.needs = CONTRACT.as_json()
    question.save()
    monkeypatch.setattr(checking, "structured_answer", lambda *_: Scored("pass"))
    checking.try_questions(test_set)

    html = Client()
    html.force_login(world.ada)
    page = html.get(reverse("testsets:approve", args=["acme", test_set.pk])).content.decode()
    assert "JSON that is cut off" in page
    assert "Pass instead of Fail (Structured answer)" in page
    with pytest.raises(NotReady, match="fails on known answers of 1 question"):
        approve_version(test_set=test_set, by=world.ada)
