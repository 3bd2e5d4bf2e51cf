"""What a run's page says of other runs of the same version: its noise, and what changed since."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import OuterRef, QuerySet, Subquery

from grading.models import Grading
from grading.selectors import with_labels
from grading.values import Label
from reports.comparing import Flips, Noise, Verdict, flips, noise_of, verdict
from runs.models import Answer, Run

SHOWN: Final = 20
_MOST_REPETITIONS: Final = 10


@dataclass(frozen=True, slots=True)
class Changed:
    """A question that is worse than before; `answer_id` is its first answer in the later run."""

    question: str
    critical: bool
    answer_id: int | None


@dataclass(frozen=True, slots=True)
class Compared:
    """A run held against an earlier one of the same version, with the noise where it was measured."""

    before: Run
    flips: Flips
    verdict: Verdict
    noise: Noise | None
    same_settings: bool


def compared(run: Run) -> Compared | None:
    """The run against the one before it; None where no run before can be compared with it.

    A repetition is compared with the run it repeats by `own_noise` instead.
    """
    if run.upload_id is not None or run.repeats_id is not None:
        return None
    before = _before(run)
    if before is None:
        return None
    found = flips(_labels(before), _labels(run))
    noise = measured_noise(before)
    return Compared(before, found, verdict(found, noise), noise, _setup(before) == _setup(run))


def own_noise(run: Run) -> tuple[Run, Flips] | None:
    """The run that this one repeats, and what changed between the two; None until both are graded."""
    first = run.repeats
    if first is None:
        return None
    grader = _grader(run)
    if grader is None or _grader(first) != grader:
        return None
    return first, flips(_labels(first), _labels(run))


def measured_noise(run: Run) -> Noise | None:
    """The noise of the setup in which this run asked; None where nobody measured it.

    All repetitions of this version by the same assistant with the same settings and grader count
    together, the latest of them where there are many.
    """
    grader = _grader(run)
    if grader is None:
        return None
    repeated = (
        _graded(grader)
        .filter(version=run.version_id, assistant=run.assistant_id, repeats__isnull=False)
        .select_related("repeats")
        .order_by("-pk")[:_MOST_REPETITIONS]
    )
    pairs = [
        (one.repeats, one)
        for one in repeated
        if one.repeats and _setup(one) == _setup(run) and _grader(one.repeats) == grader
    ]
    return noise_of(flips(_labels(first), _labels(again)) for first, again in pairs)


def changed_questions(run: Run, keys: Sequence[int]) -> list[Changed]:
    """The first of these questions, critical ones before the others."""
    rows = run.version.questions.filter(pk__in=keys).order_by("-critical", "position")[:SHOWN]
    found = list(rows.only("text", "critical"))
    answers = dict(
        Answer.objects.filter(run=run, question__in=found)
        .order_by("-repetition")
        .values_list("question_id", "pk")
    )
    return [Changed(row.text, row.critical, answers.get(row.pk)) for row in found]


def _before(run: Run) -> Run | None:
    grader = _grader(run)
    if grader is None:
        return None
    earlier = _graded(grader).filter(
        version=run.version_id, assistant=run.assistant_id, upload=None, pk__lt=run.pk
    )
    found: Run | None = earlier.order_by("-pk").first()
    return found


def _graded(grader: int) -> QuerySet[Run]:
    """Runs that asked everything and whose last grading was by this grader, to its end."""
    newest = Grading.objects.filter(run=OuterRef("pk")).order_by("-pk")
    rows: QuerySet[Run] = Run.objects.annotate(
        graded_by=Subquery(newest.values("grader")[:1]),
        grading_status=Subquery(newest.values("status")[:1]),
    ).filter(status=Run.Status.DONE, graded_by=grader, grading_status=Grading.Status.DONE)
    return rows


def _grader(run: Run) -> int | None:
    """The grader whose word the run's grades are; None while they are not complete."""
    newest = run.gradings.order_by("-pk").first()
    if run.status != Run.Status.DONE or newest is None or newest.status != Grading.Status.DONE:
        return None
    return int(newest.grader_id)


def _setup(run: Run) -> tuple[Any, ...]:
    """What of a run's plan could change its answers."""
    asked = run.pinned["assistant"]
    return asked["connector"], asked["configuration"], run.repetitions


def _labels(run: Run) -> dict[int, list[Label | None]]:
    found: dict[int, list[Label | None]] = {}
    rows = with_labels(run.answers.all()).values_list("question_id", "current_label")
    for question, label in rows:
        found.setdefault(question, []).append(Label(label) if label else None)
    # What was not run is in no answer, yet it is in the version.
    for question in run.version.questions.values_list("pk", flat=True):
        found.setdefault(question, [])
    return found
