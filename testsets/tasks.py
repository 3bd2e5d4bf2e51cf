"""Entry points of background work."""

from core.jobs import abandoned
from core.queue import enqueue
from testsets import drafting
from testsets.models import Drafting


def draft(drafting_id: int) -> None:
    """Write the questions of a drafting job."""
    drafting.run_drafting(drafting_id)


def tick() -> None:
    """Queue jobs again whose worker is gone or whose task was lost."""
    for drafting_id in abandoned(Drafting).values_list("pk", flat=True):
        enqueue("testsets.tasks.draft", drafting_id)
