"""Marking questions as possibly outdated, and resolving that.

Everything here may run twice: what is found again is marked once.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core.errors import Conflict, DomainError
from core.models import User, Workspace
from sources.models import Reading, Source
from sources.selectors import current_reading, offered
from testsets.drawn import Subject, drawn_from
from testsets.holding import Finding, Held
from testsets.models import (
    OutdatedCheck,
    OutdatedMark,
    OutdatedResolution,
    Question,
    TestSetVersion,
)

Outcome = OutdatedResolution.Outcome


def unchecked_readings() -> list[int]:
    """The current readings that questions were not held against since the last change of either."""
    found = []
    with_questions = Question.objects.order_by().values("test_set__workspace")
    for workspace in Workspace.objects.filter(pk__in=with_questions):
        changed = _changed_at(workspace)
        for source in offered(workspace):
            reading = current_reading(source)
            if reading is None:
                continue
            checked = OutdatedCheck.objects.filter(reading=reading).first()
            if checked is None or (changed is not None and checked.at <= changed):
                found.append(reading.pk)
    return found


def _changed_at(workspace: Workspace) -> datetime | None:
    questions = Question.objects.for_workspace(workspace).aggregate(at=Max("changed_at"))
    versions = TestSetVersion.objects.for_workspace(workspace).aggregate(at=Max("approved_at"))
    return max(filter(None, (questions["at"], versions["at"])), default=None)


@transaction.atomic
def hold_questions_against(reading: Reading, *, now: datetime | None = None) -> int:
    """Mark the questions that the reading no longer supports, resolve what stands again; how many new.

    Nothing happens for a reading that is not the current one of its source.
    """
    moment = now or timezone.now()
    # One check of a source at a time.
    source: Source = Source.objects.select_for_update().get(pk=reading.source_id)
    if current_reading(source) != reading:
        return 0
    with translation.override(source.workspace.language):
        drawn = drawn_from(source)
        held = Held(reading, (one for passages in drawn.values() for one in passages))
    still_open = {
        (mark.frozen_id or mark.question_id, mark.frozen_id is not None): mark
        for mark in OutdatedMark.objects.filter(
            reading__source=source, resolution__isnull=True
        ).select_related("frozen", "question")
    }
    settled = _settled(source)
    made = 0
    for subject, passages in drawn.items():
        verdict = held.verdict(passages)
        mark = still_open.pop((subject.key, subject.is_frozen), None)
        finding = verdict.finding
        if finding is None:
            if mark is not None and verdict.known:
                _resolve(mark, Outcome.STANDS, reading, moment)
            continue
        if mark is not None and mark.state == finding.state:
            continue
        if mark is not None:
            _resolve(mark, Outcome.OTHERWISE, reading, moment)
        if (subject.test_set, subject.uid, finding.state) not in settled:
            _mark(subject, finding, reading, moment)
            made += 1
    for mark in still_open.values():
        # Its question rests on other passages by now, or was taken out.
        _resolve(mark, Outcome.OTHERWISE, reading, moment)
    OutdatedCheck.objects.update_or_create(reading=reading, defaults={"at": moment})
    return made


def _mark(subject: Subject, finding: Finding, reading: Reading, now: datetime) -> None:
    OutdatedMark.objects.create(
        reading=reading,
        question_id=None if subject.is_frozen else subject.key,
        frozen_id=subject.key if subject.is_frozen else None,
        kind=finding.kind,
        address=finding.address,
        before=finding.before,
        after_id=finding.after,
        missing=list(finding.missing),
        detail=finding.detail,
        state=finding.state,
        at=now,
    )


def _resolve(mark: OutdatedMark, outcome: str, reading: Reading, now: datetime) -> None:
    OutdatedResolution.objects.create(mark=mark, outcome=outcome, reading=reading, at=now)


def _settled(source: Source) -> set[tuple[int, str, str]]:
    """What people said is still right: test set, question and what had been found."""
    rows = OutdatedMark.objects.filter(
        reading__source=source, resolution__outcome=Outcome.RIGHT
    ).select_related("question", "frozen__version")
    return {(*question_of(mark), mark.state) for mark in rows}


def question_of(mark: OutdatedMark) -> tuple[int, str]:
    """The test set and the identifier of the question that a mark is about."""
    if mark.frozen is not None:
        return mark.frozen.version.test_set_id, mark.frozen.uid
    question: Any = mark.question  # one of the two is there: the table holds that
    return question.test_set_id, question.uid


@transaction.atomic
def say_still_right(
    *, mark: OutdatedMark, by: User, reason: str, now: datetime | None = None
) -> int:
    """A person says that the question is right all the same; how many marks that resolves.

    It is said of the question: of its draft and of every version in which the same was found. DomainError
    without a reason, Conflict when the mark is resolved already.
    """
    if not reason.strip():
        raise DomainError(_("Say in a few words why the question is still right."))
    Source.objects.select_for_update().get(pk=mark.reading.source_id)
    test_set, uid = question_of(mark)
    alike = OutdatedMark.objects.filter(state=mark.state, resolution__isnull=True).filter(
        Q(question__test_set=test_set, question__uid=uid)
        | Q(frozen__version__test_set=test_set, frozen__uid=uid)
    )
    rows = list(alike)
    if mark not in rows:
        raise Conflict(_("This was resolved meanwhile. Nothing was recorded."))
    moment = now or timezone.now()
    OutdatedResolution.objects.bulk_create(
        OutdatedResolution(mark=row, outcome=Outcome.RIGHT, by=by, reason=reason.strip(), at=moment)
        for row in rows
    )
    return len(rows)
