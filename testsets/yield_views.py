"""What drafting yields and what it rejected, for staff."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from testsets import drafting_presenting, selectors
from testsets.models import TestSet
from testsets.paging import Page
from testsets.wording import TYPES, author_words, check_words
from testsets.yields import rejected_drafts, yields


@require_GET
@workspace_view(Permission.STAFF)
def rejected(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The drafts that checks refused, with the reasons, and the yield: for staff only (M1.3)."""
    try:
        test_set = selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
    asked = request.GET.get("drafting", "")
    jobs = {str(key): key for key in test_set.draftings.values_list("pk", flat=True)}
    drafting = jobs.get(asked)
    found = yields(test_set, drafting)
    check, type_ = request.GET.get("check", ""), request.GET.get("type", "")
    check = check if check in dict(found.checks) else ""
    type_ = type_ if type_ in dict(found.types) else ""
    rows = rejected_drafts(test_set, drafting=drafting, check=check, type_=type_)
    page = Page.of(request, rows.count())
    most = max((count for _check, count in found.checks), default=1)
    context = {
        "test_set": test_set,
        "whole": found.whole,
        "jobs": [(job, author_words(job.writer), one) for job, one in found.jobs],
        "types": [(code, str(TYPES.get(code, code or "–")), one) for code, one in found.types],
        "checks": [
            (code, check_words(code) or "–", count, {"length": count / most})
            for code, count in found.checks
        ],
        "chosen": {"drafting": asked if drafting else "", "check": check, "type": type_},
        "page": page,
        "drafts": [drafting_presenting.shown_rejection(row) for row in rows[page.rows]],
    }
    return TemplateResponse(request, "testsets/rejected.html", context)
