"""Everything that reads about reviewing, always from one workspace."""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from core.models import User, Workspace
from grading import selectors as grading
from grading.models import Assessment
from grading.selectors import Grade
from reviews.models import Dispute, Flag, Vote
from reviews.queue import open_number
from runs.models import Answer, Run

__all__ = ["open_number"]  # counted in the journey, under the same name for every part

Answers: TypeAlias = QuerySet[Any]

_HEAVY: Final = ("raw", "contexts", "tools", "usage")


def answer_of(workspace: Workspace, answer_id: int) -> Answer:
    """One answer of the workspace; Answer.DoesNotExist for any other."""
    return grading.answer_detail(workspace, answer_id)


@dataclass(frozen=True, slots=True)
class LastDecision:
    """The newest word of a person on an answer, as the next page recalls it."""

    answer_id: int
    workspace: str  # as addresses name it
    question: str
    label: str
    waits: bool = False  # one of two words: the other is still to come


def newest_word(
    workspace: Workspace | None, answer_id: int, *, reader: User
) -> LastDecision | None:
    """What a person said last of an answer of the workspace, or of any; None when nobody did.

    What the reader said as one of two comes first while nothing has been decided since.
    """
    rows: Answers = Answer.objects.all()
    if workspace is not None:
        rows = Answer.objects.for_workspace(workspace)
    own = Vote.objects.filter(
        answer=OuterRef("pk"), voter=reader, answer__entry__blinded=True,
        seen=F("answer__entry__through"),
    ).order_by("-pk")  # fmt: skip
    said = Assessment.objects.filter(
        answer=OuterRef("pk"), by=Assessment.By.PERSON, withdraws=False
    ).order_by("-pk")
    found = rows.filter(pk=answer_id).values_list(
        "run__version__test_set__workspace__slug",
        "question__text",
        Subquery(own.values("label")[:1]),
        Subquery(said.values("label")[:1]),
    )
    for slug, question, waiting, decided in found:
        if waiting is not None:
            return LastDecision(answer_id, slug, question, waiting, waits=True)
        if decided is not None:
            return LastDecision(answer_id, slug, question, decided)
    return None


def workspace_of(answer_id: int) -> str:
    """The workspace of a result as addresses name it."""
    slugs = Answer.objects.filter(pk=answer_id).values_list(
        "run__version__test_set__workspace__slug", flat=True
    )
    return str(slugs.get())


def flags_of(answer: Answer) -> list[Flag]:
    """Every flag of the answer, in the order in which they were raised."""
    return list(answer.flags.order_by("pk"))


def disputes_of(answer: Answer) -> list[Dispute]:
    """Every dispute of the answer, the newest first."""
    return list(answer.disputes.select_related("raised_by", "outcome").order_by("-pk"))


def earlier(answer: Answer, *, limit: int = 5) -> list[tuple[Answer, Grade]]:
    """What was answered to the same question in earlier runs of the test set, the newest first.

    A question whose wording was changed since has another digest.
    """
    same: Answers = Answer.objects.filter(
        question__uid=answer.question.uid,
        run__version__test_set=answer.run.version.test_set_id,
        run__lt=answer.run_id,
    )
    rows = same.select_related("question", "run__assistant").defer(*_HEAVY, "run__pinned")
    found = list(rows.order_by("-run", "repetition")[:limit])
    grades = grading.grades_among(found)
    return [(row, grades[row.pk]) for row in found]


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
