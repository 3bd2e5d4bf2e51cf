"""The page on which an owner's permission to ask adversarial questions is put on record."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from runs import authorising, selectors
from runs.models import AdversarialAuthorisation, Assistant


class PermissionForm(forms.Form):
    """Who permits what, from when until when, and the document that says so."""

    authorised_by = forms.CharField(
        label=gettext_lazy("Who gives the permission"),
        max_length=200,
        help_text=gettext_lazy("Name and office of the person who answers for the assistant."),
    )
    scope = forms.CharField(
        label=gettext_lazy("What it covers"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=5000,
        help_text=gettext_lazy("Which attacks, on which system, with what limits."),
    )
    first_day = forms.DateField(
        label=gettext_lazy("First day (UTC)"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    last_day = forms.DateField(
        label=gettext_lazy("Last day (UTC)"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    document = forms.FileField(
        label=gettext_lazy("Document"),
        help_text=gettext_lazy("The permission as it was written, up to 10 MB."),
        allow_empty_file=True,  # said in words of our own
    )


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.MANAGE)
def permission(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """What is on record about an assistant, and a form for a new permission."""
    assistant = _assistant(request, pk)
    form = PermissionForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        document = given["document"]
        try:
            authorising.authorise(
                assistant=assistant,
                authorised_by=given["authorised_by"],
                scope=given["scope"],
                document=document.read(authorising.LARGEST_DOCUMENT + 1),
                document_name=document.name or "",
                valid_from=_begins(given["first_day"]),
                valid_until=_begins(given["last_day"] + timedelta(days=1)),
                by=request.user,
            )
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The permission is on record."))
            return redirect("runs:permission", request.workspace.slug, pk)
    context: dict[str, Any] = {
        "assistant": assistant,
        "form": form,
        "held": authorising.in_force(assistant),
        "said": authorising.on_record(assistant),
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "runs/permission.html", context, status=status)


@require_POST
@workspace_view(Permission.MANAGE)
def permission_withdraw(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Take the permission in force back; it stays on record."""
    try:
        authorising.withdraw(assistant=_assistant(request, pk), by=request.user)
    except DomainError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The permission is withdrawn and stays on record."))
    return redirect("runs:permission", request.workspace.slug, pk)


@require_GET
@workspace_view(Permission.MANAGE)
def permission_document(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The document of a permission, to be kept and never shown by the browser itself."""
    try:
        found = AdversarialAuthorisation.objects.for_workspace(request.workspace).get(pk=pk)
    except AdversarialAuthorisation.DoesNotExist:
        raise Http404 from None
    named = content_disposition_header(True, found.document_name or "permission")
    return HttpResponse(
        bytes(found.document),
        content_type="application/octet-stream",
        headers={"Content-Disposition": named},
    )


def _begins(day: Any) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)


def _assistant(request: WorkspaceRequest, pk: int) -> Assistant:
    found = selectors.assistants(request.workspace).filter(pk=pk).first()
    if found is None or found.connector == Assistant.Connector.UPLOAD:
        raise Http404
    return found
