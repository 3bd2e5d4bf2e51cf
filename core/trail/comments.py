"""Comments as events of a trail, for whichever records an app takes them on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.comments import readable
from core.models import Comment, User, Workspace
from core.trail.events import Event, Kind, Stream
from core.trail.reading import streams

_NAME: Final = "comment:{}"


class Named(NamedTuple):
    """What a record is called, and its page."""

    about: str
    path: str


def comment_stream(
    record: str,
    *,
    reached: Callable[[Workspace], QuerySet[Any]],
    named: Callable[[Workspace, Iterable[int]], Mapping[int, Named]],
    blinded: Callable[[User, Iterable[int]], frozenset[int]],
) -> Stream:
    """The comments on the records with this label.

    `reached` gives the records of a workspace, `named` what some of them are called, and `blinded`
    those of which the reader may see only their own comments.
    """

    def rows(workspace: Workspace, reader: User) -> QuerySet[Any]:
        keys = reached(workspace).order_by().values("pk")
        mine = Comment.objects.filter(workspace=workspace, record=record, record_id__in=keys)
        return readable(mine, reader=reader)

    def seen(reader: User, found: Sequence[Comment]) -> list[Comment]:
        hidden = blinded(reader, {row.record_id for row in found})
        return [row for row in found if row.record_id not in hidden or row.by_id == reader.pk]

    def events(workspace: Workspace, found: Sequence[Comment]) -> list[Event]:
        names = named(workspace, {row.record_id for row in found})
        return [
            Event(
                at=row.at,
                who=row.by_name,
                what=_("Commented, for staff only") if row.internal else _("Commented"),
                about=names[row.record_id].about,
                path=names[row.record_id].path,
                record=record,
                record_id=row.record_id,
                detail=row.text,
            )
            for row in found
        ]

    return Stream(_NAME.format(record), Kind.COMMENTS, rows, events, seen=seen)


def sealed_to(reader: User) -> list[int]:
    """The keys of all comments of others on records of which the reader may see only their own."""
    by_name = {stream.name: stream for stream in streams()}
    sealed: list[int] = []
    for record in Comment.objects.order_by().values_list("record", flat=True).distinct():
        stream = by_name[_NAME.format(record)]
        rows = list(Comment.objects.filter(record=record).only("record_id", "by_id"))
        seen = {row.pk for row in stream.seen(reader, rows)}
        sealed += [row.pk for row in rows if row.pk not in seen]
    return sealed
