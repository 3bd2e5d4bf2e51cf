"""Changes of status: conditional, and each with a row of its own."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.models import OperationalModel, Transition, User, Workspace


@transaction.atomic
def move(
    record: OperationalModel,
    *,
    workspace: Workspace,
    old: str | tuple[str, ...],
    new: str,
    by: User | None = None,
    reason: str = "",
    now: datetime | None = None,
    values: Mapping[str, Any] | None = None,
) -> bool:
    """Bring `record` from one of the `old` statuses to `new`; False when another worker already did.

    `values` are written in the same statement. On success the instance in hand is up to date, and
    one `Transition` says who moved it, when and why.
    """
    olds = (old,) if isinstance(old, str) else old
    rows = type(record)._default_manager.select_for_update().filter(pk=record.pk)
    before = rows.values_list("status", flat=True).get()
    if before not in olds:
        return False
    rows.update(status=new, **(values or {}))
    Transition.objects.create(
        workspace=workspace,
        record=record._meta.label_lower,
        record_id=record.pk,
        old=before,
        new=new,
        reason=reason,
        by=by,
        at=now or timezone.now(),
    )
    record.refresh_from_db()
    return True
