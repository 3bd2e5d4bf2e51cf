"""Entry points of background work."""

from core.queue import enqueue
from reports import watching


def check(run_id: int) -> None:
    """Compare a scheduled run with the one before it."""
    watching.check_run(run_id)


def tick() -> None:
    """Queue scheduled runs whose grades are complete and that nobody has compared."""
    for run_id in watching.unchecked_runs():
        enqueue("reports.tasks.check", run_id)
