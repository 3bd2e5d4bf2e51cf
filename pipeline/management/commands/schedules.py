from typing import Any

from django.core.management.base import BaseCommand
from django_q.models import Schedule

# Each looks for work whose worker is gone, or that nobody was told of.
TICKS = [
    f"{app}.tasks.tick"
    for app in ("core", "sources", "testsets", "runs", "grading", "reviews", "reports")
]


class Command(BaseCommand):
    """Schedule what must happen every minute."""

    help = "Make sure that the recurring tasks are scheduled, each once."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create what is missing and drop what is no longer wanted; a second call changes nothing."""
        Schedule.objects.exclude(func__in=TICKS).filter(name__startswith="tick ").delete()
        for func in TICKS:
            Schedule.objects.get_or_create(
                name=f"tick {func}",
                defaults={"func": func, "schedule_type": Schedule.MINUTES, "minutes": 1},
            )
