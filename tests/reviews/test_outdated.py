"""Results of questions whose source says something else by now are set aside until somebody judges."""

import pytest
from django.db import transaction
from django.db.utils import IntegrityError

from core.models import Transition
from grading.selectors import grade_of, grades, summary, with_labels
from grading.values import Label
from reviews import services, tasks
from reviews.models import Flag
from reviews.outdated import settle_outdated, unsettled_runs
from reviews.queue import queue
from reviews.selectors import checked
from reviews.values import Choice, Wanted
from runs import services as runs
from runs.models import Answer
from tests.grading.setting import answered
from tests.reviews.outdated import REWORDED, bicycle_run, read_dearer
from tests.testsets.rereading import checked_again
from tests.world import client_for
from testsets.models import OutdatedMark
from testsets.outdated import say_still_right

pytestmark = pytest.mark.django_db


@pytest.fixture
def bicycle(world):
    return bicycle_run(world.acme, world.ada)


def label(answer: Answer) -> Label | None:
    """The label in force, said in the same way for one answer, for its run and by the database."""
    one = grade_of(answer).label
    assert grades(answer.run)[answer.pk].label is one
    in_list = with_labels(Answer.objects.filter(pk=answer.pk)).get()
    assert in_list.current_label == (one.value if one else "")
    return one


def decide(answer, by, choice, reason="It was right on the day."):
    newest = answer.assessments.order_by("-pk").first()
    return services.decide(
        answer=answer, by=by, choice=choice, seen=newest.pk, key=f"{choice}{newest.pk}",
        reason=reason,
    )  # fmt: skip


def test_a_result_is_set_aside_when_its_key_fact_no_longer_stands_there(bicycle):
    source, answer = bicycle
    assert label(answer) is Label.CORRECT
    read_dearer(source)
    assert label(answer) is Label.NEEDS_REVIEW
    found = summary(answer.run)
    assert found.labels == {Label.NEEDS_REVIEW: 1}
    assert (found.graded, found.given_up, found.open) == (1, 0, 0)


def test_a_passage_that_changed_around_its_key_facts_sets_nothing_aside(bicycle):
    source, answer = bicycle
    checked_again(source, luggage=REWORDED)
    assert OutdatedMark.objects.filter(frozen__isnull=False).exists()
    assert label(answer) is Label.CORRECT
    assert unsettled_runs() == []


def test_an_answer_that_is_not_graded_yet_stays_unfinished(bicycle):
    source, answer = bicycle
    again = runs.start_run(
        version=answer.run.version, assistant=answer.run.assistant, by=None, queue=False
    )
    other = answered(again, answer.question, "Another.")
    read_dearer(source)
    assert label(other) is None


def test_a_persons_decision_after_the_mark_counts_and_one_before_it_does_not(world, bicycle):
    source, answer = bicycle
    decide(answer, world.rosa, Choice.INCORRECT)
    read_dearer(source)
    assert label(answer) is Label.NEEDS_REVIEW
    assert not grade_of(answer).decided_by_person
    decide(answer, world.rosa, Choice.CORRECT)
    assert label(answer) is Label.CORRECT
    assert grade_of(answer).decided_by_person


def test_withdrawing_that_decision_sets_the_result_aside_again(world, bicycle):
    source, answer = bicycle
    read_dearer(source)
    settle_outdated(run=answer.run)
    decided = decide(answer, world.rosa, Choice.CORRECT)
    services.withdraw(answer=answer, by=world.rosa, seen=decided.pk, key="w")
    assert label(answer) is Label.NEEDS_REVIEW
    assert Flag.objects.get(reason="outdated").resolved_at is None


def test_the_result_stands_in_the_queue_with_its_reason(world, bicycle, queued):
    source, answer = bicycle
    read_dearer(source)
    tasks.tick()
    assert ("reviews.tasks.raise_flags", (answer.run_id,)) in queued()
    tasks.raise_flags(answer.run_id)
    assert [row.answer_id for row in queue(world.acme, Wanted(reason="outdated"))] == [answer.pk]
    assert unsettled_runs() == []
    assert settle_outdated(run=answer.run) == 0
    page = client_for(world.rosa).get(f"/w/acme/reviews/{answer.pk}/").content.decode()
    assert "6 euros each way" in page
    assert "<ins>8</ins>" in page
    assert "A key fact no longer stands there" in page
    listed = client_for(world.rosa).get("/w/acme/reviews/").content.decode()
    assert "Source changed" in listed


def test_a_decision_resolves_the_flag(world, bicycle):
    source, answer = bicycle
    read_dearer(source)
    settle_outdated(run=answer.run)
    assert checked(answer.run).open == 1
    decision = decide(answer, world.rosa, Choice.CORRECT)
    assert Flag.objects.get(reason="outdated").resolved_by == decision
    assert unsettled_runs() == []
    assert checked(answer.run).open == 0


@pytest.mark.parametrize("how", ["the source says it again", "a person says it is still right"])
def test_the_flag_is_resolved_when_the_mark_is(world, bicycle, how):
    source, answer = bicycle
    read_dearer(source)
    settle_outdated(run=answer.run)
    if how.startswith("the source"):
        checked_again(source)
    else:
        mark = OutdatedMark.objects.get(frozen__isnull=False)
        say_still_right(mark=mark, by=world.ada, reason="Their typing error.")
    assert label(answer) is Label.CORRECT
    assert unsettled_runs() == [answer.run_id]
    assert settle_outdated(run=answer.run) == 1
    flag = Flag.objects.get(reason="outdated")
    assert (flag.resolved_by, flag.resolved_at is None) == (None, False)
    trail = Transition.objects.filter(record="reviews.flag", record_id=flag.pk)
    assert list(trail.values_list("old", "new")) == [("open", "resolved")]
    assert unsettled_runs() == []


def test_a_source_that_changes_once_more_opens_the_flag_again(world, bicycle):
    source, answer = bicycle
    read_dearer(source)
    settle_outdated(run=answer.run)
    decide(answer, world.rosa, Choice.CORRECT)
    checked_again(source, luggage=None)
    assert label(answer) is Label.NEEDS_REVIEW
    assert unsettled_runs() == [answer.run_id]
    settle_outdated(run=answer.run)
    assert Flag.objects.get(reason="outdated").resolved_at is None


def test_any_other_flag_is_resolved_by_a_decision_only(bicycle):
    _, answer = bicycle
    with pytest.raises(IntegrityError), transaction.atomic():
        Flag.objects.create(
            answer=answer, reason="disputed", raised_at="2026-12-01T00:00Z",
            resolved_at="2026-12-01T00:00Z",
        )  # fmt: skip
