"""The records of `core`, and the bases that every record stands on."""

from core.models.base import (
    DraftModel,
    DraftQuerySet,
    FrozenError,
    FrozenModel,
    FrozenQuerySet,
    Kind,
    OperationalModel,
    RecordModel,
    WorkspaceQuerySet,
)
from core.models.bulk import BulkAction
from core.models.constraints import all_or_none, one_of
from core.models.jobs import JobModel
from core.models.notices import Comment, Notice
from core.models.people import User
from core.models.transitions import Transition
from core.models.typed import TypedText
from core.models.workspaces import Consent, Invitation, Membership, Workspace

__all__ = [
    "BulkAction",
    "Comment",
    "Consent",
    "DraftModel",
    "DraftQuerySet",
    "FrozenError",
    "FrozenModel",
    "FrozenQuerySet",
    "Invitation",
    "JobModel",
    "Kind",
    "Membership",
    "Notice",
    "OperationalModel",
    "RecordModel",
    "Transition",
    "TypedText",
    "User",
    "Workspace",
    "WorkspaceQuerySet",
    "all_or_none",
    "one_of",
]
