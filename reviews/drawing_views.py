"""The page that has results drawn at random."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from reviews import queue_page
from reviews.drawing import draw, standing
from reviews.forms import DrawForm
from reviews.models import Flag
from reviews.values import Wanted
from runs.models import Run


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.REVIEW)
def random_check(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Have results of a run drawn at random, and see how far those drawn are judged."""
    try:
        run = (
            Run.objects.for_workspace(request.workspace)
            .select_related("version__test_set")
            .get(pk=pk)
        )
    except Run.DoesNotExist:
        raise Http404 from None
    now = standing(run)
    form = DrawForm(
        request.POST or None,
        left=now.left,
        initial={"key": uuid.uuid4(), "size": min(50, now.left)},
    )
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            made = draw(run=run, size=given["size"], by=request.user, key=str(given["key"]))
        except DomainError as refusal:
            form.add_error("size", str(refusal))
        else:
            _say(request, len(made.drawn))
            return redirect("reviews:random_check", request.workspace.slug, run.pk)
    context = {
        "run": run,
        "form": form,
        "standing": now,
        "waiting": queue_page.address(Wanted(reason=Flag.Reason.DRAWN.value, run=run.pk)),
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "reviews/random_check.html", context, status=status)


def _say(request: WorkspaceRequest, count: int) -> None:
    words = ngettext(
        "%(count)s result is drawn. It waits in the queue where nobody has decided it yet.",
        "%(count)s results are drawn. They wait in the queue where nobody has decided them yet.",
        count,
    )
    messages.success(request, words % {"count": count})
