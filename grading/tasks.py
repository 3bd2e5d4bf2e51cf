"""Entry points of background work."""

from core.jobs import abandoned
from core.queue import enqueue
from grading import checking, judging, selectors, services
from grading.models import Grading
from runs.models import Run
from testsets.models import Checking


def begin(run_id: int) -> None:
    """Have a settled run graded."""
    services.start_grading(run=Run.objects.get(pk=run_id))


def grade(grading_id: int) -> None:
    """Carry out a grading job."""
    judging.carry_out(grading_id)


def check(checking_id: int) -> None:
    """Try a set's questions on known answers."""
    checking.carry_out(checking_id)


def tick() -> None:
    """Queue jobs again whose worker is gone or that nobody was told of, and runs nobody graded."""
    for checking_id in abandoned(Checking).values_list("pk", flat=True):
        enqueue("grading.tasks.check", checking_id)
    for grading_id in abandoned(Grading).values_list("pk", flat=True):
        enqueue("grading.tasks.grade", grading_id)
    for run_id in selectors.forgotten_runs():
        enqueue("grading.tasks.begin", run_id)
