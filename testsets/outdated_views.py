"""Pages about questions whose source says something else by now."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from testsets import outdated_selectors, selectors
from testsets.models import OutdatedMark, TestSet
from testsets.outdated import question_of, say_still_right
from testsets.outdated_presenting import outdated_context

LONGEST = 2000


@require_GET
@workspace_view(Permission.VIEW)
def outdated(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The questions of a set that are possibly outdated; `in` narrows them to the draft or a version."""
    try:
        test_set = selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
    found = outdated_selectors.outdated(test_set)
    context = {"test_set": test_set, **outdated_context(found, request.GET.get("in", ""))}
    return TemplateResponse(request, "testsets/outdated.html", context)


@require_POST
@workspace_view(Permission.REVIEW)
def still_right(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Say that a question is right although its source says something else."""
    try:
        mark = outdated_selectors.mark(request.workspace, pk)
    except OutdatedMark.DoesNotExist:
        raise Http404 from None
    test_set, _uid = question_of(mark)
    reason = request.POST.get("reason", "").replace("\x00", "␀")[:LONGEST]
    try:
        resolved = say_still_right(mark=mark, by=request.user, reason=reason)
    except DomainError as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(
            request,
            _("Recorded: the question is still right.")
            + " "
            + ngettext(
                "That settles it in %(count)s place.",
                "That settles it in %(count)s places.",
                resolved,
            )
            % {"count": resolved},
        )
    return redirect("testsets:outdated", request.workspace.slug, test_set)
