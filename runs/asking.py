"""Carrying out a run: claim it, ask what is open, store every outcome as it comes, settle it.

Safe to start twice and to kill at any point. What is open is always worked out from the stored
answers and failures, so nothing that was answered is asked again.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC
from functools import partial
from typing import Final, TypeVar

from django.db import connection, transaction
from django.utils import timezone, translation

from core import jobs
from core.postgres.outages import outlasting
from core.queue import enqueue
from runs import halting
from runs.adversarial import is_adversarial
from runs.authorising import refusal
from runs.connections import connector_for
from runs.connectors.protocol import Connector
from runs.connectors.replies import printable
from runs.engine import Answered, Failed, Outcome, ask_all
from runs.halting import Halt
from runs.models import Answer, AnswerFailure, Run
from runs.selectors import open_slots, requests_since
from runs.signals import run_settled
from runs.values import Policy, Reply

# A task works at most this long and then queues the rest, well inside the queue's own time limit.
SLICE_SECONDS: Final = 1500.0

T = TypeVar("T")


def carry_out(run_id: int, *, slice_seconds: float = SLICE_SECONDS) -> None:
    """Ask everything that is still open; returns at once when another worker is at it or it ended.

    What is left after `slice_seconds` is queued for the workers; a caller who waits for the end,
    and may have no workers, passes infinity.
    """
    run = Run.objects.select_related("version__test_set__workspace", "assistant", "upload").get(
        pk=run_id
    )
    workspace = run.version.test_set.workspace
    if not jobs.claim(run, workspace=workspace):
        return
    until = time.monotonic() + slice_seconds
    # The reason is stored, so it is worded for the workspace, not for whoever starts the worker.
    with jobs.lease(run) as held, translation.override(workspace.language):
        reason = asyncio.run(
            _ask(run, stop=lambda: held.stop_requested() or time.monotonic() > until)
        )
        stopped = held.stop_requested()
    outlasting(lambda: _settle(run, stopped=stopped, reason=reason))


def _settle(run: Run, *, stopped: bool, reason: str) -> None:
    """Say how the asking ended, or queue what is left of it."""
    workspace = run.version.test_set.workspace
    if not stopped and not reason and open_slots(run):
        jobs.release(run, workspace=workspace)
        enqueue("runs.tasks.ask", run.pk)
        return
    status = "stopped" if stopped or reason else "done"
    # The status commits alone: whatever reacts to it may fail without undoing it.
    if jobs.end(run, workspace=workspace, status=status, reason=reason):
        enqueue("runs.tasks.tell_ended", run.pk)
        run_settled.send(sender=Run, run_id=run.pk)


async def _ask(run: Run, *, stop: Callable[[], bool]) -> str:
    recorder, policy = _Recorder(run), Policy.from_json(run.pinned["policy"])
    try:
        connector, slots, allowance = await recorder.run(
            lambda: (connector_for(run), open_slots(run), _allowance(run, policy))
        )
        if run.upload_id is None:  # from a file, nothing is sent to anybody
            connector = _Permitted(connector, run, recorder)
        try:
            return await ask_all(
                slots,
                connector=connector,
                policy=policy,
                record=recorder.record,
                stop=stop,
                allowance=allowance,
            )
        finally:
            await connector.close()
    finally:
        await recorder.close()


class _Permitted:
    """A connector that sends an attack only while its owner's permission is in force (M8.1)."""

    def __init__(self, connector: Connector, run: Run, recorder: "_Recorder") -> None:
        self._connector, self._run, self._recorder = connector, run, recorder

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The reply; raises TryFailed, and Halt where the permission has ended since the start."""
        if is_adversarial(question):
            said = await self._recorder.run(
                partial(outlasting, partial(refusal, self._run.assistant, question))
            )
            if said:
                raise Halt(halting.not_permitted())
        return await self._connector.ask(question, conversation=conversation)

    async def close(self) -> None:
        """Close the connector."""
        await self._connector.close()


def _allowance(run: Run, policy: Policy) -> int | None:
    """How many requests may still be made today; None for any number."""
    if not policy.requests_a_day:
        return None
    made = requests_since(run.assistant, timezone.now().astimezone(UTC).replace(
        hour=0, minute=0, second=0, microsecond=0
    ))  # fmt: skip
    return max(0, policy.requests_a_day - made)


class _Recorder:
    """Stores outcomes from one thread; those that come while it writes go together in the next commit."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recorder")
        self._pending: list[tuple[Outcome, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Do database work in the recorder's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def record(self, outcome: Outcome) -> None:
        """Come back once the outcome is committed."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append((outcome, stored))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await stored

    async def _write(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            outcomes = [outcome for outcome, _stored in batch]
            try:
                # An answer in hand is not given up because the server is away.
                await self.run(partial(outlasting, partial(store, self._run, outcomes)))
            except BaseException as error:
                for _outcome, stored in batch:
                    stored.set_exception(error)
                raise
            for _outcome, stored in batch:
                stored.set_result(None)

    async def close(self) -> None:
        """Let go of the thread and its connection."""
        # Looked up inside the thread: each thread has a connection of its own.
        await self.run(lambda: connection.close())
        self._thread.shutdown()


def store(run: Run, outcomes: Sequence[Outcome]) -> None:
    """Write outcomes in one commit; those that a second delivery brings again change nothing."""
    answers = [
        Answer(
            run=run,
            question_id=item.slot.key,
            repetition=item.slot.repetition,
            tries=item.tries,
            text=item.reply.text,
            raw=item.reply.raw,
            contexts=list(item.reply.contexts),
            tools=list(item.reply.tools),
            usage=dict(item.reply.usage),
            asked_at=item.asked_at,
            seconds=item.seconds,
        )
        for item in outcomes
        if isinstance(item, Answered)
    ]
    failures = [
        AnswerFailure(
            run=run,
            question_id=item.slot.key,
            repetition=item.slot.repetition,
            number=item.number,
            kind=item.kind.value,
            detail=printable(item.detail),
            at=item.at,
            seconds=item.seconds,
        )
        for item in outcomes
        if isinstance(item, Failed)
    ]
    with transaction.atomic():
        Answer.objects.bulk_create(answers, ignore_conflicts=True)
        AnswerFailure.objects.bulk_create(failures, ignore_conflicts=True)
