"""Entry points of background work."""

from core.queue import enqueue
from reviews import entries, outdated, raising
from runs.models import Run


def raise_flags(run_id: int) -> None:
    """Flag the doubtful results of a graded run, and those set aside because their source changed."""
    run = Run.objects.get(pk=run_id)
    raising.raise_flags(run=run)
    outdated.settle_outdated(run=run)


def tick() -> None:
    """Flag what was graded without anybody being told, and what a source says otherwise by now."""
    for run_id in {*raising.unflagged_runs(), *outdated.unsettled_runs()}:
        enqueue("reviews.tasks.raise_flags", run_id)
    # A grader that grades an answer again says so to nobody here.
    entries.refresh(entries.behind())
