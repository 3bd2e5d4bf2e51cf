"""Asking: many questions at once, each try recorded, nothing known of databases.

`ask_all` is the whole engine. It hands every outcome to `record` as it comes and returns why it
ended; whoever calls it stores the outcomes and may call it again with the slots still open.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final
from uuid import uuid4

from django.utils.translation import gettext

from runs import halting
from runs.connectors.protocol import Connector
from runs.halting import Halt
from runs.pacing import Pace, pause
from runs.values import FailureKind, Policy, Reply, Slot, Spent, TryFailed


@dataclass(frozen=True, slots=True)
class Answered:
    """A slot that got its answer."""

    slot: Slot
    reply: Reply
    tries: int
    asked_at: datetime
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """One try of a slot that brought none; `last` when no further try follows."""

    slot: Slot
    number: int
    kind: FailureKind
    detail: str
    at: datetime
    seconds: float
    last: bool


# Mid-run, so many times as many questions in a row without an answer mean that it is gone.
_GONE: Final = 3
# Turned away so often in a row, with a pause after each that doubles, is no matter of pace any more.
_MOST_REFUSED: Final = 10

Outcome = Answered | Failed
Record = Callable[[Outcome], Awaitable[None]]


class _Run:
    """What the questions of one run share while they are asked."""

    def __init__(
        self, connector: Connector, policy: Policy, record: Record, stop: Callable[[], bool],
        allowance: int | None,
    ) -> None:  # fmt: skip
        self._connector, self._policy, self._record = connector, policy, record
        self._stop, self._allowance = stop, allowance
        self._lost = self._answered = 0
        self.reason = ""
        self._pace = Pace(
            policy.concurrency, pause_s=policy.pause_s, longest_wait_s=policy.longest_wait_s,
            stop=self.over,
        )  # fmt: skip

    def over(self) -> bool:
        """Whether nothing more is to be asked."""
        return bool(self.reason) or self._stop()

    async def ask(self, slot: Slot) -> Answered | None:
        """Ask until there is an answer, or none is to be had, or the run is over.

        Failed tries are recorded on the way; the answer is for the caller to record.
        """
        spent, number = slot.spent, slot.tries
        while not spent.final and await self._pace.enter():
            number += 1
            began = time.monotonic()
            try:
                if self._allowance == 0:
                    raise Halt(halting.allowance_spent(self._policy.requests_a_day))
                if self._allowance is not None:
                    self._allowance -= 1
                came = await self._try(slot, number, self._time_left(spent))
            finally:
                self._pace.leave()
            if isinstance(came, Answered):
                self._pace.answered()
                self._lost, self._answered = 0, self._answered + 1
                return came
            outcome, failure = came
            spent = spent.after(outcome.kind.value, outcome.seconds, self._policy)
            limited = outcome.kind is FailureKind.RATE_LIMIT
            if limited:  # before it is stored: the others should know at once
                self._pace.refused(asked_at=began, wait=failure.retry_after)
            await self._record(replace(outcome, last=spent.final))
            self._refuse_to_go_on(outcome, failure, spent)
            if not spent.final and not limited:
                wait = failure.retry_after or self._policy.pause_after(spent.tries)
                if not await pause(wait, self.over):
                    return None
        return None

    def _time_left(self, spent: Spent) -> float:
        return min(self._policy.timeout_s, self._policy.deadline_s - spent.seconds)

    async def _try(
        self, slot: Slot, number: int, seconds: float
    ) -> Answered | tuple[Failed, TryFailed]:
        asked_at, clock = datetime.now(UTC), time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                # Drawn by lot: an assistant that remembers conversations has none by this name, and
                # the question's own identifier may give away what it is about.
                reply = await self._connector.ask(slot.question, conversation=uuid4().hex)
        except TimeoutError:
            failure = TryFailed(
                FailureKind.TIMEOUT,
                gettext("No reply within %(seconds)s seconds.") % {"seconds": f"{seconds:.3g}"},
            )
        except TryFailed as caught:
            failure = caught
        else:
            took = time.monotonic() - clock if reply.seconds is None else reply.seconds
            return Answered(slot, reply, number, reply.asked_at or asked_at, took)
        took = time.monotonic() - clock
        lost = Failed(slot, number, failure.kind, failure.detail, asked_at, took, last=False)
        return lost, failure

    def _refuse_to_go_on(self, outcome: Failed, failure: TryFailed, spent: Spent) -> None:
        """Raise Halt where asking further questions would only lose them."""
        policy = self._policy
        if failure.quota:
            raise Halt(halting.quota_spent(failure.detail, failure.retry_after, at=outcome.at))
        if failure.retry_after is not None and failure.retry_after > policy.longest_wait_s:
            raise Halt(
                halting.wait_too_long(failure.retry_after, policy.longest_wait_s, at=outcome.at)
            )
        if self._pace.refused_in_a_row >= _MOST_REFUSED:
            raise Halt(halting.always_refused(failure.detail))
        if spent.final:
            self._lost += 1
            limit = policy.give_up_after * (_GONE if self._answered else 1)
            if limit and self._lost >= limit:
                raise Halt(
                    halting.out_of_reach(self._lost, failure.detail, answered=bool(self._answered))
                )


async def ask_all(
    slots: Iterable[Slot],
    *,
    connector: Connector,
    policy: Policy,
    record: Record,
    stop: Callable[[], bool],
    allowance: int | None = None,
) -> str:
    """Ask every slot, at most `policy.concurrency` at a time; "" when all were tried, else why not.

    A question being asked when a stop is requested is still heard out. A worker asks its next question
    while its last answer is being stored, and waits with the one after that: what is stored is never
    behind by more than two a worker. With an `allowance`, no more requests than that are made.
    """
    waiting = iter(slots)
    run = _Run(connector, policy, record, stop, allowance)

    async def work() -> None:
        storing: asyncio.Task[None] | None = None
        try:
            for slot in waiting:
                if run.over():
                    return
                try:
                    answered = await run.ask(slot)
                except Halt as halt:
                    run.reason = run.reason or str(halt)
                    return
                if storing is not None:
                    await storing
                storing = asyncio.create_task(stored(answered)) if answered else None
        finally:
            if storing is not None:
                await storing

    async def stored(outcome: Answered) -> None:
        await record(outcome)

    async with asyncio.TaskGroup() as group:
        for _ in range(policy.concurrency):
            group.create_task(work())
    return run.reason
