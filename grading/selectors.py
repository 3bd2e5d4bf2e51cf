"""Everything that reads grades. Which assessment counts is decided here and nowhere else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.utils import timezone

from core.models import Workspace
from grading.models import Assessment, GraderVersion, Grading
from grading.values import Label
from runs.models import Answer, Run
from testsets.models import OutdatedMark
from testsets.outdated_selectors import setting_aside

MOST_ATTEMPTS: Final = 3
"""How often a grader may fail on one answer before the answer is set aside for review."""

_LOOKED_BACK: Final = timedelta(days=7)
# Somebody or some machine came to an end with the answer.
_SAID: Final = (
    Q(label_by_person__gt="")
    | Q(label_by_machine__isnull=False)
    | Q(attempts_failed__gte=MOST_ATTEMPTS)
)


@dataclass(frozen=True, slots=True)
class Grade:
    """What holds for an answer now, and what the machine said.

    `label` is None while nothing has been said about the answer. An answer on which the grader
    failed for good is set aside for review, with `automated.ungraded` as the cause. So is one whose
    question was drawn from what its source no longer says, with `outdated` as the cause, until a
    person judges it.
    """

    answer_id: int
    label: Label | None
    current: Assessment | None
    automated: Assessment | None
    outdated: OutdatedMark | None = None

    @property
    def decided_by_person(self) -> bool:
        """True when a person's decision is in force."""
        decided = self.current is not None and self.current.by == Assessment.By.PERSON
        return decided and self.outdated is None


def decisions(run: Run) -> dict[int, Assessment]:
    """The person's decision in force for each answer that has one.

    The newest counts. One that withdraws leaves none in force; "cannot decide" decides nothing.
    """
    rows = Assessment.objects.filter(answer__run=run, by=Assessment.By.PERSON, ungraded="")
    newest = rows.order_by("answer", "-pk").distinct("answer")
    return {row.answer_id: row for row in newest if not row.withdraws}


def automated(run: Run) -> dict[int, Assessment]:
    """The automated assessment that counts for each answer.

    The newest grade counts. Where there is none, the newest failed attempt says why.
    """
    rows = Assessment.objects.filter(answer__run=run, by=Assessment.By.GRADER)
    failed = rows.filter(label="").order_by("answer", "-pk").distinct("answer")
    graded = rows.exclude(label="").order_by("answer", "-pk").distinct("answer")
    return {row.answer_id: row for row in failed} | {row.answer_id: row for row in graded}


def grades(run: Run) -> dict[int, Grade]:
    """The grade of every answer of the run, by the answer's key."""
    by_machine, by_person = automated(run), decisions(run)
    marks = {
        mark.frozen_id: mark for mark in setting_aside().filter(frozen__version=run.version_id)
    }
    return {
        answer: grade_from(
            answer, by_person.get(answer), by_machine.get(answer), marks.get(question)
        )
        for answer, question in run.answers.values_list("pk", "question")
    }


def grade_of(answer: Answer, past: Sequence[Assessment] | None = None) -> Grade:
    """The grade of one answer; `past` is its `history`, where somebody has read that already."""
    rows = list(answer.assessments.order_by("-pk")) if past is None else past
    mark = setting_aside().filter(frozen=answer.question_id).first()
    return _grade_by(answer.pk, rows, mark)


def grades_among(answers: Sequence[Answer]) -> dict[int, Grade]:
    """The grades of a few answers, of whatever runs, by the answer's key."""
    if not answers:
        return {}
    past: dict[int, list[Assessment]] = {}
    for row in Assessment.objects.filter(answer__in=[a.pk for a in answers]).order_by("-pk"):
        past.setdefault(row.answer_id, []).append(row)
    questions = [answer.question_id for answer in answers]
    marks = {mark.frozen_id: mark for mark in setting_aside().filter(frozen__in=questions)}
    return {
        answer.pk: _grade_by(answer.pk, past.get(answer.pk, ()), marks.get(answer.question_id))
        for answer in answers
    }


def _grade_by(answer: int, past: Sequence[Assessment], mark: OutdatedMark | None) -> Grade:
    """The grade of an answer from all that was said of it, the newest first."""
    person = next((r for r in past if r.by == Assessment.By.PERSON and not r.ungraded), None)
    machine = [row for row in past if row.by == Assessment.By.GRADER]
    graded = next((row for row in machine if row.label), None)
    decision = person if person and not person.withdraws else None
    return grade_from(answer, decision, graded or next(iter(machine), None), mark)


def grade_from(
    answer: int,
    person: Assessment | None,
    machine: Assessment | None,
    outdated: OutdatedMark | None = None,
) -> Grade:
    """What holds for an answer, given the decision in force, the automated assessment and the mark.

    A decision that came after the mark was made with the new text at hand, and stands.
    """
    current = person or machine
    if current is None:
        return Grade(answer, None, None, None)
    if person is not None and outdated is not None and person.at > outdated.at:
        outdated = None
    if not current.label and current.attempt < MOST_ATTEMPTS:
        return Grade(answer, None, current, machine)
    label = Label(current.label) if current.label and outdated is None else Label.NEEDS_REVIEW
    return Grade(answer, label, current, machine, outdated)


def with_labels(answers: QuerySet[Answer]) -> QuerySet[Any]:
    """The answers with `current_label` as `grade_of` gives it, worked out by the database; "" for none.

    For lists that are narrowed by label; the grade of one answer or one run is cheaper above. Each has
    `set_aside` too: whether its question is outdated and nobody has judged the answer since.
    """
    said = Assessment.objects.filter(answer=OuterRef("pk")).order_by("-pk")
    person = said.filter(by=Assessment.By.PERSON, ungraded="")
    machine = said.filter(by=Assessment.By.GRADER)
    marks = setting_aside().filter(frozen=OuterRef("question")).order_by("pk")
    judged_since = Q(label_by_person__gt="", decided_at__gt=F("outdated_at"))
    return answers.annotate(
        label_by_person=Subquery(person.values("label")[:1]),
        decided_at=Subquery(person.values("at")[:1]),
        outdated_at=Subquery(marks.values("at")[:1]),
        label_by_machine=Subquery(machine.exclude(label="").values("label")[:1]),
        attempts_failed=Subquery(machine.filter(label="").values("attempt")[:1]),
        set_aside=Case(
            When(Q(outdated_at=None) | judged_since, then=Value(False)),
            When(_SAID, then=Value(True)),
            default=Value(False),
        ),
        current_label=Case(
            When(set_aside=True, then=Value(Label.NEEDS_REVIEW.value)),
            # The newest decision is a withdrawal where its label is empty.
            When(label_by_person__gt="", then=F("label_by_person")),
            When(label_by_machine__isnull=False, then=F("label_by_machine")),
            When(attempts_failed__gte=MOST_ATTEMPTS, then=Value(Label.NEEDS_REVIEW.value)),
            default=Value(""),
            output_field=CharField(),
        ),
    )


def awaiting(run: Run, version: GraderVersion) -> QuerySet[Answer]:
    """The answers that this grader still has to grade, each with `failed`, its failed attempts."""
    mine = Assessment.objects.filter(answer=OuterRef("pk"), grader=version)
    failed = Count("assessments", filter=Q(assessments__grader=version, assessments__label=""))
    rows: QuerySet[Answer] = Answer.objects.filter(run=run)
    return (
        rows.select_related("question")
        .defer("raw", "contexts", "tools", "usage")
        .annotate(failed=failed)
        .filter(~Exists(mine.exclude(label="")), failed__lt=MOST_ATTEMPTS)
        .order_by("question__position", "repetition")
    )


@dataclass(frozen=True, slots=True)
class Summary:
    """How far the grading of a run is, and what came out of it.

    `graded + given_up + open == answered`, always.
    """

    grading: Grading | None
    answered: int
    graded: int
    given_up: int
    labels: Mapping[Label, int]
    decided: int
    asking: bool  # the run itself still goes on

    @property
    def open(self) -> int:
        """Answers without a grade that will still be tried."""
        return self.answered - self.graded - self.given_up

    def seconds_left(self, *, now: datetime) -> float | None:
        """How long the open answers will take at the pace so far; None while it cannot be told."""
        began = self.grading.started_at if self.grading else None
        if not (self.live and began and self.graded and self.open):
            return None
        return (now - began).total_seconds() / self.graded * self.open

    @property
    def live(self) -> bool:
        """Whether a page should ask again."""
        working = (Grading.Status.WAITING.value, Grading.Status.RUNNING.value)
        if self.grading is None:  # it begins when the asking has ended
            return self.asking or self.open > 0
        return self.grading.status in working


def summary(run: Run) -> Summary:
    """The counts of a run's grades."""
    current = grades(run)
    labels = Counter(grade.label for grade in current.values() if grade.label is not None)
    given_up = sum(
        grade.label is not None and grade.current is not None and not grade.current.label
        for grade in current.values()
    )
    return Summary(
        grading=newest_grading(run),
        answered=len(current),
        graded=labels.total() - given_up,
        given_up=given_up,
        labels={label: labels[label] for label in Label if labels[label]},
        decided=sum(grade.decided_by_person for grade in current.values()),
        asking=run.status in (Run.Status.WAITING, Run.Status.RUNNING),
    )


def newest_grading(run: Run) -> Grading | None:
    """The run's latest grading job."""
    found: Grading | None = run.gradings.select_related("grader").order_by("-pk").first()
    return found


def gradings(workspace: Workspace) -> QuerySet[Grading]:
    """The workspace's grading jobs, newest first."""
    rows: QuerySet[Grading] = Grading.objects.for_workspace(workspace)
    return rows.select_related("grader", "run__version__test_set", "run__assistant").order_by("-pk")


def forgotten_runs(*, now: datetime | None = None) -> list[int]:
    """Runs that ended lately with answers nobody graded, and that no job is about to grade."""
    since = (now or timezone.now()) - _LOOKED_BACK
    jobs = Grading.objects.filter(run=OuterRef("pk"), status__in=("waiting", "running", "stopped"))
    graded = Assessment.objects.filter(answer=OuterRef("pk"), by=Assessment.By.GRADER)
    bare = Answer.objects.filter(~Exists(graded), run=OuterRef("pk"))
    rows = Run.objects.filter(~Exists(jobs), Exists(bare), status__in=("done", "stopped"))
    return list(rows.filter(finished_at__gt=since).order_by("pk").values_list("pk", flat=True))


def answer_detail(workspace: Workspace, answer_id: int) -> Answer:
    """One answer of the workspace; Answer.DoesNotExist for any other."""
    found: Answer = (
        Answer.objects.for_workspace(workspace)
        .select_related("question", "run__version__test_set__workspace", "run__assistant")
        .get(pk=answer_id)
    )
    return found


def history(answer: Answer) -> list[Assessment]:
    """Every assessment of an answer, the newest first; nothing is left out."""
    return list(answer.assessments.select_related("grader").order_by("-pk"))
