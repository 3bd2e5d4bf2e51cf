"""Running again: to measure the noise, and on a schedule."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from core.errors import DomainError
from core.models import Notice
from core.notices.wording import sentence
from runs import scheduling, services, tasks
from runs.due_times import due_after
from runs.models import Answer, DueRun, Run, RunSchedule
from runs.repeating import obstacle, repeat_run
from tests.runs.setting import frozen_version, http_assistant, started
from tests.world import client_for

FIRST = datetime(2027, 1, 31, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("every", "moment", "due"),
    [
        ("week", FIRST, FIRST + timedelta(weeks=1)),
        ("week", FIRST + timedelta(days=20), FIRST + timedelta(weeks=3)),
        ("week", FIRST + timedelta(weeks=3), FIRST + timedelta(weeks=4)),
        ("month", FIRST, FIRST.replace(month=2, day=28)),
        ("month", FIRST.replace(month=2, day=28), FIRST.replace(month=3)),
        ("month", FIRST.replace(month=12), FIRST.replace(year=2028)),
        ("month", FIRST.replace(month=5, day=2), FIRST.replace(month=5)),
    ],
)
def test_due_times_keep_their_day(every, moment, due):
    assert due_after(moment, first=FIRST, every=every) == due


@pytest.fixture
def run(world, db):
    version = frozen_version(world.acme, ["What does it cost?", "When are you open?"])
    made = started(version, http_assistant(world.acme, "http://127.0.0.1:9"), repetitions=2)
    Run.objects.filter(pk=made.pk).update(status="done", finished_at=timezone.now())
    made.refresh_from_db()
    return made


@pytest.fixture
def weekly(run, world):
    return scheduling.schedule_runs(run=run, every="week", by=world.ada, now=FIRST)


def ended(due, status="done", reason=""):
    Run.objects.filter(pk=due.run_id).update(status=status, reason=reason)


def test_a_repetition_has_the_very_plan_and_says_what_it_repeats(run, world):
    again = repeat_run(run=run, by=world.ada, queue=False)
    assert again.repeats == run
    assert again.pinned == run.pinned
    Run.objects.filter(pk=again.pk).update(status="done")
    assert repeat_run(run=again, by=world.ada, queue=False).repeats == run
    with pytest.raises(IntegrityError), transaction.atomic():
        Run.objects.filter(pk=again.pk).update(repeats=None)


def test_what_would_not_show_noise_is_refused_with_what_to_do(run, world):
    repeat_run(run=run, by=world.ada, queue=False)
    with pytest.raises(DomainError, match="being repeated already"):
        repeat_run(run=run, by=world.ada, queue=False)
    run.assistant.configuration = {"url": "http://127.0.0.1:10"}
    run.assistant.save()
    assert "settings have changed" in obstacle(run)
    run.status = "stopped"
    assert "resume it" in obstacle(run)


def test_a_due_time_is_met_once_and_the_next_is_told(weekly, run):
    due = weekly.next_at
    assert scheduling.due_schedules(due - timedelta(seconds=1)) == []
    assert scheduling.start_due(weekly.pk, now=due - timedelta(seconds=1)) is None
    met = scheduling.start_due(weekly.pk, now=due + timedelta(hours=1))
    assert (met.due_at, met.run.repetitions, met.run.started_by) == (due, 2, None)
    assert met.run.pinned["policy"] == run.pinned["policy"]
    assert scheduling.start_due(weekly.pk, now=due + timedelta(hours=1)) is None
    weekly.refresh_from_db()
    assert weekly.next_at == due + timedelta(weeks=1)
    # Whatever a second worker read before: the record of the due time is there once.
    RunSchedule.objects.filter(pk=weekly.pk).update(next_at=due)
    with pytest.raises(IntegrityError), transaction.atomic():
        scheduling.start_due(weekly.pk, now=due + timedelta(hours=1))
    assert Run.objects.count() == 2


def test_times_that_were_missed_are_not_made_up_for(weekly):
    late = weekly.next_at + timedelta(weeks=5, hours=2)
    scheduling.start_due(weekly.pk, now=late)
    weekly.refresh_from_db()
    assert DueRun.objects.count() == 1
    assert late < weekly.next_at < late + timedelta(weeks=1)


def test_a_run_is_not_started_beside_the_one_before(weekly):
    scheduling.start_due(weekly.pk, now=weekly.next_at)
    second = scheduling.start_due(weekly.pk, now=weekly.next_at + timedelta(weeks=1))
    assert (second.run, second.refused) == (None, "The run before was still going on.")


def test_two_failures_in_a_row_pause_it_and_are_told(weekly, world):
    times = [FIRST + timedelta(weeks=n) for n in (1, 2, 3, 4)]
    ended(scheduling.start_due(weekly.pk, now=times[0]), "stopped", "Nobody answers.")
    good = scheduling.start_due(weekly.pk, now=times[1])
    assert good is not None
    assert good.run is not None
    Answer.objects.create(
        run=good.run, question=good.run.version.questions.get(uid="q-1"), tries=1, text="a", raw="a",
        asked_at=times[1], seconds=1,
    )  # fmt: skip
    ended(good)
    ended(scheduling.start_due(weekly.pk, now=times[2]))  # asked everything, not one answer
    assert scheduling.pause_failing(times[2]) == 0
    ended(scheduling.start_due(weekly.pk, now=times[3]), "stopped", "Nobody answers.")
    assert scheduling.pause_failing(times[3]) == 1
    weekly.refresh_from_db()
    assert (weekly.status, weekly.reason) == ("paused", "Nobody answers.")
    notice = Notice.objects.get(person=world.ada)
    assert "is paused: its last two runs failed" in sentence(notice)
    assert scheduling.due_schedules(times[3] + timedelta(weeks=9)) == []
    # Resumed, it is not paused again by what somebody has seen to.
    later = times[3] + timedelta(days=1)
    scheduling.resume_schedule(schedule=weekly, by=world.ada, now=later)
    assert scheduling.pause_failing(later) == 0
    assert weekly.next_at == FIRST + timedelta(weeks=5)


def test_what_a_person_stopped_is_no_failure(weekly):
    for week in (1, 2):
        ended(scheduling.start_due(weekly.pk, now=FIRST + timedelta(weeks=week)), "stopped")
    assert scheduling.pause_failing() == 0


def test_answers_from_a_file_have_no_schedule(run, world):
    assistant = services.save_assistant(
        workspace=world.acme, name="File", connector="upload", configuration={}, by=None
    )
    file = services.upload_answers(
        assistant=assistant, name="a.csv", raw=b"question,answer\nWhat does it cost?,12\n", by=None
    )
    uploaded = services.start_run(
        version=run.version, assistant=assistant, upload=file, by=None, queue=False
    )
    with pytest.raises(DomainError, match="come from a file"):
        scheduling.schedule_runs(run=uploaded, every="week", by=world.ada)


def test_the_buttons_repeat_schedule_and_end(run, world):
    client, address = (
        client_for(world.ada),
        lambda name, pk: reverse(f"runs:{name}", args=["acme", pk]),
    )
    made = client.post(address("repeat", run.pk))
    assert made.headers["Location"] == address("detail", Run.objects.get(repeats=run).pk)
    for _ in range(2):  # a second one is refused
        client.post(address("schedule", run.pk), {"every": "month"})
    schedule = RunSchedule.objects.get()
    page = client.get(address("detail", run.pk)).content.decode()
    assert "Every month" in page
    assert address("schedule_end", schedule.pk) in page
    assert "on a schedule already" in page
    assert "Every month" in client.get(reverse("runs:index", args=["acme"])).content.decode()
    RunSchedule.objects.filter(pk=schedule.pk).update(next_at=timezone.now())
    tasks.tick()
    client.post(address("schedule_end", schedule.pk), {"run": run.pk})
    schedule.refresh_from_db()
    assert schedule.status == "ended"
    tasks.start_due(schedule.pk)  # it ended before the worker came to it
    assert not DueRun.objects.exists()
