"""The page on which an answer is corrected by hand."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from runs import correcting
from runs.models import Answer


class CorrectionForm(forms.Form):
    """What an answer should have read."""

    text = forms.CharField(
        label=gettext_lazy("Corrected answer"),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=100_000,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=2000,
        help_text=gettext_lazy("Shown with the correction, in reports too."),
    )


class WithdrawalForm(forms.Form):
    """Why a correction is taken back."""

    reason = forms.CharField(
        label=gettext_lazy("Why it is withdrawn"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=2000,
    )


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.REVIEW)
def correct(request: WorkspaceRequest, answer_id: int) -> HttpResponseBase:
    """Write what an answer should have read, beside what it reads."""
    answer = _answer(request, answer_id)
    in_force = correcting.correction_of(answer)
    begun = {"text": in_force.text if in_force else answer.text}
    form = CorrectionForm(request.POST or None, initial=begun)
    if request.method == "POST" and form.is_valid():
        try:
            correcting.correct_answer(answer=answer, **form.cleaned_data, by=request.user)
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("Corrected by hand. The captured answer and its grade stay.")
            )
            return redirect("runs:correct", request.workspace.slug, answer.pk)
    return _page(request, answer, form=form, withdrawal=WithdrawalForm(auto_id="withdraw_%s"))


@require_POST
@workspace_view(Permission.REVIEW)
def withdraw(request: WorkspaceRequest, answer_id: int) -> HttpResponseBase:
    """Take the correction in force back; it stays on record."""
    answer = _answer(request, answer_id)
    withdrawal = WithdrawalForm(request.POST, auto_id="withdraw_%s")
    if withdrawal.is_valid():
        try:
            correcting.withdraw_correction(
                answer=answer, reason=withdrawal.cleaned_data["reason"], by=request.user
            )
        except DomainError as refusal:
            withdrawal.add_error(None, str(refusal))
        else:
            messages.success(request, _("The correction is withdrawn and stays on record."))
            return redirect("runs:correct", request.workspace.slug, answer.pk)
    form = CorrectionForm(initial={"text": answer.text})
    return _page(request, answer, form=form, withdrawal=withdrawal)


def _page(
    request: WorkspaceRequest, answer: Answer, *, form: forms.Form, withdrawal: forms.Form
) -> HttpResponseBase:
    context: dict[str, Any] = {
        "answer": answer,
        "form": form,
        "withdrawal": withdrawal,
        "correction": correcting.correction_of(answer),
        "said": correcting.corrections_said(answer),
    }
    status = 422 if form.errors or withdrawal.errors else 200
    return TemplateResponse(request, "runs/correct.html", context, status=status)


def _answer(request: WorkspaceRequest, answer_id: int) -> Answer:
    try:
        found: Answer = (
            Answer.objects.for_workspace(request.workspace)
            .select_related("question", "run__version__test_set", "run__assistant")
            .get(pk=answer_id)
        )
    except Answer.DoesNotExist:
        raise Http404 from None
    return found
