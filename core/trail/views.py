"""The trail of a workspace: the page, and the same as a file."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core import trail as trails
from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from core.text.csv_writing import write_csv
from core.trail.forms import TrailForm


@require_GET
@workspace_view(Permission.VIEW)
def trail(request: WorkspaceRequest) -> HttpResponseBase:
    """Who did what and when, the newest first; filters and place stand in the address."""
    form = _form(request)
    wanted = form.wanted(before=trails.Place.from_text(request.GET.get("before", "")))
    page = trails.trail(request.workspace, request.user, request.permissions, wanted)
    narrowed = {name: value for name, value in request.GET.items() if name in form.fields and value}
    context: dict[str, Any] = {
        "form": form,
        "events": page.events,
        "narrowed": bool(narrowed) or wanted.before is not None,
        "filters": f"?{urlencode(narrowed)}" if narrowed else "",
        "older": f"?{urlencode({**narrowed, 'before': page.before.as_text()})}"
        if page.before
        else "",
        "newest": wanted.before is None,
    }
    return TemplateResponse(request, "core/trail.html", context, status=422 if form.errors else 200)


@require_GET
@workspace_view(Permission.VIEW)
def export(request: WorkspaceRequest) -> HttpResponseBase:
    """Everything that the filters leave, as CSV."""
    events = trails.whole_trail(
        request.workspace, request.user, request.permissions, _form(request).wanted()
    )
    columns = [_("When"), _("Who"), _("What"), _("About"), _("Words"), _("Entry"), _("Address")]
    rows = (
        [
            event.at.isoformat(timespec="seconds"),
            event.who or "Caudals",
            event.what,
            event.about,
            event.detail,
            f"{event.record} {event.record_id}",
            request.build_absolute_uri(event.path) if event.path else "",
        ]
        for event in events
    )
    response = HttpResponse(
        write_csv(columns, rows, mark=True), content_type="text/csv; charset=utf-8"
    )
    name = f"{slugify(request.workspace.name) or 'workspace'}-trail-{timezone.localdate():%Y-%m-%d}.csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _form(request: WorkspaceRequest) -> TrailForm:
    return TrailForm(request.GET, workspace=request.workspace, reader=request.user)
