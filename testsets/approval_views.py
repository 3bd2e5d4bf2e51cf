"""Pages on which experts sign questions off and an owner approves the set."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from testsets import listing, presenting, selectors
from testsets.approval_presenting import approval_context
from testsets.authors import has_written
from testsets.freezing import approve_version
from testsets.indexing import catch_up
from testsets.models import Question, SignOff, TestSet
from testsets.question_forms import SignOffForm
from testsets.signing import standings
from testsets.signing_off import is_owner, sign_off


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def approve(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """What would be frozen, and freezing it as the set's next version."""
    test_set = _test_set(request, pk)
    problem, status = "", 200
    if request.method == "POST":
        try:
            version = approve_version(
                test_set=test_set,
                by=request.user,
                seen=request.POST.get("seen", ""),
                despite=request.POST.get("despite", ""),
            )
        except DomainError as refusal:
            problem, status = str(refusal), refusal.status
        else:
            messages.success(
                request,
                _("Version %(number)s is frozen. Editing from here on starts the next draft.")
                % {"number": version.number},
            )
            return redirect("testsets:version", request.workspace.slug, version.pk)
    context = {
        "test_set": test_set,
        "problem": problem,
        "despite": request.POST.get("despite", ""),
        **approval_context(test_set),
    }
    return TemplateResponse(request, "testsets/approve.html", context, status=status)


@require_GET
@workspace_view(Permission.SIGN_OFF)
def sign_next(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """On to the next question that waits for a sign-off, or back to the set when none does."""
    test_set = _test_set(request, pk)
    return _onward(request, test_set, after=None)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.SIGN_OFF)
def sign(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """One question beside its evidence, to sign off or to send back with a reason."""
    question = _question(request, pk)
    form = SignOffForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                sign_off(
                    question=question,
                    decision=SignOff.Decision(form.cleaned_data["decision"]),
                    reason=form.cleaned_data["reason"].strip(),
                    seen=form.cleaned_data["seen"],
                    uid=form.cleaned_data["uid"],
                    key=form.cleaned_data["key"],
                    settles=form.cleaned_data["settles"],
                    by=request.user,
                )
            except DomainError as refusal:
                form.add_error(None, str(refusal))
                status = refusal.status
            else:
                return _onward(request, question.test_set, after=question)
    if question.removed_at is not None:
        raise Http404  # it was taken out of the set
    catch_up(question.test_set)
    numbers = listing.numbers(question.test_set, reader=request.user)
    before, after = listing.around(question)
    (number,) = listing.numbered(question.test_set, [question])
    context = {
        "test_set": question.test_set,
        "question": presenting.shown_question(
            question, number, standing=standings([question], reader=request.user)[question.pk]
        ),
        "form": form,
        "key": uuid4().hex,
        "own": has_written(question, request.user),
        "signed": numbers.signed,
        "total": numbers.total,
        "previous": before,
        "next": after,
    }
    return TemplateResponse(request, "testsets/sign.html", context, status=status)


def _onward(
    request: WorkspaceRequest, test_set: TestSet, *, after: Question | None
) -> HttpResponseBase:
    catch_up(test_set)
    waiting = listing.next_waiting(
        test_set,
        after,
        reader=request.user,
        settles=is_owner(test_set.workspace, request.user),
    )
    if waiting is not None:
        return redirect("testsets:sign", request.workspace.slug, waiting)
    messages.info(request, _("No question of this set waits for a sign-off."))
    return redirect("testsets:detail", request.workspace.slug, test_set.pk)


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
