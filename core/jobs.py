"""Jobs in the background: claimed by one worker at a time, found again when their worker dies.

A job is a `JobModel`. The queue delivers at
least once, sometimes never (a killed worker keeps its row locked for hours), so the record itself says
who may work: whoever claims it holds a lease that it renews; a lease that ran out may be claimed again.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import close_old_connections, connection
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core.models import OperationalModel, User, Workspace
from core.postgres.outages import AWAY
from core.transitions import move

LEASE: Final = timedelta(seconds=60)
BEAT_SECONDS: Final = 5.0
LISTEN_SECONDS: Final = 1.0
# A job that takes its worker down each time would otherwise be started for ever.
MAX_STARTS: Final = 10


def claim(job: Any, *, workspace: Workspace, now: datetime | None = None) -> bool:
    """Take the job for this worker; False when it is ended, stopped, or somebody is at work on it.

    A job started too often is stopped with a reason, and False comes back.
    """
    moment = now or timezone.now()
    job.refresh_from_db()
    if job.status == "running" and job.alive_at and job.alive_at > moment - LEASE:
        return False
    if job.status not in ("waiting", "running"):
        return False
    if job.stop_requested:
        end(job, workspace=workspace, status="stopped", now=moment)
        return False
    if job.starts >= MAX_STARTS:
        with translation.override(workspace.language):
            reason = _("Started %(count)s times without coming to an end. Start it again to go on.")
        end(
            job,
            workspace=workspace,
            status="stopped",
            reason=reason % {"count": job.starts},
            now=moment,
        )
        return False
    lease: dict[str, Any] = {"alive_at": moment, "starts": job.starts + 1}
    if job.started_at is None:
        lease["started_at"] = moment
    taken = (
        type(job)
        .objects.filter(pk=job.pk, status=job.status, starts=job.starts)
        .filter(Q(alive_at=job.alive_at) if job.alive_at else Q(alive_at__isnull=True))
        .update(**lease)
    )
    if not taken:
        return False
    return move(job, workspace=workspace, old=("waiting", "running"), new="running", now=moment)


def end(
    job: Any,
    *,
    workspace: Workspace,
    status: str,
    reason: str = "",
    by: User | None = None,
    now: datetime | None = None,
) -> bool:
    """Bring the job to its last status, with a reason a person can read; False when it had ended."""
    moment = now or timezone.now()
    return move(
        job, workspace=workspace, old=("waiting", "running"), new=status, reason=reason, by=by,
        now=moment, values={"reason": reason, "finished_at": moment},
    )  # fmt: skip


def request_stop(job: Any, *, workspace: Workspace, by: User | None) -> None:
    """Ask whoever works on the job to stop after the step in hand; a waiting job stops at once."""
    type(job).objects.filter(pk=job.pk, status__in=("waiting", "running")).update(
        stop_requested=True
    )
    job.refresh_from_db()
    if job.status == "waiting":
        end(job, workspace=workspace, status="stopped", by=by)


def resume(job: Any, *, workspace: Workspace, by: User | None) -> bool:
    """Put a stopped job back in the queue's reach; False when it was not stopped."""
    return move(
        job, workspace=workspace, old=("stopped", "failed"), new="waiting", by=by,
        values={
            "stop_requested": False, "starts": 0, "reason": "", "finished_at": None, "alive_at": None,
        },
    )  # fmt: skip


def release(job: Any, *, workspace: Workspace) -> bool:
    """Give up the lease with work left over, for whoever claims the job next."""
    return move(
        job, workspace=workspace, old="running", new="waiting",
        values={"starts": 0, "alive_at": None},
    )  # fmt: skip


def abandoned(model: type[OperationalModel], now: datetime | None = None) -> QuerySet[Any]:
    """Jobs that should be at work and are not: never fetched from the queue, or their worker died."""
    limit = (now or timezone.now()) - LEASE
    return model._default_manager.filter(
        Q(status="waiting", created_at__lt=limit) | Q(status="running", alive_at__lt=limit)
    )


class LeaseLost(Exception):
    """Another worker took the job meanwhile: this one was away for longer than its lease."""


class Lease:
    """What the worker holds: renewed by a thread, and where it learns that it should stop."""

    def __init__(self, job: Any) -> None:
        self._job = job
        # What the record says while the lease is ours: when the server is killed, it may be what we
        # wrote before or what we wrote last.
        self._ours: set[datetime | None] = {job.alive_at}
        self._ended = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="lease", daemon=True)
        self.lost = False

    def stop_requested(self) -> bool:
        """True once a person asked to stop (seen within about a second), or the lease is lost."""
        return self._stop.is_set()

    def _keep(self) -> None:
        try:
            renewed = time.monotonic()
            while not self._ended.wait(min(LISTEN_SECONDS, BEAT_SECONDS)):
                try:
                    if time.monotonic() - renewed >= BEAT_SECONDS:
                        self._renew()
                        renewed = time.monotonic()
                    if self._rows().values_list("stop_requested", flat=True).first():
                        self._stop.set()
                except AWAY:
                    connection.close()  # the server is away; it is asked again in a moment
        finally:
            connection.close()

    def _renew(self) -> None:
        moment = timezone.now()
        known = Q(alive_at__in=[at for at in self._ours if at])
        if None in self._ours:
            known |= Q(alive_at__isnull=True)
        self._ours.add(moment)
        if self._rows().filter(known).update(alive_at=moment):
            self._ours = {moment}
        elif self._rows().exists():  # a record that was erased is nobody's
            self.lost = True
            self._stop.set()

    def _rows(self) -> QuerySet[Any]:
        rows: QuerySet[Any] = type(self._job)._default_manager.filter(pk=self._job.pk)
        return rows

    def start(self) -> None:
        """Begin to renew."""
        self._thread.start()

    def finish(self) -> None:
        """Stop renewing; comes back when the thread has let go of its connection."""
        self._ended.set()
        self._thread.join()


@contextmanager
def lease(job: Any) -> Iterator[Lease]:
    """Hold the lease of a claimed job while working on it.

    Somebody who interrupts a command at the keyboard wants the work to stop, not to be found
    abandoned and finished by the portal a minute later. LeaseLost at the end when another worker has
    the job by then: how it goes on is no longer ours to say.
    """
    close_old_connections()
    held = Lease(job)
    held.start()
    try:
        yield held
    except KeyboardInterrupt:
        end(job, workspace=_workspace_of(job), status="stopped", reason=_("Interrupted."))
        raise
    finally:
        held.finish()
    if held.lost:
        raise LeaseLost(f"Another worker has taken over {job._meta.label} {job.pk}.")


def _workspace_of(job: Any) -> Workspace:
    place: Any = job
    for step in job.WORKSPACE_PATH.split("__"):
        place = getattr(place, step)
    workspace: Workspace = place
    return workspace
