from typing import Any

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """The app `reports`."""

    name = "reports"

    def ready(self) -> None:
        """Have scheduled runs compared as soon as they are graded."""
        from grading.signals import answers_graded  # noqa: PLC0415  models are not ready before

        answers_graded.connect(_check, dispatch_uid="reports.check")


def _check(run_id: int, **_: Any) -> None:
    from core.queue import enqueue  # noqa: PLC0415  as above
    from runs.models import DueRun  # noqa: PLC0415

    if DueRun.objects.filter(run=run_id).exists():
        enqueue("reports.tasks.check", run_id)
