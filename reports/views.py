"""Pages about reports."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from reports import selectors, services
from reports.disputes import with_disputes
from reports.forms import PublishForm
from reports.models import ReportRead, ReportVersion
from reports.page.method import method
from reports.page.opening import opening
from reports.page.planner import plan
from reports.page.profile import profile
from reports.page.results import Chosen, failures, result_page
from reports.wording import wording
from runs.models import Run


@require_GET
@workspace_view(Permission.VIEW)
def index(request: WorkspaceRequest) -> HttpResponseBase:
    """The reports of the workspace, newest first."""
    before = request.GET.get("before", "")
    rows, further = selectors.reports(
        request.workspace,
        language=get_language() or "en",
        before=int(before) if before.isdecimal() else None,
    )
    context = {"workspace": request.workspace, "rows": rows, "further": further}
    return TemplateResponse(request, "reports/index.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def latest(request: WorkspaceRequest) -> HttpResponseBase:
    """The newest report as one sentence, for the workspace's home."""
    found = selectors.latest(request.workspace, language=get_language() or "en")
    context = {"workspace": request.workspace, "latest": found}
    return TemplateResponse(request, "reports/_latest.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def planner(request: WorkspaceRequest) -> HttpResponseBase:
    """What a number of questions can show, before a test set is written (M3.13)."""
    asked = request.GET.get("questions", "")
    rows = plan(int(asked) if asked.isdecimal() else None, wording(get_language() or "en"))
    return TemplateResponse(request, "reports/_planner.html", {"plan": rows})


@require_GET
@workspace_view(Permission.VIEW)
def run(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The report of a run as its records stand now."""
    found = _run(request, pk)
    document = selectors.live_document(found, language=get_language() or "en")
    context = _context(request, found, document) | {
        "version": None,
        "ended": found.status in (Run.Status.DONE, Run.Status.STOPPED),
    }
    return TemplateResponse(request, "reports/report.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def version(request: WorkspaceRequest, pk: int, number: int) -> HttpResponseBase:
    """A published version, exactly as it was published."""
    try:
        found = selectors.version_of(request.workspace, pk, number)
    except ReportVersion.DoesNotExist:
        raise Http404 from None
    services.note_read(version=found, form=ReportRead.Form.PAGE, by=request.user)
    context = _context(request, found.report.run, found.snapshot) | {
        "version": found,
        "evidence_digest": selectors.evidence_digest(found),
        "ended": True,
    }
    return TemplateResponse(request, "reports/report.html", context)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.PUBLISH)
def publish(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Say why, and publish the report as it stands."""
    found = _run(request, pk)
    earlier = selectors.versions(found)
    form = PublishForm(request.POST if request.method == "POST" else None, corrects=bool(earlier))
    if request.method == "POST" and form.is_valid():
        try:
            made = services.publish(
                run=found, by=request.user, reason=form.cleaned_data.get("reason", "")
            )
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            _say(request, made, earlier)
            return redirect("reports:version", request.workspace.slug, found.pk, made.number)
    context = {
        "workspace": request.workspace,
        "run": found,
        "form": form,
        "earlier": earlier,
        "title": selectors.title(found),
    }
    response = TemplateResponse(request, "reports/publish.html", context)
    response.status_code = 422 if form.errors else 200
    return response


def _say(request: WorkspaceRequest, made: ReportVersion, earlier: list[ReportVersion]) -> None:
    if made.number in {each.number for each in earlier}:
        messages.info(
            request,
            _("Nothing has changed since version %(number)s, so it stays the newest.")
            % {"number": made.number},
        )
    else:
        messages.success(request, _("Version %(number)s is published.") % {"number": made.number})


def _run(request: WorkspaceRequest, pk: int) -> Run:
    try:
        return selectors.run_of(request.workspace, pk)
    except Run.DoesNotExist:
        raise Http404 from None


def _context(request: WorkspaceRequest, found: Run, document: dict[str, Any]) -> dict[str, Any]:
    """Everything the page of a report shows, from its data."""
    words = wording(document["language"])
    query = request.GET
    chosen = Chosen(query.get("label", ""), query.get("type", ""), query.get("flag", ""))
    page = query.get("page", "")
    records = selectors.records_of(found)
    shown, failed = failures(document, words, records)
    results = result_page(
        document, words, chosen, int(page) if page.isdecimal() else 1, records=records
    )
    shown, rows = with_disputes([shown, results.rows])
    results = replace(results, rows=rows)
    return {
        "workspace": request.workspace,
        "run": found,
        "title": document["title"],
        "organisation": document["organisation"],
        "language": document["language"],
        "opening": opening(document, words),
        "divisions": profile(document, words),
        "failures": shown,
        "failed": failed,
        "results": results,
        "results_previous": _page(request, results.page - 1) if results.page > 1 else "",
        "results_next": _page(request, results.page + 1) if results.page < results.pages else "",
        "chosen": chosen,
        "method": method(document, words),
        "limits": document["limits"],
        "versions": selectors.versions(found),
    }


def _page(request: WorkspaceRequest, number: int) -> str:
    """The address of another page of the same choice of results."""
    query = request.GET.copy()
    query["page"] = str(number)
    return f"?{query.urlencode()}#results"
