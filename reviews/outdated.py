"""Flags of results that are set aside because the source of their question says something else by now."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from grading import selectors as grading
from grading.selectors import Grade
from grading.services import workspace_of
from grading.values import Label
from reviews import entries, records
from reviews.models import Flag
from runs.models import Answer, Run
from testsets.outdated_selectors import setting_aside

_REASON = Flag.Reason.OUTDATED


def unsettled_runs() -> list[int]:
    """Runs with a result that is set aside and not flagged, or flagged and no longer set aside."""
    open_flags = Flag.objects.filter(answer=OuterRef("pk"), reason=_REASON, resolved_at=None)
    marked = Answer.objects.filter(question__in=setting_aside().values("frozen"))
    flagged = Answer.objects.filter(flags__reason=_REASON, flags__resolved_at=None)
    missing = grading.with_labels(marked).filter(~Exists(open_flags), set_aside=True)
    settled = grading.with_labels(flagged).filter(set_aside=False)
    return sorted({*missing.values_list("run", flat=True), *settled.values_list("run", flat=True)})


@transaction.atomic
def settle_outdated(*, run: Run, now: datetime | None = None) -> int:
    """Flag the results of a run that are set aside, and resolve the flags of others; how many changed.

    A second call changes nothing.
    """
    moment = now or timezone.now()
    Run.objects.select_for_update(of=("self",)).only("pk").get(pk=run.pk)
    flags = {flag.answer_id: flag for flag in Flag.objects.filter(answer__run=run, reason=_REASON)}
    changed = []
    for grade in grading.grades(run).values():
        aside = grade.outdated is not None and grade.label is Label.NEEDS_REVIEW
        if _settle(grade, flags.get(grade.answer_id), aside, moment):
            changed.append(grade.answer_id)
    entries.refresh(changed)
    return len(changed)


def _settle(grade: Grade, flag: Flag | None, aside: bool, now: datetime) -> bool:
    if aside and flag is None:
        Flag.objects.create(
            answer_id=grade.answer_id, reason=_REASON, raised_by=grade.automated, raised_at=now
        )
        return True
    if flag is None or aside == (flag.resolved_at is None):
        return False
    answer = Answer.objects.select_related("run__version__test_set__workspace").get(
        pk=grade.answer_id
    )
    if aside:
        records.reopen_flags([flag], answer=answer, by=None, now=now)
    else:
        decision = grade.current if grade.decided_by_person else None
        records.resolve_flag(flag, workspace=workspace_of(answer.run), decision=decision, now=now)
    return True
