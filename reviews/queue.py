"""The queue: which results wait, in which order, and how many of each kind. Read from its index."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from core.models import User, Workspace
from grading.models import Assessment
from reviews.kinds import kind_of, matching
from reviews.models import Claim, Flag, QueueEntry, Vote
from reviews.places import Entries, ordered
from reviews.values import AGES, Age, Wanted
from runs.models import Run


def queue(
    workspace: Workspace | None,
    wanted: Wanted | None = None,
    *,
    kinds: Collection[int] | None = None,
    now: datetime | None = None,
) -> Entries:
    """The entries of the results that wait, in the order that is wanted.

    Without a workspace, those of all of them, for staff. `kinds` are those that there are, where
    somebody has counted them already.
    """
    wanted = wanted or Wanted()
    rows: Entries = QueueEntry.objects.all()
    if workspace is not None:
        rows = QueueEntry.objects.for_workspace(workspace)
    if wanted.by_kind:
        if kinds is None:
            kinds = list(rows.order_by().values_list("kind", flat=True).distinct())
        rows = rows.filter(kind__in=_wanted_kinds(kinds, wanted))
    if wanted.age:
        rows = rows.filter(_ages(now or timezone.now())[wanted.age])
    for name in ("run", "assistant", "workspace"):
        if (key := getattr(wanted, name)) is not None:
            rows = rows.filter(**{name: key})
    if wanted.mine is not None:
        rows = rows.filter(assigned_to=wanted.mine)
    return ordered(rows, wanted.order)


def _wanted_kinds(kinds: Collection[int], wanted: Wanted) -> list[int]:
    return matching(
        kinds, reason=wanted.reason, label=wanted.label, sure=wanted.sure, critical=wanted.critical
    )


def _ages(now: datetime) -> dict[Age, Q]:
    bands, until = {}, Q()
    for age, back in AGES.items():
        bands[age] = until & Q(flagged_at__gt=now - back)
        until = Q(flagged_at__lte=now - back)
    return bands | {Age.OLDER: until}


def waiting_for(
    workspace: Workspace | None, person: User, wanted: Wanted, *, now: datetime
) -> Entries:
    """The part of the queue that this person can be sent to."""
    others = Claim.objects.filter(answer=OuterRef("answer"), until__gt=now).exclude(person=person)
    held = others.order_by().values("answer").annotate(n=Count("person", distinct=True)).values("n")
    voted = Vote.objects.filter(answer=OuterRef("answer"), voter=person, seen=OuterRef("through"))
    undecided = Assessment.objects.filter(
        answer=OuterRef("answer"),
        reviewer=person,
        ungraded="cannot_decide",
        at__gte=OuterRef("renewed_at"),
    )
    # Whoever has voted is needed again only to settle what two people differ in.
    differ = Q(reasons__contains=[Flag.Reason.DIFFER.value])
    rows = queue(workspace, wanted, now=now).alias(held=Coalesce(Subquery(held), Value(0)))
    # What is somebody else's waits for them, unless it takes more people than one.
    open_to = Q(assigned_to=None) | Q(assigned_to=person) | Q(needs__gt=1)
    return rows.filter(~Exists(undecided), differ | ~Exists(voted), open_to, held__lt=F("needs"))


def open_number(workspace: Workspace) -> int:
    """How many results wait for a person."""
    return queue(workspace).count()


def open_reasons(workspace: Workspace) -> dict[str, int]:
    """How many results wait for each reason; one with two reasons counts under both."""
    return dict(counts(workspace).reasons)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many waiting results each choice of a filter would leave; of what is hidden, none."""

    total: int
    critical: int
    reasons: Mapping[str, int]
    labels: Mapping[str, int]
    sure: Mapping[str, int]
    ages: Mapping[str, int]
    kinds: Mapping[int, int]


def counts(workspace: Workspace | None, *, now: datetime | None = None) -> Counts:
    """What the queue holds as a whole."""
    rows = queue(workspace).order_by()
    bands = _ages(now or timezone.now())
    # Each band is a stretch of an index; one reading that sorts them out would read every entry. "*"
    # and not a column: an index then tells all of it. No kind is below 0, so bands are told apart.
    banded = (
        rows.filter(bands[age]).values(number=Value(-place)).annotate(n=Count("*"))
        for place, age in enumerate(AGES, start=1)
    )
    of_kinds = rows.values(number=F("kind")).annotate(n=Count("*"))
    found = {row["number"]: row["n"] for row in of_kinds.union(*banded, all=True)}
    ages = {age.value: found.pop(-place, 0) for place, age in enumerate(AGES, start=1)}
    kinds = found
    total = sum(kinds.values())
    ages[Age.OLDER.value] = total - sum(ages.values())
    reasons, labels, sure = Counter[str](), Counter[str](), Counter[str]()
    grave = 0
    for number, count in kinds.items():
        one = kind_of(number)
        reasons.update(dict.fromkeys(one.reasons, count))
        grave += count if one.critical else 0
        if one.label is not None and one.sure is not None:
            labels[one.label] += count
            sure[one.sure] += count
    return Counts(total, grave, reasons, labels, sure, ages, kinds)


def how_many(
    workspace: Workspace | None, wanted: Wanted, counted: Counts, *, now: datetime | None = None
) -> int:
    """How many results the filters leave, told from the counts where they tell it."""
    if wanted.age or any(
        key is not None for key in (wanted.run, wanted.assistant, wanted.workspace, wanted.mine)
    ):
        return queue(workspace, wanted, now=now).order_by().count()
    return sum(counted.kinds[number] for number in _wanted_kinds(counted.kinds, wanted))


@dataclass(frozen=True, slots=True)
class NamedRun:
    """A run with waiting results, and how many, as filters name it."""

    pk: int
    words: str
    waiting: int
    assistant: int
    assistant_name: str
    workspace: int
    workspace_name: str


def runs_waiting(workspace: Workspace | None) -> list[NamedRun]:
    """The runs with waiting results, the newest first; two of one set are told apart by number."""
    rows: Any = Run.objects.all() if workspace is None else Run.objects.for_workspace(workspace)
    waiting = QueueEntry.objects.filter(run=OuterRef("pk")).order_by().values("run")
    found = rows.filter(Exists(waiting)).annotate(
        waiting=Subquery(waiting.annotate(n=Count("*")).values("n")),
        set_name=F("version__test_set__name"),
        assistant_name=F("assistant__name"),
        workspace=F("version__test_set__workspace"),
        workspace_name=F("version__test_set__workspace__name"),
    )
    return [
        NamedRun(pk, f"{pk} · {set_name} · {name}", waiting, assistant, name, within, within_name)
        for pk, waiting, set_name, assistant, name, within, within_name in found.order_by(
            "-pk"
        ).values_list(
            "pk",
            "waiting",
            "set_name",
            "assistant",
            "assistant_name",
            "workspace",
            "workspace_name",
        )
    ]
