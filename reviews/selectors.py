"""Everything that reads about reviewing, always from one workspace."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from core.models import User, Workspace
from grading import selectors as grading
from grading.models import Assessment
from reviews.models import Claim, Dispute, Flag, QueueEntry
from reviews.values import Wanted
from runs.models import Answer, Run

Answers: TypeAlias = QuerySet[Any]
Entries: TypeAlias = QuerySet[QueueEntry]

_HEAVY: Final = ("raw", "contexts", "tools", "usage")


def queue(workspace: Workspace | None, wanted: Wanted | None = None) -> Entries:
    """The entries of results with an open flag: disputed first, then critical, then the oldest.

    Without a workspace, those of all of them, for staff.
    """
    wanted = wanted or Wanted()
    rows: Entries = QueueEntry.objects.all()
    if workspace is not None:
        rows = QueueEntry.objects.for_workspace(workspace)
    if wanted.reason:
        rows = rows.filter(reasons__contains=[wanted.reason])
    if wanted.label:
        rows = rows.filter(label=wanted.label)
    if wanted.critical:
        rows = rows.filter(critical=True)
    if wanted.run is not None:
        rows = rows.filter(run=wanted.run)
    return rows.order_by("-urgency", "answer")


def waiting_for(
    workspace: Workspace | None, person: User, wanted: Wanted, *, now: datetime
) -> Entries:
    """The part of the queue that this person can be sent to."""
    held = Claim.objects.filter(answer=OuterRef("answer"), until__gt=now).exclude(person=person)
    undecided = Assessment.objects.filter(
        answer=OuterRef("answer"),
        reviewer=person,
        ungraded="cannot_decide",
        at__gte=OuterRef("renewed_at"),
    )
    return queue(workspace, wanted).filter(~Exists(held), ~Exists(undecided))


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer stands in the queue, or would stand if it were still there."""

    urgency: int
    answer_id: int

    def behind(self, rows: Entries) -> Entries:
        """The rows of a queue that come after it."""
        later = Q(urgency__lt=self.urgency) | Q(urgency=self.urgency, answer__gt=self.answer_id)
        return rows.filter(later)

    def ahead(self, rows: Entries) -> Entries:
        """The rows of a queue that come before it, the nearest first."""
        sooner = Q(urgency__gt=self.urgency) | Q(urgency=self.urgency, answer__lt=self.answer_id)
        return rows.filter(sooner).order_by("urgency", "-answer")


def place_of(workspace: Workspace, answer_id: int) -> Place | None:
    """The place of an answer of the workspace; None for any other."""
    disputed = Flag.objects.filter(
        answer=OuterRef("pk"), reason=Flag.Reason.DISPUTED, resolved_at=None
    )
    rows = Answer.objects.for_workspace(workspace).filter(pk=answer_id)
    found = rows.annotate(disputed=Exists(disputed)).values_list("disputed", "question__critical")
    for is_disputed, critical in found:
        return Place(2 * is_disputed + critical, answer_id)
    return None


def open_number(workspace: Workspace) -> int:
    """How many results wait for a person."""
    return queue(workspace).count()


def open_reasons(workspace: Workspace) -> dict[str, int]:
    """How many results wait for each reason; one with two reasons counts under both."""
    return dict(counts(workspace).reasons)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many open results each choice of a filter would leave."""

    total: int
    critical: int
    reasons: Mapping[str, int]
    labels: Mapping[str, int]
    runs: Mapping[int, int]


def counts(workspace: Workspace | None) -> Counts:
    """What the queue holds as a whole, counted in one reading of it."""
    alike = ("reasons", "label", "critical", "run")
    rows = queue(workspace).order_by().values_list(*alike).annotate(n=Count("pk"))
    reasons, labels, runs = Counter[str](), Counter[str](), Counter[int]()
    total = grave = 0
    for why, label, critical, run, count in rows:
        total += count
        grave += count if critical else 0
        labels[label] += count
        runs[run] += count
        reasons.update(dict.fromkeys(why, count))
    return Counts(total, grave, reasons, labels, runs)


def run_names(runs: Collection[int]) -> dict[int, str]:
    """What runs are called, the newest first; two of one set by one assistant differ by number."""
    found = Run.objects.filter(pk__in=runs).select_related("version__test_set", "assistant")
    return {
        run.pk: f"{run.pk} · {run.version.test_set.name} · {run.assistant.name}"
        for run in found.defer("pinned").order_by("-pk")
    }


def answer_of(workspace: Workspace, answer_id: int) -> Answer:
    """One answer of the workspace; Answer.DoesNotExist for any other."""
    return grading.answer_detail(workspace, answer_id)


@dataclass(frozen=True, slots=True)
class LastDecision:
    """The newest word of a person on an answer, as the next page recalls it."""

    answer_id: int
    question: str
    label: str


def newest_decision(workspace: Workspace, answer_id: int) -> LastDecision | None:
    """What a person said last of an answer of the workspace; None when nobody did."""
    row = (
        Assessment.objects.for_workspace(workspace)
        .filter(answer=answer_id, by=Assessment.By.PERSON, withdraws=False)
        .select_related("answer__question")
        .order_by("-pk")
        .first()
    )
    return LastDecision(answer_id, row.answer.question.text, row.label) if row else None


def flags_of(answer: Answer) -> list[Flag]:
    """Every flag of the answer, in the order in which they were raised."""
    return list(answer.flags.order_by("pk"))


def disputes_of(answer: Answer) -> list[Dispute]:
    """Every dispute of the answer, the newest first."""
    return list(answer.disputes.select_related("raised_by", "outcome").order_by("-pk"))


def holder(answer: Answer, *, now: datetime | None = None) -> User | None:
    """Who is looking at the answer now."""
    claim = (
        Claim.objects.filter(answer=answer, until__gt=now or timezone.now())
        .select_related("person")
        .first()
    )
    return claim.person if claim else None


def earlier(answer: Answer, *, limit: int = 5) -> list[Any]:
    """What was answered to the same question in earlier runs of the test set, the newest first.

    Each has `current_label`; a question whose wording was changed since has another digest.
    """
    same: Answers = Answer.objects.filter(
        question__uid=answer.question.uid,
        run__version__test_set=answer.run.version.test_set_id,
        run__lt=answer.run_id,
    )
    found = grading.with_labels(same).select_related("question", "run__assistant")
    return list(found.defer(*_HEAVY, "run__pinned").order_by("-run", "repetition")[:limit])


@dataclass(frozen=True, slots=True)
class Checked:
    """How far the flagged results of a run were looked at. `checked + open == flagged`, always."""

    flagged: int
    checked: int

    @property
    def open(self) -> int:
        """Flagged results that still wait for a decision."""
        return self.flagged - self.checked


def checked(run: Run) -> Checked:
    """How many results of the run are flagged, and of how many every flag is resolved."""
    flags = Flag.objects.filter(answer__run=run)
    found = flags.aggregate(
        flagged=Count("answer", distinct=True),
        open=Count("answer", distinct=True, filter=Q(resolved_at=None)),
    )
    return Checked(found["flagged"], found["flagged"] - found["open"])
