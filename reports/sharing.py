"""Links to a published version for people without an account."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from core import consenting
from core.errors import DomainError
from core.models import User, Workspace
from reports.models import ReportVersion, ShareLink, ShareViews

DAYS: Final = (7, 30, 90)
"""For how many days a link may be open."""


class Shared(NamedTuple):
    """A new link and its token, which is told once and stored nowhere."""

    link: ShareLink
    token: str


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link as the list of them shows it."""

    pk: int
    created_by: str
    created_at: datetime
    expires_at: datetime
    withdrawn_at: datetime | None
    views: int
    open: bool


def share(*, version: ReportVersion, days: int, by: User, now: datetime | None = None) -> Shared:
    """A link that opens the version for so many days, unless somebody withdraws it."""
    if days not in DAYS:
        raise DomainError(_("A link is open for 7, 30 or 90 days."))
    token = secrets.token_urlsafe(32)
    link = ShareLink(
        version=version,
        token_digest=_digest(token),
        expires_at=(now or timezone.now()) + timedelta(days=days),
        created_by=by,
    )
    link._history_user = by  # type: ignore[attr-defined]  # an attribute that simple-history looks for
    link.save()
    return Shared(link, token)


@transaction.atomic
def withdraw(*, link: ShareLink, by: User, now: datetime | None = None) -> None:
    """Close a link for good; of one that is withdrawn already nothing changes."""
    current: ShareLink = ShareLink.objects.select_for_update(of=("self",)).get(pk=link.pk)
    if current.withdrawn_at is not None:
        return
    current.withdrawn_at, current.withdrawn_by = now or timezone.now(), by
    current._history_user = by  # type: ignore[attr-defined]  # an attribute that simple-history looks for
    current.save(update_fields=["withdrawn_at", "withdrawn_by"])


def opened(token: str, *, now: datetime | None = None) -> ShareLink:
    """The open link with this token. ShareLink.DoesNotExist for any other, expired and withdrawn too."""
    found: ShareLink = ShareLink.objects.select_related(
        "version__report__run__version__test_set__workspace"
    ).get(
        token_digest=_digest(token),
        withdrawn_at=None,
        expires_at__gt=now or timezone.now(),
    )
    return found


def count_view(link: ShareLink, *, now: datetime | None = None) -> None:
    """Count that the link was opened."""
    day = timezone.localdate(now)
    views, _new = ShareViews.objects.get_or_create(link=link, day=day)
    # By the database: two at once are two.
    ShareViews.objects.filter(pk=views.pk).update(count=F("count") + 1)


def links_of(version: ReportVersion, *, now: datetime | None = None) -> Sequence[LinkRow]:
    """The links of a version, the newest first."""
    moment = now or timezone.now()
    rows = (
        ShareLink.objects.filter(version=version)
        .select_related("created_by")
        .annotate(opened=Sum("views__count", default=0))
        .order_by("-pk")
    )
    return [
        LinkRow(
            pk=row.pk,
            created_by=str(row.created_by),
            created_at=row.created_at,
            expires_at=row.expires_at,
            withdrawn_at=row.withdrawn_at,
            views=row.opened,
            open=row.withdrawn_at is None and row.expires_at > moment,
        )
        for row in rows
    ]


def naming_subject(version: ReportVersion) -> str:
    """What an owner agrees to when a shared version may name the organisation."""
    return f"named_report:{version.pk}"


def is_named(workspace: Workspace, version: ReportVersion) -> bool:
    """Whether readers of a link may learn whose report it is (M8.4)."""
    return consenting.holds(workspace, naming_subject(version))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
