"""Who may still see what a notice is about."""

from collections.abc import Iterable

from django.db.models import Q

from core.models import Membership, User, Workspace
from core.reach import reach_of


def reaching(people: Iterable[User], workspace: Workspace, test_set: int | None) -> list[User]:
    """Those of the people who may see the workspace and, where one is named, the test set."""
    asked = [person for person in people if person.is_active]
    rows = Membership.objects.filter(workspace=workspace, user__in=asked)
    members = {membership.user_id: membership for membership in rows.select_related("workspace")}

    def reaches(person: User) -> bool:
        if person.is_staff:
            return True
        if person.pk not in members:
            return False
        reach = reach_of(person, members[person.pk])
        return test_set is None or reach is None or test_set in reach

    return [person for person in asked if reaches(person)]


def visible_to(person: User) -> Q:
    """Which notices the person may see now: of what is still open to them."""
    if not person.is_active:
        return Q(pk__in=[])
    if person.is_staff:
        return Q()
    seen = Q(pk__in=[])
    for membership in Membership.objects.filter(user=person).select_related("workspace"):
        here = Q(workspace=membership.workspace_id)
        reach = reach_of(person, membership)
        if reach is not None:
            here &= Q(test_set__isnull=True) | Q(test_set__in=sorted(reach))
        seen |= here
    return seen
