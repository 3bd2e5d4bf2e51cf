"""Pages that show what changed between two readings of a source."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from sources import comparison_presenting as presenting
from sources import document_selectors as documents
from sources.comparisons import comparable, compared, page_changes
from sources.models import Document
from sources.views import find_source


@require_GET
@workspace_view(Permission.VIEW)
def changes(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The pages that changed, came and went between two readings.

    `before` and `after` choose them: the newest two that brought text, when nothing else is chosen.
    """
    source = find_source(request, pk)
    readings = comparable(source)
    keys = {str(reading.pk): reading for reading in readings}
    after = keys.get(request.GET.get("after", ""), readings[0] if readings else None)
    earlier = [one for one in readings if after is not None and one.pk < after.pk]
    before = keys.get(request.GET.get("before", ""), earlier[0] if earlier else None)
    if before is not None and after is not None and before.pk >= after.pk:
        before = earlier[0] if earlier else None
    context = {"source": source, "readings": readings, "before": before, "after": after}
    if before is not None and after is not None:
        context |= presenting.changes_context(
            page_changes(before, after),
            shown=request.GET.get("show", ""),
            page=request.GET.get("page", ""),
            keep={"before": str(before.pk), "after": str(after.pk)},
        )
    return TemplateResponse(request, "sources/changes.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def page(request: WorkspaceRequest, pk: int, earlier: int) -> HttpResponseBase:
    """One page in two versions: what came, what went, and the words that changed."""
    try:
        after = documents.document(request.workspace, pk)
        before = documents.document(request.workspace, earlier)
    except Document.DoesNotExist:
        raise Http404 from None
    if before.source_id != after.source_id or before.address != after.address:
        raise Http404
    context = {
        "source": after.source,
        "before": before,
        "after": after,
        **presenting.comparison_context(compared(before, after)),
    }
    return TemplateResponse(request, "sources/page_changes.html", context)
