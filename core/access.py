"""Who gets into a workspace's pages: fetching the workspace is the check."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django_htmx.middleware import HtmxDetails

from core.models import Membership, User, Workspace
from core.permissions import GRANTED_TO, STAFF_PERMISSIONS, Permission, Role
from core.reach import reach_of

P = ParamSpec("P")


class WorkspaceRequest(HttpRequest):
    """A request inside a workspace, made by somebody who may be there."""

    user: User
    workspace: Workspace
    membership: Membership | None  # None for staff who are not members
    permissions: frozenset[Permission]
    htmx: HtmxDetails


class WorkspaceView(Protocol):
    """What `workspace_view` makes; `requires` is what the guard tests read."""

    requires: Permission

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase: ...


def permissions_of(user: User, membership: Membership | None) -> frozenset[Permission]:
    """What a person may do in a workspace; empty for strangers."""
    granted: frozenset[Permission] = frozenset()
    if membership is not None:
        granted = GRANTED_TO[Role(membership.role)]
    return granted | STAFF_PERMISSIONS if user.is_staff else granted


def workspace_view(
    requires: Permission,
) -> Callable[[Callable[Concatenate[WorkspaceRequest, P], HttpResponseBase]], WorkspaceView]:
    """A view under `/w/<workspace_slug>/`: strangers get 404, members without `requires` 403."""

    def decorate(
        view: Callable[Concatenate[WorkspaceRequest, P], HttpResponseBase],
    ) -> WorkspaceView:
        @wraps(view)
        def inside(
            request: HttpRequest, workspace_slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            inner = cast("WorkspaceRequest", request)
            _enter(inner, workspace_slug)
            if requires not in inner.permissions:
                raise PermissionDenied
            return view(inner, *args, **kwargs)

        made = cast("WorkspaceView", inside)
        made.requires = requires
        return made

    return decorate


def _enter(request: WorkspaceRequest, slug: str) -> None:
    membership = (
        Membership.objects.select_related("workspace")
        .filter(workspace__slug=slug, user=request.user)
        .first()
    )
    if membership is not None:
        request.workspace = membership.workspace
    elif request.user.is_staff:
        found = Workspace.objects.filter(slug=slug).first()
        if found is None:
            raise Http404
        request.workspace = found
    else:
        raise Http404
    request.membership = membership
    request.permissions = permissions_of(request.user, membership)
    request.workspace.reach = reach_of(request.user, membership)


def wants_fragment(request: WorkspaceRequest) -> bool:
    """True when the browser will swap the answer into a page that it already shows."""
    asks_for_page = request.htmx.boosted or request.htmx.history_restore_request
    return bool(request.htmx) and not asks_for_page
