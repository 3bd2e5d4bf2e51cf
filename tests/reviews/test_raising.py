"""Which results are flagged for a person."""

import pytest

from grading import services
from grading.models import Assessment
from grading.selectors import grade_of
from grading.signals import answers_graded
from grading.values import Label
from reviews import raising, tasks
from reviews.models import Flag
from reviews.services import raise_flags
from tests.grading.setting import UNREADABLE, Scripted, answered, settled_run
from tests.reviews.setting import RIGHT, WRONG, by_text, graded, says

pytestmark = pytest.mark.django_db


def flags(run):
    return sorted(Flag.objects.filter(answer__run=run).values_list("reason", flat=True))


def test_what_the_grader_doubts_is_flagged_once(world):
    """M5.2: the grader is not confident."""
    run = graded(
        settled_run(world.acme, [RIGHT, WRONG]),
        lambda case: says(
            Label.CORRECT,
            sure=0.3 if case.answer == WRONG else 0.9,
            flags=("grader_not_confident",) if case.answer == WRONG else (),
        ),
    )
    assert raise_flags(run=run) == 1
    assert raise_flags(run=run) == 0
    flag = Flag.objects.get(answer__run=run)
    assert (flag.answer.text, flag.reason) == (WRONG, "grader_not_confident")
    assert flag.raised_by == grade_of(flag.answer).automated
    assert flag.resolved_at is None


@pytest.mark.parametrize(
    ("label", "reason"),
    [(Label.NEEDS_REVIEW, "test_may_be_wrong"), (Label.NOT_CAPTURED, "capture_looks_wrong")],
)
def test_a_doubt_about_the_test_or_the_capture_is_flagged_whichever_grader_says_so(
    world, label, reason
):
    """M5.2: the test may be wrong, or the capture looks wrong."""
    run = graded(settled_run(world.acme, [RIGHT]), lambda _case: says(label))
    raise_flags(run=run)
    assert flags(run) == [reason]


def test_a_critical_question_that_did_not_pass_is_flagged_and_one_that_passed_is_not(world):
    """M5.2: a critical test did not pass."""
    run = graded(settled_run(world.acme, [RIGHT, WRONG], critical=True), by_text)
    raise_flags(run=run)
    assert flags(run) == ["critical_not_passed"]
    assert Flag.objects.get(answer__run=run).answer.text == WRONG


def test_an_answer_that_cannot_be_graded_goes_to_a_person_once_the_tries_are_used_up(world):
    run = settled_run(world.acme, [RIGHT])
    version = services.grader_version(Scripted(by_text))
    answer = run.answers.get()
    for attempt in (1, 2):
        services.record_automated(
            answer=answer, version=version, outcome=UNREADABLE, attempt=attempt
        )
    assert raise_flags(run=run) == 0
    services.record_automated(answer=answer, version=version, outcome=UNREADABLE, attempt=3)
    assert raise_flags(run=run) == 1
    assert flags(run) == ["not_graded"]


def test_what_is_clear_is_not_flagged(world):
    run = graded(settled_run(world.acme, [RIGHT, WRONG]), by_text)
    assert raise_flags(run=run) == 0


def test_a_doubt_that_comes_after_a_decision_is_resolved_by_it(world):
    run = graded(settled_run(world.acme, [WRONG]), by_text)
    answer = run.answers.get()
    decision = services.record_decision(answer=answer, by=world.rosa, label=Label.CORRECT, key="k")
    graded(run, lambda _c: says(Label.INCORRECT, flags=("grader_not_confident",)), settings="2")
    assert raise_flags(run=run) == 1
    assert Flag.objects.get(answer=answer).resolved_by == decision


def test_graded_runs_are_flagged_without_anybody_asking(world, queued):
    run = graded(settled_run(world.acme, [WRONG]), lambda _case: says(Label.NEEDS_REVIEW))
    answers_graded.send(sender=None, run_id=run.pk)
    assert queued() == [("reviews.tasks.raise_flags", (run.pk,))]
    tasks.raise_flags(run.pk)
    assert flags(run) == ["test_may_be_wrong"]


def test_a_run_whose_signal_was_lost_is_found_and_then_left_alone(world, queued):
    run = graded(
        settled_run(world.acme, [WRONG, RIGHT]),
        lambda _case: says(Label.INCORRECT, flags=("rule_disagrees",)),
    )
    tasks.tick()
    assert queued() == [("reviews.tasks.raise_flags", (run.pk,))]
    tasks.raise_flags(run.pk)
    assert raising.unflagged_runs() == []


def test_a_second_grader_whose_doubts_were_not_raised_is_found_too(world):
    run = graded(settled_run(world.acme, [WRONG]), lambda _case: says(Label.NEEDS_REVIEW))
    raise_flags(run=run)
    graded(run, lambda _c: says(Label.INCORRECT, flags=("opinion_differs",)), settings="2")
    assert raising.unflagged_runs() == [run.pk]
    raise_flags(run=run)
    assert flags(run) == ["opinion_differs", "test_may_be_wrong"]
    assert raising.unflagged_runs() == []


def test_answers_of_other_runs_are_left_alone(world):
    run = graded(settled_run(world.acme, [WRONG]), lambda _case: says(Label.NEEDS_REVIEW))
    question = run.version.questions.get()
    other = type(run).objects.create(version=run.version, assistant=run.assistant, pinned={})
    answered(other, question, WRONG)
    raise_flags(run=other)
    assert Flag.objects.count() == 0
    assert Assessment.objects.filter(answer__run=other).count() == 0
