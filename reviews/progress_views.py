"""How far signing off and reviewing are: of a workspace, and of one test set."""

from dataclasses import dataclass
from math import ceil
from typing import Any

from django.http import Http404, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from reviews.pace import DAYS, Estimate
from reviews.progress import DAYS_SHOWN, OfDay, Part, Progress, progress
from testsets.models import TestSet


@require_GET
@workspace_view(Permission.VIEW)
def progress_page(request: WorkspaceRequest) -> HttpResponseBase:
    """All sets that the reader reaches."""
    found = progress(request.workspace, reader=request.user)
    return TemplateResponse(request, "reviews/progress.html", _context(found))


@require_GET
@workspace_view(Permission.VIEW)
def progress_of_set(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """One test set."""
    try:
        test_set = TestSet.objects.for_workspace(request.workspace).get(pk=pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
    found = progress(request.workspace, reader=request.user, test_set=pk)
    context = _context(found) | {"test_set": test_set}
    return TemplateResponse(request, "reviews/progress.html", context)


@dataclass(frozen=True, slots=True)
class Headline:
    """One of the things that are counted: its number, what counts, and how long the rest takes."""

    id: str
    title: str
    part: Part
    sentence: str
    meaning: str
    left: str


def _context(found: Progress) -> dict[str, Any]:
    return {
        "headlines": [_questions(found), _results(found), _disputes(found)],
        "sets": found.sets,
        "people": found.people,
        "days": _bars(found.days),
        "days_shown": DAYS_SHOWN,
        "days_with_work": any(day.questions.total or day.results.total for day in found.days[:1]),
    }


def _questions(found: Progress) -> Headline:
    part = found.questions
    sentence = _("%(done)s of %(total)s questions signed off")
    return Headline(
        "questions",
        _("Questions"),
        part,
        _sentence(part, sentence, _("There are no questions yet.")),
        _("Signed off as they are worded now, of all questions in the drafts."),
        _left(part, found.questions_left),
    )


def _results(found: Progress) -> Headline:
    part = found.results
    sentence = _("%(done)s of %(total)s flagged results looked at")
    return Headline(
        "results",
        _("Results"),
        part,
        _sentence(part, sentence, _("No result was ever flagged.")),
        _("Results of which every flag is resolved, of all results that were ever flagged."),
        _left(part, found.results_left),
    )


def _disputes(found: Progress) -> Headline:
    part = found.disputes
    sentence = _("%(done)s of %(total)s disputes settled")
    return Headline(
        "disputes",
        _("Disputes"),
        part,
        _sentence(part, sentence, _("Nobody has disputed a grade.")),
        _("Disputes that a reviewer has settled, of all that were raised."),
        "",
    )


def _sentence(part: Part, words: str, nothing: str) -> str:
    return words % {"done": part.done, "total": part.total} if part.total else nothing


def _left(part: Part, estimate: Estimate | None) -> str:
    """How long the rest takes, and from what that is told."""
    if part.left == 0:
        return _("Complete") if part.complete else ""
    if estimate is None:
        return _("No estimate: nothing was done in the last seven days.")
    if estimate.hours is not None:
        hours = max(1, ceil(estimate.hours))
        words = ngettext(
            "About %(count)s hour of work left, at the pace of the last hour (%(done)s done).",
            "About %(count)s hours of work left, at the pace of the last hour (%(done)s done).",
            hours,
        )
        return words % {"count": hours, "done": estimate.done}
    days = max(1, ceil(estimate.days or 0))
    words = ngettext(
        "About %(count)s day left, at the pace of the last %(back)s days (%(done)s done).",
        "About %(count)s days left, at the pace of the last %(back)s days (%(done)s done).",
        days,
    )
    return words % {"count": days, "back": DAYS, "done": estimate.done}


@dataclass(frozen=True, slots=True)
class DayBars:
    """A day with the lengths of its two bars, each of the longest day of its kind."""

    day: OfDay
    questions: float
    results: float


def _bars(days: list[OfDay]) -> list[DayBars]:
    most_questions = max((day.questions.done for day in days), default=0) or 1
    most_results = max((day.results.done for day in days), default=0) or 1
    return [
        DayBars(day, day.questions.done / most_questions, day.results.done / most_results)
        for day in reversed(days)
    ]
