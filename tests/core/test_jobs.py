"""A job is worked on by one worker at a time and found again when that worker dies."""

import pytest
from django.utils import timezone

from core import jobs
from core.models import Transition
from sources.models import Reading, Source

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(world):
    source = Source.objects.create(workspace=world.acme, kind="files", name="Handbook")
    return Reading.objects.create(source=source)


def test_a_job_is_claimed_once(job, world):
    other = Reading.objects.get(pk=job.pk)
    assert jobs.claim(job, workspace=world.acme)
    assert not jobs.claim(other, workspace=world.acme)
    job.refresh_from_db()
    assert (job.status, job.starts) == ("running", 1)


def test_a_lease_that_ran_out_may_be_taken_over(job, world):
    jobs.claim(job, workspace=world.acme)
    late = timezone.now() + jobs.LEASE * 2
    assert list(jobs.abandoned(Reading, late)) == [job]
    assert jobs.claim(job, workspace=world.acme, now=late)
    assert job.starts == 2


def test_an_ended_job_is_not_claimed_again(job, world):
    jobs.claim(job, workspace=world.acme)
    assert jobs.end(job, workspace=world.acme, status="done")
    assert not jobs.claim(job, workspace=world.acme)
    assert not jobs.end(job, workspace=world.acme, status="failed")


def test_a_job_that_takes_its_worker_down_each_time_is_given_up_with_a_reason(job, world):
    now = timezone.now()
    for _ in range(jobs.MAX_STARTS):
        assert jobs.claim(job, workspace=world.acme, now=now)
        now += jobs.LEASE * 2
    assert not jobs.claim(job, workspace=world.acme, now=now)
    job.refresh_from_db()
    assert job.status == "stopped"
    assert "10 times" in job.reason


def test_a_waiting_job_stops_at_once_and_can_be_resumed(job, world):
    jobs.request_stop(job, workspace=world.acme, by=world.ada)
    assert job.status == "stopped"
    assert jobs.resume(job, workspace=world.acme, by=world.ada)
    assert (job.status, job.stop_requested) == ("waiting", False)


def test_each_change_of_status_says_who_when_and_why(job, world):
    jobs.claim(job, workspace=world.acme)
    jobs.end(job, workspace=world.acme, status="failed", reason="The site is down.", by=world.ada)
    trail = Transition.objects.filter(record="sources.reading", record_id=job.pk).order_by("pk")
    assert [(t.old, t.new, t.by, t.reason) for t in trail] == [
        ("waiting", "running", None, ""),
        ("running", "failed", world.ada, "The site is down."),
    ]
    assert job.reason == "The site is down."


@pytest.mark.django_db(transaction=True)
def test_a_job_that_is_interrupted_at_the_keyboard_is_stopped_and_not_taken_up_by_others(
    committed_world,
):
    source = Source.objects.create(workspace=committed_world.acme, kind="files", name="Handbook")
    job = Reading.objects.create(source=source)
    jobs.claim(job, workspace=committed_world.acme)
    with pytest.raises(KeyboardInterrupt), jobs.lease(job):
        raise KeyboardInterrupt
    job.refresh_from_db()
    assert (job.status, job.reason) == ("stopped", "Interrupted.")
    assert not jobs.abandoned(Reading, timezone.now() + jobs.LEASE * 3).exists()
