"""What owners agree to, and whether they still do (M8.4)."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import Consent, Membership, User, Workspace
from core.permissions import Role


def agree(
    *, workspace: Workspace, subject: str, wording: str, by: User, now: datetime | None = None
) -> Consent:
    """Record that an owner agrees to something, in the words that were on screen."""
    return _record(workspace, subject, wording, by, granted=True, now=now)


def take_back(
    *, workspace: Workspace, subject: str, wording: str, by: User, now: datetime | None = None
) -> Consent:
    """Record that an owner agrees no more."""
    return _record(workspace, subject, wording, by, granted=False, now=now)


def holds(workspace: Workspace, subject: str) -> bool:
    """Whether an owner has agreed and none has taken it back since; the newest word counts."""
    rows = Consent.objects.filter(workspace=workspace, subject=subject).order_by("-pk")
    return bool(rows.values_list("granted", flat=True).first())


def may_consent(workspace: Workspace, person: User) -> bool:
    """Whether the person may speak for the workspace: its owners, and nobody of Caudals' staff."""
    places = Membership.objects.filter(workspace=workspace, user=person, role=Role.OWNER.value)
    return bool(places.exists())


def _record(
    workspace: Workspace, subject: str, wording: str, by: User, *, granted: bool,
    now: datetime | None,
) -> Consent:  # fmt: skip
    if not may_consent(workspace, by):
        raise DomainError(_("Only an owner of the workspace can agree to this."))
    made: Consent = Consent.objects.create(
        workspace=workspace, subject=subject, granted=granted, wording=wording, given_by=by,
        given_at=now or timezone.now(),
    )  # fmt: skip
    return made
