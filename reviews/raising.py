"""Which results are sent to a person, and why (M5.2)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from grading import selectors as grading
from grading.models import Assessment
from grading.selectors import MOST_ATTEMPTS, Grade
from grading.values import Label
from reviews import entries
from reviews.models import Flag
from runs.models import Answer, Run

_REASONS: Final = frozenset(reason.value for reason in Flag.Reason)
# What the machine's label alone says, whichever grader gave it.
_BY_LABEL: Final[Mapping[str, Flag.Reason]] = {
    Label.NEEDS_REVIEW.value: Flag.Reason.TEST,
    Label.NOT_CAPTURED.value: Flag.Reason.CAPTURE,
}
_LOOKED_BACK: Final = timedelta(days=7)


def raise_flags(*, run: Run, now: datetime | None = None) -> int:
    """Flag what a person should look at, from the automated grades that count; how many are new.

    A second call raises nothing twice. A flag on an answer that a person has decided is resolved by
    that decision from the start, and opens when the decision is withdrawn.
    """
    moment = now or timezone.now()
    critical = dict(run.answers.values_list("pk", "question__critical"))
    there = set(Flag.objects.filter(answer__run=run).values_list("answer_id", "reason"))
    missing = [
        _flag(grade, reason, moment)
        for grade in grading.grades(run).values()
        for reason in reasons(grade.automated, critical=critical.get(grade.answer_id, False))
        if (grade.answer_id, reason) not in there
    ]
    before = Flag.objects.filter(answer__run=run).count()
    with transaction.atomic():
        Flag.objects.bulk_create(missing, ignore_conflicts=True)
        entries.refresh(flag.answer_id for flag in missing)
    return int(Flag.objects.filter(answer__run=run).count() - before)


def reasons(automated: Assessment | None, *, critical: bool) -> list[str]:
    """Why a person should look at an answer with this automated assessment.

    None while a grader is still going to try again: that answer is unfinished, not doubtful.
    """
    if automated is None:
        return []
    if not automated.label:
        given_up = automated.attempt >= MOST_ATTEMPTS
        return [Flag.Reason.NOT_GRADED.value, *_critical(critical)] if given_up else []
    found = [reason for reason in automated.flags if reason in _REASONS]
    if by_label := _BY_LABEL.get(automated.label):
        found.append(by_label.value)
    found += _critical(critical and automated.label != Label.CORRECT.value)
    return list(dict.fromkeys(found))


def _critical(holds: bool) -> Iterable[str]:
    return [Flag.Reason.CRITICAL.value] if holds else []


def _flag(grade: Grade, reason: str, now: datetime) -> Flag:
    decision = grade.current if grade.decided_by_person else None
    return Flag(
        answer_id=grade.answer_id,
        reason=reason,
        raised_by=grade.automated,
        raised_at=now,
        resolved_by=decision,
        resolved_at=now if decision else None,
    )


def unflagged_runs(*, now: datetime | None = None) -> list[int]:
    """Runs graded lately whose doubtful results nobody flagged."""
    since = (now or timezone.now()) - _LOOKED_BACK
    by_machine = Assessment.objects.filter(by=Assessment.By.GRADER)
    newer = by_machine.filter(answer=OuterRef("answer"), pk__gt=OuterRef("pk")).exclude(label="")
    said = by_machine.filter(Q(at__gt=since), ~Exists(newer))
    graded, given_up = said.exclude(label=""), said.filter(label="", attempt__gte=MOST_ATTEMPTS)
    doubtful = graded.filter(
        reduce(or_, (Q(flags__contains=[reason]) & _not_raised(reason) for reason in _REASONS))
        | reduce(or_, (Q(label=label) & _not_raised(reason) for label, reason in _BY_LABEL.items()))
    )
    failed = given_up.filter(_not_raised(Flag.Reason.NOT_GRADED))
    return sorted(
        Answer.objects.filter(
            Q(pk__in=doubtful.values("answer")) | Q(pk__in=failed.values("answer"))
        )
        .values_list("run_id", flat=True)
        .distinct()
    )


def _not_raised(reason: str) -> Q:
    return ~Q(Exists(Flag.objects.filter(answer=OuterRef("answer"), reason=reason)))
