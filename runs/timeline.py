"""What happened to each question of a run, try by try; a page of them at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import OuterRef, QuerySet, Subquery

from runs.models import Answer, AnswerCorrection, AnswerFailure, Run
from testsets.models import FrozenQuestion

PER_PAGE: Final = 40

# The newest counts, and one that withdraws has no text.
_CORRECTED: Final = Subquery(
    AnswerCorrection.objects.filter(answer=OuterRef("pk")).order_by("-pk").values("text")[:1]
)
Place = tuple[int, int]  # the question's key and the repetition


@dataclass(frozen=True, slots=True)
class Try:
    """One try of a slot; `failure` is None for the one that brought the answer."""

    number: int
    at: datetime
    seconds: float
    failure: AnswerFailure | None


@dataclass(frozen=True, slots=True)
class Row:
    """One slot of a run with all its tries, in their order."""

    uid: str
    question: str
    repetition: int
    answer: Answer | None
    tries: Sequence[Try]
    corrected: str  # what a person wrote beside the answer, "" for nothing

    @property
    def last_failure(self) -> AnswerFailure | None:
        """Why there is no answer, or none yet."""
        return self.tries[-1].failure if self.tries else None


@dataclass(frozen=True, slots=True)
class Timeline:
    """A page of slots; `first` and `last` number its rows among `total`, 0 where there are none."""

    rows: Sequence[Row]
    kind: str
    number: int
    pages: int
    total: int

    @property
    def first(self) -> int:
        """The number of the first row shown."""
        return (self.number - 1) * PER_PAGE + 1 if self.rows else 0

    @property
    def last(self) -> int:
        """The number of the last row shown."""
        return self.first + len(self.rows) - 1 if self.rows else 0

    @property
    def previous(self) -> int | None:
        """The page before."""
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        """The page after."""
        return self.number + 1 if self.number < self.pages else None


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Failed tries of one kind, and the newest of them as an example."""

    kind: str
    count: int
    example: AnswerFailure


def failure_groups(run: Run, counts: dict[str, int]) -> list[FailureGroup]:
    """The kinds with their counts, the most frequent first, each with one example."""
    if not counts:
        return []
    newest = run.failures.order_by("kind", "-pk").distinct("kind").select_related("question")
    examples = {failure.kind: failure for failure in newest}
    groups = [
        FailureGroup(kind, count, examples[kind])
        for kind, count in counts.items()
        if kind in examples
    ]
    return sorted(groups, key=lambda group: (-group.count, group.kind))


def timeline(run: Run, *, number: int = 1, kind: str = "") -> Timeline:
    """A page of the run's slots in the order of the test set; with a `kind`, those that failed so.

    A page that does not exist gives the nearest one that does.
    """
    failed = _failed(run, kind)
    total = failed.count() if kind else run.planned
    pages = max(1, -(-total // PER_PAGE))
    page = min(max(number, 1), pages)
    start = (page - 1) * PER_PAGE
    if kind:
        places = list(failed[start : start + PER_PAGE])
        texts = _texts(FrozenQuestion.objects.filter(pk__in={key for key, _repetition in places}))
    else:
        places, texts = _planned(run, start)
    return Timeline(_rows(run, places, texts), kind, page, pages, total)


def _failed(run: Run, kind: str) -> QuerySet[AnswerFailure, Place]:
    slots: QuerySet[AnswerFailure, Place] = (
        run.failures.filter(kind=kind)
        .order_by("question__position", "repetition")
        .values_list("question_id", "repetition")
        .distinct()
    )
    return slots


def _planned(run: Run, start: int) -> tuple[list[Place], dict[int, tuple[str, str]]]:
    """The slots from `start`, counted as planned: every repetition of a question after the other."""
    times = run.repetitions
    end = min(start + PER_PAGE, run.planned)
    first, behind = start // times, -(-end // times)
    questions = run.version.questions.order_by("position")[first:behind]
    texts = _texts(questions)
    slots = [(key, repetition) for key in texts for repetition in range(1, times + 1)]
    skipped = start - first * times
    return slots[skipped : skipped + end - start], texts


def _texts(questions: QuerySet[FrozenQuestion]) -> dict[int, tuple[str, str]]:
    return {key: (uid, text) for key, uid, text in questions.values_list("pk", "uid", "text")}


def _rows(run: Run, places: Sequence[Place], texts: dict[int, tuple[str, str]]) -> list[Row]:
    keys = {key for key, _repetition in places}
    answers = {
        (answer.question_id, answer.repetition): answer
        for answer in run.answers.filter(question__in=keys)
        .defer("raw", "contexts", "tools")
        .annotate(corrected=_CORRECTED)
    }
    failures: dict[Place, list[Try]] = {}
    for failed in run.failures.filter(question__in=keys).order_by("number"):
        made = Try(failed.number, failed.at, failed.seconds, failed)
        failures.setdefault((failed.question_id, failed.repetition), []).append(made)
    rows = []
    for key, repetition in places:
        uid, text = texts[key]
        answer = answers.get((key, repetition))
        tries = failures.get((key, repetition), [])
        if answer is not None:
            tries = [*tries, Try(answer.tries, answer.asked_at, answer.seconds, None)]
        rows.append(
            Row(uid, text, repetition, answer, tries, getattr(answer, "corrected", "") or "")
        )
    return rows
