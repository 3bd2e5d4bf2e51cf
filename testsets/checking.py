"""What is known of a set's questions from trying them on known answers (M4.3).

The trying is done by the grader, which writes a `CheckedQuestion` for each wording. Here it is looked
up: what is tried, what the grader got wrong, and what of it goes into a version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from core import jobs
from core.models import User
from testsets.models import CheckedQuestion, Checking, IndexedQuestion, Question, TestSet

LIVE = (Checking.Status.WAITING, Checking.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Checked:
    """The newest trial of each question's present wording, by the question's key; None for untried."""

    trials: Mapping[int, CheckedQuestion | None]

    @property
    def untried(self) -> int:
        """Questions whose present wording was never tried."""
        return sum(trial is None for trial in self.trials.values())

    @property
    def tried(self) -> int:
        """Questions whose present wording was tried."""
        return len(self.trials) - self.untried

    @property
    def failed(self) -> int:
        """Questions of which the grader labelled at least one known answer wrongly."""
        return sum(trial is not None and trial.wrong > 0 for trial in self.trials.values())

    @property
    def passes(self) -> bool:
        """Whether every question was tried and every known answer got its label."""
        return not self.untried and not self.failed


def checked(digests: Mapping[int, str]) -> Checked:
    """What is known of these questions; `digests` gives the digest of each one's present wording."""
    rows = CheckedQuestion.objects.filter(question__in=list(digests)).order_by("pk")
    newest: dict[int, CheckedQuestion] = {
        row.question_id: row for row in rows if row.digest == digests[row.question_id]
    }
    return Checked({key: newest.get(key) for key in digests})


def summary_of(found: Checked, questions: Sequence[Question]) -> dict[str, Any]:
    """What a version keeps of it: who graded, how many known answers, and each wrong label."""
    uids = {question.pk: question.uid for question in questions}
    trials = {key: trial for key, trial in found.trials.items() if trial is not None}
    graders = {(trial.grader, trial.grader_fingerprint) for trial in trials.values()}
    return {
        "graders": [{"name": name, "fingerprint": print_} for name, print_ in sorted(graders)],
        "questions": len(trials),
        "known_answers": sum(len(trial.outcomes) for trial in trials.values()),
        "untried": [uids[key] for key, trial in found.trials.items() if trial is None],
        "wrong": [
            {"uid": uids[key], **outcome}
            for key, trial in trials.items()
            for outcome in trial.outcomes
            if outcome["label"] != outcome["right"]
        ],
    }


def untried(uids: Sequence[str]) -> dict[str, Any]:
    """What a version keeps whose questions nobody tried."""
    return {"graders": [], "questions": 0, "known_answers": 0, "untried": list(uids), "wrong": []}


def trials_of_now(test_set: TestSet) -> QuerySet[Any]:
    """The trials, by any grader, of the questions of the set as they are worded now.

    A question whose index is behind counts as untried: nobody knows yet how it is worded.
    """
    rows: QuerySet[Any] = CheckedQuestion.objects.filter(
        question__test_set=test_set,
        question__removed_at__isnull=True,
        question__indexed__changed_at=F("question__changed_at"),
        question__indexed__digest=F("digest"),
    )
    return rows


def tried_of_now(test_set: TestSet) -> int:
    """How many questions of the set were tried as they are worded now, by any grader."""
    tried = CheckedQuestion.objects.filter(question=OuterRef("question"), digest=OuterRef("digest"))
    count: int = IndexedQuestion.objects.filter(Exists(tried), test_set=test_set).count()
    return count


@transaction.atomic
def start_checking(*, test_set: TestSet, by: User | None) -> Checking:
    """The job of trying what is untried in the set; one that is under way comes back."""
    TestSet.objects.select_for_update().get(pk=test_set.pk)
    live: Checking | None = test_set.checkings.filter(status__in=LIVE).first()
    return live or Checking.objects.create(test_set=test_set, created_by=by)


def stop_checking(*, checking: Checking, by: User | None) -> None:
    """Stop after the answers in hand; what was tried is kept."""
    jobs.request_stop(checking, workspace=checking.test_set.workspace, by=by)


def newest_checking(test_set: TestSet) -> Checking | None:
    """The job under way, or the last one."""
    found: Checking | None = test_set.checkings.order_by("-pk").first()
    return found
