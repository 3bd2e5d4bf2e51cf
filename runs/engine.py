"""Asking: many questions at once, each try recorded, nothing known of databases.

`ask_all` is the whole engine. It hands every outcome to `record` as it comes and returns why it
ended; whoever calls it stores the outcomes and may call it again with the slots still open.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from django.utils.translation import gettext

from runs.connectors.protocol import Connector
from runs.values import FailureKind, Policy, Reply, Slot, TryFailed


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


Outcome = Answered | Failed
Record = Callable[[Outcome], Awaitable[None]]


class _Halt(Exception):
    """The run can't usefully go on; the text says why and what to do."""


class _Reach:
    """Notices that the assistant answers nothing at all."""

    def __init__(self, limit: int) -> None:
        self._limit, self._lost, self._answered = limit, 0, False

    def answered(self) -> None:
        self._answered = True

    def lost(self, detail: str) -> None:
        self._lost += 1
        if self._limit and not self._answered and self._lost >= self._limit:
            raise _Halt(
                gettext(
                    "None of the first %(count)s questions was answered; the last try said: "
                    "%(detail)s The rest was not asked. Check the assistant, then resume the run."
                )
                % {"count": self._lost, "detail": detail}
            )


async def ask_all(
    slots: Iterable[Slot],
    *,
    connector: Connector,
    policy: Policy,
    record: Record,
    stop: Callable[[], bool],
) -> str:
    """Ask every slot, at most `policy.concurrency` at a time; "" when all were tried, else why not.

    A question being asked when a stop is requested is still heard out. `record` is awaited for each
    outcome before its worker goes on, so that what it stores is never behind by more than one a worker.
    """
    waiting = iter(slots)
    reach = _Reach(policy.give_up_after)
    halted: list[str] = []

    async def work() -> None:
        for slot in waiting:
            if halted or stop():
                return
            try:
                await _ask(slot, connector=connector, policy=policy, record=record, reach=reach)
            except _Halt as reason:
                halted.append(str(reason))
                return

    async with asyncio.TaskGroup() as group:
        for _ in range(policy.concurrency):
            group.create_task(work())
    return halted[0] if halted else ""


async def _ask(
    slot: Slot, *, connector: Connector, policy: Policy, record: Record, reach: _Reach
) -> None:
    for number in range(slot.tries + 1, policy.tries + 1):
        asked_at, clock = datetime.now(UTC), time.monotonic()
        try:
            async with asyncio.timeout(policy.timeout_s):
                # Drawn by lot: an assistant that remembers conversations has none by this name, and
                # the question's own identifier may give away what it is about.
                reply = await connector.ask(slot.question, conversation=uuid4().hex)
        except TimeoutError:
            failure = TryFailed(
                FailureKind.TIMEOUT,
                gettext("No reply within %(seconds)s seconds.")
                % {"seconds": f"{policy.timeout_s:g}"},
            )
        except TryFailed as caught:
            failure = caught
        else:
            reach.answered()
            seconds = time.monotonic() - clock if reply.seconds is None else reply.seconds
            await record(Answered(slot, reply, number, reply.asked_at or asked_at, seconds))
            return
        last = number == policy.tries or failure.kind.value not in policy.retried
        await record(
            Failed(
                slot, number, failure.kind, failure.detail, asked_at,
                time.monotonic() - clock, last,
            )
        )  # fmt: skip
        if failure.retry_after is not None and failure.retry_after > policy.longest_wait_s:
            raise _Halt(
                gettext(
                    "The assistant asked to wait %(asked)s seconds, more than this run allows "
                    "(%(allowed)s). The rest was not asked. Resume the run after that time."
                )
                % {
                    "asked": f"{failure.retry_after:.0f}",
                    "allowed": f"{policy.longest_wait_s:.0f}",
                }
            )
        if last:
            reach.lost(failure.detail)
            return
        await asyncio.sleep(failure.retry_after or policy.pause_s * 2 ** (number - 1))
