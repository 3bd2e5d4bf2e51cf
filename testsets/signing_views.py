"""The bench on which experts sign questions off, and what they do there besides."""

from datetime import datetime
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from testsets import neighbours, selectors
from testsets.forms import ReviewersForm
from testsets.indexing import catch_up
from testsets.marking import Mark, mark_question
from testsets.models import Question, SignOff, TestSet
from testsets.question_forms import SignOffForm
from testsets.services import remove_question
from testsets.signing_off import Stale, choose_reviewers, is_owner, sign_off, withdraw
from testsets.signing_presenting import bench, done


@require_GET
@workspace_view(Permission.SIGN_OFF)
def sign_next(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """On to the next question that waits for the reader's word, or back to the set."""
    return _onward(request, _test_set(request, pk), after=None)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.SIGN_OFF)
def sign(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """One question beside its evidence, to sign off or to send back with a reason."""
    question = _question(request, pk)
    form = SignOffForm(request.POST or None)
    if request.method == "GET":
        if question.removed_at is not None:
            raise Http404  # it was taken out of the set
        return _page(request, question, form)
    if not form.is_valid():
        return _page(request, question, form, status=422)
    data = form.cleaned_data
    try:
        word = sign_off(
            question=question,
            decision=SignOff.Decision(data["decision"]),
            reason=data["reason"].strip(),
            seen=data["seen"],
            uid=data["uid"],
            key=data["key"],
            settles=data["settles"],
            by=request.user,
        )
    except DomainError as refusal:
        form.add_error(None, str(refusal))
        as_of = data["as_of"] if isinstance(refusal, Stale) else None
        return _page(request, question, form, status=refusal.status, as_of=as_of)
    return _onward(request, question.test_set, after=question, did=f"sign-{word.pk}")


@require_POST
@workspace_view(Permission.SIGN_OFF)
def take_back(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Take one's own word back, and look at its question again."""
    rows = SignOff.objects.for_workspace(request.workspace).filter(by=request.user)
    word = rows.select_related("question").filter(pk=pk).first()
    if word is None:
        raise Http404
    withdraw(word=word, by=request.user)
    messages.info(request, _("Taken back. The question waits for your word again."))
    return redirect("testsets:sign", request.workspace.slug, word.question_id)


@require_POST
@workspace_view(Permission.EDIT)
def mark(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Mark the question on screen as critical, as control or as to be removed, by one key each."""
    question = _question(request, pk)
    given = request.POST
    kind, _space, on = given.get("mark", "").partition(" ")
    seen, uid = given.get("seen", ""), given.get("uid", "")
    if kind not in ("critical", "control", "remove"):
        raise Http404
    try:
        if kind == "remove":
            remove_question(question=question, by=request.user, seen=seen, uid=uid)
            return _onward(request, question.test_set, after=question, did=f"remove-{pk}")
        mark_question(
            question=question,
            mark=cast("Mark", kind),
            on=on == "on",
            by=request.user,
            seen=seen,
            uid=uid,
        )
    except Stale as refusal:
        form = SignOffForm(given)
        form.full_clean()
        form.add_error(None, str(refusal))
        as_of = form.cleaned_data.get("as_of")
        return _page(request, question, form, status=refusal.status, as_of=as_of)
    return redirect(
        f"{reverse('testsets:sign', args=[request.workspace.slug, pk])}?did={kind}-{pk}"
    )


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def reviewers(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Whether one person signs a question off, or two apart."""
    test_set = _test_set(request, pk)
    form = ReviewersForm(request.POST or None, initial={"reviewers": test_set.reviewers})
    if request.method == "POST" and form.is_valid():
        wanted = int(form.cleaned_data["reviewers"])
        choose_reviewers(test_set=test_set, reviewers=wanted, by=request.user)
        return redirect("testsets:detail", request.workspace.slug, pk)
    context = {"form": form, "test_set": test_set}
    status = 422 if form.errors else 200
    return TemplateResponse(request, "testsets/reviewers.html", context, status=status)


def _page(
    request: WorkspaceRequest,
    question: Question,
    form: SignOffForm,
    *,
    status: int = 200,
    as_of: datetime | None = None,
) -> HttpResponseBase:
    # Read again where it was refused: somebody may have changed it since this request began.
    current = _question(request, question.pk) if status != 200 else question
    context = {
        **bench(current, reader=request.user, as_of=as_of),
        "form": form,
        "stale": status == 409,
        "removed": current.removed_at is not None,
        "done": done(request.GET.get("did", ""), workspace=request.workspace, reader=request.user),
    }
    return TemplateResponse(request, "testsets/sign.html", context, status=status)


def _onward(
    request: WorkspaceRequest, test_set: TestSet, *, after: Question | None, did: str = ""
) -> HttpResponseBase:
    catch_up(test_set)
    waiting = neighbours.next_waiting(
        test_set,
        after,
        reader=request.user,
        settles=is_owner(test_set.workspace, request.user),
    )
    slug = request.workspace.slug
    if waiting is None:
        messages.info(request, _("No question of this set waits for your sign-off."))
        return redirect("testsets:detail", slug, test_set.pk)
    url = reverse("testsets:sign", args=[slug, waiting])
    return redirect(f"{url}?did={did}" if did else url)


def _test_set(request: WorkspaceRequest, pk: int) -> TestSet:
    try:
        return selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None


def _question(request: WorkspaceRequest, pk: int) -> Question:
    try:
        return selectors.question(request.workspace, pk)
    except Question.DoesNotExist:
        raise Http404 from None
