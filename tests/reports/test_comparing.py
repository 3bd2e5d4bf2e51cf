"""Two runs of one version held against each other: flips, noise, and who is told."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core.models import Notice
from core.notices.wording import sentence
from grading.models import Assessment, Grading
from grading.values import Label
from reports import watching
from reports.comparing import Flips, Noise, Verdict, flips, noise_of, verdict
from reports.models import RunCheck
from runs import services
from runs.models import Answer, DueRun, Run
from runs.repeating import repeat_run
from runs.scheduling import schedule_runs
from tests.reports.records import good, make_run
from tests.world import client_for

C, P, I, N, ASIDE = (  # noqa: E741  the initials of the labels
    Label.CORRECT, Label.PARTLY, Label.INCORRECT, Label.NO_ANSWER, Label.NEEDS_REVIEW,
)  # fmt: skip


def test_a_question_is_worse_when_its_label_is_and_what_is_set_aside_is_not_compared():
    before = {1: [C], 2: [P], 3: [I], 4: [N], 5: [C], 6: [C], 7: [P]}
    after = {1: [P], 2: [I], 3: [N], 4: [I], 5: [ASIDE], 6: [None], 7: [C]}
    assert flips(before, after) == Flips(pairs=5, worse=(1, 2), better=(7,), outside=2)


def test_of_several_answers_the_average_decides_and_none_is_picked():
    found = flips({1: [C, I, C], 2: [P, P], 3: [C, C]}, {1: [C, I, P], 2: [C, I], 3: [C, ASIDE]})
    assert (found.worse, found.better, found.pairs) == ((1,), (), 3)


@pytest.mark.parametrize(
    ("pairs", "worse", "better", "noise", "said"),
    [
        (19, 19, 0, None, Verdict.TOO_FEW),
        (100, 0, 0, None, Verdict.SAME),
        (100, 5, 0, None, Verdict.CHANCE),
        (100, 6, 0, None, Verdict.REGRESSED),
        (100, 0, 6, None, Verdict.IMPROVED),
        (100, 30, 30, None, Verdict.CHANCE),
        # 23 of 273 changed with nothing changed: up to 6.2% may get worse by noise alone.
        (273, 16, 3, Noise(23, 273, 273, 1), Verdict.NOISE),
        (273, 23, 3, Noise(23, 273, 273, 1), Verdict.REGRESSED),
        (273, 16, 3, Noise(0, 273, 273, 1), Verdict.REGRESSED),
    ],
)
def test_what_may_be_said_of_a_difference(pairs, worse, better, noise, said):
    made = Flips(pairs, tuple(range(worse)), tuple(range(better)), 0)
    assert verdict(made, noise) is said


def test_repetitions_measure_the_noise_together_without_counting_questions_twice():
    one, two = Flips(50, (1, 2), (3,), 0), Flips(48, (), (4,), 2)
    assert noise_of([one, two, Flips(0, (), (), 50)]) == Noise(4, 98, 50, 2)
    assert noise_of([Flips(0, (), (), 50)]) is None


@pytest.fixture
def first(world, db):
    made = make_run(world.acme, [good(f"q-{n}") for n in range(1, 25)])
    return graded(made)


def graded(run):
    """Its grading has come to its end."""
    Run.objects.filter(pk=run.pk).update(status="done", finished_at=timezone.now())
    run.refresh_from_db()
    grader = Assessment.objects.filter(by="grader").first().grader
    Grading.objects.update_or_create(run=run, grader=grader, defaults={"status": "done"})
    return run


def filled(run, *, wrong):
    """Every question is answered, the first so many wrongly, and graded."""
    grader = Assessment.objects.filter(by="grader").first().grader
    for place, question in enumerate(run.version.questions.order_by("position")):
        answer = Answer.objects.create(
            run=run,
            question=question,
            tries=1,
            text="x",
            raw="x",
            asked_at=timezone.now(),
            seconds=1,
        )
        label = "incorrect" if place < wrong else "correct"
        Assessment.objects.create(
            answer=answer, by="grader", grader=grader, label=label, attempt=1, subject="s",
            key=f"t:{answer.pk}", at=timezone.now(), findings={}, explanation="Because.",
        )  # fmt: skip
    return graded(run)


def scheduled(first, world, *, wrong):
    schedule = schedule_runs(run=first, every="week", by=world.ada)
    run = services.start_run(version=first.version, assistant=first.assistant, by=None, queue=False)
    DueRun.objects.create(schedule=schedule, due_at=timezone.now(), run=run, at=timezone.now())
    return filled(run, wrong=wrong)


def test_a_scheduled_run_that_got_worse_is_told_once(first, world):
    run = scheduled(first, world, wrong=8)
    assert watching.unchecked_runs() == [run.pk]
    check = watching.check_run(run.pk)
    assert (check.before, check.verdict, check.pairs, check.worse) == (first, "regressed", 24, 8)
    assert watching.check_run(run.pk) is None
    assert watching.unchecked_runs() == []
    told = Notice.objects.get(kind="regressed")
    assert told.person == world.ada
    assert told.to_mail
    assert "8 questions worse than before, 0 better, of 24 compared" in sentence(told)
    page = client_for(world.vik).get(
        reverse("reports:compared", args=["acme", run.pk]), headers={"HX-Request": "true"}
    )
    text = page.content.decode()
    assert "Worse than before, by more than chance explains (p = 0.008)" in text
    assert "The noise of this setup was not measured" in text


def test_what_noise_explains_is_not_told(first, world):
    filled(repeat_run(run=first, by=world.ada, queue=False), wrong=8)
    # What comes after is compared with the run before it, which here answered everything rightly.
    between = services.start_run(
        version=first.version, assistant=first.assistant, by=None, queue=False
    )
    filled(between, wrong=0)
    run = scheduled(first, world, wrong=6)
    check = watching.check_run(run.pk)
    assert (check.before, check.verdict, check.noise_changed) == (between, "noise", 8)
    assert not Notice.objects.filter(kind="regressed").exists()
    repeated = reverse("reports:compared", args=["acme", Run.objects.get(repeats=first).pk])
    text = client_for(world.ada).get(repeated, headers={"HX-Request": "true"}).content.decode()
    assert "8 of 24 questions changed with nothing changed: 8 worse, 0 better." in text


def test_nothing_is_compared_before_its_grades_are_complete(first, world):
    run = scheduled(first, world, wrong=8)
    Grading.objects.filter(run=run).update(status="running")
    assert watching.unchecked_runs() == []
    assert watching.check_run(run.pk) is None
    Grading.objects.filter(run=run).update(status="done")
    Run.objects.filter(pk=run.pk).update(finished_at=timezone.now() - timedelta(days=40))
    assert watching.unchecked_runs() == []
    # The first of its kind has nothing before it.
    Grading.objects.filter(run=first).update(status="stopped")
    assert watching.check_run(run.pk).verdict == ""
    assert RunCheck.objects.count() == 1
