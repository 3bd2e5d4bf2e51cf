"""Killing what carries out a run, at a moment drawn by lot, and what has to hold afterwards.

The suite does it a few times, `python -m tests.benchmarks.crashes` fifty times.
"""

import ctypes
import os
import random
import signal
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import connection

from core import jobs
from core.llm import ChatModel, Endpoint
from core.postgres.outages import AWAY, outlasting
from grading import judging
from grading.graders import ModelGrader
from grading.models import Assessment
from runs import asking, selectors
from runs.models import Run
from tests.benchmarks import runs as bench

LEASE: Final = timedelta(seconds=1)
PATIENCE: Final = 60.0
AT_ONCE: Final = 4


@dataclass(frozen=True)
class Outcome:
    """What one trial was about."""

    victim: str
    after: float  # seconds from the start to the kill
    stored: int  # answers stored when it was killed
    graded: int
    asked_again: int  # questions whose answer was not stored yet


def trial(
    workspace: Any, address: str, *, victim: str, seed: int, questions: int, seconds: float,
    kill_database: Callable[[], None],
) -> Outcome:  # fmt: skip
    """Start a run, kill the victim within `seconds`, see the run through; AssertionError if it shows.

    The victim is a "worker", the "portal" above a worker, or the "database" below it.
    """
    bench.stats(address)
    run = bench.started_in(workspace, address, questions=questions, concurrency=AT_ONCE)
    pinned, wanted = run.pinned, set(run.version.questions.values_list("text", flat=True))
    after = random.Random(seed).uniform(0.0, seconds)
    worker = _forked(
        lambda: _as_portal(run.pk, address) if victim == "portal" else _see_through(run.pk, address)
    )
    time.sleep(after)
    if victim == "database":
        kill_database()
    else:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        time.sleep(0.1)  # the worker below a portal hears of it from the kernel
    stored, graded = outlasting(
        lambda: (
            set(run.answers.values_list("question__text", flat=True)),
            Assessment.objects.filter(answer__run=run).count(),
        )
    )
    before: list[str] = []
    if victim != "database":
        before = bench.stats(address)["questions"]
        worker = _forked(lambda: _see_through(run.pk, address))
    assert _ended(worker) == 0, f"{victim} at {after:.3f} s: the run was not seen through"
    told = bench.stats(address)
    asked = told["questions"]
    if victim == "database":
        # The worker lived: what it had in hand is neither lost nor asked for again.
        assert sorted(asked) == sorted(wanted), (len(asked), after)
    assert stored & set(asked) == (stored if victim == "database" else set()), after
    assert set(before) | set(asked) == wanted
    # Being asked, or answered and on the way to the disk.
    assert len(before) + len(asked) <= questions + 2 * AT_ONCE
    _totals(run, pinned, questions)
    return Outcome(victim, after, len(stored), graded, len(before) + len(asked) - questions)


def _totals(run: Run, pinned: Any, questions: int) -> None:
    run.refresh_from_db()
    state = selectors.progress(run)
    assert (run.status, run.reason, run.pinned) == ("done", "", pinned)
    assert (state.answered, state.lost, state.open) == (questions, 0, 0)
    slots = list(run.answers.values_list("question", "repetition"))
    assert len(set(slots)) == len(slots) == questions
    for answer in run.answers.select_related("question"):
        assert answer.text.endswith(answer.question.text)  # each holds its own answer
    graded = Assessment.objects.filter(answer__run=run)
    assert sorted(graded.values_list("answer", flat=True)) == sorted(
        run.answers.values_list("pk", flat=True)
    )
    assert set(graded.values_list("label", flat=True)) == {"correct"}


def _see_through(run_id: int, address: str) -> None:
    """What workers and `tick` do until the run is asked and graded, with a short lease."""
    short = {"LEASE": LEASE, "BEAT_SECONDS": 0.2, "LISTEN_SECONDS": 0.1}
    for name, value in short.items():
        setattr(jobs, name, value)
    grader = ModelGrader(ChatModel(Endpoint(f"{address}/v1", "fixed", concurrency=AT_ONCE)))
    while True:
        try:
            asking.carry_out(run_id)
            asked = Run.objects.get(pk=run_id).status == "done"
            if asked and judging.grade_run(run_id, grader=grader).status == "done":
                return
        except AWAY:  # a task that fails; `tick` queues it again
            connection.close()
        time.sleep(0.05)


def _as_portal(run_id: int, address: str) -> None:
    """A parent that is killed, with a worker that the kernel then ends as it ends the portal's."""

    def worker() -> None:
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _see_through(run_id, address)

    os._exit(_ended(_forked(worker)))


def _forked(work: Callable[[], None]) -> int:
    """`work` in a process of its own, which ends with status 0 when it came to its end."""
    connection.close()  # a connection belongs to one process
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return pid


def _ended(pid: int) -> int:
    """The status of a process that ends in time; one that doesn't is killed."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return -1
