"""Who can be given rows of a workspace."""

from core.models import Membership, User, Workspace
from core.notices.seeing import reaching
from core.permissions import GRANTED_TO, Permission


def able(workspace: Workspace, permission: Permission, test_set: int | None = None) -> list[User]:
    """The members whose role has the permission and who see the test set, by name."""
    roles = [role.value for role, granted in GRANTED_TO.items() if permission in granted]
    rows = Membership.objects.filter(workspace=workspace, role__in=roles, user__is_active=True)
    people = [row.user for row in rows.select_related("user")]
    found = reaching(people, workspace, test_set)
    return sorted(found, key=lambda person: (str(person).casefold(), person.pk))
