"""Pages on which experts sign questions off and an owner approves the set."""

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
from testsets.authors import has_written
from testsets.checking import checked
from testsets.evidence import frozen_content, is_exploratory, version_digest
from testsets.freezing import approve_version, sign_off
from testsets.indexing import catch_up
from testsets.listing import Untraced
from testsets.methods_presenting import invalid_sentences, shown_methods
from testsets.methods_selectors import invalid_in_set, methods_of
from testsets.models import Question, SignOff, TestSet
from testsets.outdated_selectors import outdated_number
from testsets.question_forms import SignOffForm
from testsets.signing import signed_count, standings
from testsets.version_presenting import why_exploratory


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
    questions = selectors.questions(test_set)
    standing = standings(questions)
    shown = [
        presenting.shown_question(question, number, standing=standing[question.pk])
        for number, question in enumerate(questions, start=1)
    ]
    trials = checked({question.pk: standing[question.pk].digest for question in questions})
    bare = {question: is_exploratory(frozen_content(question)) for question in questions}
    context = {
        "test_set": test_set,
        "problem": problem,
        "checked": trials,
        "wrong": [
            (question, presenting.shown_outcomes(trial.outcomes))
            for question in shown
            if (trial := trials.trials[question.pk]) is not None and trial.wrong
        ],
        "methods": shown_methods(methods_of(test_set)),
        "invalid": invalid_sentences(invalid_in_set(test_set)),
        "despite": request.POST.get("despite", ""),
        "summary": presenting.summary(questions, selectors.documents_drawn_from(test_set)),
        "outdated": outdated_number(test_set),
        "exploratory": any(bare.values()),
        "why": why_exploratory(
            Untraced(
                sum(one and not question.carried for question, one in bare.items()),
                sum(one and bool(question.carried) for question, one in bare.items()),
            )
        ),
        "signed": signed_count(standing),
        "faulty": [question for question in shown if question.notes],
        "asked": [question for question in shown if standing[question.pk].state == "changes"],
        "number": test_set.versions.count() + 1,
        "seen": version_digest(
            [standing[question.pk].digest for question in questions], test_set.methods
        ),
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
    numbers = listing.numbers(question.test_set)
    before, after = listing.around(question)
    (number,) = listing.numbered(question.test_set, [question])
    context = {
        "test_set": question.test_set,
        "question": presenting.shown_question(
            question, number, standing=standings([question])[question.pk]
        ),
        "form": form,
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
    waiting = listing.next_waiting(test_set, after)
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
