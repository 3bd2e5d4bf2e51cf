"""Entry points of background work."""

from core.jobs import abandoned
from core.queue import enqueue
from grading import judging, selectors, services
from grading.models import Grading
from runs.models import Run


def begin(run_id: int) -> None:
    """Have a settled run graded."""
    services.start_grading(run=Run.objects.get(pk=run_id))


def grade(grading_id: int) -> None:
    """Carry out a grading job."""
    judging.carry_out(grading_id)


def tick() -> None:
    """Queue jobs again whose worker is gone, and runs that nobody graded."""
    for grading_id in abandoned(Grading).values_list("pk", flat=True):
        enqueue("grading.tasks.grade", grading_id)
    for run_id in selectors.forgotten_runs():
        enqueue("grading.tasks.begin", run_id)
