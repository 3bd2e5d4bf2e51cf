"""Pages about who is in a workspace: members, invitations, and what experts see."""

import logging

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import inviting, selectors, services
from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.errors import DomainError
from core.forms import AssignedForm, InvitationForm, MemberForm, RoleForm
from core.models import Invitation, Membership
from core.permissions import Permission, Role
from core.reach import assigning

logger = logging.getLogger(__name__)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.VIEW)
def members(request: WorkspaceRequest) -> HttpResponseBase:
    """Who is in the workspace. Staff may add somebody who has an account."""
    # Only staff: to anybody else the form would tell who has an account here.
    form = (
        MemberForm(request.POST or None, initial={"role": Role.VIEWER.value})
        if request.user.is_staff
        else None
    )
    if request.method == "POST":
        if form is None:
            raise Http404
        if form.is_valid():
            added = services.add_member(
                workspace=request.workspace,
                user=form.cleaned_data["email"],
                role=Role(form.cleaned_data["role"]),
                by=request.user,
            )
            messages.success(request, _("%(person)s is a member now.") % {"person": added.user})
            return redirect("core:members", request.workspace.slug)
    manages = Permission.MANAGE in request.permissions
    context = {
        "form": form,
        "rows": selectors.members_of(request.workspace, reader=request.user),
        "roles": Membership.RoleChoice.choices,
        # Who is asked to come is the owners' business alone.
        "invitations": selectors.invitations_of(request.workspace) if manages else [],
    }
    return TemplateResponse(
        request, "core/members.html", context, status=422 if form and form.errors else 200
    )


@require_POST
@workspace_view(Permission.MANAGE)
def change_role(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Give a member another role."""
    membership = _membership(request, pk)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return HttpResponse(_("That is not a role. Choose one of the list."), status=422)
    services.change_role(membership=membership, role=form.cleaned_data["role"], by=request.user)
    return _members_again(request, _("The role is changed."))


@require_POST
@workspace_view(Permission.MANAGE)
def remove_member(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Take a member out."""
    membership = _membership(request, pk)
    services.remove_member(membership=membership, by=request.user)
    return _members_again(
        request, _("%(person)s is no longer a member.") % {"person": membership.user}
    )


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.MANAGE)
def assigned(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Which test sets an expert sees and signs off."""
    membership = _membership(request, pk)
    if membership.role != Role.EXPERT.value:
        raise Http404
    offered = assigning().offered(request.workspace)
    held = assigning().assigned_to(request.workspace, membership.user)
    form = AssignedForm(
        request.POST if request.method == "POST" else None,
        test_sets=offered,
        initial={"test_sets": sorted(held)},
    )
    if request.method == "POST" and form.is_valid():
        assigning().assign(
            workspace=request.workspace, person=membership.user,
            test_sets=form.cleaned_data["test_sets"], by=request.user,
        )  # fmt: skip
        messages.success(
            request,
            _("%(person)s sees the chosen test sets now.") % {"person": membership.user},
        )
        return redirect("core:members", request.workspace.slug)
    context = {"form": form, "person": membership.user, "offered": offered}
    return TemplateResponse(
        request, "core/assigned.html", context, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.MANAGE)
def invite(request: WorkspaceRequest) -> HttpResponseBase:
    """Ask somebody to join, by e-mail."""
    form = InvitationForm(
        request.POST or None,
        test_sets=assigning().offered(request.workspace),
        initial={"role": Role.EXPERT.value},
    )
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            inviting.invite(
                workspace=request.workspace, email=given["email"], role=given["role"],
                test_sets=given.get("test_sets"), by=request.user,
            )  # fmt: skip
        except DomainError as refusal:
            form.add_error("email", str(refusal))
        except OSError as error:
            _not_sent(request, error)
            return redirect("core:members", request.workspace.slug)
        else:
            messages.success(
                request, _("The invitation is sent to %(address)s.") % {"address": given["email"]}
            )
            return redirect("core:members", request.workspace.slug)
    return TemplateResponse(
        request, "core/invite.html", {"form": form}, status=422 if form.errors else 200
    )


@require_POST
@workspace_view(Permission.MANAGE)
def send_again(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Send an invitation again, with a new link."""
    invitation = _invitation(request, pk)
    try:
        inviting.send_again(invitation=invitation, by=request.user)
    except OSError as error:
        _not_sent(request, error)
    else:
        messages.success(
            request, _("Sent again to %(address)s. The earlier link no longer works.")
            % {"address": invitation.email},
        )  # fmt: skip
    return redirect("core:members", request.workspace.slug)


@require_POST
@workspace_view(Permission.MANAGE)
def revoke(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Withdraw an invitation."""
    invitation = _invitation(request, pk)
    inviting.revoke(invitation=invitation, by=request.user)
    messages.success(
        request,
        _("The invitation of %(address)s is withdrawn.") % {"address": invitation.email},
    )
    return redirect("core:members", request.workspace.slug)


def _not_sent(request: WorkspaceRequest, error: OSError) -> None:
    logger.warning("The mail server took no invitation: %s", error)
    messages.error(
        request,
        _("The mail could not be sent. The invitation stands below; send it again later."),
    )


def _invitation(request: WorkspaceRequest, pk: int) -> Invitation:
    rows = Invitation.objects.for_workspace(request.workspace)
    found: Invitation = get_object_or_404(rows, pk=pk)
    return found


def _membership(request: WorkspaceRequest, pk: int) -> Membership:
    mine = Membership.objects.for_workspace(request.workspace).select_related("user")
    membership: Membership = get_object_or_404(mine, pk=pk)
    return membership


def _members_again(request: WorkspaceRequest, sentence: str) -> HttpResponseBase:
    if wants_fragment(request) and request.user.is_authenticated:
        # Removing oneself ends the right to see the page: the page itself answers for that.
        response = HttpResponse(status=204)
        response.headers["HX-Refresh"] = "true"
        messages.success(request, sentence)
        return response
    messages.success(request, sentence)
    return redirect("core:members", request.workspace.slug)
