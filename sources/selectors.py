"""Everything that reads sources, always within one workspace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.functional import Promise

from core.models import Workspace
from sources import excluding
from sources.models import Document, PageVisit, Passage, Reading, Source
from sources.services import LIVE, moved_since

PER_PAGE = 100
# Before this many visits the pace of a reading says nothing about the time left.
FEWEST_FOR_PACE = 5
RECENT_VISITS = 200
SILENCE = timedelta(seconds=90)


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source with its newest reading and what the one shown on its page holds.

    `kept` is the reading whose documents stand although a newer reading brought none so far.
    """

    source: Source
    reading: Reading | None
    kept: Reading | None
    documents: int
    passages: int
    not_read: int
    outcomes: Mapping[str, int]
    languages: Sequence[str]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a reading is, computed from what is stored."""

    status: str
    visited: int
    read: int
    planned: int
    live: bool
    stopping: bool
    left: timedelta | None
    reason: str
    # A reading that failed looked at all there was: going on would find nothing more.
    can_go_on: bool


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How many addresses of a reading ended in one way."""

    outcome: str
    words: str | Promise
    count: int


def offered(workspace: Workspace) -> QuerySet[Source]:
    """The sources that anything new may be based on: those that are not archived."""
    found: QuerySet[Source] = Source.objects.for_workspace(workspace).filter(archived_at=None)
    return found


def archived(workspace: Workspace) -> list[Source]:
    """The archived sources of the workspace, the last archived first."""
    rows = Source.objects.for_workspace(workspace).filter(archived_at__isnull=False)
    return list(rows.order_by("-archived_at", "-pk"))


def sources(workspace: Workspace) -> list[SourceRow]:
    """All sources of the workspace that are not archived, the newest first."""
    newest = Reading.objects.filter(source=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    rows = list(offered(workspace).annotate(newest_reading=Subquery(newest)).order_by("-pk"))
    latest = {row.pk: row.newest_reading for row in rows if row.newest_reading}
    shown = latest | _current_readings([row.pk for row in rows])
    readings = Reading.objects.in_bulk({*latest.values(), *shown.values()})
    outcomes, passages, languages = _counts(shown.values())
    withheld = excluding.kept_out(shown)
    return [
        SourceRow(
            source=row,
            reading=readings.get(row.newest_reading),
            kept=readings[pk] if pk and pk != row.newest_reading else None,
            documents=ended.get(PageVisit.Outcome.READ, 0),
            passages=passages.get(pk, 0) - len(withheld.get(pk, ())),
            not_read=sum(ended.values()) - ended.get(PageVisit.Outcome.READ, 0),
            outcomes=ended,
            languages=languages.get(pk, []),
        )
        for row in rows
        for pk in [shown.get(row.pk, 0)]
        for ended in [outcomes.get(pk, {})]
    ]


def _counts(
    reading_ids: Iterable[int],
) -> tuple[dict[int, dict[str, int]], dict[int, int], dict[int, list[str]]]:
    """By reading: how its addresses ended, its passages, and its languages, the most spoken first."""
    ids = list(reading_ids)
    visits = PageVisit.objects.filter(reading__in=ids).values("reading", "outcome")
    outcomes: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for reading, outcome, count in visits.annotate(n=Count("pk")).values_list(
        "reading", "outcome", "n"
    ):
        outcomes[reading][outcome] = count
    documents = Document.objects.filter(reading__in=ids).exclude(language="")
    spoken = documents.values("reading", "language").annotate(n=Count("pk"))
    languages: defaultdict[int, list[str]] = defaultdict(list)
    for reading, language in spoken.order_by("-n").values_list("reading", "language"):
        languages[reading].append(language)
    passages = Passage.objects.filter(document__reading__in=ids).values("document__reading")
    counted = passages.order_by().annotate(n=Count("pk")).values_list("document__reading", "n")
    return outcomes, dict(counted), languages


def source(workspace: Workspace, pk: int) -> Source:
    """One source of the workspace; Source.DoesNotExist for any other."""
    found: Source = Source.objects.for_workspace(workspace).get(pk=pk)
    return found


def newest_reading(source: Source) -> Reading | None:
    """The reading under way, or the last one."""
    found: Reading | None = (
        Reading.objects.filter(source=source).select_related("source").order_by("-pk").first()
    )
    return found


def current_reading(source: Source) -> Reading | None:
    """The newest reading that came to its end with text: what the source stands for today."""
    pk = _current_readings([source.pk]).get(source.pk)
    return Reading.objects.select_related("source").get(pk=pk) if pk else None


def _current_readings(source_ids: Sequence[int]) -> dict[int, int]:
    """Source to its current reading.

    The newest one that came to its end. One that was stopped stands for a source only as long as no
    other did: with half of the pages gone, half of the questions would seem to have lost their source.
    """
    with_text = Exists(Passage.objects.filter(document__reading=OuterRef("pk")))
    readings = Reading.objects.filter(with_text, source__in=source_ids).order_by("pk")
    found: dict[int, int] = {}
    for status in (Reading.Status.STOPPED, Reading.Status.DONE):
        found |= dict(readings.filter(status=status).values_list("source", "pk"))
    return found


def current_passages(chosen: Iterable[Source]) -> QuerySet[Passage]:
    """The passages that questions may be drawn from.

    Those of each source's current reading, without what somebody keeps out and without those that
    say nearly the same as an earlier one, unless that one is kept out.
    """
    readings = _current_readings([one.pk for one in chosen])
    withheld = set().union(*excluding.kept_out(readings).values())
    return (
        Passage.objects.filter(document__reading__in=list(readings.values()))
        .filter(Q(near_duplicate_of=None) | Q(near_duplicate_of__in=withheld))
        .exclude(pk__in=withheld)
        .select_related("document")
        .order_by("document__pk", "position")
    )


def progress(reading: Reading, *, now: datetime | None = None) -> Progress:
    """How far the reading is and how long it may still take."""
    counts = dict(
        PageVisit.objects.filter(reading=reading)
        .values("outcome")
        .annotate(n=Count("pk"))
        .values_list("outcome", "n")
    )
    visited, read = sum(counts.values()), counts.get(PageVisit.Outcome.READ, 0)
    planned = max(reading.planned or 0, read)
    live = reading.status in LIVE
    return Progress(
        status=reading.status,
        visited=visited,
        read=read,
        planned=planned,
        live=live,
        stopping=live and reading.stop_requested,
        left=_time_left(reading, planned - read, now or timezone.now()) if live else None,
        reason=reading.reason,
        can_go_on=reading.status == Reading.Status.STOPPED
        and not moved_since(reading.source, reading),
    )


def _time_left(reading: Reading, pages: int, now: datetime) -> timedelta | None:
    """How long so many pages will take at the pace of the last visits; None while that says nothing.

    A longer silence than a page ever takes was a stop, after which the reading went on.
    """
    visits = PageVisit.objects.filter(reading=reading).order_by("-pk")
    recent = list(visits.values_list("at", "outcome")[:RECENT_VISITS])
    read: int = sum(outcome == PageVisit.Outcome.READ for _at, outcome in recent)
    if len(recent) < FEWEST_FOR_PACE or not read:
        return None
    times = sorted([now, *(at for at, _outcome in recent)])
    gaps: list[timedelta] = [later - earlier for earlier, later in pairwise(times)]
    spent = sum((min(gap, SILENCE) for gap in gaps), timedelta())
    return spent / read * max(pages, 0)


def history(source: Source) -> list[Any]:
    """What the source was set to from time to time, the newest first."""
    return list(source.history.select_related("history_user"))


def outcomes(reading: Reading, *, search: str = "") -> list[OutcomeCount]:
    """How the reading's addresses ended, in the order of the list of outcomes."""
    counts = dict(
        _searched(reading, search)
        .values("outcome")
        .annotate(n=Count("pk"))
        .values_list("outcome", "n")
    )
    return [
        OutcomeCount(value, words, counts[value])
        for value, words in PageVisit.Outcome.choices
        if counts.get(value)
    ]


def visits(
    reading: Reading, *, outcome: str = "", after: int = 0, search: str = ""
) -> list[PageVisit]:
    """One page of the reading's addresses with what became of them, and one row more if there is.

    Each has the number of its passages that are offered.
    """
    withheld = excluding.kept_out({reading.source_id: reading.pk}).get(reading.pk, set())
    offered = Count("document__passages", filter=~Q(document__passages__in=withheld))
    chosen = _searched(reading, search).filter(pk__gt=after)
    if outcome:
        chosen = chosen.filter(outcome=outcome)
    light = chosen.select_related("document").defer(
        "document__raw", "document__text", "document__blocks", "document__left_out"
    )
    return list(light.annotate(passages=offered).order_by("pk")[: PER_PAGE + 1])


def _searched(reading: Reading, search: str) -> QuerySet[PageVisit]:
    """The reading's addresses, those alone that hold the words in themselves or in their title."""
    rows: QuerySet[PageVisit] = PageVisit.objects.filter(reading=reading)
    if not search:
        return rows
    return rows.filter(Q(address__icontains=search) | Q(document__title__icontains=search))


def open_number(workspace: Workspace) -> int:
    """Sources being read just now."""
    return Reading.objects.for_workspace(workspace).filter(status__in=LIVE).count()
