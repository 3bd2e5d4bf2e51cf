"""Entry points of background work."""

from core.jobs import abandoned
from core.queue import enqueue
from runs import asking, scheduling, telling
from runs.models import Run


def ask(run_id: int) -> None:
    """Carry out a run."""
    asking.carry_out(run_id)


def tell_ended(run_id: int) -> None:
    """Tell whoever started a run that it has ended."""
    telling.tell_ended(
        Run.objects.select_related("version__test_set__workspace", "assistant", "started_by").get(
            pk=run_id
        )
    )


def start_due(schedule_id: int) -> None:
    """Start the run that a schedule says is due."""
    scheduling.start_due(schedule_id)


def tick() -> None:
    """Queue runs again whose worker is gone or whose task was lost, and start those that are due."""
    scheduling.pause_failing()
    for schedule_id in scheduling.due_schedules():
        enqueue("runs.tasks.start_due", schedule_id)
    for run_id in abandoned(Run).values_list("pk", flat=True):
        enqueue("runs.tasks.ask", run_id)
