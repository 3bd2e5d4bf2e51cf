"""Storing thousands of drafts at once, each with the row in its history that `save()` would leave."""

from collections.abc import Sequence
from typing import Any, TypeVar

from core.models import DraftModel, User

D = TypeVar("D", bound=DraftModel)
_AT_ONCE = 1_000


def insert_drafts(rows: Sequence[D], *, by: User | None) -> None:
    """Insert these new rows. Call inside a transaction."""
    if not rows:
        return
    model: Any = type(rows[0])
    # The manager of drafts refuses bulk writes because they leave no history; here it follows.
    model._base_manager.bulk_create(rows, batch_size=_AT_ONCE)
    model.history.bulk_history_create(rows, batch_size=_AT_ONCE, default_user=by)
