"""What the pages of `core` show. Everything starts from a person or from one workspace."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils.module_loading import import_string

from core.models import Membership, User, Workspace

WORKSPACES_PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class WorkspaceRow:
    """A workspace in a list; `role` is empty for staff who are not members."""

    slug: str
    name: str
    plan: str
    role: str
    members: int


class WorkspacePage(NamedTuple):
    """Some workspaces by their addresses; `after` leads to the next ones, "" at the end."""

    rows: list[WorkspaceRow]
    after: str


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of a workspace."""

    pk: int
    name: str
    email: str
    role: str
    role_words: str
    since: datetime
    is_reader: bool


def workspaces_of(person: User, *, after: str = "") -> WorkspacePage:
    """The workspaces that `person` may enter: their own, or every one for staff."""
    found = _reachable(person).filter(slug__gt=after)
    rows = list(
        found.annotate(members=Count("memberships")).order_by("slug")[: WORKSPACES_PER_PAGE + 1]
    )
    shown = rows[:WORKSPACES_PER_PAGE]
    roles = {
        membership.workspace_id: str(membership.get_role_display())
        for membership in Membership.objects.filter(user=person, workspace__in=shown)
    }
    return WorkspacePage(
        [
            WorkspaceRow(
                slug=row.slug,
                name=row.name,
                plan=str(row.get_plan_display()),
                role=roles.get(row.pk, ""),
                members=row.members,
            )
            for row in shown
        ],
        after=shown[-1].slug if len(rows) > len(shown) else "",
    )


def only_workspace_of(person: User) -> Workspace | None:
    """The workspace of somebody who has exactly one; None otherwise."""
    found = list(_reachable(person).order_by("slug")[:2])
    return found[0] if len(found) == 1 else None


def members_of(workspace: Workspace, *, reader: User) -> list[MemberRow]:
    """Everybody in the workspace, owners first."""
    memberships = Membership.objects.for_workspace(workspace).select_related("user")
    order = list(Membership.RoleChoice.values)
    rows = [
        MemberRow(
            pk=membership.pk,
            name=membership.user.name,
            email=membership.user.email,
            role=membership.role,
            role_words=str(membership.get_role_display()),
            since=membership.created_at,
            is_reader=membership.user_id == reader.pk,
        )
        for membership in memberships
    ]
    return sorted(rows, key=lambda row: (order.index(row.role), row.name or row.email))


def open_numbers(workspace: Workspace) -> Mapping[str, int]:
    """How much waits at each step of the journey, for the steps that count something.

    The parts further right are named in the settings, so that `core` imports none of them.
    """
    counters: Mapping[str, str] = settings.CAUDALS_OPEN_NUMBERS
    numbers: dict[str, int] = {}
    for step, dotted_name in counters.items():
        count: Callable[[Workspace], int] = import_string(dotted_name)
        numbers[step] = count(workspace)
    return numbers


def _reachable(person: User) -> QuerySet[Workspace]:
    if person.is_staff:
        return Workspace.objects.all()
    # Not through a join: counting members would then count the person's own membership only.
    mine = Membership.objects.filter(user=person).values("workspace")
    return Workspace.objects.filter(pk__in=mine)
