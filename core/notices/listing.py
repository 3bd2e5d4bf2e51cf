"""The notices of one person, as their page lists them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from core.models import Notice, User
from core.notices.seeing import visible_to
from core.notices.wording import sentence

PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """One notice in words."""

    pk: int
    kind: str
    sentence: str
    workspace: str
    at: datetime
    is_read: bool


class NoticePage(NamedTuple):
    """Some notices, newest first; `before` leads to older ones, None at the end.

    `unread` is how many the person has not opened, on whichever page.
    """

    rows: list[ShownNotice]
    before: int | None
    unread: int


def notices_of(person: User, *, unread: bool = False, before: int | None = None) -> NoticePage:
    """What the person was told and may still see, newest first."""
    mine = Notice.objects.filter(visible_to(person), person=person)
    found = mine
    if unread:
        found = found.filter(read_at=None)
    if before is not None:
        found = found.filter(pk__lt=before)
    rows = list(found.select_related("workspace").order_by("-pk")[: PER_PAGE + 1])
    shown = rows[:PER_PAGE]
    return NoticePage(
        [
            ShownNotice(
                pk=row.pk,
                kind=str(row.get_kind_display()),
                sentence=sentence(row),
                workspace=row.workspace.name,
                at=row.at,
                is_read=row.read_at is not None,
            )
            for row in shown
        ],
        before=shown[-1].pk if len(rows) > len(shown) else None,
        unread=mine.filter(read_at=None).count(),
    )


def unread_number(person: User) -> int:
    """How many notices the person has not opened yet."""
    return int(Notice.objects.filter(visible_to(person), person=person, read_at=None).count())


def open_notice(person: User, pk: int, *, now: datetime | None = None) -> Notice:
    """A notice of the person, read from now on; Notice.DoesNotExist for any other."""
    found: Notice = Notice.objects.filter(visible_to(person), person=person).get(pk=pk)
    if found.read_at is None:
        Notice.objects.filter(pk=pk, read_at=None).update(read_at=now or timezone.now())
    return found


def read_all(person: User, *, up_to: int, now: datetime | None = None) -> None:
    """Mark as read what the person had on screen: everything up to the notice `up_to`."""
    unread = Notice.objects.filter(person=person, pk__lte=up_to, read_at=None)
    unread.update(read_at=now or timezone.now())


@transaction.atomic
def choose_mails(person: User, *, notices: str) -> None:
    """How often the person wants mails from now on.

    Who wants none gets none of what waits either, even after wanting them again.
    """
    person.notices = notices
    person.save(update_fields=["notices"])
    if notices == User.Notices.OFF:
        Notice.objects.filter(person=person, mailed_at=None, to_mail=True).update(to_mail=False)
