"""Changing a source that is there: its name and address, and whether it is still wanted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict
from core.models import User
from sources import services
from sources.models import Reading, Source


@transaction.atomic
def change_site(
    *,
    source: Source,
    start_address: str,
    page_limit: int,
    name: str,
    by: User | None,
    depth_limit: int | None = None,
    include: Sequence[str] | None = None,
    exclude: Sequence[str] | None = None,
    render: bool | None = None,
) -> bool:
    """Change where a website begins, what is read of it and its name; True for another address.

    What is None stays as it is. Nothing that was read changes: the next reading goes by the new
    settings. DomainError for a bad pattern, for an address that is never read or that another source
    has, and while the site is being read.
    """
    locked = Source.objects.select_for_update().get(pk=source.pk)
    address = services.checked_address(start_address)
    moved: bool = address.url != locked.start_address
    if moved:
        services.refuse_second(locked.workspace, address.url, but=locked.pk)
        if Reading.objects.filter(source=locked, status__in=services.LIVE).exists():
            raise Conflict(
                _(
                    "The site is being read just now. Stop the reading before you change its address."
                )
            )
        if locked.allowed_private_host not in {address.host, f"{address.host}:{address.port}"}:
            # The operator's word was given for the host of the earlier address alone.
            locked.allowed_private_host = ""
    locked.start_address, locked.page_limit = address.url, page_limit
    locked.name = (name.strip() or services.called(address))[:200]
    if depth_limit is not None:
        locked.depth_limit = depth_limit
    if include is not None:
        locked.include = services.checked_patterns(include)
    if exclude is not None:
        locked.exclude = services.checked_patterns(exclude)
    if render is not None:
        locked.render = render
    services.save(locked, by)
    return moved


@transaction.atomic
def rename(*, source: Source, name: str, by: User | None) -> None:
    """Give a source another name."""
    locked = Source.objects.select_for_update().get(pk=source.pk)
    locked.name = name.strip()[:200]
    services.save(locked, by)


@transaction.atomic
def archive(*, source: Source, by: User | None, now: datetime | None = None) -> None:
    """Offer the source for nothing new any more; what was read of it stays, and a reading stops."""
    locked = Source.objects.select_for_update().get(pk=source.pk)
    if locked.archived_at is not None:
        return
    for reading in Reading.objects.filter(source=locked, status__in=services.LIVE):
        services.stop_reading(reading=reading, by=by)
    locked.archived_at = now or timezone.now()
    services.save(locked, by)


@transaction.atomic
def bring_back(*, source: Source, by: User | None) -> None:
    """Offer an archived source again; Conflict when another source has its address by now."""
    locked = Source.objects.select_for_update().get(pk=source.pk)
    if locked.start_address:
        services.refuse_second(locked.workspace, locked.start_address, but=locked.pk)
    locked.archived_at = None
    services.save(locked, by)
