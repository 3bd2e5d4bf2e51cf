"""Entry points of background work."""

from core.bulk import unfinished
from core.queue import enqueue
from reviews import acting, entries, outdated, raising
from runs.models import Run


def raise_flags(run_id: int) -> None:
    """Flag the doubtful results of a graded run, and those set aside because their source changed."""
    run = Run.objects.get(pk=run_id)
    raising.raise_flags(run=run)
    outdated.settle_outdated(run=run)


def act(action_id: int) -> None:
    """Carry out what was asked of many results at once."""
    acting.act(action_id)


def tick() -> None:
    """Flag what was graded without anybody being told, and what a source says otherwise by now."""
    for run_id in {*raising.unflagged_runs(), *outdated.unsettled_runs()}:
        enqueue("reviews.tasks.raise_flags", run_id)
    for action_id in unfinished(acting.RECORD):
        enqueue(acting.TASK, action_id)
    # A grader that grades an answer again says so to nobody here.
    entries.refresh(entries.behind())
