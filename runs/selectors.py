"""Everything that reads about assistants and runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from core.models import Workspace
from runs.correcting import corrections_of
from runs.models import Answer, AnswerCorrection, AnswerFailure, Assistant, Run
from runs.progress import Progress, progress
from runs.uploads import Matching, match
from runs.values import Policy, Slot, Spent
from testsets.models import TestSetVersion

__all__ = [
    "Progress",
    "Row",
    "assistants",
    "matching_of",
    "open_number",
    "open_slots",
    "progress",
    "requests_since",
    "rows",
    "run_detail",
    "runs",
    "unmatched_rows",
    "versions",
]


def assistants(workspace: Workspace) -> QuerySet[Assistant]:
    """The workspace's assistants by name, each with its number of runs that the reader reaches."""
    rows: QuerySet[Assistant] = Assistant.objects.for_workspace(workspace)
    reached = Q(runs__in=Run.objects.for_workspace(workspace))
    return rows.annotate(run_count=Count("runs", filter=reached)).order_by("name")


def versions(workspace: Workspace) -> QuerySet[TestSetVersion]:
    """Frozen versions that a run can ask, newest first."""
    rows: QuerySet[TestSetVersion] = TestSetVersion.objects.for_workspace(workspace)
    return (
        rows.select_related("test_set").annotate(question_count=Count("questions")).order_by("-pk")
    )


def runs(workspace: Workspace) -> QuerySet[Run]:
    """The workspace's runs, newest first, each with its number of answers."""
    rows: QuerySet[Run] = Run.objects.for_workspace(workspace)
    return (
        rows.select_related("version__test_set", "assistant")
        .defer("pinned", "plan")
        .annotate(answer_count=Count("answers"))
        .order_by("-pk")
    )


def open_number(workspace: Workspace) -> int:
    """How many runs are waiting, asking or stopped with questions left."""
    live = ("waiting", "running", "stopped")
    return int(Run.objects.for_workspace(workspace).filter(status__in=live).count())


def run_detail(workspace: Workspace, run_id: int, *, whole: bool = True) -> Run:
    """One run of the workspace; Run.DoesNotExist for any other.

    Without the whole, what was pinned is left to be read when it is asked for: `plan` has it but for
    the order of the questions, of which there may be tens of thousands.
    """
    found: Run = (
        Run.objects.for_workspace(workspace)
        .select_related("version__test_set__workspace", "assistant", "started_by", "upload")
        .defer("upload__raw", "upload__rows", *(() if whole else ("pinned",)))
        .get(pk=run_id)
    )
    return found


@dataclass(frozen=True, slots=True)
class _Tried:
    made: int
    spent: Spent


def _tried(run: Run) -> dict[tuple[int, int], _Tried]:
    """What was tried in vain, by question and repetition."""
    policy = Policy.from_json(run.pinned["policy"])
    tried: dict[tuple[int, int], _Tried] = {}
    tries = run.failures.order_by("number")
    for question, repetition, number, kind, seconds in tries.values_list(
        "question_id", "repetition", "number", "kind", "seconds"
    ):
        before = tried.get((question, repetition))
        spent = before.spent if before else Spent()
        tried[question, repetition] = _Tried(number, spent.after(kind, seconds, policy))
    return tried


def open_slots(run: Run) -> list[Slot]:
    """What is still to ask, in the pinned order: no answer yet, and tries left."""
    answered = set(run.answers.values_list("question_id", "repetition"))
    tried = _tried(run)
    questions = {
        uid: (key, text)
        for key, uid, text in run.version.questions.values_list("pk", "uid", "text")
    }
    slots = []
    for repetition in range(1, run.repetitions + 1):
        for uid in run.pinned["order"]:
            key, text = questions[uid]
            place = (key, repetition)
            used = tried.get(place, _Tried(0, Spent()))
            if place not in answered and not used.spent.final:
                slots.append(Slot(key, uid, text, repetition, used.made, used.spent))
    return slots


def requests_since(assistant: Assistant, moment: datetime) -> int:
    """How many requests the assistant was sent since then, whatever run they were for."""
    answered = Answer.objects.filter(run__assistant=assistant, asked_at__gte=moment).count()
    failed = AnswerFailure.objects.filter(run__assistant=assistant, at__gte=moment).count()
    return int(answered + failed)


@dataclass(frozen=True, slots=True)
class Row:
    """One slot of a run as a file lists it."""

    uid: str
    question: str
    type: str
    repetition: int
    answer: Answer | None
    failures: Sequence[AnswerFailure]
    correction: AnswerCorrection | None = None


def rows(run: Run) -> list[Row]:
    """Every planned slot in the order of the test set, with its answer or its failed tries."""
    answers = {(a.question_id, a.repetition): a for a in run.answers.defer("raw")}
    corrections = corrections_of(run)
    failures: dict[tuple[int, int], list[AnswerFailure]] = {}
    for failure in run.failures.order_by("number"):
        failures.setdefault((failure.question_id, failure.repetition), []).append(failure)
    return [
        Row(
            uid=question.uid,
            question=question.text,
            type=question.type,
            repetition=repetition,
            answer=(answer := answers.get((question.pk, repetition))),
            failures=failures.get((question.pk, repetition), ()),
            correction=corrections.get(answer.pk) if answer else None,
        )
        for question in run.version.questions.order_by("position")
        for repetition in range(1, run.repetitions + 1)
    ]


def unmatched_rows(run: Run) -> list[str]:
    """What the rows of the uploaded file are about that answer no question of this version."""
    if run.upload is None:
        return []
    uids = dict(run.version.questions.values_list("text", "uid"))
    rows = run.upload.rows
    matching = match(rows, uids=uids)
    # Of a conversation the wording says more than the place in a file.
    return [
        str(rows[place].get("question") or rows[place].get("uid"))
        for place in sorted((*matching.unmatched, *matching.contrary))
    ]


def matching_of(version: TestSetVersion, rows: Sequence[Mapping[str, Any]]) -> Matching:
    """Which of these uploaded rows answers which question of the version."""
    return match(rows, uids=dict(version.questions.values_list("text", "uid")))
