"""The queue: which results wait, in which order, and how many of each kind. Read from its index."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final, TypeAlias

from django.db.models import (
    Count,
    Exists,
    F,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from core.models import User, Workspace
from grading.models import Assessment
from reviews.kinds import kind_of, matching
from reviews.models import Claim, Flag, QueueEntry, Vote
from reviews.values import AGES, Age, Order, Wanted
from runs.models import Answer, Run

Entries: TypeAlias = QuerySet[QueueEntry]

# What each order goes by, and whether the largest comes first; the result itself decides last.
_BY: Final[Mapping[Order, tuple[tuple[str, bool], ...]]] = {
    Order.URGENT: (("urgency", True), ("answer", False)),
    Order.OLDEST: (("flagged_at", False), ("answer", False)),
    Order.NEWEST: (("flagged_at", True), ("answer", True)),
    Order.UNSURE: (("sureness", False), ("answer", False)),
}
_UNKNOWN: Final = -1.0


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
    return _ordered(rows, wanted.order)


def _wanted_kinds(kinds: Collection[int], wanted: Wanted) -> list[int]:
    return matching(
        kinds, reason=wanted.reason, label=wanted.label, sure=wanted.sure, critical=wanted.critical
    )


def _ordered(rows: Entries, order: Order, *, backwards: bool = False) -> Entries:
    names = (("-" if largest != backwards else "") + name for name, largest in _BY[order])
    return rows.order_by(*names)


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


@dataclass(frozen=True, slots=True)
class Place:
    """Where a result stands in the queue, or would stand if it were still there."""

    answer: int
    urgency: int
    flagged_at: datetime
    sureness: float

    def behind(self, rows: Entries, order: Order) -> Entries:
        """The entries of a queue in this order that come after it."""
        return rows.filter(self._beyond(order, backwards=False))

    def ahead(self, rows: Entries, order: Order) -> Entries:
        """The entries of a queue in this order that come before it, the nearest first."""
        return _ordered(rows.filter(self._beyond(order, backwards=True)), order, backwards=True)

    def _beyond(self, order: Order, *, backwards: bool) -> Q:
        level, choices = Q(), []
        for name, largest in _BY[order]:
            side = "lt" if largest != backwards else "gt"
            choices.append(level & Q((f"{name}__{side}", getattr(self, name))))
            level &= Q((name, getattr(self, name)))
        return reduce(or_, choices)


def place_of(workspace: Workspace | None, answer: int) -> Place | None:
    """The place of a result of the workspace, decided or not; None for any other."""
    rows: Any = Answer.objects.all()
    if workspace is not None:
        rows = Answer.objects.for_workspace(workspace)
    entry = QueueEntry.objects.filter(answer__in=rows.filter(pk=answer)).first()
    if entry is not None:
        return Place(answer, entry.urgency, entry.flagged_at, entry.sureness)
    found = rows.filter(pk=answer).values_list("question__critical", "asked_at").first()
    if found is None:
        return None
    flags = Flag.objects.filter(answer=answer).aggregate(
        first=Min("raised_at"), disputed=Count("pk", filter=Q(reason=Flag.Reason.DISPUTED))
    )
    graded = Assessment.objects.filter(answer=answer, by=Assessment.By.GRADER).exclude(label="")
    newest = graded.order_by("-pk").values_list("confidence", flat=True).first()
    # What was disputed and is decided is not urgent any more: its place is that of its question.
    return Place(
        answer, int(found[0]), flags["first"] or found[1], _UNKNOWN if newest is None else newest
    )


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
    # "*" and not a column: an index then tells all of it.
    kinds = dict(rows.values_list("kind").annotate(n=Count("*")))
    total = sum(kinds.values())
    # Each band is a stretch of an index; one reading that sorts them out would read every entry.
    bands = _ages(now or timezone.now())
    first, *others = (
        rows.filter(bands[age]).values(age=Value(age.value)).annotate(n=Count("*")) for age in AGES
    )
    ages = {row["age"]: row["n"] for row in first.union(*others, all=True)}
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
    found = rows.annotate(
        waiting=Subquery(waiting.annotate(n=Count("*")).values("n")),
        set_name=F("version__test_set__name"),
        assistant_name=F("assistant__name"),
        workspace=F("version__test_set__workspace"),
        workspace_name=F("version__test_set__workspace__name"),
    ).filter(waiting__gt=0)
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
