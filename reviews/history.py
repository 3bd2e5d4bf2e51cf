"""Everything that happened to a result: asked, graded, decided, disputed.

What the machine found is told on the page of the result, where it may be kept back until a person has
decided; here stands only that it graded.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from core.models import User, Workspace
from core.trail import Event
from grading.models import Assessment
from grading.wording import grader_name
from reviews.trail import STREAMS, result_page
from runs.models import Answer

_ABOUT_A_RESULT = (
    "reviews.decision", "reviews.vote", "reviews.dispute", "reviews.settled",
    "reviews.handed", "reviews.asked",
)  # fmt: skip


def history_of(answer: Answer, *, workspace: Workspace, reader: User) -> list[Event]:
    """The events of a result that the reader may see, the newest first."""
    events = [*_made(answer, workspace)]
    for stream in STREAMS:
        if stream.name not in _ABOUT_A_RESULT:
            continue
        rows = stream.rows(workspace, reader)
        rows = rows.filter(**_only(stream.name, answer)).order_by(stream.at)
        events += stream.events(workspace, stream.seen(reader, list(rows)))
    return sorted(events, key=lambda event: event.at, reverse=True)


def _only(name: str, answer: Answer) -> dict[str, object]:
    if name == "reviews.settled":
        return {"record_id__in": answer.disputes.values("pk")}
    if name == "reviews.asked":
        return {"record_id__in": answer.flags.values("pk")}
    return {"answer": answer}


def _made(answer: Answer, workspace: Workspace) -> Iterator[Event]:
    path = result_page(workspace, answer.pk)
    yield Event(
        answer.asked_at,
        answer.run.assistant.name,
        _("Answered the question"),
        "",
        path,
        "runs.answer",
        answer.pk,
    )
    graded = answer.assessments.filter(by=Assessment.By.GRADER).select_related("grader")
    for row in graded.order_by("pk"):
        who = grader_name(row.grader.name) if row.grader else ""
        what = _("Graded") if row.label else _("Could not be graded")
        yield Event(row.at, who, what, "", path, "runs.answer", answer.pk)
