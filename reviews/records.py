"""Flags and disputes: resolved by a decision, opened again when it is withdrawn."""

from collections.abc import Sequence
from datetime import datetime

from core.models import Transition, User, Workspace
from core.transitions import move
from grading.models import Assessment
from grading.services import workspace_of
from grading.values import Label
from reviews.models import Dispute, Flag
from reviews.telling import tell_settled
from runs.models import Answer

OPEN, RESOLVED = "open", "resolved"
ASKED = "asked"  # open because a person asked, and not because a decision was taken back


def lock(answer: Answer) -> None:
    """Wait until nobody else is writing about this answer, graders included."""
    # An insert of an assessment holds a key-share lock on its answer, which this one excludes.
    Answer.objects.select_for_update(of=("self",)).only("pk").get(pk=answer.pk)


def resolve(*, answer: Answer, decision: Assessment, before: Label | None, now: datetime) -> None:
    """Resolve the answer's open flags and disputes by a decision; `before` is the label until then."""
    flags = list(Flag.objects.filter(answer=answer, resolved_at=None))
    Flag.objects.filter(pk__in=[flag.pk for flag in flags]).update(
        resolved_by=decision, resolved_at=now
    )
    workspace, by = workspace_of(answer.run), decision.reviewer
    _trail(flags, workspace=workspace, old=OPEN, new=RESOLVED, by=by, now=now)
    if not any(flag.reason == Flag.Reason.DISPUTED for flag in flags):
        return  # each open dispute has that flag open
    changed = decision.label != (before.value if before else "")
    for dispute in Dispute.objects.filter(answer=answer, status=Dispute.Status.OPEN):
        moved = move(
            dispute, workspace=workspace, old=Dispute.Status.OPEN.value, by=by, now=now,
            new=(Dispute.Status.CHANGED if changed else Dispute.Status.UPHELD).value,
            values={"outcome": decision},
        )  # fmt: skip
        if moved:
            tell_settled(dispute, decision)


def reopen(*, answer: Answer, by: User, now: datetime) -> None:
    """Open the answer's flags and disputes again: no decision stands over them any more."""
    reopen_all([answer.pk], workspace=workspace_of(answer.run), by=by, now=now)


def reopen_all(answers: Sequence[int], *, workspace: Workspace, by: User, now: datetime) -> None:
    """Open the flags and disputes of these answers of one workspace again."""
    flags = list(Flag.objects.filter(answer__in=answers))
    _open_again(flags, workspace=workspace, by=by, now=now)
    settled = (Dispute.Status.CHANGED.value, Dispute.Status.UPHELD.value)
    for dispute in Dispute.objects.filter(answer__in=answers, status__in=settled):
        move(
            dispute, workspace=workspace, old=settled, new=Dispute.Status.OPEN.value,
            by=by, now=now, values={"outcome": None},
        )  # fmt: skip


def ask_for_a_look(
    answers: Sequence[int], *, workspace: Workspace, by: User, now: datetime
) -> set[int]:
    """Flag these answers because a person asks for a look; those are given where that is open already."""
    asked = {
        flag.answer_id: flag
        for flag in Flag.objects.filter(answer__in=answers, reason=Flag.Reason.ASKED)
    }
    waiting = {key for key, flag in asked.items() if flag.resolved_at is None}
    again = [flag for flag in asked.values() if flag.resolved_at is not None]
    Flag.objects.filter(pk__in=[flag.pk for flag in again]).update(
        resolved_by=None, resolved_at=None
    )
    new = Flag.objects.bulk_create(
        Flag(answer_id=key, reason=Flag.Reason.ASKED, raised_at=now)
        for key in answers
        if key not in asked
    )
    _trail(again, workspace=workspace, old=RESOLVED, new=ASKED, by=by, now=now)
    _trail(new, workspace=workspace, old="", new=ASKED, by=by, now=now)
    return waiting


def resolve_flag(
    flag: Flag, *, workspace: Workspace, decision: Assessment | None, now: datetime
) -> None:
    """Resolve one flag: by a decision, or without one where its reason is gone."""
    Flag.objects.filter(pk=flag.pk).update(resolved_by=decision, resolved_at=now)
    by = decision.reviewer if decision else None
    _trail([flag], workspace=workspace, old=OPEN, new=RESOLVED, by=by, now=now)


def raise_flag(
    *, answer: Answer, reason: Flag.Reason, by: User, assessment: Assessment | None, now: datetime
) -> None:
    """Flag a result for a reason, or open the flag again that was resolved."""
    flag, _new = Flag.objects.get_or_create(
        answer=answer, reason=reason, defaults={"raised_by": assessment, "raised_at": now}
    )
    reopen_flags([flag], answer=answer, by=by, now=now)


def reopen_flags(flags: Sequence[Flag], *, answer: Answer, by: User | None, now: datetime) -> None:
    """Open those of the flags that are resolved."""
    _open_again(flags, workspace=workspace_of(answer.run), by=by, now=now)


def _open_again(
    flags: Sequence[Flag], *, workspace: Workspace, by: User | None, now: datetime
) -> None:
    closed = [flag for flag in flags if flag.resolved_at is not None]
    Flag.objects.filter(pk__in=[flag.pk for flag in closed]).update(
        resolved_by=None, resolved_at=None
    )
    _trail(closed, workspace=workspace, old=RESOLVED, new=OPEN, by=by, now=now)


def _trail(
    flags: Sequence[Flag], *, workspace: Workspace, old: str, new: str, by: User | None,
    now: datetime,
) -> None:  # fmt: skip
    Transition.objects.bulk_create(
        Transition(
            workspace=workspace, record=Flag._meta.label_lower, record_id=flag.pk, old=old, new=new,
            by=by, at=now,
        )
        for flag in flags
    )  # fmt: skip
