"""Who may do what: an enum of permissions and one table of roles."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Permission(StrEnum):
    """One thing a member may be allowed to do in a workspace."""

    VIEW = "view"  # read everything of the workspace
    EDIT = "edit"  # change sources, test sets and assistants
    SIGN_OFF = "sign_off"  # sign off questions
    RUN = "run"  # start and stop runs
    REVIEW = "review"  # decide flagged results
    PUBLISH = "publish"  # publish report versions
    MANAGE = "manage"  # members and settings
    STAFF = "staff"  # what only Caudals' own staff see, such as rejected drafts


class Role(StrEnum):
    """What a person is in a workspace."""

    OWNER = "owner"
    EXPERT = "expert"
    VIEWER = "viewer"


GRANTED_TO: Final[Mapping[Role, frozenset[Permission]]] = {
    Role.VIEWER: frozenset({Permission.VIEW}),
    Role.EXPERT: frozenset({Permission.VIEW, Permission.SIGN_OFF, Permission.REVIEW}),
    Role.OWNER: frozenset(Permission) - {Permission.STAFF},
}
# Staff help in every workspace without being its members.
STAFF_PERMISSIONS: Final[frozenset[Permission]] = frozenset(Permission)
