"""Filters of the queue that people keep under a name."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import User, Workspace
from reviews.models import SavedView

MOST: Final = 20


class TooManyViews(DomainError):
    """A person keeps as many as can be told apart at a glance."""

    def __init__(self) -> None:
        super().__init__(
            _("You keep %(most)s views here. Delete one before you keep another.") % {"most": MOST}
        )


def of(person: User, workspace: Workspace | None) -> list[SavedView]:
    """What this person keeps of the queue of the workspace, or of all of them, by name."""
    return list(SavedView.objects.filter(person=person, workspace=workspace).order_by("name"))


@transaction.atomic
def keep(*, person: User, workspace: Workspace | None, name: str, query: str) -> SavedView:
    """Keep filters under a name; what had that name before is replaced."""
    User.objects.select_for_update().only("pk").get(pk=person.pk)
    mine = SavedView.objects.filter(person=person, workspace=workspace)
    if mine.exclude(name=name).count() >= MOST:
        raise TooManyViews
    view: SavedView = mine.update_or_create(
        name=name, defaults={"query": query, "person": person, "workspace": workspace}
    )[0]
    return view


def forget(*, person: User, workspace: Workspace | None, pk: int) -> bool:
    """Delete a view of one's own; False for anybody else's."""
    mine = SavedView.objects.filter(person=person, workspace=workspace, pk=pk)
    return bool(mine.delete()[0])
