"""Pages about runs."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.permissions import Permission
from runs import repeating, scheduling, selectors, services
from runs.models import AnswerFailure, Run
from runs.timeline import failure_groups, timeline
from runs.wording import progress_line


@require_GET
@workspace_view(Permission.VIEW)
def index(request: WorkspaceRequest) -> HttpResponseBase:
    """All runs of the workspace."""
    context = {
        "runs": selectors.runs(request.workspace),
        "schedules": scheduling.schedules(request.workspace),
    }
    return TemplateResponse(request, "runs/index.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def recent(request: WorkspaceRequest) -> HttpResponseBase:
    """The last few runs, for the workspace's home."""
    latest = selectors.runs(request.workspace)[:5]
    return TemplateResponse(request, "runs/_recent.html", {"runs": latest})


@require_GET
@workspace_view(Permission.VIEW)
def detail(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """One run: how far it is, what was fixed, and every slot."""
    run = _run(request, pk)
    context = {"run": run, **_again(run), **_timeline(request, run), **_progress(run)}
    return TemplateResponse(request, "runs/detail.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def progress(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """How far a run is; a fragment that asks again while the run is live."""
    run = _run(request, pk)
    if not wants_fragment(request):
        return redirect("runs:detail", request.workspace.slug, pk)
    return _shown_progress(request, run)


@require_GET
@workspace_view(Permission.VIEW)
def answers(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """A page of questions with what happened to each; a fragment of the run's page."""
    run = _run(request, pk)
    if not wants_fragment(request):
        return redirect("runs:detail", request.workspace.slug, pk)
    return TemplateResponse(request, "runs/_answers.html", {"run": run, **_timeline(request, run)})


@require_GET
@workspace_view(Permission.VIEW)
def again(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """How the run can be run again, and how it was; a fragment of the run's page."""
    run = _run(request, pk)
    if not wants_fragment(request):
        return redirect("runs:detail", request.workspace.slug, pk)
    return TemplateResponse(request, "runs/_again.html", {"run": run, **_again(run)})


@require_GET
@workspace_view(Permission.VIEW)
def unmatched(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The rows of the run's file that answer none of its questions; a fragment of the run's page."""
    run = _run(request, pk)
    if not wants_fragment(request):
        return redirect("runs:detail", request.workspace.slug, pk)
    context = {"run": run, "unmatched": selectors.unmatched_rows(run)}
    return TemplateResponse(request, "runs/_unmatched.html", context)


@require_POST
@workspace_view(Permission.RUN)
def stop(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Stop asking; what was answered stays."""
    run = _run(request, pk)
    services.stop_run(run=run, by=request.user)
    if wants_fragment(request):
        return _shown_progress(request, run)
    messages.info(
        request, _("The run stops after the questions being asked. All answers are kept.")
    )
    return redirect("runs:detail", request.workspace.slug, pk)


@require_POST
@workspace_view(Permission.RUN)
def resume(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Go on with what is still open."""
    run = _run(request, pk)
    services.resume_run(run=run, by=request.user)
    if wants_fragment(request):
        return _shown_progress(request, run)
    return redirect("runs:detail", request.workspace.slug, pk)


def _run(request: HttpRequest, pk: int) -> Run:
    try:
        return selectors.run_detail(request.workspace, pk, whole=False)  # type: ignore[attr-defined]  # set by workspace_view
    except Run.DoesNotExist:
        raise Http404 from None


def _shown_progress(request: WorkspaceRequest, run: Run) -> TemplateResponse:
    response = TemplateResponse(request, "runs/_progress.html", {"run": run, **_progress(run)})
    if run.status not in (Run.Status.WAITING, Run.Status.RUNNING):
        # What shows the answers on the same page fetches itself anew.
        response.headers["HX-Trigger"] = "run-settled, open-numbers-changed"
    return response


def _again(run: Run) -> dict[str, object]:
    return {
        "repetitions": list(run.repeated_by.order_by("pk").values_list("pk", flat=True)),
        "schedule": scheduling.schedule_of(run),
        "obstacle": repeating.obstacle(run),
    }


def _progress(run: Run) -> dict[str, object]:
    state = selectors.progress(run, reread=False)
    groups = failure_groups(run, dict(state.failures))
    return {"progress": state, "failure_groups": groups, **progress_line(state)}


def _timeline(request: HttpRequest, run: Run) -> dict[str, object]:
    page, kind = request.GET.get("page", ""), request.GET.get("kind", "")
    kinds = dict(AnswerFailure.FailureKind.choices)
    known = kind if kind in kinds else ""
    # No list has as many pages as ten digits could count.
    number = int(page) if page.isdecimal() and len(page) < 10 else 1
    found = timeline(run, number=number, kind=known)
    return {"timeline": found, "kind_word": kinds.get(known, ""), "query": _query(known)}


def _query(kind: str) -> str:
    """What stands before the number of a page in its address."""
    return f"kind={kind}&page=" if kind else "page="
