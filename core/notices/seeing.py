"""Who may still see what a notice is about."""

from collections.abc import Iterable

from django.db.models import Q

from core.models import Membership, User, Workspace


def reaching(people: Iterable[User], workspace: Workspace, test_set: int | None) -> list[User]:
    """Those of the people who may see the workspace and, where one is named, the test set."""
    asked = [person for person in people if person.is_active]
    members = {
        membership.user_id: membership
        for membership in Membership.objects.filter(
            workspace=workspace, user__in=asked
        ).select_related("workspace")
    }
    return [person for person in asked if person.is_staff or person.pk in members]


def visible_to(person: User) -> Q:
    """Which notices the person may see now: those of workspaces that are still open to them."""
    if not person.is_active:
        return Q(pk__in=[])
    if person.is_staff:
        return Q()
    mine = Membership.objects.filter(user=person)
    return Q(workspace__in=mine.values("workspace"))
