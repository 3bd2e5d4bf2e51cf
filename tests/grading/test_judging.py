"""Grading a run: once for each answer, whatever dies, fails or comes twice on the way."""

import pytest

from core import jobs
from grading import judging, selectors, services, tasks
from grading.models import Assessment, GraderVersion, Grading
from grading.values import Label
from runs.models import Run
from runs.signals import run_settled
from tests.grading.setting import (
    RIGHT,
    UNAVAILABLE,
    UNREADABLE,
    WRONG,
    Scripted,
    answered,
    by_text,
    says,
    settled_run,
)

pytestmark = pytest.mark.django_db(transaction=True)


def labels(run):
    grades = selectors.grades(run)
    return [grades[pk].label for pk in sorted(grades)]


def test_every_answer_gets_one_assessment_with_its_grader_and_the_job_ends(world):
    run = settled_run(world.acme, [RIGHT, WRONG, None])
    job = judging.grade_run(run.pk, grader=Scripted(by_text))
    assert job.status == "done"
    assert labels(run) == [Label.CORRECT, Label.INCORRECT]
    for assessment in Assessment.objects.all():
        assert assessment.by == "grader"
        assert assessment.grader.fingerprint == Scripted(by_text).fingerprint
        assert assessment.explanation
        assert assessment.findings["facts"]


def test_grading_twice_asks_the_grader_nothing_new_and_writes_nothing_new(world):
    """FAULTS: a redelivered task must not grade again."""
    run = settled_run(world.acme, [RIGHT, WRONG])
    judging.grade_run(run.pk, grader=Scripted(by_text))
    again = Scripted(by_text)
    judging.grade_run(run.pk, grader=again)
    assert again.asked == []
    assert Assessment.objects.count() == 2


class Killed(BaseException):
    """What the end of a worker looks like from inside."""


def test_killed_in_the_middle_only_what_is_missing_is_graded_again(world):
    """FAULTS: killed while grading → answers kept, only grading repeats (inspect 913, 3652)."""
    run = settled_run(world.acme, ["one", "two", "three", "four"])
    stopped_after = iter([False, False, False])

    def dies() -> bool:
        if next(stopped_after, True):
            raise Killed
        return False

    first = Scripted(by_text)
    with pytest.raises(Killed):
        judging.grade_run(run.pk, grader=first, stop=dies)
    kept = set(Assessment.objects.values_list("answer__text", flat=True))
    assert 0 < len(kept) < 4
    Grading.objects.update(alive_at=None)  # the lease of the dead worker runs out
    second = Scripted(by_text)
    judging.grade_run(run.pk, grader=second)
    assert set(second.asked) == {"one", "two", "three", "four"} - kept
    assert Assessment.objects.count() == 4
    assert run.answers.count() == 4


def test_one_question_one_answer_one_grader_is_one_grade(world):
    """FAULTS: the same answer got 0.2, 0.2, 0.7, 0.7 in one run (memgraph 324)."""
    moods = iter([Label.CORRECT, Label.INCORRECT])
    grader = Scripted(lambda case: says(next(moods)))
    first = settled_run(world.acme, [RIGHT])
    judging.grade_run(first.pk, grader=grader)
    second = settled_run(world.acme, [RIGHT])
    judging.grade_run(second.pk, grader=grader)
    assert len(grader.asked) == 1
    assert labels(first) == labels(second) == [Label.CORRECT]
    copy = Assessment.objects.get(answer__run=second)
    assert copy.evidence["reused"] == Assessment.objects.get(answer__run=first).pk


def test_a_grade_of_another_workspace_is_not_reused(world):
    grader = Scripted(by_text)
    judging.grade_run(settled_run(world.other, [RIGHT]).pk, grader=grader)
    judging.grade_run(settled_run(world.acme, [RIGHT]).pk, grader=grader)
    assert len(grader.asked) == 2


def test_another_grader_adds_assessments_and_leaves_the_old_ones_under_their_name(world):
    """FAULTS: regraded with another model, old grades appear under the new name (ClawBench 363)."""
    run = settled_run(world.acme, [RIGHT])
    judging.grade_run(run.pk, grader=Scripted(by_text))
    judging.grade_run(run.pk, grader=Scripted(lambda _: says(Label.PARTLY), settings="2"))
    old, new = Assessment.objects.order_by("pk")
    assert (old.label, new.label) == ("correct", "partly_correct")
    assert old.grader != new.grader
    assert labels(run) == [Label.PARTLY]
    assert GraderVersion.objects.count() == 2


def test_an_unreadable_verdict_is_neither_right_nor_wrong_and_is_set_aside_after_a_bound(world):
    """FAULTS: unreadable verdict counted as wrong (inspect 4026) or as pass (promptfoo 10611)."""
    run = settled_run(world.acme, [RIGHT, WRONG])
    grader = Scripted(lambda case: UNREADABLE if case.answer == WRONG else says(Label.CORRECT))
    job = judging.grade_run(run.pk, grader=grader)
    assert job.status == "done"
    assert labels(run) == [Label.CORRECT, Label.NEEDS_REVIEW]
    tries = Assessment.objects.filter(answer__text=WRONG).order_by("attempt")
    assert [row.attempt for row in tries] == [1, 2, 3]
    assert {row.ungraded for row in tries} == {"unreadable"}
    assert all(row.label == "" and row.flags == ["not_graded"] for row in tries)
    assert "JSON" in tries[0].explanation


def test_a_first_try_that_fails_and_a_second_that_works_is_graded(world):
    """FAULTS: a failure is not written as final before the retries end (langfuse 16491)."""
    words = iter([UNREADABLE, says(Label.CORRECT)])
    run = settled_run(world.acme, [RIGHT])
    judging.grade_run(run.pk, grader=Scripted(lambda case: next(words)))
    assert labels(run) == [Label.CORRECT]


def test_one_malformed_item_keeps_none_of_the_others_from_their_grade(world):
    """FAULTS: one malformed item aborts all the others (deepeval 805)."""

    def breaks(case):
        if case.answer == "two":
            raise ValueError("no such thing")
        return by_text(case)

    run = settled_run(world.acme, ["one", "two", RIGHT])
    judging.grade_run(run.pk, grader=Scripted(breaks))
    assert labels(run) == [Label.INCORRECT, Label.NEEDS_REVIEW, Label.CORRECT]
    failed = Assessment.objects.filter(answer__text="two").first()
    assert failed.ungraded == "grader_failed"
    assert "no such thing" in failed.explanation


def test_a_service_that_is_down_stops_the_job_with_its_reason_and_a_later_start_goes_on(world):
    run = settled_run(world.acme, [f"answer {n}" for n in range(20)])
    job = judging.grade_run(run.pk, grader=Scripted(lambda case: UNAVAILABLE))
    assert job.status == "stopped"
    assert job.reason == "The server does not answer."
    assert Assessment.objects.count() < 20
    assert set(labels(run)) == {None}
    job = judging.grade_run(run.pk, grader=Scripted(by_text))
    assert job.status == "done"
    assert set(labels(run)) == {Label.INCORRECT}


def test_a_job_that_somebody_works_on_is_left_alone(world):
    run = settled_run(world.acme, [RIGHT])
    grader = Scripted(by_text)
    job = services.start_grading(run=run, grader=grader, queue=False)
    assert jobs.claim(job, workspace=world.acme)
    judging.carry_out(job.pk, grader=grader)
    assert grader.asked == []


def test_stopping_keeps_what_was_graded_and_leaves_the_rest(world):
    run = settled_run(world.acme, ["one", "two", "three", "four", "five", "six"])
    grader = Scripted(by_text)
    job = judging.grade_run(run.pk, grader=grader, stop=lambda: len(grader.asked) >= 2)
    assert job.status == "stopped"
    assert 0 < Assessment.objects.count() < 6
    summary = selectors.summary(run)
    assert summary.graded + summary.open == summary.answered == 6


def test_changed_settings_start_a_job_of_their_own_and_grades_are_not_mixed(world):
    run = settled_run(world.acme, [RIGHT])
    job = services.start_grading(run=run, grader=Scripted(by_text), queue=False)
    judging.carry_out(job.pk, grader=Scripted(by_text, settings="2"))
    job.refresh_from_db()
    assert job.status == "stopped"
    assert Grading.objects.exclude(pk=job.pk).get().status == "waiting"
    assert not Assessment.objects.exists()


def test_a_settled_run_is_graded_by_the_configured_grader_which_it_had_pinned(world):
    run = settled_run(world.acme, [RIGHT, WRONG])
    tasks.begin(run.pk)
    job = Grading.objects.get()
    assert run.pinned["grader"]["fingerprint"] == job.grader.fingerprint
    tasks.grade(job.pk)
    assert labels(run) == [Label.CORRECT, Label.INCORRECT]


def test_the_end_of_a_run_and_the_tick_both_lead_to_grading(world):
    from django_q.models import OrmQ

    run = settled_run(world.acme, [RIGHT])
    OrmQ.objects.all().delete()
    run_settled.send(sender=Run, run_id=run.pk)
    assert [row.func() for row in OrmQ.objects.all()] == ["grading.tasks.begin"]
    OrmQ.objects.all().delete()
    Run.objects.update(finished_at=run.created_at)
    tasks.tick()
    assert [row.func() for row in OrmQ.objects.all()] == ["grading.tasks.begin"]
    judging.grade_run(run.pk, grader=Scripted(by_text))
    OrmQ.objects.all().delete()
    tasks.tick()
    assert not OrmQ.objects.exists()


def test_answers_that_come_after_the_job_ended_are_graded_by_the_same_job(world):
    run = settled_run(world.acme, [RIGHT, None])
    job = judging.grade_run(run.pk, grader=Scripted(by_text))
    answered(run, run.version.questions.get(uid="q-2"), WRONG)
    again = judging.grade_run(run.pk, grader=Scripted(by_text))
    assert again == job
    assert labels(run) == [Label.CORRECT, Label.INCORRECT]
