"""Pages about runs."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.permissions import Permission
from runs import selectors, services
from runs.models import Run
from runs.wording import progress_line


@require_GET
@workspace_view(Permission.VIEW)
def index(request: WorkspaceRequest) -> HttpResponseBase:
    """All runs of the workspace."""
    return TemplateResponse(request, "runs/index.html", {"runs": selectors.runs(request.workspace)})


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
    context = {
        "run": run,
        "rows": selectors.rows(run),
        "unmatched": selectors.unmatched_rows(run),
        **_progress(run),
    }
    return TemplateResponse(request, "runs/detail.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def progress(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """How far a run is; a fragment that asks again while the run is live."""
    run = _run(request, pk)
    if not wants_fragment(request):
        return redirect("runs:detail", request.workspace.slug, pk)
    response = TemplateResponse(request, "runs/_progress.html", {"run": run, **_progress(run)})
    if run.status not in (Run.Status.WAITING, Run.Status.RUNNING):
        # What shows the answers on the same page fetches itself anew.
        response.headers["HX-Trigger"] = "run-settled, open-numbers-changed"
    return response


@require_GET
@workspace_view(Permission.VIEW)
def answers(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Every slot of a run with its answer or its failed tries; a fragment of the run's page."""
    run = _run(request, pk)
    if not wants_fragment(request):
        return redirect("runs:detail", request.workspace.slug, pk)
    return TemplateResponse(
        request, "runs/_answers.html", {"run": run, "rows": selectors.rows(run)}
    )


@require_POST
@workspace_view(Permission.RUN)
def stop(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Stop asking; what was answered stays."""
    services.stop_run(run=_run(request, pk), by=request.user)
    messages.info(
        request, _("The run stops after the questions being asked. All answers are kept.")
    )
    return redirect("runs:detail", request.workspace.slug, pk)


@require_POST
@workspace_view(Permission.RUN)
def resume(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Go on with what is still open."""
    services.resume_run(run=_run(request, pk), by=request.user)
    return redirect("runs:detail", request.workspace.slug, pk)


def _run(request: HttpRequest, pk: int) -> Run:
    try:
        return selectors.run_detail(request.workspace, pk)  # type: ignore[attr-defined]  # set by workspace_view
    except Run.DoesNotExist:
        raise Http404 from None


def _progress(run: Run) -> dict[str, object]:
    state = selectors.progress(run)
    return {"progress": state, **progress_line(state)}
