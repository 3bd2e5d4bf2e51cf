from typing import Any

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    """The app `reviews`: it shows people what `grading` doubts."""

    name = "reviews"

    def ready(self) -> None:
        """Have the results of graded runs flagged."""
        from grading.signals import answers_graded  # noqa: PLC0415  as for models: not ready earlier

        answers_graded.connect(_raise, dispatch_uid="reviews.raise")


def _raise(run_id: int, **_: Any) -> None:
    from core.queue import enqueue  # noqa: PLC0415  as above

    enqueue("reviews.tasks.raise_flags", run_id)
