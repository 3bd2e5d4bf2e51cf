"""A graded run of a frozen question whose source says something else by then."""

from datetime import UTC, datetime, timedelta
from typing import Any

from core.models import User, Workspace
from grading.values import Label
from runs import services
from runs.models import Answer, Run
from sources.models import Source
from tests.grading.setting import answered
from tests.reviews.setting import graded, says
from tests.testsets.rereading import BICYCLE, bicycle_set, checked_again
from tests.testsets.samples import RULES_PAGE
from testsets.freezing import approve_version

DEARER = RULES_PAGE.replace("6 euros each way", "8 euros each way")
REWORDED = RULES_PAGE.replace("Motorcycles travel", "Motorcycles and mopeds travel")
ENDED = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)


def bicycle_run(workspace: Workspace, by: User, **label: Any) -> tuple[Source, Answer]:
    """One right answer, graded, to a question about the price of a bicycle."""
    source, test_set, _ = bicycle_set(workspace, by)
    version = approve_version(test_set=test_set, by=by, despite="A test.")
    assistant = services.save_assistant(
        workspace=workspace, name="Helper", connector="http",
        configuration={"url": "http://127.0.0.1:9/"}, by=None,
    )  # fmt: skip
    run = services.start_run(version=version, assistant=assistant, by=None, queue=False)
    Run.objects.filter(pk=run.pk).update(
        status="done", started_at=ENDED, finished_at=ENDED + timedelta(minutes=5)
    )
    run.refresh_from_db()
    answer = answered(run, version.questions.get(), BICYCLE.expected_answer)
    graded(run, lambda _case: says(label.get("label", Label.CORRECT)))
    return source, answer


def read_dearer(source: Source) -> None:
    """The source is read again, and a bicycle costs more."""
    checked_again(source, luggage=DEARER)
