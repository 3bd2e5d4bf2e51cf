"""Pages and fragments about one question of a draft."""

from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.commenting import Subject, commenting
from core.errors import DomainError
from core.permissions import Permission
from sources.models import Passage
from testsets import presenting, selectors, services
from testsets.handing import with_hands
from testsets.methods_selectors import methods_of
from testsets.models import Question, TestSet
from testsets.outdated_selectors import newer_passage
from testsets.paging import page_with
from testsets.question_forms import QuestionForm
from testsets.signing import blinded_to, standings


@require_GET
@workspace_view(Permission.VIEW)
def question(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """One question beside its passage; a fragment for the page that lists it."""
    found = _question(request, pk)
    if not wants_fragment(request):
        return _back(request, found)
    return _row(request, found)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.VIEW)
def comments(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """What was said beside a question, and a word of one's own."""
    found = _question(request, pk)
    slug = request.workspace.slug
    subject = Subject(
        record=found,
        url=reverse("testsets:comments", args=[slug, pk]),
        page=reverse("testsets:history", args=[slug, pk]),
        about=found.text,
        test_set=found.test_set_id,
        blinded=pk in blinded_to(request.user, [pk]),
    )
    return commenting(request, subject)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def edit(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Change a question in place, or on a page of its own without scripts."""
    found = _question(request, pk)
    methods, newer = methods_of(found.test_set), newer_passage(found)
    form = QuestionForm(request.POST or None, question=found, passage=newer, methods=methods)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                services.edit_question(
                    question=found,
                    content=form.content(),
                    seen=_moment(form.cleaned_data["seen"]),
                    passage=newer,
                    by=request.user,
                )
            except DomainError as refusal:
                form.add_error(None, str(refusal))
                status = refusal.status
            else:
                return _done(request, pk)
    context = {
        "bench": _to_bench(request),
        "form": form,
        "question": found,
        "test_set": found.test_set,
        "shown": presenting.shown_question(found, 0, notes=[]),
        "newer": newer,
    }
    name = "testsets/_edit.html" if wants_fragment(request) else "testsets/edit.html"
    return TemplateResponse(request, name, context, status=status)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def add(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Write a question by hand, about a passage or without one."""
    test_set = _test_set(request, pk)
    passage = _passage(request)
    initial = {
        "language": passage.language if passage else test_set.language or request.workspace.language
    }
    methods = methods_of(test_set)
    form = QuestionForm(request.POST or None, passage=passage, methods=methods, initial=initial)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                made = services.add_question(
                    test_set=test_set, content=form.content(), passage=passage, by=request.user
                )
            except DomainError as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, _("The question is added at the end of the set."))
                return _back(request, made)
    context = {"form": form, "test_set": test_set, "passage": passage}
    return TemplateResponse(request, "testsets/add.html", context, status=status)


@require_POST
@workspace_view(Permission.EDIT)
def remove(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Take a question out; the place it had offers to put it back."""
    found = _question(request, pk)
    services.remove_question(question=found, by=request.user)
    if wants_fragment(request):
        response = TemplateResponse(request, "testsets/_removed.html", {"question": found})
        response.headers["HX-Trigger"] = "open-numbers-changed"
        return response
    messages.info(request, _("The question is removed. It can be put back below."))
    return redirect(_page(request, found.test_set))


@require_POST
@workspace_view(Permission.EDIT)
def restore(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Put a removed question back."""
    found = _question(request, pk)
    services.restore_question(question=found, by=request.user)
    if request.POST.get("to") == "sign":
        return redirect("testsets:sign", request.workspace.slug, pk)
    return _done(request, pk)


def _to_bench(request: WorkspaceRequest) -> bool:
    """Whether the person came from the page on which questions are signed off, and goes back there."""
    return request.GET.get("to") == "sign" and Permission.SIGN_OFF in request.permissions


def _done(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    if _to_bench(request):
        return redirect("testsets:sign", request.workspace.slug, pk)
    found = _question(request, pk)
    if wants_fragment(request):
        return _row(request, found)
    return _back(request, found)


def _row(request: WorkspaceRequest, found: Question) -> HttpResponseBase:
    standing = standings([found], reader=request.user)[found.pk]
    shown = presenting.shown_question(found, _place(found) + 1, standing=standing)
    (question,) = with_hands([shown])
    context = {"question": question, "test_set": found.test_set}
    return TemplateResponse(request, "testsets/_question.html", context)


def _back(request: WorkspaceRequest, found: Question) -> HttpResponseBase:
    """To the question on the page of its set."""
    page = page_with(_place(found))
    return redirect(f"{_page(request, found.test_set)}?page={page}#question-{found.pk}")


def _place(found: Question) -> int:
    """How many questions of its set stand before it."""
    rows = found.test_set.questions.filter(removed_at__isnull=True, position__lt=found.position)
    return rows.count()


def _page(request: WorkspaceRequest, test_set: TestSet) -> str:
    return redirect("testsets:detail", request.workspace.slug, test_set.pk).url


def _question(request: WorkspaceRequest, pk: int) -> Question:
    try:
        return selectors.question(request.workspace, pk)
    except Question.DoesNotExist:
        raise Http404 from None


def _test_set(request: WorkspaceRequest, pk: int) -> TestSet:
    try:
        return selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None


def _passage(request: WorkspaceRequest) -> Passage | None:
    """The passage that the address names; 404 for one of another workspace or none at all."""
    wanted = request.GET.get("passage", "")
    if not wanted:
        return None
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 19):
        raise Http404
    try:
        return selectors.passage(request.workspace, int(wanted))
    except Passage.DoesNotExist:
        raise Http404 from None


def _moment(value: str) -> datetime | None:
    try:
        return parse_datetime(value) if value else None
    except ValueError:
        return None
