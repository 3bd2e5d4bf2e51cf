"""Pages of `core`: workspaces and the home of one."""

from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core import selectors, services
from core.access import WorkspaceRequest, workspace_view
from core.forms import LanguageForm, WorkspaceForm
from core.home import panels_of
from core.models import User
from core.permissions import Permission


@require_GET
def home(request: HttpRequest) -> HttpResponseBase:
    """The workspace of somebody who has one; the list for everybody else."""
    only = selectors.only_workspace_of(cast("User", request.user))
    return redirect("core:workspace", only.slug) if only else redirect("core:workspaces")


@require_GET
def workspaces(request: HttpRequest) -> HttpResponseBase:
    """The workspaces that the reader may enter."""
    page = selectors.workspaces_of(cast("User", request.user), after=request.GET.get("after", ""))
    return TemplateResponse(request, "core/workspaces.html", {"page": page})


@require_GET
def switcher(request: HttpRequest) -> HttpResponseBase:
    """The workspaces as the menu of the top bar lists them."""
    page = selectors.workspaces_of(cast("User", request.user))
    here = request.GET.get("here", "")
    return TemplateResponse(request, "core/_switcher.html", {"page": page, "here": here})


@require_http_methods(["GET", "POST"])
def new_workspace(request: HttpRequest) -> HttpResponseBase:
    """Make a workspace; whoever makes it owns it."""
    person = cast("User", request.user)
    form = WorkspaceForm(
        request.POST or None,
        may_choose_plan=person.is_staff,
        initial={"language": getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)},
    )
    if request.method == "POST" and form.is_valid():
        made = services.create_workspace(**form.cleaned_data, by=person)
        return redirect("core:workspace", made.slug)
    return TemplateResponse(
        request, "core/new_workspace.html", {"form": form}, status=422 if form.errors else 200
    )


@login_not_required
@require_POST
def language(request: HttpRequest) -> HttpResponseBase:
    """Read the portal in another language from now on; back to the page one came from."""
    form = LanguageForm(request.POST)
    if not form.is_valid():
        return HttpResponse(_("The portal does not speak that language."), status=422)
    chosen = form.cleaned_data["language"]
    if request.user.is_authenticated:
        services.choose_language(user=request.user, language=chosen)
    request.session["language"] = chosen
    back = form.cleaned_data["next"]
    if not url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        back = "/"
    response = redirect(back)
    # Holds after the session has ended, so that the sign-in page speaks it too.
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=365 * 24 * 3600,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


@require_GET
@workspace_view(Permission.VIEW)
def workspace(request: WorkspaceRequest) -> HttpResponseBase:
    """What needs a person now, the latest report, the recent runs."""
    return TemplateResponse(
        request, "core/workspace.html", {"panels": panels_of(request.workspace)}
    )


@require_GET
@workspace_view(Permission.VIEW)
def open_numbers(request: WorkspaceRequest) -> HttpResponseBase:
    """What waits at each step, swapped into the journey column."""
    numbers = selectors.open_numbers(request.workspace)
    return TemplateResponse(request, "core/_open_numbers.html", {"numbers": numbers})
