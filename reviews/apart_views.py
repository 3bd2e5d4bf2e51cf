"""Two people judging apart: whether a set's results want it, and how far they agree."""

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from reviews.agreeing import agreement_of
from reviews.forms import SettingForm
from reviews.setting import change_setting
from reviews.votes import Setting, setting_of
from testsets.models import TestSet


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def setting(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """By how many people the results of a set are judged, and whether they see the grade first."""
    try:
        test_set = TestSet.objects.for_workspace(request.workspace).get(pk=pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
    now = setting_of(test_set.pk)
    form = SettingForm(
        request.POST or None,
        initial={"reviewers": now.reviewers, "hide_grade": now.hide_grade},
    )
    if request.method == "POST" and form.is_valid():
        wanted = Setting(form.cleaned_data["reviewers"], form.cleaned_data["hide_grade"])
        try:
            change_setting(test_set=test_set, wanted=wanted, by=request.user)
        except DomainError as refusal:
            form.add_error("reviewers", str(refusal))
        else:
            messages.success(request, _("Saved. It holds for what is judged from now on."))
            return redirect("reviews:agreement", request.workspace.slug)
    context = {"form": form, "test_set": test_set}
    status = 422 if form.errors else 200
    return TemplateResponse(request, "reviews/setting.html", context, status=status)


@require_GET
@workspace_view(Permission.VIEW)
def agreement(request: WorkspaceRequest) -> HttpResponseBase:
    """How far two people agree on the results that both have judged, set by set."""
    sets = TestSet.objects.for_workspace(request.workspace).order_by("name", "pk")
    context = {"sets": agreement_of(request.workspace), "all_sets": list(sets)}
    return TemplateResponse(request, "reviews/agreement.html", context)
