"""Carrying out a change of many rows, some at a time, so that it can be stopped and gone on with."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from core import jobs
from core.access import permissions_of
from core.models import BulkAction, Membership, User, Workspace
from core.permissions import Permission
from core.queue import enqueue
from core.reach import reach_of

AT_ONCE: Final = 200
"""Rows of one transaction; as many are carried out while the person waits for the page."""

MOST: Final = 10_000
"""Rows of one action; whoever wants more narrows the list."""


class Row(NamedTuple):
    """A row that was chosen, and what was on screen of it."""

    key: int
    seen: str


class Why(StrEnum):
    """Why a row was left as it is."""

    STALE = "stale"  # somebody changed it after it was on screen
    GONE = "gone"  # it was taken out since
    FORBIDDEN = "forbidden"  # not this person's to see or to change
    OWN = "own"  # one's own writing
    REACH = "reach"  # whoever should get it does not see it
    ALREADY = "already"  # it is that way
    DIFFER = "differ"  # two people differ on it, which takes more than a word
    UNDECIDED = "undecided"  # there is no decision to take back


class Skip(NamedTuple):
    """A row that was left as it is; `about` is "" where the person may not know what it is."""

    key: int
    why: Why
    about: str = ""


Act = Callable[[BulkAction, Workspace | None, Sequence[Row], datetime], Sequence[Skip]]
"""Changes these rows in the caller's transaction; gives those that it left, with the reasons.

The workspace carries the reach of the person; it is None when they may do this there no longer.
"""


def start(
    *,
    workspace: Workspace,
    record: str,
    action: str,
    rows: Collection[Row],
    by: User,
    key: UUID,
    back: str,
    task: str,
    values: dict[str, Any] | None = None,
    test_set: int | None = None,
    matched: int | None = None,
) -> BulkAction:
    """The action of this form, kept and, when it is too long to wait for, put in the queue.

    The same key again is the same action, and does nothing twice.
    """
    chosen = {row.key: row for row in rows}
    with transaction.atomic():
        made: BulkAction
        made, new = BulkAction.objects.get_or_create(
            created_by=by,
            key=key,
            defaults={
                "workspace": workspace,
                "record": record,
                "test_set": test_set,
                "action": action,
                "values": values or {},
                "rows": [[row.key, row.seen] for row in chosen.values()],
                "matched": matched,
                "back": back,
            },
        )
        if new and len(made.rows) > AT_ONCE:
            enqueue(task, made.pk)
    return made


def carry_out(
    action: BulkAction,
    act: Act,
    *,
    needs: Permission,
    tell: Callable[[BulkAction, datetime], None],
    now: datetime | None = None,
) -> None:
    """Change the rows, some in each transaction together with how far it is; then `tell` of it.

    A second call goes on where the first was cut off, and does nothing once all is done. A person
    who asks to stop keeps what was changed until then, and it is told.
    """
    if not jobs.claim(action, workspace=action.workspace, now=now):
        return
    while _some(action.pk, act, needs, now or timezone.now()):
        pass
    with transaction.atomic():
        moment = now or timezone.now()
        action.refresh_from_db()
        tell(action, moment)
        whole = action.done == len(action.rows)
        jobs.end(
            action, workspace=action.workspace, status="done" if whole else "stopped", now=moment
        )


@transaction.atomic
def _some(pk: int, act: Act, needs: Permission, now: datetime) -> bool:
    """Go through the next rows; False when none is left, or somebody asked to stop."""
    action = (
        BulkAction.objects.select_for_update(of=("self",))
        .select_related("workspace", "created_by")
        .get(pk=pk)
    )
    if action.stop_requested:
        return False
    rows = [Row(*row) for row in action.rows[action.done : action.done + AT_ONCE]]
    if rows:
        skipped = act(action, permitted(action, needs), rows, now)
        BulkAction.objects.filter(pk=pk).update(
            done=action.done + len(rows),
            alive_at=timezone.now(),  # which renews the lease: so few rows take no minute
            skipped=[*action.skipped, *([s.key, s.why.value, s.about] for s in skipped)],
        )
    return bool(len(action.rows) > action.done + len(rows))


def permitted(action: BulkAction, permission: Permission) -> Workspace | None:
    """The workspace as the person sees it now; None when they may do this there no longer."""
    person: User = action.created_by
    member = Membership.objects.filter(workspace=action.workspace, user=person).first()
    if not person.is_active or permission not in permissions_of(person, member):
        return None
    workspace: Workspace = action.workspace
    workspace.reach = reach_of(person, member)
    return workspace


def changed(action: BulkAction) -> list[int]:
    """The keys of the rows that were changed so far."""
    left = {key for key, _why, _about in action.skipped}
    return [key for key, _seen in action.rows[: action.done] if key not in left]


def unfinished(record: str) -> list[int]:
    """Actions on such rows whose worker is gone, or whose task was lost."""
    return list(jobs.abandoned(BulkAction).filter(record=record).values_list("pk", flat=True))
