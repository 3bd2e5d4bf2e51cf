"""Questions out to files, and in from them: choose a file, look at what was read, say yes."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from testsets import selectors
from testsets.exchange import Problem, ReadFile, Unusable, read_file, write_file
from testsets.exchange_wording import problem_words
from testsets.import_forms import (
    DRAFT,
    VERSION,
    FileForm,
    GivenFile,
    NewSetForm,
    PackedFileForm,
)
from testsets.import_presenting import Preview, preview_of
from testsets.importing import clashes, import_draft, import_set
from testsets.models import TestSet, TestSetVersion


@require_GET
@workspace_view(Permission.VIEW)
def export(request: WorkspaceRequest, pk: int, kind: str) -> HttpResponseBase:
    """A version as a file that can be fed back in."""
    try:
        version = selectors.version(request.workspace, pk)
    except TestSetVersion.DoesNotExist:
        raise Http404 from None
    lines = selectors.questions_jsonl(version)
    return _download(request, lines, kind, f"questions-{version.digest[:12]}")


@require_GET
@workspace_view(Permission.VIEW)
def export_draft(request: WorkspaceRequest, pk: int, kind: str) -> HttpResponseBase:
    """The draft as it stands now as a file that can be fed back in."""
    test_set = _test_set(request, pk)
    name = f"{slugify(test_set.name)[:80] or 'questions'}-draft"
    return _download(request, selectors.draft_lines(test_set), kind, name)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def import_new(request: WorkspaceRequest) -> HttpResponseBase:
    """A file of questions as a new test set."""
    return _import(request, None)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def import_into(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """A file of questions at the end of a test set."""
    return _import(request, _test_set(request, pk))


def _import(request: WorkspaceRequest, test_set: TestSet | None) -> HttpResponseBase:
    if request.method == "GET":
        return _choose(request, test_set, FileForm())
    confirmed = "packed" in request.POST
    chosen = PackedFileForm(request.POST) if confirmed else FileForm(request.POST, request.FILES)
    if not chosen.is_valid():
        form = FileForm() if confirmed else chosen
        return _choose(request, test_set, form, sentences=map(str, chosen.non_field_errors()))
    file = chosen.cleaned_data["file"] if isinstance(chosen, PackedFileForm) else chosen.given()
    try:
        read = read_file(file.raw, name=file.name)
        _refuse_taken(test_set, read)
        preview = preview_of(read, request.workspace)
        form = _confirmation(request, test_set, file, preview, bound=confirmed)
        if confirmed and form.is_valid():
            with _saying(form):
                return _take_over(request, test_set, read, preview, form)
    except Unusable as refusal:
        return _choose(request, test_set, FileForm(), problems=refusal.problems)
    context = {"form": form, "preview": preview, "test_set": test_set}
    status = 422 if form.errors else 200
    return TemplateResponse(request, "testsets/import_preview.html", context, status=status)


def _refuse_taken(test_set: TestSet | None, read: ReadFile) -> None:
    """Unusable when the set has one of the questions already."""
    taken = clashes(test_set, read.questions) if test_set else []
    if taken:
        raise Unusable(taken)


@contextmanager
def _saying(form: Form) -> Iterator[None]:
    """Have the form say why something was refused."""
    try:
        yield
    except DomainError as refusal:
        form.add_error(None, str(refusal))


def _confirmation(
    request: WorkspaceRequest,
    test_set: TestSet | None,
    file: GivenFile,
    preview: Preview,
    *,
    bound: bool,
) -> PackedFileForm:
    given = request.POST if bound else None
    if test_set is not None:
        return PackedFileForm(given, file=file)
    form = NewSetForm(given, file=file, initial={"mode": DRAFT})
    form.limit_to(version=preview.can_freeze, before=preview.before is not None)
    return form


def _take_over(
    request: WorkspaceRequest,
    test_set: TestSet | None,
    read: ReadFile,
    preview: Preview,
    form: PackedFileForm,
) -> HttpResponseBase:
    data = form.cleaned_data
    if test_set is not None:
        import_draft(test_set=test_set, questions=read.questions, by=request.user)
        return _done(request, preview, _url(request, "detail", test_set.pk))
    frozen = data["mode"] == VERSION
    made = import_set(
        workspace=request.workspace, name=data["name"], questions=read.questions, by=request.user,
        frozen=frozen, again=data.get("again", False),
    )  # fmt: skip
    if frozen:
        return _done(request, preview, _url(request, "version", made.versions.get().pk))
    return _done(request, preview, _url(request, "detail", made.pk))


def _done(request: WorkspaceRequest, preview: Preview, url: str) -> HttpResponseBase:
    messages.success(
        request,
        ngettext(
            "%(count)s question imported from %(file)s.",
            "%(count)s questions imported from %(file)s.",
            preview.total,
        )
        % {"count": preview.total, "file": preview.file},
    )
    if request.htmx:
        return HttpResponse(headers={"HX-Redirect": url})
    return redirect(url)


def _choose(
    request: WorkspaceRequest,
    test_set: TestSet | None,
    form: FileForm | PackedFileForm,
    *,
    problems: Iterable[Problem] = (),
    sentences: Iterable[str] = (),
) -> HttpResponseBase:
    """The page on which a file is chosen, with what was wrong with the last one."""
    shown = [problem_words(problem) for problem in problems]
    said = list(sentences)
    context = {"form": form, "test_set": test_set, "problems": shown, "sentences": said}
    status = 422 if shown or said or form.errors else 200
    return TemplateResponse(request, "testsets/import.html", context, status=status)


def _download(
    request: WorkspaceRequest, lines: Iterable[Mapping[str, Any]], kind: str, name: str
) -> HttpResponse:
    """A file to keep, never to be read as a page; `?for=excel` puts a byte-order mark before CSV."""
    written = write_file(lines, kind, mark=request.GET.get("for") == "excel")
    response = HttpResponse(written.raw, content_type=written.media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _test_set(request: WorkspaceRequest, pk: int) -> TestSet:
    try:
        return selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None


def _url(request: WorkspaceRequest, name: str, pk: int) -> str:
    return reverse(f"testsets:{name}", args=[request.workspace.slug, pk])
