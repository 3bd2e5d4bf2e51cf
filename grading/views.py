"""Pages about grades."""

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.permissions import Permission
from grading import selectors, services, wording
from grading.methods_presenting import shown_scores, shown_summaries
from grading.models import Grading
from grading.presenting import answer_page
from runs.models import Answer, Run
from runs.selectors import run_detail

SHOWN = 100


@require_GET
@workspace_view(Permission.VIEW)
def index(request: WorkspaceRequest) -> HttpResponseBase:
    """The workspace's grading jobs, newest first."""
    jobs = selectors.gradings(request.workspace)[:SHOWN]
    return TemplateResponse(request, "grading/index.html", {"gradings": jobs})


@require_GET
@workspace_view(Permission.VIEW)
def summary(request: WorkspaceRequest, run_id: int) -> HttpResponseBase:
    """What came out of grading a run; a fragment for its page, asking again while work goes on."""
    run = _run(request, run_id)
    if not wants_fragment(request):
        return redirect("runs:detail", request.workspace.slug, run_id)
    found = selectors.summary(run)
    # Whoever watched the grading come to its end is shown what follows from it.
    over = "live" in request.GET and not found.live
    return TemplateResponse(
        request,
        "grading/_summary.html",
        {
            "run": run,
            "summary": found,
            "sentence": wording.progress_words(found),
            "time_left": wording.time_left(found),
            "methods": shown_summaries(run),
        },
        headers={"HX-Trigger": "run-graded"} if over else None,
    )


@require_GET
@workspace_view(Permission.VIEW)
def answer(request: WorkspaceRequest, answer_id: int) -> HttpResponseBase:
    """One answer: what was asked and said, what was found in it, and who judged it how."""
    try:
        found = selectors.answer_detail(request.workspace, answer_id)
    except Answer.DoesNotExist:
        raise Http404 from None
    return TemplateResponse(
        request, "grading/answer.html", {"page": answer_page(found), "scores": shown_scores(found)}
    )


@require_POST
@workspace_view(Permission.RUN)
def start(request: WorkspaceRequest, run_id: int) -> HttpResponseBase:
    """Grade what is not graded yet, with the grader of this installation."""
    services.start_grading(run=_run(request, run_id), by=request.user)
    return redirect("runs:detail", request.workspace.slug, run_id)


@require_POST
@workspace_view(Permission.RUN)
def stop(request: WorkspaceRequest, run_id: int) -> HttpResponseBase:
    """Stop grading; what was graded stays."""
    run = _run(request, run_id)
    for grading in run.gradings.filter(status__in=(Grading.Status.WAITING, Grading.Status.RUNNING)):
        services.stop_grading(grading=grading, by=request.user)
    messages.info(request, _("Grading stops after the answers in hand. All grades are kept."))
    return redirect("runs:detail", request.workspace.slug, run_id)


def _run(request: WorkspaceRequest, run_id: int) -> Run:
    try:
        return run_detail(request.workspace, run_id)
    except Run.DoesNotExist:
        raise Http404 from None
