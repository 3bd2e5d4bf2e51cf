"""Who can be given rows of a workspace."""

from core.models import Membership, User, Workspace
from core.permissions import GRANTED_TO, Permission, Role
from core.reach import assigning


def able(workspace: Workspace, permission: Permission, test_set: int | None = None) -> list[User]:
    """The members whose role has the permission, by name; only those who see the set, where one is named."""
    roles = [role.value for role, granted in GRANTED_TO.items() if permission in granted]
    rows = Membership.objects.filter(workspace=workspace, role__in=roles, user__is_active=True)
    members = list(rows.select_related("user"))
    if test_set is not None:
        assigned = assigning().assigned(workspace)
        members = [
            member
            for member in members
            if member.role != Role.EXPERT.value
            or member.user.is_staff
            or test_set in assigned.get(member.user_id, ())
        ]
    people = [member.user for member in members]
    return sorted(people, key=lambda person: (str(person).casefold(), person.pk))
