"""Entry points of background work."""

from core.bulk import unfinished
from core.jobs import abandoned
from core.queue import enqueue
from sources.models import Reading
from testsets import acting, drafting, indexing, outdated
from testsets.models import Drafting, TestSet


def draft(drafting_id: int) -> None:
    """Write the questions of a drafting job."""
    drafting.run_drafting(drafting_id)


def look_for_outdated(reading_id: int) -> None:
    """Hold the questions against what a source says now."""
    outdated.hold_questions_against(Reading.objects.get(pk=reading_id))


def index_questions(test_set_id: int) -> None:
    """Work out what the lists of a set are narrowed and counted by."""
    indexing.index_all(TestSet.objects.get(pk=test_set_id))


def act(action_id: int) -> None:
    """Carry out what was asked of many questions at once."""
    acting.act(action_id)


def tick() -> None:
    """Queue jobs again whose worker is gone or whose task was lost, and look at sources read anew."""
    for drafting_id in abandoned(Drafting).values_list("pk", flat=True):
        enqueue("testsets.tasks.draft", drafting_id)
    for action_id in unfinished(acting.RECORD):
        enqueue(acting.TASK, action_id)
    for reading_id in outdated.unchecked_readings():
        enqueue("testsets.tasks.look_for_outdated", reading_id)
