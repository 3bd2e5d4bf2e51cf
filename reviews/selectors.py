"""Everything that reads about reviewing, always from one workspace."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.utils import timezone

from core.models import User, Workspace
from grading import selectors as grading
from grading.models import Assessment
from reviews.models import Claim, Dispute, Flag
from reviews.values import Wanted
from runs.models import Answer, Run

Answers: TypeAlias = QuerySet[Any]

_HEAVY: Final = ("raw", "contexts", "tools", "usage")


def queue(workspace: Workspace, wanted: Wanted | None = None) -> Answers:
    """The results with an open flag: disputed ones first, then critical ones, then the oldest.

    Each carries `urgency` and `current_label`.
    """
    wanted = wanted or Wanted()
    flags = Flag.objects.filter(answer=OuterRef("pk"), resolved_at=None)
    disputed = flags.filter(reason=Flag.Reason.DISPUTED)
    rows: Answers = Answer.objects.for_workspace(workspace).filter(
        Exists(flags.filter(reason=wanted.reason) if wanted.reason else flags)
    )
    if wanted.critical:
        rows = rows.filter(question__critical=True)
    if wanted.run is not None:
        rows = rows.filter(run=wanted.run)
    rows = grading.with_labels(rows)
    if wanted.label:
        rows = rows.filter(current_label=wanted.label)
    urgency = Case(When(Exists(disputed), then=2), default=0, output_field=IntegerField()) + Case(
        When(question__critical=True, then=1), default=0, output_field=IntegerField()
    )
    queued: Answers = rows.annotate(urgency=urgency).order_by("-urgency", "pk")
    return queued


def waiting_for(workspace: Workspace, person: User, wanted: Wanted, *, now: datetime) -> Answers:
    """The part of the queue that this person can be sent to."""
    held = Claim.objects.filter(answer=OuterRef("pk"), until__gt=now).exclude(person=person)
    newest_flag = (
        Flag.objects.filter(answer=OuterRef("pk"), resolved_at=None)
        .order_by()
        .values("answer")
        .annotate(newest=Max("raised_at"))
        .values("newest")
    )
    undecided = Assessment.objects.filter(
        answer=OuterRef("pk"),
        reviewer=person,
        ungraded="cannot_decide",
        at__gte=OuterRef("flagged"),
    )
    rows = queue(workspace, wanted).filter(~Exists(held))
    free: Answers = rows.annotate(flagged=Subquery(newest_flag)).filter(~Exists(undecided))
    return free


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer stands in the queue, or would stand if it were still there."""

    urgency: int
    answer_id: int

    def behind(self, rows: Answers) -> Answers:
        """The rows of a queue that come after it."""
        later = Q(urgency__lt=self.urgency) | Q(urgency=self.urgency, pk__gt=self.answer_id)
        found: Answers = rows.filter(later)
        return found

    def ahead(self, rows: Answers) -> Answers:
        """The rows of a queue that come before it, the nearest first."""
        sooner = Q(urgency__gt=self.urgency) | Q(urgency=self.urgency, pk__lt=self.answer_id)
        found: Answers = rows.filter(sooner).order_by("urgency", "-pk")
        return found


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
    flags = Flag.objects.for_workspace(workspace).filter(resolved_at=None)
    return int(flags.aggregate(count=Count("answer", distinct=True))["count"])


def open_reasons(workspace: Workspace) -> dict[str, int]:
    """How many results wait for each reason; one with two reasons counts under both."""
    flags = Flag.objects.for_workspace(workspace).filter(resolved_at=None).order_by()
    return dict(flags.values("reason").annotate(n=Count("pk")).values_list("reason", "n"))


@dataclass(frozen=True, slots=True)
class Counts:
    """How many open results each choice of a filter would leave."""

    total: int
    critical: int
    reasons: dict[str, int]
    labels: dict[str, int]
    runs: list[tuple[int, str, int]]


def counts(workspace: Workspace) -> Counts:
    """What the queue holds as a whole."""
    open_rows = queue(workspace)
    labels = Counter(open_rows.order_by().values_list("current_label", flat=True))
    runs = (
        Run.objects.for_workspace(workspace)
        .filter(answers__flags__resolved_at=None, answers__flags__isnull=False)
        .annotate(waiting=Count("answers", distinct=True))
        .select_related("version__test_set", "assistant")
        .defer("pinned")
        .order_by("-pk")
    )
    return Counts(
        total=labels.total(),
        critical=open_rows.filter(question__critical=True).count(),
        reasons=open_reasons(workspace),
        labels=dict(labels),
        runs=[
            # Two runs of one set by one assistant are told apart by their numbers.
            (run.pk, f"{run.pk} · {run.version.test_set.name} · {run.assistant.name}", run.waiting)
            for run in runs
        ],
    )


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
