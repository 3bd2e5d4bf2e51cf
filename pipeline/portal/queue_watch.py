"""Notices a stuck queue: a worker killed at the wrong moment can stop all of them silently."""

from datetime import timedelta
from typing import Final

from django.utils import timezone
from django_q.models import OrmQ

# An idle cluster takes a row within a second; with all workers busy it takes as long as a task.
STUCK_AFTER: Final = timedelta(seconds=120)


def oldest_wait() -> timedelta | None:
    """How long the oldest row that could be taken has been waiting; None when nothing waits."""
    now = timezone.now()
    lock = (
        OrmQ.objects.filter(lock__lte=now).order_by("lock").values_list("lock", flat=True).first()
    )
    return now - lock if lock else None


class QueueWatch:
    """Says when the cluster should be restarted: rows wait although workers are free."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def stuck(self) -> bool:
        """True when rows wait too long while fewer tasks than workers are under way."""
        waited = oldest_wait()
        if waited is None or waited < STUCK_AFTER:
            return False
        under_way = OrmQ.objects.filter(lock__gt=timezone.now()).count()
        return bool(under_way < self._workers)
