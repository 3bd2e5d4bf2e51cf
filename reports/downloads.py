"""Files of a report: the data and the PDF, live or as published."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from reports import selectors, services
from reports.document import report_json
from reports.exports import results_file
from reports.models import ReportRead, ReportVersion
from reports.naming import language_of
from reports.pdf import render_pdf
from runs.exchange import answers_jsonl
from runs.models import Run
from testsets.selectors import questions_jsonl

_JSON: Final = "application/json"
_PDF: Final = "application/pdf"
_JSONL: Final = "application/jsonl"


@require_GET
@workspace_view(Permission.VIEW)
def run_json(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The data of the report as the records stand now."""
    run = _run(request, pk)
    document = report_json(selectors.live_figures(run), language=language_of(run))
    return _file(_text(document), _JSON, _name(document["title"], "draft", "json"))


@require_GET
@workspace_view(Permission.VIEW)
def run_pdf(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The PDF of the report as the records stand now."""
    run = _run(request, pk)
    made = selectors.live_figures(run)
    return _file(render_pdf(made, language_of(run)), _PDF, _name(made.title, "draft", "pdf"))


@require_GET
@workspace_view(Permission.VIEW)
def questions(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The questions of the run's version, as they can be asked again."""
    run = _run(request, pk)
    rows = questions_jsonl(run.version)
    return _file(_lines(rows), _JSONL, _name(selectors.title(run), "questions", "jsonl"))


@require_GET
@workspace_view(Permission.VIEW)
def answers(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The answers of the run, as they can be graded again."""
    run = _run(request, pk)
    rows = answers_jsonl(run)
    return _file(_lines(rows), _JSONL, _name(selectors.title(run), "answers", "jsonl"))


@require_GET
@workspace_view(Permission.VIEW)
def version_json(request: WorkspaceRequest, pk: int, number: int) -> HttpResponseBase:
    """The data as published."""
    version = _version(request, pk, number)
    services.note_read(version=version, form=ReportRead.Form.DATA, by=request.user)
    name = _name(version.report.title, f"v{number}", "json")
    return _file(_text(version.snapshot), _JSON, name)


@require_GET
@workspace_view(Permission.VIEW)
def version_pdf(request: WorkspaceRequest, pk: int, number: int) -> HttpResponseBase:
    """The PDF as published, byte for byte."""
    version = _version(request, pk, number)
    services.note_read(version=version, form=ReportRead.Form.PDF, by=request.user)
    name = _name(version.report.title, f"v{number}", "pdf")
    return _file(bytes(version.pdf), _PDF, name)


@require_GET
@workspace_view(Permission.VIEW)
def version_results(request: WorkspaceRequest, pk: int, number: int, kind: str) -> HttpResponseBase:
    """The results as published, a row each; `?for=excel` puts a byte-order mark before CSV."""
    version = _version(request, pk, number)
    services.note_read(version=version, form=ReportRead.Form.DATA, by=request.user)
    mark = request.GET.get("for") == "excel"
    written = results_file(version.snapshot, kind, mark=mark)
    name = _name(version.report.title, f"v{number}-results", kind)
    return _file(written.raw, written.media_type, name)


@require_GET
@workspace_view(Permission.VIEW)
def version_evidence(request: WorkspaceRequest, pk: int, number: int) -> HttpResponseBase:
    """Everything the version is recomputed from, with a script that does so, byte for byte."""
    version = _version(request, pk, number)
    bundle = services.bundle_of(version=version)
    services.note_read(version=version, form=ReportRead.Form.EVIDENCE, by=request.user)
    name = _name(version.report.title, f"v{number}-evidence", "zip")
    return _file(bytes(bundle.content), "application/zip", name)


def _run(request: WorkspaceRequest, pk: int) -> Run:
    try:
        return selectors.run_of(request.workspace, pk)
    except Run.DoesNotExist:
        raise Http404 from None


def _version(request: WorkspaceRequest, pk: int, number: int) -> ReportVersion:
    try:
        return selectors.version_of(request.workspace, pk, number)
    except ReportVersion.DoesNotExist:
        raise Http404 from None


def _text(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=2).encode()


def _lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


def _name(title: str, mark: str, ending: str) -> str:
    return f"{slugify(title)[:80] or 'report'}-{mark}.{ending}"


def _file(content: bytes, media_type: str, name: str) -> HttpResponse:
    """A file to keep, never to be read as a page."""
    response = HttpResponse(content, content_type=media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
