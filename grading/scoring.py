"""Carrying out the further methods of a run's version, beside its labels.

Safe to start twice and to kill at any point: what is missing is worked out from the stored scores, and
each is written once, as it comes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.text import storable
from grading.configured import configured_means
from grading.methods import Means, NotScored, Scored, Scorer, Subject, WhyNotJudged, scorers
from grading.methods.values import not_judged
from grading.models import GraderVersion, MethodScore
from runs.models import Answer, Assistant, Run
from testsets.evidence import content_of
from testsets.methods_selectors import methods_of

# So many answers in a row met a service that is out of reach.
_GIVE_UP_AFTER: Final = 12

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Task:
    answer: Answer
    scorer: Scorer


def scorers_of(run: Run, means: Means | None = None) -> list[Scorer]:
    """The methods that the run's version was frozen with, as this installation carries them out."""
    methods = methods_of(run.version)
    return scorers(methods, means or configured_means()) if methods.chosen else []


def unscored(run: Run, chosen: Sequence[Scorer]) -> int:
    """How many scores of the run are still missing."""
    return sum(_missing(run, scorer).count() for scorer in chosen)


def score_answers(
    run: Run, chosen: Sequence[Scorer], stop: Callable[[], bool], *, model_out: bool = False
) -> str:
    """Score what is missing; what stands in the way of going on, or "".

    With `model_out` methods that ask a language model wait for another time.
    """
    desk = _Desk(run)
    for scorer in chosen:
        if scorer.asks_model and model_out:
            continue
        obstacle = desk.work(scorer, stop)
        if obstacle or stop():
            return obstacle
    return ""


class _Desk:
    """One go at a run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._captures = _captures_tools(run)

    def work(self, scorer: Scorer, stop: Callable[[], bool]) -> str:
        """One method on every answer that lacks it."""
        _keep_description(scorer)
        written = in_a_row = 0
        failed: list[tuple[_Task, NotScored]] = []
        rows = _missing(self._run, scorer).select_related("question").defer("raw", "usage")
        for task, result in self._results(rows.iterator(chunk_size=200), scorer, stop):
            if isinstance(result, Scored):
                _record(task, result)
                written, in_a_row = written + 1, 0
                continue
            failed.append((task, result))
            in_a_row += 1
            if in_a_row >= _GIVE_UP_AFTER:
                return result.detail
        for task, met in failed:
            # Where others were looked at, a refusal is about this answer and final.
            if not (met.refused and written):
                return met.detail
            _record(task, not_judged(WhyNotJudged.REFUSED, met.detail))
        return ""

    def _results(
        self, answers: Iterator[Answer], scorer: Scorer, stop: Callable[[], bool]
    ) -> Iterator[tuple[_Task, Scored | NotScored]]:
        """Each answer with its score, as they come. One that fails keeps none of the others."""
        size = max(1, scorer.concurrency)
        under_way: dict[Future[Scored | NotScored], _Task] = {}
        pool = ThreadPoolExecutor(max_workers=size, thread_name_prefix="method")
        try:
            while True:
                while len(under_way) < 2 * size and not stop():
                    answer = next(answers, None)
                    if answer is None:
                        break
                    task = _Task(answer, scorer)
                    if not _reused(task):
                        under_way[pool.submit(scorer.score, self._subject(answer))] = task
                if not under_way:
                    return
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield under_way.pop(future), _outcome(future)
        finally:
            pool.shutdown(cancel_futures=True)

    def _subject(self, answer: Answer) -> Subject:
        tools = answer.tools if answer.tools or self._captures else None
        return Subject(content_of(answer.question), answer.text, tools)


def _keep_description(scorer: Scorer) -> None:
    """What the fingerprint of the scores stands for."""
    GraderVersion.objects.get_or_create(
        fingerprint=scorer.fingerprint,
        defaults={
            "name": scorer.method.value,
            "description": dict(scorer.description),
            "first_used_at": timezone.now(),
        },
    )


def _missing(run: Run, scorer: Scorer) -> QuerySet[Answer]:
    """The answers of the run without this method's score."""
    scored = MethodScore.objects.filter(
        answer__run=run, method=scorer.method.value, fingerprint=scorer.fingerprint
    )
    rows: QuerySet[Answer] = Answer.objects.filter(run=run).exclude(pk__in=scored.values("answer"))
    return rows.order_by("question__position", "repetition")


def _captures_tools(run: Run) -> bool:
    """Whether the run's connector reports what the assistant used."""
    return bool(run.assistant.connector == Assistant.Connector.OPENAI)


def _outcome(future: Future[Scored | NotScored]) -> Scored | NotScored:
    error = future.exception()
    if error is None:
        return future.result()
    _log.error("A method failed on an answer.", exc_info=error)
    return not_judged(WhyNotJudged.FAILED, f"{type(error).__name__}: {error}")


def _reused(task: _Task) -> bool:
    """Whether the same answer to the same question was judged by the same model before."""
    if not task.scorer.asks_model:
        return False
    answer = task.answer
    stored = (
        MethodScore.objects.for_workspace(answer.run.version.test_set.workspace)
        .filter(
            method=task.scorer.method.value,
            fingerprint=task.scorer.fingerprint,
            answer__question__digest=answer.question.digest,
            answer__text=answer.text,
        )
        .order_by("pk")
        .first()
    )
    if stored is None:
        return False
    _record(task, Scored(stored.outcome, stored.score, {**stored.detail, "reused": stored.pk}))
    return True


def _storable(value: Any) -> Any:
    """The value with texts that can be stored: JSON in an answer may hold any character."""
    if isinstance(value, dict):
        return {name: _storable(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(part) for part in value]
    return storable(value) if isinstance(value, str) else value


def _record(task: _Task, result: Scored) -> None:
    try:
        with transaction.atomic():
            MethodScore.objects.create(
                answer=task.answer,
                method=task.scorer.method.value,
                fingerprint=task.scorer.fingerprint,
                outcome=str(result.outcome),
                score=result.score,
                detail=_storable(dict(result.detail)),
                at=timezone.now(),
            )
    except IntegrityError:
        # Written by a worker that was given up too early.
        return
