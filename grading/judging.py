"""Carrying out a grading job: grade what is ungraded, store each grade as it comes.

Safe to start twice and to kill at any point. What is missing is always worked out from the stored
assessments, so that only what is missing is graded again.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from core import jobs
from core.postgres.outages import outlasting
from core.queue import enqueue
from grading import scoring, selectors, services
from grading.cases import case_of, subject_of
from grading.configured import configured_grader
from grading.methods import Means
from grading.models import Assessment, GraderVersion
from grading.models import Grading as Job
from grading.outcomes import outcome_of
from grading.signals import answers_graded
from grading.stored import graded_from
from grading.values import Grader, Grading, Preparing, Ungraded
from runs.models import Answer, Run

# A task works at most this long and then queues the rest, well inside the queue's own time limit.
SLICE_SECONDS: Final = 1500.0
# So many answers in a row met an obstacle that is not theirs: the service is down, or refuses us.
_GIVE_UP_AFTER: Final = 12
_LOOKED_UP: Final = 200

_log = logging.getLogger(__name__)


def grade_run(
    run_id: int,
    *,
    grader: Grader | None = None,
    means: Means | None = None,
    stop: Callable[[], bool] | None = None,
) -> Job:
    """Grade everything of the run that this grader has not graded, here and now.

    Returns the job: "done" when nothing is left, "stopped" with a reason when the grader was out of
    reach or `stop` said so. What was graded before is not touched; a second call does only the rest.
    """
    chosen = grader or configured_grader()
    run = Run.objects.select_related("version__test_set__workspace").get(pk=run_id)
    job = services.start_grading(run=run, grader=chosen, queue=False)
    carry_out(job.pk, grader=chosen, means=means, stop=stop, slice_seconds=float("inf"))
    job.refresh_from_db()
    return job


def carry_out(
    grading_id: int,
    *,
    grader: Grader | None = None,
    means: Means | None = None,
    stop: Callable[[], bool] | None = None,
    slice_seconds: float = SLICE_SECONDS,
) -> None:
    """Work on a grading job: labels first, then the further methods of the version.

    Returns at once when another worker is at it or it has ended.
    """
    job = Job.objects.select_related("run__version__test_set__workspace", "grader").get(
        pk=grading_id
    )
    workspace = services.workspace_of(job.run)
    chosen = grader or configured_grader()
    if chosen.fingerprint != job.grader.fingerprint:
        # The settings changed since. The grades of two graders must not mix in one job.
        services.start_grading(run=job.run, grader=chosen)
        with translation.override(workspace.language):
            reason = _("The grader was changed.")
        jobs.end(job, workspace=workspace, status="stopped", reason=reason)
        return
    if not jobs.claim(job, workspace=workspace):
        return
    until = time.monotonic() + slice_seconds
    with jobs.lease(job) as held:

        def pause() -> bool:
            asked = held.stop_requested() or (stop is not None and stop())
            return asked or time.monotonic() > until

        obstacle = _Desk(job, chosen).work(pause)
        methods = scoring.scorers_of(job.run, means)
        met = scoring.score_answers(job.run, methods, pause, model_out=bool(obstacle))
        obstacle = obstacle or met
        stopped = held.stop_requested() or (stop is not None and stop())
    ungraded = selectors.awaiting(job.run, job.grader).exists()
    left = ungraded or scoring.unscored(job.run, methods) > 0
    if left and not stopped and not obstacle:
        jobs.release(job, workspace=workspace)
        enqueue("grading.tasks.grade", job.pk)
        return
    status = "stopped" if left else "done"
    # The status commits alone: whatever reacts to it may fail without undoing it.
    if jobs.end(job, workspace=workspace, status=status, reason=obstacle if left else ""):
        answers_graded.send(sender=Job, run_id=job.run_id)


class _Desk:
    """One go at a grading job."""

    def __init__(self, job: Job, grader: Grader) -> None:
        self._run: Run = job.run
        self._version: GraderVersion = job.grader
        self._grader = grader
        self._in_a_row = 0
        self._known: dict[str, int] = {}  # which assessment graded what is to be graded

    def work(self, stop: Callable[[], bool]) -> str:
        """Grade until nothing is left; what stands in the way of going on, else ""."""
        for _pass in range(selectors.MOST_ATTEMPTS):
            waiting = list(selectors.awaiting(self._run, self._version))
            if not waiting or stop():
                return ""
            for batch in self._outcomes(waiting, stop):
                # A grade in hand is not given up because the server is away; written twice it is once.
                for subject, pk in outlasting(partial(self._store, batch)).items():
                    self._known.setdefault(subject, pk)
                for _answer, outcome in batch:
                    if self._obstructed(outcome):
                        return outcome.detail if isinstance(outcome, Ungraded) else ""
        return ""

    def _store(self, batch: Sequence[tuple[Answer, Grading]]) -> dict[str, int]:
        """Write grades that came together in one commit; which of them others can be given."""
        with transaction.atomic():
            made = [
                services.record_automated(
                    answer=answer, version=self._version, outcome=outcome, attempt=_attempt(answer)
                )
                for answer, outcome in batch
            ]
        return {one.subject: one.pk for one in made if one is not None and one.label}

    def _obstructed(self, outcome: Grading) -> bool:
        met = isinstance(outcome, Ungraded) and outcome.reason.of_the_service
        self._in_a_row = self._in_a_row + 1 if met else 0
        return self._in_a_row >= _GIVE_UP_AFTER

    def _outcomes(
        self, answers: Sequence[Answer], stop: Callable[[], bool]
    ) -> Iterator[Sequence[tuple[Answer, Grading]]]:
        """Answers with their outcomes, as they come. One that fails keeps none of the others."""
        size = max(1, self._grader.concurrency)
        queue = self._looked_up(answers)
        under_way: dict[Future[Grading], Answer] = {}
        prepared = False
        pool = ThreadPoolExecutor(max_workers=size, thread_name_prefix="grader")
        try:
            while True:
                while len(under_way) < 2 * size and not stop():
                    answer = next(queue, None)
                    if answer is None:
                        break
                    if not self._reuse(answer):
                        under_way[pool.submit(self._grader.grade, case_of(answer))] = answer
                if not under_way:
                    return
                if not prepared and isinstance(self._grader, Preparing):
                    with suppress(Exception):  # met again, and said, where that answer is graded
                        self._grader.prepare(case_of(next(iter(under_way.values()))))
                prepared = True
                done = wait(under_way, return_when=FIRST_COMPLETED).done
                yield [(under_way.pop(future), outcome_of(future)) for future in done]
        finally:
            pool.shutdown(cancel_futures=True)

    def _looked_up(self, answers: Sequence[Answer]) -> Iterator[Answer]:
        """The answers; what was graded before is looked up for many of them at once."""
        for begin in range(0, len(answers), _LOOKED_UP):
            several = answers[begin : begin + _LOOKED_UP]
            stored = (
                Assessment.objects.for_workspace(services.workspace_of(self._run))
                .filter(
                    grader=self._version, subject__in={subject_of(answer) for answer in several}
                )
                .exclude(label="")
                .order_by("pk")
            )
            for subject, pk in stored.values_list("subject", "pk"):
                self._known.setdefault(subject, pk)
            yield from several

    def _reuse(self, answer: Answer) -> bool:
        """True when the same answer to the same question was graded by the same grader before."""
        known = self._known.get(subject_of(answer))
        if known is None:
            return False
        stored = Assessment.objects.get(pk=known)
        services.record_automated(
            answer=answer,
            version=self._version,
            outcome=graded_from(stored),
            attempt=_attempt(answer),
            reused=stored,
        )
        return True


def _attempt(answer: Answer) -> int:
    failed: int = answer.failed  # type: ignore[attr-defined]  # annotated by selectors.awaiting
    return failed + 1
