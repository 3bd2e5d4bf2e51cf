"""Everything that reads the scores of the further methods. None of it goes into a label or score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from grading.methods import Outcome
from grading.models import MethodScore
from runs.models import Answer, Run
from testsets.methods import Method


@dataclass(frozen=True, slots=True)
class MethodSummary:
    """What one method said of a run's answers.

    `passed + failed + invalid + not_judged + open == answers`. `mean` is that of the scores there
    are, None without any. `labels` counts those of a custom method. `fingerprints` has more than one
    entry when the scores were not all made by the same means.
    """

    method: Method
    answers: int
    passed: int
    failed: int
    invalid: int
    not_judged: int
    mean: float | None
    labels: Mapping[str, int]
    fingerprints: frozenset[str]

    @property
    def judged(self) -> int:
        """Answers that passed or failed."""
        return self.passed + self.failed

    @property
    def open(self) -> int:
        """Answers that the method was not carried out on yet."""
        return self.answers - self.judged - self.invalid - self.not_judged


def passes(score: MethodScore) -> bool | None:
    """Whether the answer passes the method; None when it is Invalid or was not judged."""
    if score.outcome in (Outcome.INVALID, Outcome.NOT_JUDGED):
        return None
    if score.method == Method.CUSTOM:
        return bool(score.detail["passes"])
    return bool(score.outcome == Outcome.PASS)


def scores_of_run(run: Run) -> dict[int, list[MethodScore]]:
    """The newest score of each method for each answer of the run, in the order of the methods."""
    rows = MethodScore.objects.filter(answer__run=run)
    return _by_answer(list(rows.order_by("answer", "method", "-pk").distinct("answer", "method")))


def scores_of(answer: Answer) -> list[MethodScore]:
    """The newest score of each method for one answer, in the order of the methods."""
    rows = answer.method_scores.order_by("method", "-pk").distinct("method")
    return _by_answer(list(rows)).get(answer.pk, [])


def method_summaries(run: Run) -> list[MethodSummary]:
    """What each method of the run's version said; [] when it has none."""
    chosen = [Method(name) for name in run.version.methods]
    if not chosen:
        return []
    answers = run.answers.count()
    found = [score for scores in scores_of_run(run).values() for score in scores]
    return [_summary(method, answers, found) for method in Method if method in chosen]


def _summary(method: Method, answers: int, found: list[MethodScore]) -> MethodSummary:
    mine = [score for score in found if score.method == method]
    outcomes = Counter(passes(score) for score in mine)
    numbers = [score.score for score in mine if score.score is not None]
    labels = Counter(score.outcome for score in mine if passes(score) is not None)
    return MethodSummary(
        method=method,
        answers=answers,
        passed=outcomes[True],
        failed=outcomes[False],
        invalid=sum(score.outcome == Outcome.INVALID for score in mine),
        not_judged=sum(score.outcome == Outcome.NOT_JUDGED for score in mine),
        mean=sum(numbers) / len(numbers) if numbers else None,
        labels=dict(labels) if method is Method.CUSTOM else {},
        fingerprints=frozenset(score.fingerprint for score in mine),
    )


def _by_answer(rows: list[MethodScore]) -> dict[int, list[MethodScore]]:
    order = {method.value: place for place, method in enumerate(Method)}
    found: dict[int, list[MethodScore]] = {}
    for row in sorted(rows, key=lambda row: order.get(row.method, len(order))):
        found.setdefault(row.answer_id, []).append(row)
    return found
