"""Looking at each scheduled run once its grades are complete, and telling when it got worse."""

from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from core.models import Notice
from core.notices import tell
from grading.models import Grading
from reports.comparing import Verdict
from reports.comparisons import Compared, compared
from reports.models import RunCheck
from runs.models import Run
from runs.scheduling import concerned

_LOOKED_BACK: Final = timedelta(days=30)


def unchecked_runs(*, now: datetime | None = None) -> list[int]:
    """Scheduled runs of late with complete grades that nobody has compared yet."""
    since = (now or timezone.now()) - _LOOKED_BACK
    rows = Run.objects.filter(
        due__isnull=False,
        run_check__isnull=True,
        status=Run.Status.DONE,
        finished_at__gt=since,
        gradings__status=Grading.Status.DONE,
    )
    return list(rows.order_by("pk").values_list("pk", flat=True).distinct())


def check_run(run_id: int, *, now: datetime | None = None) -> RunCheck | None:
    """Compare a scheduled run with the one before, record what came of it, and tell a regression.

    None where there is nothing to do: the run was not scheduled, its grades are not complete, or it
    was looked at before. However often this is called, one record is made and told once.
    """
    run = (
        Run.objects.select_related(
            "version__test_set__workspace",
            "assistant",
            "due__schedule__version__test_set__workspace",
        )
        .filter(pk=run_id, due__isnull=False, status=Run.Status.DONE, run_check__isnull=True)
        .first()
    )
    if run is None:
        return None
    newest = run.gradings.order_by("-pk").first()
    if newest is None or newest.status != Grading.Status.DONE:
        return None
    found, moment = compared(run), now or timezone.now()
    try:
        with transaction.atomic():
            check = RunCheck.objects.create(run=run, **_values(found), checked_at=moment)
            if found is not None and found.verdict is Verdict.REGRESSED:
                _tell(run, found, moment)
    except IntegrityError:
        if RunCheck.objects.filter(run=run_id).exists():
            return None
        raise
    return check


def _values(found: Compared | None) -> dict[str, object]:
    if found is None:
        return {"verdict": ""}
    noise = found.noise
    return {
        "before": found.before,
        "verdict": found.verdict.value,
        "pairs": found.flips.pairs,
        "worse": len(found.flips.worse),
        "better": len(found.flips.better),
        "noise_pairs": noise.pairs if noise else 0,
        "noise_changed": noise.changed if noise else 0,
    }


def _tell(run: Run, found: Compared, moment: datetime) -> None:
    test_set = run.version.test_set
    tell(
        workspace=test_set.workspace,
        people=concerned(run.due.schedule),
        kind=Notice.Kind.REGRESSED.value,
        params={
            "test_set": test_set.name,
            "assistant": run.assistant.name,
            "worse": len(found.flips.worse),
            "better": len(found.flips.better),
            "pairs": found.flips.pairs,
        },
        path=reverse("runs:detail", args=[test_set.workspace.slug, run.pk]),
        key=f"regressed:{run.pk}",
        test_set=test_set.pk,
        now=moment,
    )
