"""Pages about test sets: the list, the review of drafts, writing, approving, versions."""

from http import HTTPStatus

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
from testsets import drafting_presenting, selectors, services
from testsets.forms import BudgetForm, DraftingForm, NameForm, NewTestSetForm
from testsets.models import Drafting, TestSet


@require_GET
@workspace_view(Permission.VIEW)
def index(request: WorkspaceRequest) -> HttpResponseBase:
    """All test sets of the workspace."""
    rows = list(selectors.test_sets(request.workspace))
    return TemplateResponse(request, "testsets/index.html", {"test_sets": rows})


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def new(request: WorkspaceRequest) -> HttpResponseBase:
    """A new test set, and writing its first questions."""
    form = NewTestSetForm(request.POST or None, workspace=request.workspace)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            with transaction.atomic():
                made = services.create_test_set(
                    workspace=request.workspace, name=data["name"], language=data["language"],
                    by=request.user,
                )  # fmt: skip
                _draft(request, made, form)
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("testsets:detail", request.workspace.slug, made.pk)
    return TemplateResponse(request, "testsets/new.html", {"form": form}, status=_status(form))


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def draft(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Write more questions for a set."""
    test_set = _test_set(request, pk)
    form = DraftingForm(
        request.POST or None,
        workspace=request.workspace,
        initial={"language": test_set.language},
    )
    if request.method == "POST" and form.is_valid():
        try:
            _draft(request, test_set, form)
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("testsets:detail", request.workspace.slug, test_set.pk)
    context = {"form": form, "test_set": test_set}
    return TemplateResponse(request, "testsets/draft.html", context, status=_status(form))


@require_GET
@workspace_view(Permission.VIEW)
def progress(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """How far a drafting job is; a fragment that asks again while the job is live."""
    drafting = _drafting(request, pk)
    if not wants_fragment(request):
        return redirect("testsets:detail", request.workspace.slug, drafting.test_set_id)
    context = drafting_presenting.progress_context(drafting)
    response = TemplateResponse(request, "testsets/_progress.html", context)
    if not context["progress"].live:
        # The questions that came meanwhile belong on the page around the bar.
        response.headers["HX-Refresh"] = "true"
    return response


@require_POST
@workspace_view(Permission.EDIT)
def stop(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Stop writing; what was kept stays."""
    drafting = _drafting(request, pk)
    services.stop_drafting(drafting=drafting, by=request.user)
    messages.info(request, _("Writing stops after the question in hand. All questions are kept."))
    return redirect("testsets:detail", request.workspace.slug, drafting.test_set_id)


@require_POST
@workspace_view(Permission.EDIT)
def resume(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Go on writing."""
    drafting = _drafting(request, pk)
    services.resume_drafting(drafting=drafting, by=request.user)
    return redirect("testsets:detail", request.workspace.slug, drafting.test_set_id)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def budget(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Go on writing with a higher budget of tokens."""
    drafting = _drafting(request, pk)
    form = BudgetForm(request.POST or None, initial={"tokens": drafting.token_limit})
    if request.method == "POST" and form.is_valid():
        tokens = form.cleaned_data["tokens"]
        try:
            services.raise_budget(drafting=drafting, tokens=tokens, by=request.user)
        except DomainError as refusal:
            form.add_error("tokens", str(refusal))
        else:
            return redirect("testsets:detail", request.workspace.slug, drafting.test_set_id)
    context = {"form": form, **drafting_presenting.progress_context(drafting)}
    return TemplateResponse(request, "testsets/budget.html", context, status=_status(form))


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def rename(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Give a set another name."""
    test_set = _test_set(request, pk)
    form = NameForm(request.POST or None, instance=test_set)
    if request.method == "POST" and form.is_valid():
        services.rename_test_set(test_set=test_set, name=form.cleaned_data["name"], by=request.user)
        return redirect("testsets:detail", request.workspace.slug, test_set.pk)
    context = {"form": form, "test_set": test_set}
    return TemplateResponse(
        request, "testsets/rename.html", context, status=422 if form.errors else 200
    )


def _draft(request: WorkspaceRequest, test_set: TestSet, form: DraftingForm) -> Drafting:
    data = form.cleaned_data
    return services.start_drafting(
        test_set=test_set,
        sources=list(data["sources"]),
        wanted=data["wanted"],
        language=data["language"],
        types=data["types"],
        tokens=data.get("tokens"),
        by=request.user,
    )


def _status(form: Form) -> int:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK


def _test_set(request: WorkspaceRequest, pk: int) -> TestSet:
    try:
        return selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None


def _drafting(request: WorkspaceRequest, pk: int) -> Drafting:
    try:
        return selectors.drafting(request.workspace, pk)
    except Drafting.DoesNotExist:
        raise Http404 from None
