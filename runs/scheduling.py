"""Runs every week or month: starting what is due, once, and pausing where the assistant fails."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import Membership, Notice, User, Workspace
from core.notices import tell
from core.permissions import Role
from core.transitions import move
from runs.due_times import due_after
from runs.models import DueRun, Run, RunSchedule
from runs.services import start_run
from runs.values import Policy

FAILURES_TO_PAUSE: Final = 2
_LIVE: Final = (Run.Status.WAITING, Run.Status.RUNNING)


def schedule_runs(*, run: Run, every: str, by: User, now: datetime | None = None) -> RunSchedule:
    """Have this run's version put to its assistant every week or month, asked as this run asked.

    The first time is a week or a month from now. DomainError for answers that came from a file, and
    where the two have a schedule already.
    """
    if run.upload_id is not None:
        raise DomainError(
            _("Answers that come from a file cannot be asked for again. Upload a new file instead.")
        )
    moment = now or timezone.now()
    try:
        with transaction.atomic():
            made: RunSchedule = RunSchedule.objects.create(
                version=run.version,
                assistant=run.assistant,
                every=every,
                policy=run.pinned["policy"],
                repetitions=run.repetitions,
                first_at=moment,
                next_at=due_after(moment, first=moment, every=every),
                active_since=moment,
                created_by=by,
                created_at=moment,
            )
            return made
    except IntegrityError:
        if _open().filter(version=run.version_id, assistant=run.assistant_id).exists():
            raise DomainError(
                _(
                    "This version is put to this assistant on a schedule already. End that one first."
                )
            ) from None
        raise


def resume_schedule(*, schedule: RunSchedule, by: User, now: datetime | None = None) -> bool:
    """Go on with a paused schedule at its next time; what failed before no longer counts."""
    moment = now or timezone.now()
    return move(
        schedule, workspace=_workspace(schedule), old="paused", new="active", by=by, now=moment,
        values={
            "reason": "",
            "active_since": moment,
            "next_at": due_after(moment, first=schedule.first_at, every=schedule.every),
        },
    )  # fmt: skip


def end_schedule(*, schedule: RunSchedule, by: User, now: datetime | None = None) -> bool:
    """Start no further runs; those that there are stay."""
    return move(
        schedule, workspace=_workspace(schedule), old=("active", "paused"), new="ended", by=by, now=now
    )  # fmt: skip


def due_schedules(now: datetime | None = None) -> list[int]:
    """The schedules whose time has come."""
    rows = RunSchedule.objects.filter(status="active", next_at__lte=now or timezone.now())
    return list(rows.order_by("next_at").values_list("pk", flat=True))


def start_due(schedule_id: int, *, now: datetime | None = None) -> DueRun | None:
    """Start the run that is due, or record why not; None when it is not due or another is at it.

    However often and by however many this is called, a due time is met once. A time that was missed
    while nothing worked is met late, further ones are left out.
    """
    moment = now or timezone.now()
    with transaction.atomic():
        rows = RunSchedule.objects.select_for_update(of=("self",), skip_locked=True)
        schedule: RunSchedule | None = (
            rows.select_related("version__test_set__workspace", "assistant")
            .filter(pk=schedule_id, status="active", next_at__lte=moment)
            .first()
        )
        if schedule is None:
            return None
        run, refused = _started(schedule)
        met: DueRun = DueRun.objects.create(
            schedule=schedule, due_at=schedule.next_at, run=run, refused=refused, at=moment
        )
        schedule.next_at = due_after(moment, first=schedule.first_at, every=schedule.every)
        schedule.save(update_fields=["next_at"])
        return met


def _started(schedule: RunSchedule) -> tuple[Run | None, str]:
    """The run, or the sentence that says why there is none."""
    # The reason is stored, so it is worded for the workspace.
    with translation.override(_workspace(schedule).language):
        if schedule.due.filter(run__status__in=_LIVE).exists():
            return None, _("The run before was still going on.")
        try:
            with transaction.atomic():
                return start_run(
                    version=schedule.version,
                    assistant=schedule.assistant,
                    policy=Policy.from_json(schedule.policy),
                    repetitions=schedule.repetitions,
                    by=None,
                ), ""
        except DomainError as refusal:
            return None, str(refusal)


def pause_failing(now: datetime | None = None) -> int:
    """Pause the schedules whose assistant failed twice in a row, and tell; how many were paused."""
    paused = 0
    active = RunSchedule.objects.filter(status="active", due__isnull=False).distinct()
    for schedule in active.select_related("version__test_set__workspace", "assistant"):
        latest = list(
            schedule.due.filter(at__gte=schedule.active_since)
            .select_related("run")
            .order_by("-due_at")[:FAILURES_TO_PAUSE]
        )
        if len(latest) == FAILURES_TO_PAUSE and all(map(_failed, latest)):
            paused += _pause(schedule, latest, now or timezone.now())
    return paused


def _failed(due: DueRun) -> bool:
    """Whether the assistant was not there: no run, one that gave up, or one without an answer."""
    run = due.run
    if run is None:
        return True
    if run.status == Run.Status.STOPPED:
        return bool(run.reason)  # a person who stops a run gives none
    return run.status == Run.Status.DONE and not run.answers.exists()


@transaction.atomic
def _pause(schedule: RunSchedule, failed: Sequence[DueRun], now: datetime) -> bool:
    workspace, newest = _workspace(schedule), failed[0]
    reason = newest.refused or (newest.run.reason if newest.run else "")
    moved = move(
        schedule, workspace=workspace, old="active", new="paused", reason=reason, now=now,
        values={"reason": reason},
    )  # fmt: skip
    if moved:
        run = next((due.run for due in failed if due.run), None)
        path = (
            reverse("runs:detail", args=[workspace.slug, run.pk])
            if run
            else reverse("runs:index", args=[workspace.slug])
        )
        tell(
            workspace=workspace,
            people=concerned(schedule),
            kind=Notice.Kind.SCHEDULE_PAUSED.value,
            params={
                "test_set": schedule.version.test_set.name,
                "assistant": schedule.assistant.name,
            },
            path=path,
            key=f"schedule:{schedule.pk}:{newest.due_at.isoformat()}",
            test_set=schedule.version.test_set_id,
            now=now,
        )
    return moved


def concerned(schedule: RunSchedule) -> list[User]:
    """Who is told what becomes of a schedule: who made it, and the owners of the workspace."""
    owners = Membership.objects.filter(workspace=_workspace(schedule), role=Role.OWNER.value)
    return list(User.objects.filter(Q(pk__in=owners.values("user")) | Q(pk=schedule.created_by_id)))


def schedule_of(run: Run) -> RunSchedule | None:
    """The schedule of the run's version and assistant that has not ended."""
    found: RunSchedule | None = (
        _open().filter(version=run.version_id, assistant=run.assistant_id).first()
    )
    return found


def schedules(workspace: Workspace) -> list[RunSchedule]:
    """The workspace's schedules that have not ended, the next due first."""
    rows = RunSchedule.objects.for_workspace(workspace).exclude(status="ended")
    return list(rows.select_related("version__test_set", "assistant").order_by("next_at", "pk"))


def _open() -> QuerySet[RunSchedule]:
    return RunSchedule.objects.exclude(status="ended")


def _workspace(schedule: RunSchedule) -> Workspace:
    workspace: Workspace = schedule.version.test_set.workspace
    return workspace
