"""Entry points of background work."""

from core.queue import enqueue
from reviews import raising
from runs.models import Run


def raise_flags(run_id: int) -> None:
    """Flag the doubtful results of a graded run."""
    raising.raise_flags(run=Run.objects.get(pk=run_id))


def tick() -> None:
    """Flag what was graded without anybody being told."""
    for run_id in raising.unflagged_runs():
        enqueue("reviews.tasks.raise_flags", run_id)
