"""What a run's page says of other runs of the same version."""

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET

from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.permissions import Permission
from reports import comparisons
from reports.comparing_wording import noise_words, verdict_words
from runs.models import Run
from runs.selectors import run_detail


@require_GET
@workspace_view(Permission.VIEW)
def compared(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The run against the one before it and against its repetitions; a fragment of its page."""
    try:
        run = run_detail(request.workspace, pk)
    except Run.DoesNotExist:
        raise Http404 from None
    if not wants_fragment(request):
        return redirect("runs:detail", request.workspace.slug, pk)
    found = comparisons.compared(run)
    own = comparisons.own_noise(run)
    worse = found.flips.worse if found else ()
    noise = found.noise if found else comparisons.measured_noise(run)
    context = {
        "run": run,
        "compared": found,
        "verdict": verdict_words(found) if found else "",
        "worse": comparisons.changed_questions(run, worse) if worse else [],
        "own": own,
        "noise": noise_words(noise) if noise else "",
    }
    return TemplateResponse(request, "reports/_compared.html", context)
