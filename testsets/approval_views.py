"""The page on which an owner approves a set."""

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from testsets import selectors
from testsets.approval_presenting import approval_context
from testsets.freezing import approve_version
from testsets.models import TestSet


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def approve(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """What would be frozen, and freezing it as the set's next version."""
    test_set = _test_set(request, pk)
    problem, status = "", 200
    if request.method == "POST":
        try:
            version = approve_version(
                test_set=test_set,
                by=request.user,
                seen=request.POST.get("seen", ""),
                despite=request.POST.get("despite", ""),
            )
        except DomainError as refusal:
            problem, status = str(refusal), refusal.status
        else:
            messages.success(
                request,
                _("Version %(number)s is frozen. Editing from here on starts the next draft.")
                % {"number": version.number},
            )
            return redirect("testsets:version", request.workspace.slug, version.pk)
    context = {
        "test_set": test_set,
        "problem": problem,
        "despite": request.POST.get("despite", ""),
        **approval_context(test_set),
    }
    return TemplateResponse(request, "testsets/approve.html", context, status=status)


def _test_set(request: WorkspaceRequest, pk: int) -> TestSet:
    try:
        return selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
