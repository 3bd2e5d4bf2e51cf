"""A job is worked on by one worker at a time and found again when that worker dies."""

import threading
import time
from subprocess import TimeoutExpired

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.utils import timezone

from core import jobs
from core.models import Transition
from core.postgres.outages import outlasting
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


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_was_away_for_too_long_stops_and_leaves_the_job_to_the_other(
    job, world, monkeypatch
):
    monkeypatch.setattr(jobs, "BEAT_SECONDS", 0.01)
    assert jobs.claim(job, workspace=world.acme)
    other = Reading.objects.get(pk=job.pk)

    def taken_over():
        with jobs.lease(job) as held:
            assert jobs.claim(other, workspace=world.acme, now=timezone.now() + jobs.LEASE * 2)
            until = time.monotonic() + 5
            while not held.stop_requested() and time.monotonic() < until:
                time.sleep(0.01)

    with pytest.raises(jobs.LeaseLost):
        taken_over()
    other.refresh_from_db()
    assert (other.status, other.starts) == ("running", 2)


def test_a_job_whose_record_is_gone_is_not_said_to_be_taken_over(job, world, monkeypatch):
    """Here its transaction hides it from the thread that renews, as an erased one is hidden."""
    monkeypatch.setattr(jobs, "BEAT_SECONDS", 0.01)
    renewed = threading.Event()
    renew = jobs.Lease._renew
    monkeypatch.setattr(jobs.Lease, "_renew", lambda held: (renew(held), renewed.set()))
    assert jobs.claim(job, workspace=world.acme)
    with jobs.lease(job) as held:
        assert renewed.wait(5)
        assert not held.stop_requested()


@pytest.mark.django_db(transaction=True)
def test_a_lease_outlives_the_connection_over_which_it_is_renewed(job, world, monkeypatch):
    monkeypatch.setattr(jobs, "BEAT_SECONDS", 0.01)
    assert jobs.claim(job, workspace=world.acme)
    with jobs.lease(job) as held:
        for _ in range(3):
            began = timezone.now()
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            until = time.monotonic() + 5
            renewed = Reading.objects.filter(pk=job.pk, alive_at__gte=began)
            while not renewed.exists() and time.monotonic() < until:
                time.sleep(0.01)
            assert renewed.exists()
        assert not held.stop_requested()


@pytest.mark.django_db(transaction=True)
def test_work_outlasts_a_server_that_is_away_and_no_other_error():
    tried = []

    def away_twice():
        tried.append(1)
        if len(tried) < 3:
            raise OperationalError("away") if len(tried) == 1 else TimeoutExpired("pg_ctl", 10)
        return "stored"

    assert outlasting(away_twice, sleep=lambda _: None) == "stored"
    assert len(tried) == 3
    with pytest.raises(OperationalError):
        outlasting(lambda: (_ for _ in ()).throw(OperationalError("away")), patience_s=0)
    with pytest.raises(IntegrityError):
        outlasting(lambda: (_ for _ in ()).throw(IntegrityError("no")))
