"""Which test sets a person reaches: experts those assigned to them, everybody else all of them.

Test sets lie further right, so the module that knows who is assigned to which is named in the
settings; `core` imports none of them.
"""

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Protocol, cast

from django.conf import settings

from core.models import Membership, User, Workspace
from core.permissions import Role


class Assigning(Protocol):
    """What the module named by `CAUDALS_REACH` offers."""

    def assigned_to(self, workspace: Workspace, person: User) -> frozenset[int]:
        """The test sets of the workspace that are assigned to the person."""

    def assigned(self, workspace: Workspace) -> Mapping[int, frozenset[int]]:
        """The test sets assigned to each person of the workspace, by the person's key."""

    def offered(self, workspace: Workspace) -> list[tuple[int, str]]:
        """Every test set of the workspace that can be assigned: its key and its name."""

    def assign(
        self, *, workspace: Workspace, person: User, test_sets: Collection[int], by: User | None
    ) -> None:
        """Make these, and no others of the workspace, the test sets of the person."""


def assigning() -> Assigning:
    """The module that knows who is assigned to which test sets."""
    return cast("Assigning", import_module(settings.CAUDALS_REACH))


def reach_of(person: User, membership: Membership | None) -> frozenset[int] | None:
    """The test sets that a person reaches in the workspace of the membership; None means all."""
    if person.is_staff:
        return None
    if membership is None:
        return frozenset()
    if membership.role != Role.EXPERT.value:
        return None
    return assigning().assigned_to(membership.workspace, person)
