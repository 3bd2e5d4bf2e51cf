"""Trying a test set's questions on known answers, as shown on the page that approves the set."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET, require_POST

from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.permissions import Permission
from core.queue import enqueue
from grading import checking_selectors
from grading.wording import checking_words, time_words
from testsets import checking, selectors
from testsets.models import TestSet


@require_GET
@workspace_view(Permission.VIEW)
def state(request: WorkspaceRequest, test_set_id: int) -> HttpResponseBase:
    """How far the trying is; a fragment that asks again while work goes on."""
    test_set = _test_set(request, test_set_id)
    if not wants_fragment(request):
        return redirect("testsets:approve", request.workspace.slug, test_set_id)
    found = checking_selectors.state(test_set)
    context = {
        "test_set": test_set,
        "state": found,
        "sentence": checking_words(found),
        "time_left": time_words(found.left.total_seconds() if found.left else None),
    }
    response = TemplateResponse(request, "grading/_checking.html", context)
    if request.GET.get("live") and not found.live:
        # What was found out belongs on the page around the bar.
        response.headers["HX-Refresh"] = "true"
    return response


@require_POST
@workspace_view(Permission.EDIT)
def start(request: WorkspaceRequest, test_set_id: int) -> HttpResponseBase:
    """Try what is untried."""
    test_set = _test_set(request, test_set_id)
    job = checking.start_checking(test_set=test_set, by=request.user)
    enqueue("grading.tasks.check", job.pk)
    return redirect("testsets:approve", request.workspace.slug, test_set_id)


@require_POST
@workspace_view(Permission.EDIT)
def stop(request: WorkspaceRequest, test_set_id: int) -> HttpResponseBase:
    """Stop trying; what was tried is kept."""
    test_set = _test_set(request, test_set_id)
    job = checking.newest_checking(test_set)
    if job is not None:
        checking.stop_checking(checking=job, by=request.user)
    return redirect("testsets:approve", request.workspace.slug, test_set_id)


def _test_set(request: WorkspaceRequest, pk: int) -> TestSet:
    try:
        return selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
