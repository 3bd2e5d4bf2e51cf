"""Pages on how the questions of a draft or a version are spread and balanced."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from testsets import selectors
from testsets.indexing import behind, catch_up
from testsets.models import TestSet, TestSetVersion
from testsets.spread_presenting import spread_context
from testsets.spreading import spread_of_draft, spread_of_version


@require_GET
@workspace_view(Permission.VIEW)
def spread(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The spread of a draft."""
    try:
        test_set = selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
    complete = catch_up(test_set)
    context = {
        "test_set": test_set,
        "list": reverse("testsets:detail", args=[request.workspace.slug, pk]),
        "behind": 0 if complete else behind(test_set).count(),
        **spread_context(spread_of_draft(test_set)),
    }
    return TemplateResponse(request, "testsets/spread.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def version_spread(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The spread of a version."""
    try:
        version = selectors.version(request.workspace, pk)
    except TestSetVersion.DoesNotExist:
        raise Http404 from None
    context = {
        "test_set": version.test_set,
        "version": version,
        "list": reverse("testsets:version", args=[request.workspace.slug, pk]),
        **spread_context(spread_of_version(version)),
    }
    return TemplateResponse(request, "testsets/spread.html", context)
