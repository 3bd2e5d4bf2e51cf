"""Trying a test set's questions on answers whose right label is known (M4.3).

Safe to start twice and to kill at any point: what is left to try is worked out from the stored rows,
and each question's row is written as it comes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from core import jobs
from core.models import User
from core.queue import enqueue
from grading.cases import case_of_content
from grading.configured import configured_grader
from grading.known_answers import KnownAnswer, known_answers, known_structured
from grading.known_answers.altering import as_answered
from grading.methods.structured import structured_answer
from grading.values import Case, Graded, Grader, Grading, Ungraded
from testsets.checking import start_checking
from testsets.evidence import frozen_content, question_digest
from testsets.methods import NO_METHODS, Method, Needs, inputs_of, lacks
from testsets.models import CheckedQuestion, Checking, Question, TestSet
from testsets.records import in_set

SLICE_SECONDS: Final = 1500.0


@dataclass(frozen=True, slots=True)
class Trial:
    """A question with its known answers, to be graded."""

    question: Question
    digest: str
    case: Case
    known: Sequence[KnownAnswer]
    content: Mapping[str, Any]


def carry_out(
    checking_id: int, *, grader: Grader | None = None, slice_seconds: float = SLICE_SECONDS
) -> None:
    """Try every question of the set whose present wording this grader did not try.

    Returns at once when another worker is at it or the job has ended. A grader that is out of reach
    stops the job with the reason; what was tried stays.
    """
    checking = Checking.objects.select_related("test_set__workspace").get(pk=checking_id)
    workspace = checking.test_set.workspace
    if not jobs.claim(checking, workspace=workspace):
        return
    chosen = grader or configured_grader()
    until = time.monotonic() + slice_seconds
    with jobs.lease(checking) as held:
        trials = untried(checking, chosen)
        obstacle = _try(trials, chosen, lambda: held.stop_requested() or time.monotonic() > until)
        stopped = held.stop_requested()
    left = bool(untried(checking, chosen))
    if left and not stopped and not obstacle:
        jobs.release(checking, workspace=workspace)
        enqueue("grading.tasks.check", checking.pk)
        return
    status = Checking.Status.STOPPED if left else Checking.Status.DONE
    jobs.end(checking, workspace=workspace, status=status, reason=obstacle if left else "")


def try_questions(test_set: TestSet, *, by: User | None = None) -> Checking:
    """Try the set's questions here and now; the ended job comes back."""
    checking = start_checking(test_set=test_set, by=by)
    carry_out(checking.pk, slice_seconds=float("inf"))
    checking.refresh_from_db()
    return checking


def untried(checking: Checking, grader: Grader) -> list[Trial]:
    """The questions of the set whose present wording this grader has not tried, in their order."""
    questions = in_set(checking.test_set)
    contents = {question.pk: frozen_content(question) for question in questions}
    digests = {key: question_digest(content) for key, content in contents.items()}
    done = set(
        CheckedQuestion.objects.filter(
            question__in=list(digests), grader_fingerprint=grader.fingerprint
        ).values_list("question", "digest")
    )
    trials = []
    for question in questions:
        if (question.pk, digests[question.pk]) in done:
            continue
        case = case_of_content(contents[question.pk])
        known = known_answers(case, detail=question.detail)
        content = contents[question.pk]
        trials.append(Trial(question, digests[question.pk], case, known, content))
    return trials


def _try(trials: Sequence[Trial], grader: Grader, stop: Callable[[], bool]) -> str:
    """Grade the known answers, question by question; what stands in the way of going on, or ""."""
    for trial, gradings in _graded(trials, grader, stop):
        for grading in gradings:
            if isinstance(grading, Ungraded) and grading.reason.of_the_service:
                return grading.detail or grading.reason.value
        _record(trial, gradings, grader)
    return ""


def _graded(
    trials: Sequence[Trial], grader: Grader, stop: Callable[[], bool]
) -> Iterator[tuple[Trial, list[Grading]]]:
    """Each trial with the gradings of its known answers, as they come."""
    size = max(1, grader.concurrency)
    waiting = iter(trials)
    under_way: dict[Future[list[Grading]], Trial] = {}
    pool = ThreadPoolExecutor(max_workers=size, thread_name_prefix="checker")
    try:
        while True:
            while len(under_way) < size and not stop():
                trial = next(waiting, None)
                if trial is None:
                    break
                under_way[pool.submit(_grade_all, grader, trial)] = trial
            if not under_way:
                return
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield under_way.pop(future), future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _grade_all(grader: Grader, trial: Trial) -> list[Grading]:
    return [grader.grade(as_answered(trial.case, known)) for known in trial.known]


def _record(trial: Trial, gradings: Sequence[Grading], grader: Grader) -> None:
    outcomes = [
        _outcome(known, grading) for known, grading in zip(trial.known, gradings, strict=True)
    ]
    outcomes += _structured_outcomes(trial.content)
    try:
        with transaction.atomic():
            CheckedQuestion.objects.create(
                question=trial.question,
                digest=trial.digest,
                grader=grader.name,
                grader_fingerprint=grader.fingerprint,
                outcomes=outcomes,
                wrong=sum(outcome["label"] != outcome["right"] for outcome in outcomes),
                at=timezone.now(),
            )
    except IntegrityError:
        # Tried by a worker that was given up too early.
        return


def _structured_outcomes(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What became of the known structured answers of a question that has a contract, else nothing.

    They are tried whether the set has chosen the method or not: choosing it later changes no wording.
    """
    method = Method.STRUCTURED_ANSWER
    if lacks(method, content, NO_METHODS):
        return []
    needs, inputs = Needs.stored(content["needs"]), inputs_of(content)
    return [
        {
            "alteration": known.alteration.value,
            "text": known.text,
            "right": known.right.value,
            "label": structured_answer(known.text, needs, inputs).outcome,
            "method": method.value,
        }
        for known in known_structured(needs, inputs)
    ]


def _outcome(known: KnownAnswer, grading: Grading) -> dict[str, Any]:
    """What became of one known answer; not graded is no label at all, and counts as wrong."""
    return {
        "alteration": known.alteration.value,
        "text": known.text,
        "right": known.right.value,
        "label": grading.label.value if isinstance(grading, Graded) else "",
    }
