"""Pages on which a source that is there is changed, archived and brought back."""

from __future__ import annotations

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from sources import changes, selectors
from sources.forms import SiteForm, SourceNameForm
from sources.models import Source
from sources.views import find_source, form_page


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def edit(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Change a website's address, its name and what of it is read, or the name of files."""
    source = find_source(request, pk)
    site = source.kind == Source.SourceKind.SITE
    form: Form
    if site:
        now = {name: getattr(source, name) for name in SiteForm.base_fields}
        form = SiteForm(request.POST or None, initial=now)
    else:
        form = SourceNameForm(request.POST or None, initial={"name": source.name})
    if request.method == "POST" and form.is_valid():
        try:
            if site:
                moved = changes.change_site(source=source, by=request.user, **form.cleaned_data)
            else:
                changes.rename(source=source, by=request.user, **form.cleaned_data)
                moved = False
        except DomainError as refusal:
            form.add_error("start_address", str(refusal))
        else:
            if moved:
                messages.info(request, _("Saved. The next reading begins at the new address."))
            return redirect("sources:detail", request.workspace.slug, pk)
    earlier = selectors.history(source)
    return form_page(request, "sources/edit.html", form, source=source, earlier=earlier)


@require_POST
@workspace_view(Permission.EDIT)
def archive(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Offer a source for no new questions; what was read of it stays."""
    source = find_source(request, pk)
    changes.archive(source=source, by=request.user)
    messages.info(
        request,
        _("“%(name)s” is archived. Its documents stay, and you can bring it back.")
        % {"name": source.name},
    )
    return redirect("sources:index", request.workspace.slug)


@require_POST
@workspace_view(Permission.EDIT)
def bring_back(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Offer an archived source again."""
    try:
        changes.bring_back(source=find_source(request, pk), by=request.user)
    except DomainError as refusal:
        messages.warning(request, str(refusal))
    return redirect("sources:detail", request.workspace.slug, pk)
