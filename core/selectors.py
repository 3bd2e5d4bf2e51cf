"""What the pages of `core` show. Everything starts from a person or from one workspace."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from core.models import Invitation, Membership, User, Workspace
from core.permissions import Role
from core.reach import assigning

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
    # Names of the assigned test sets; None for who sees all.
    test_sets: list[str] | None


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation that nobody accepted yet."""

    pk: int
    email: str
    role_words: str
    test_sets: list[str]
    until: datetime
    expired: bool
    was_sent: bool
    by: str


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
    names = dict(assigning().offered(workspace))
    assigned = assigning().assigned(workspace)
    rows = [
        MemberRow(
            pk=membership.pk,
            name=membership.user.name,
            email=membership.user.email,
            role=membership.role,
            role_words=str(membership.get_role_display()),
            since=membership.created_at,
            is_reader=membership.user_id == reader.pk,
            test_sets=(
                _named(assigned.get(membership.user_id, frozenset()), names)
                if membership.role == Role.EXPERT.value
                else None
            ),
        )
        for membership in memberships
    ]
    return sorted(rows, key=lambda row: (order.index(row.role), row.name or row.email))


def invitations_of(workspace: Workspace, *, now: datetime | None = None) -> list[InvitationRow]:
    """The invitations that wait or have expired, the newest first."""
    rows = Invitation.objects.for_workspace(workspace).filter(accepted_at=None, revoked_at=None)
    names = dict(assigning().offered(workspace))
    return [
        InvitationRow(
            pk=row.pk,
            email=row.email,
            role_words=str(row.get_role_display()),
            test_sets=_named(row.test_sets, names),
            until=row.expires_at,
            expired=row.expires_at <= (now or timezone.now()),
            was_sent=row.sent_at is not None,
            by=str(row.invited_by),
        )
        for row in rows.select_related("invited_by").order_by("-pk")
    ]


def _named(keys: Collection[int], names: Mapping[int, str]) -> list[str]:
    # In the order of the names; those that the reader does not reach have none here.
    return [name for key, name in names.items() if key in keys]


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
