"""Pages about sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from sources import excluding, presenting, selectors, services
from sources.advice import needs_attention
from sources.comparisons import comparable
from sources.forms import FilesForm, MoreFilesForm, SiteForm
from sources.models import Reading, Source
from sources.services import File


@require_GET
@workspace_view(Permission.VIEW)
def index(request: WorkspaceRequest) -> HttpResponseBase:
    """All sources of the workspace with what they hold."""
    context = {
        "rows": [(row, needs_attention(row)) for row in selectors.sources(request.workspace)],
        "archived": selectors.archived(request.workspace),
    }
    return TemplateResponse(request, "sources/index.html", context)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def add_site(request: WorkspaceRequest) -> HttpResponseBase:
    """Give a website's address and start reading it."""
    form = SiteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                source = services.add_site(
                    workspace=request.workspace, by=request.user, **form.cleaned_data
                )
                services.start_reading(source=source, by=request.user)
        except DomainError as refusal:
            form.add_error("start_address", str(refusal))
        else:
            return redirect("sources:detail", request.workspace.slug, source.pk)
    return form_page(request, "sources/add_site.html", form)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def add_files(request: WorkspaceRequest) -> HttpResponseBase:
    """Upload files as a new source and start reading them."""
    form = FilesForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                source = services.add_files_source(
                    workspace=request.workspace, name=form.cleaned_data["name"], by=request.user
                )
                _store_files(request, source, form)
        except DomainError as refusal:
            form.add_error("documents", str(refusal))
        else:
            return redirect("sources:detail", request.workspace.slug, source.pk)
    return form_page(request, "sources/add_files.html", form, **presenting.upload_limits())


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def more_files(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Add files to a source and read it again."""
    source = find_source(request, pk)
    if source.kind != Source.SourceKind.FILES:
        raise Http404
    form = MoreFilesForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                _store_files(request, source, form)
        except DomainError as refusal:
            form.add_error("documents", str(refusal))
        else:
            return redirect("sources:detail", request.workspace.slug, source.pk)
    limits = presenting.upload_limits()
    return form_page(request, "sources/more_files.html", form, source=source, **limits)


def _store_files(
    request: WorkspaceRequest, source: Source, form: FilesForm | MoreFilesForm
) -> None:
    files = [
        File(file.name or "", file.read(), file.content_type or "")
        for file in form.cleaned_data["documents"]
    ]
    services.add_uploads(source=source, files=files, by=request.user)
    services.start_reading(source=source, by=request.user)


def form_page(
    request: WorkspaceRequest,
    template: str,
    form: Form,
    **more: Any,
) -> HttpResponseBase:
    """A page with a form: 422 when what was sent is not valid."""
    response = TemplateResponse(request, template, {"form": form, **more})
    response.status_code = 422 if form.errors else 200
    return response


@require_GET
@workspace_view(Permission.VIEW)
def detail(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """One source: how far its newest reading is, and what became of every address.

    Where the newest reading brought no text, the documents of the last one that did are shown, for
    questions are written from them; `?of=newest` shows the addresses of the newest one instead.
    """
    source = find_source(request, pk)
    newest = selectors.newest_reading(source)
    context: dict[str, Any] = {
        "source": source,
        "reading": newest,
        "exclusions": excluding.exclusions(source),
    }
    if newest is not None:
        context["comparable"] = len(comparable(source)) > 1
        state = selectors.progress(newest)
        current = selectors.current_reading(source)
        kept = current if current != newest else None
        of_newest = kept is not None and request.GET.get("of") == "newest"
        shown = newest if kept is None or of_newest else kept
        # A database text takes no zero byte.
        search = request.GET.get("q", "").replace("\x00", "").strip()[:200]
        counts = selectors.outcomes(shown, search=search)
        chosen, after = _choice(request, counts)
        context |= {
            **presenting.progress_context(state, source.kind),
            **presenting.visits_context(
                counts,
                selectors.visits(shown, outcome=chosen, after=after, search=search),
                chosen,
                source=source,
                search=search,
                of="newest" if of_newest else "",
            ),
        }
        if kept is not None:
            context |= presenting.kept_context(
                kept, selectors.progress(kept), state, source.kind, of_newest=of_newest
            )
    return TemplateResponse(request, "sources/detail.html", context)


def _choice(request: WorkspaceRequest, counts: Sequence[selectors.OutcomeCount]) -> tuple[str, int]:
    """Which outcome is shown, and after which row; what is neither counts as nothing chosen."""
    chosen, after = request.GET.get("show", ""), request.GET.get("after", "")
    known = chosen in {entry.outcome for entry in counts}
    return chosen if known else "", int(after) if after.isdecimal() and len(after) < 19 else 0


@require_GET
@workspace_view(Permission.VIEW)
def progress(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """How far a reading is; a fragment that asks again while the reading is live."""
    source = find_source(request, pk)
    reading = selectors.newest_reading(source)
    if reading is None or not wants_fragment(request):
        return redirect("sources:detail", request.workspace.slug, pk)
    context = presenting.progress_context(selectors.progress(reading), source.kind)
    response = TemplateResponse(
        request, "sources/_progress.html", {"source": source, "reading": reading, **context}
    )
    if not context["progress"].live:
        # The list below the bar is complete now.
        response.headers["HX-Refresh"] = "true"
    return response


@require_POST
@workspace_view(Permission.EDIT)
def read(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Read the source again; what was read before stays."""
    try:
        services.start_reading(source=find_source(request, pk), by=request.user)
    except DomainError as refusal:
        messages.warning(request, str(refusal))
    return redirect("sources:detail", request.workspace.slug, pk)


@require_POST
@workspace_view(Permission.EDIT)
def stop(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Stop reading; what was read is kept."""
    reading = _reading(request, pk)
    services.stop_reading(reading=reading, by=request.user)
    messages.info(request, _("Reading stops after the page in hand. What was read is kept."))
    return redirect("sources:detail", request.workspace.slug, pk)


@require_POST
@workspace_view(Permission.EDIT)
def resume(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Go on with a stopped reading."""
    try:
        services.resume_reading(reading=_reading(request, pk), by=request.user)
    except DomainError as refusal:
        messages.warning(request, str(refusal))
    return redirect("sources:detail", request.workspace.slug, pk)


def find_source(request: WorkspaceRequest, pk: int) -> Source:
    """The source of this workspace, or 404."""
    try:
        return selectors.source(request.workspace, pk)
    except Source.DoesNotExist:
        raise Http404 from None


def _reading(request: WorkspaceRequest, pk: int) -> Reading:
    reading = selectors.newest_reading(find_source(request, pk))
    if reading is None:
        raise Http404
    return reading
