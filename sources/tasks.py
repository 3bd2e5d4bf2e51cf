"""Entry points of background work."""

from core.jobs import abandoned
from core.queue import enqueue
from sources import readings
from sources.models import Reading


def read(reading_id: int) -> None:
    """Carry out a reading."""
    readings.run_reading(reading_id)


def tick() -> None:
    """Queue readings again whose worker is gone or whose task was lost."""
    for reading_id in abandoned(Reading).values_list("pk", flat=True):
        enqueue("sources.tasks.read", reading_id)
