"""One readable history of a workspace, put together from the streams of all parts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db.models import Q
from django.utils.dateparse import parse_datetime
from django.utils.module_loading import import_string

from core.models import User, Workspace
from core.permissions import Permission
from core.trail.events import Event, Kind, Stream

PER_PAGE: Final = 50
_PER_READ: Final = 500


class Place(NamedTuple):
    """Where an event stands: later ones first; at the same moment by stream, then newest first."""

    at: datetime
    stream: str
    key: int

    def as_text(self) -> str:
        """The place as part of an address."""
        return f"{self.at.isoformat()}~{self.stream}~{self.key}"

    @classmethod
    def from_text(cls, text: str) -> "Place | None":
        """The place that an address names; None for nonsense."""
        at, _mark, rest = text.partition("~")
        stream, _mark, key = rest.partition("~")
        if not (key.isascii() and key.isdigit() and len(key) < 19):
            return None
        try:
            moment = parse_datetime(at)
        except ValueError:
            return None
        if moment is None or moment.tzinfo is None:
            return None
        return cls(moment, stream, int(key))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events are meant; what is None narrows nothing. `since` counts in, `until` does not."""

    kind: Kind | None = None
    person: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: Place | None = None


class TrailPage(NamedTuple):
    """Some events, newest first, and where the older ones begin; None at the end."""

    events: list[Event]
    before: Place | None


def streams() -> list[Stream]:
    """The streams of all parts, by name; those further right are named in the settings."""
    found = [stream for name in settings.CAUDALS_TRAIL for stream in import_string(name)]
    return sorted(found, key=lambda stream: stream.name)


def trail(
    workspace: Workspace,
    reader: User,
    permissions: frozenset[Permission],
    wanted: Wanted,
    *,
    limit: int = PER_PAGE,
) -> TrailPage:
    """The newest events of the workspace that are meant and that the reader may see."""
    placed: list[tuple[Place, Event]] = []
    for one in _walk(workspace, reader, permissions, wanted, at_a_time=limit + 1):
        placed.append(one)
        if len(placed) > limit:
            break
    shown = placed[:limit]
    return TrailPage(
        [event for _place, event in shown], shown[-1][0] if len(placed) > limit else None
    )


def whole_trail(
    workspace: Workspace, reader: User, permissions: frozenset[Permission], wanted: Wanted
) -> Iterator[Event]:
    """Every event that is meant and that the reader may see, newest first."""
    walk = _walk(workspace, reader, permissions, wanted, at_a_time=_PER_READ)
    return (event for _place, event in walk)


def _walk(
    workspace: Workspace,
    reader: User,
    permissions: frozenset[Permission],
    wanted: Wanted,
    *,
    at_a_time: int,
) -> Iterator[tuple[Place, Event]]:
    sources = [
        stream
        for stream in streams()
        if stream.requires in permissions and wanted.kind in (None, stream.kind)
    ]
    place = wanted.before
    while True:
        found: list[tuple[Place, Stream, Any]] = []
        for stream in sources:
            rows = _rows(stream, workspace, reader, replace(wanted, before=place))[:at_a_time]
            found += [(_place(stream, row), stream, row) for row in rows]
        found.sort(key=lambda one: (-one[0].at.timestamp(), one[0].at, one[0].stream, -one[0].key))
        batch = found[:at_a_time]
        yield from _told(workspace, reader, batch)
        if len(batch) < at_a_time:
            return
        place = batch[-1][0]


def _rows(stream: Stream, workspace: Workspace, reader: User, wanted: Wanted) -> Any:
    rows = stream.rows(workspace, reader)
    if wanted.person is not None:
        rows = rows.filter(Q((stream.by, wanted.person)))
    if wanted.since is not None:
        rows = rows.filter(Q((f"{stream.at}__gte", wanted.since)))
    if wanted.until is not None:
        rows = rows.filter(Q((f"{stream.at}__lt", wanted.until)))
    if (place := wanted.before) is not None:
        sooner = Q((f"{stream.at}__lt", place.at))
        same = Q((stream.at, place.at))
        if stream.name > place.stream:
            sooner |= same
        elif stream.name == place.stream:
            sooner |= same & Q((f"{stream.key}__lt", place.key))
        rows = rows.filter(sooner)
    return rows.order_by(f"-{stream.at}", f"-{stream.key}")


def _place(stream: Stream, row: Any) -> Place:
    return Place(getattr(row, stream.at), stream.name, getattr(row, stream.key))


def _told(
    workspace: Workspace, reader: User, batch: Sequence[tuple[Place, Stream, Any]]
) -> Iterator[tuple[Place, Event]]:
    """What the reader may see of the batch, in its order, put into words stream by stream."""
    rows: dict[str, tuple[Stream, list[Any]]] = {}
    for place, stream, row in batch:
        rows.setdefault(place.stream, (stream, []))[1].append(row)
    said: Mapping[Place, Event] = {
        _place(stream, row): event
        for stream, mine in rows.values()
        if (seen := stream.seen(reader, mine))
        for row, event in zip(seen, stream.events(workspace, seen), strict=True)
    }
    return ((place, said[place]) for place, _stream, _row in batch if place in said)
