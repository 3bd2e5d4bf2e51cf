"""Correcting a captured answer by hand: a record beside it, which nothing is graded or counted by.

The captured answer stays what the assistant said, and its grade stays what the report counts (M3.10).
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import User
from core.text import storable
from runs.models import Answer, AnswerCorrection, Run


@transaction.atomic
def correct_answer(
    *, answer: Answer, text: str, reason: str, by: User, now: datetime | None = None
) -> AnswerCorrection:
    """Record what the answer should have read, who says so and why; DomainError when it says nothing new."""
    in_force = _locked(answer)
    text, reason = storable(text).strip(), storable(reason).strip()
    if not text or not reason:
        raise DomainError(_("Write the corrected answer, and why it is corrected."))
    if text == answer.text.strip():
        raise DomainError(_("This is the answer as it was captured."))
    if in_force is not None and in_force.text == text:
        raise DomainError(_("The answer is corrected to this already."))
    return AnswerCorrection.objects.create(
        answer=answer,
        text=text,
        reason=reason,
        by=by,
        by_name=str(by)[:200],
        at=now or timezone.now(),
    )


@transaction.atomic
def withdraw_correction(
    *, answer: Answer, reason: str, by: User, now: datetime | None = None
) -> AnswerCorrection:
    """Leave no correction in force; those that were stay on record. DomainError when there is none."""
    if _locked(answer) is None:
        raise DomainError(_("No correction is in force."))
    if not reason.strip():
        raise DomainError(_("Say why the correction is withdrawn."))
    return AnswerCorrection.objects.create(
        answer=answer, reason=storable(reason).strip(), withdraws=True, by=by, by_name=str(by)[:200],
        at=now or timezone.now(),
    )  # fmt: skip


def _locked(answer: Answer) -> AnswerCorrection | None:
    """The correction in force, while nobody else writes one."""
    Answer.objects.select_for_update().get(pk=answer.pk)
    return correction_of(answer)


def correction_of(answer: Answer) -> AnswerCorrection | None:
    """The correction in force of an answer."""
    newest: AnswerCorrection | None = answer.corrections.order_by("-pk").first()
    return newest if newest is not None and not newest.withdraws else None


def corrections_of(run: Run) -> dict[int, AnswerCorrection]:
    """The corrections in force of a run, by answer."""
    rows = AnswerCorrection.objects.filter(answer__run=run)
    newest = rows.order_by("answer", "-pk").distinct("answer")
    return {row.answer_id: row for row in newest if not row.withdraws}


def corrections_said(answer: Answer) -> list[AnswerCorrection]:
    """Every correction and withdrawal of an answer, the newest first."""
    return list(answer.corrections.order_by("-pk"))
