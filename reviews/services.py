"""Everything that people do about results: decide, withdraw, dispute."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import User
from grading.models import Assessment
from grading.selectors import grade_of
from grading.services import record_decision
from reviews import claims, entries, records, telling
from reviews.errors import Overtaken, ReasonMissing
from reviews.models import Dispute, Flag
from reviews.raising import raise_flags
from reviews.values import NEEDS_REASON, Choice
from runs.models import Answer

__all__ = ["decide", "raise_dispute", "raise_flags", "withdraw"]


@transaction.atomic
def decide(
    *,
    answer: Answer,
    by: User,
    choice: Choice,
    seen: int | None,
    key: str,
    reason: str = "",
    now: datetime | None = None,
) -> Assessment:
    """Record what a person says of a result, beside everything said before (M5.3).

    `seen` is the newest assessment that was on screen (None for none): when there is a newer one,
    nothing is recorded and `Overtaken` says so. The same `key` again changes nothing and gives the
    same row. A decision resolves the answer's flags and disputes; "cannot decide" leaves them to
    somebody else.
    """
    moment = now or timezone.now()
    records.lock(answer)
    own = _own_key(answer, by, key)
    written: Assessment | None = Assessment.objects.filter(key=own).first()
    if written is not None:
        return written
    newest = _refuse_overtaken(answer, seen)
    grade = grade_of(answer)
    label = grade.label if choice is Choice.CONFIRM else choice.label
    if choice is Choice.CONFIRM and label is None:
        raise DomainError(_("There is no grade to confirm yet. Choose the label that holds."))
    if choice in NEEDS_REASON and label is not grade.label and not reason.strip():
        raise ReasonMissing
    decision = record_decision(
        answer=answer,
        by=by,
        label=label,
        key=own,
        reason=reason.strip(),
        evidence={
            "choice": choice.value,
            "seen": newest.pk if newest else None,
            "machine": grade.automated.pk if grade.automated else None,
            "supersedes": grade.current.pk if grade.current else None,
        },
        now=moment,
    )
    if label is not None:
        records.resolve(answer=answer, decision=decision, before=grade.label, now=moment)
    entries.refresh([answer.pk])
    claims.release(answer=answer, by=by)
    return decision


@transaction.atomic
def withdraw(
    *,
    answer: Answer,
    by: User,
    seen: int | None,
    key: str,
    reason: str = "",
    now: datetime | None = None,
) -> Assessment:
    """Take back the person's decision in force: the machine's grade counts again, flags open again.

    The withdrawal is a row of its own; `seen` and `key` work as in `decide`.
    """
    moment = now or timezone.now()
    records.lock(answer)
    own = _own_key(answer, by, key)
    written: Assessment | None = Assessment.objects.filter(key=own).first()
    if written is not None:
        return written
    _refuse_overtaken(answer, seen)
    grade = grade_of(answer)
    if not grade.decided_by_person or grade.current is None:
        raise DomainError(_("There is no decision to withdraw: the machine’s grade is in force."))
    withdrawal = record_decision(
        answer=answer, by=by, label=None, key=own, reason=reason.strip(), withdraws=True,
        evidence={"supersedes": grade.current.pk}, now=moment,
    )  # fmt: skip
    records.reopen(answer=answer, by=by, now=moment)
    entries.refresh([answer.pk])
    return withdrawal


@transaction.atomic
def raise_dispute(*, answer: Answer, by: User, words: str, now: datetime | None = None) -> Dispute:
    """Send a result to review because somebody says that its grade is wrong (M5.4).

    The same words by the same person while they are still open are one dispute.
    """
    moment = now or timezone.now()
    said = words.strip()
    if not said:
        raise DomainError(_("Say what is wrong with the grade, so that a reviewer can look at it."))
    records.lock(answer)
    grade = grade_of(answer)
    if grade.label is None:
        raise DomainError(_("This answer is not graded yet, so there is no grade to dispute."))
    dispute, made = Dispute.objects.get_or_create(
        answer=answer, raised_by=by, words=said, status=Dispute.Status.OPEN,
        defaults={"raised_at": moment},
    )  # fmt: skip
    if made:
        flag, _new = Flag.objects.get_or_create(
            answer=answer, reason=Flag.Reason.DISPUTED,
            defaults={"raised_by": grade.current, "raised_at": moment},
        )  # fmt: skip
        records.reopen_flags([flag], answer=answer, by=by, now=moment)
        telling.tell_raised(dispute)
        entries.refresh([answer.pk])
    return dispute


def _own_key(answer: Answer, by: User, key: str) -> str:
    """Nobody's key can meet another person's, nor the same person's on another answer."""
    return f"person:{answer.pk}:{by.pk}:{key}"


def _refuse_overtaken(answer: Answer, seen: int | None) -> Assessment | None:
    newest: Assessment | None = answer.assessments.order_by("-pk").first()
    if newest is not None and newest.pk != seen:
        raise Overtaken(newest)
    return newest
