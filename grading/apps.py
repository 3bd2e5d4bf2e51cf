from typing import Any

from django.apps import AppConfig
from django.conf import settings


class GradingConfig(AppConfig):
    """The app `grading`: it grades what `runs` captured."""

    name = "grading"

    def ready(self) -> None:
        """Have runs pin their grader, and settled runs graded."""
        from grading import configured  # noqa: PLC0415  models are not ready when this file is read
        from runs.pinning import pin  # noqa: PLC0415
        from runs.signals import run_settled  # noqa: PLC0415

        pin("grader", configured.pinned)
        pin("embeddings", lambda: settings.CAUDALS_EMBEDDINGS)
        run_settled.connect(_begin, dispatch_uid="grading.begin")


def _begin(run_id: int, **_: Any) -> None:
    from core.queue import enqueue  # noqa: PLC0415  as above

    enqueue("grading.tasks.begin", run_id)
