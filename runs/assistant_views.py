"""Pages about assistants."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from runs import selectors, services
from runs.assistant_forms import ASSISTANT_FORMS
from runs.forms import TryForm
from runs.models import Assistant
from runs.picking import Picking
from runs.trying import try_assistant


@require_GET
@workspace_view(Permission.VIEW)
def assistants(request: WorkspaceRequest) -> HttpResponseBase:
    """All assistants of the workspace."""
    found = selectors.assistants(request.workspace)
    return TemplateResponse(request, "runs/assistants.html", {"assistants": found})


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def assistant_new(request: WorkspaceRequest, connector: str) -> HttpResponseBase:
    """Describe a new assistant."""
    if connector not in ASSISTANT_FORMS:
        raise Http404
    return _form_page(request, connector, None)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def assistant(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Change an assistant; runs that started keep what they pinned."""
    found = assistant_of(request, pk)
    return _form_page(request, found.connector, found)


@require_POST
@workspace_view(Permission.RUN)
def assistant_try(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Ask one question and show what came back and what was read from it."""
    found = assistant_of(request, pk)
    form = TryForm(request.POST)
    context: dict[str, Any] = {"assistant": found, "try_form": form}
    typed = None
    # The page sends what stands in its other form too, saved or not; who may not save may not try it.
    if "name" in request.POST and Permission.EDIT in request.permissions:
        typed = ASSISTANT_FORMS[found.connector](request.POST, stored=found)
    if not form.is_valid() or (typed is not None and not typed.is_valid()):
        context["mistakes"] = _mistakes(typed)
        return TemplateResponse(request, "runs/_try.html", context, status=422)
    outcome = try_assistant(
        assistant=found,
        question=form.cleaned_data["question"],
        configuration=typed.configuration() if typed else None,
        secret=typed.credentials() if typed else None,
    )
    return TemplateResponse(request, "runs/_try.html", {**context, "outcome": outcome})


def _mistakes(form: Form | None) -> list[tuple[str, str]]:
    """The labels of the fields with mistakes, each with its first sentence."""
    if form is None:
        return []
    return [(str(form[name].label), str(errors[0])) for name, errors in form.errors.items()]


def _form_page(
    request: WorkspaceRequest, connector: str, found: Assistant | None
) -> HttpResponseBase:
    make = ASSISTANT_FORMS[connector]
    initial = make.initial_of(found) if found else {}
    form = make(request.POST or None, initial=initial, stored=found)
    if request.method == "POST" and form.is_valid() and not _name_taken(request, form, found):
        made = services.save_assistant(
            workspace=request.workspace,
            assistant=found,
            name=form.cleaned_data["name"],
            connector=connector,
            configuration=form.configuration(),
            credentials=form.credentials(),
            by=request.user,
        )
        messages.success(request, _("The assistant is saved."))
        if found is None and connector == Assistant.Connector.CHAT:
            # Its elements are picked on its own page, which it has only now.
            return redirect("runs:assistant", request.workspace.slug, made.pk)
        return redirect("runs:assistants", request.workspace.slug)
    return assistant_page(request, form, connector, found)


def assistant_page(
    request: WorkspaceRequest,
    form: Form,
    connector: str,
    found: Assistant | None,
    **more: Any,
) -> HttpResponseBase:
    """The page with the settings as they stand in the form, and what else is to be shown there."""
    context = {
        "form": form,
        "assistant": found,
        "connector": dict(Assistant.Connector.choices)[connector],
        "try_form": TryForm(),
        "can_try": found is not None and connector != Assistant.Connector.UPLOAD,
        "picking": Picking() if found and connector == Assistant.Connector.CHAT else None,
        **more,
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "runs/assistant.html", context, status=status)


def _name_taken(request: WorkspaceRequest, form: Form, found: Assistant | None) -> bool:
    """Two assistants of one name can't be told apart where one is chosen."""
    others = selectors.assistants(request.workspace)
    if found is not None:
        others = others.exclude(pk=found.pk)
    taken: bool = others.filter(name__iexact=form.cleaned_data["name"]).exists()
    if taken:
        form.add_error("name", _("Another assistant of this workspace has that name."))
    return taken


def assistant_of(request: WorkspaceRequest, pk: int) -> Assistant:
    """An assistant of the workspace, or 404."""
    found = selectors.assistants(request.workspace).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found
