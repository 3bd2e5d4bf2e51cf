"""How many questions may be under way at once: what was chosen, or less where a server can't bear it.

Each answer raises the pace a little, each reply of "too many requests" halves it and keeps everybody
waiting for as long as the server asks. Nothing here knows of connectors or databases.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

# Whoever waits looks this often whether the run is to stop.
_LOOK_SECONDS: Final = 0.5


class Pace:
    """One for all questions of a run, so that its limit is one limit."""

    def __init__(
        self, most: int, *, pause_s: float, longest_wait_s: float, stop: Callable[[], bool]
    ) -> None:
        """At most `most` at once; `pause_s`, doubled each time up to `longest_wait_s`, is waited
        where a server that has had enough doesn't say for how long."""
        self._most, self._pause, self._longest = most, pause_s, longest_wait_s
        self._stop = stop
        self._limit = float(most)
        self._under_way = 0
        self._not_before = self._cut_at = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self.refused_in_a_row = 0

    @property
    def limit(self) -> int:
        """How many may be under way now."""
        return max(1, int(self._limit))

    async def enter(self) -> bool:
        """Wait for a place; False when the run is to stop first. Whoever got one must `leave`."""
        while not self._stop():
            ahead = self._not_before - time.monotonic()
            if ahead > 0:
                await asyncio.sleep(min(ahead, _LOOK_SECONDS))
            elif self._under_way < self.limit:
                self._under_way += 1
                return True
            else:
                await self._turn()
        return False

    def leave(self) -> None:
        """Give the place up."""
        self._under_way -= 1
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(None)
                return

    def answered(self) -> None:
        """Something was answered: about one more at once for each round of answers."""
        self.refused_in_a_row = 0
        if self._limit < self._most:
            self._limit = min(float(self._most), self._limit + 1 / self._limit)

    def refused(self, *, asked_at: float, wait: float | None) -> None:
        """A request begun at `asked_at` (of the monotonic clock) was one too many.

        What was under way at the last cut says nothing new: it was sent at the old pace.
        """
        now = time.monotonic()
        if asked_at >= self._cut_at:
            self._limit = max(1.0, self._limit / 2)
            self._cut_at = now
            self.refused_in_a_row += 1
        if wait is None:
            doubled = self._pause * 2.0 ** min(self.refused_in_a_row - 1, 30)
            wait = min(doubled, self._longest)
        self._not_before = max(self._not_before, now + wait)

    async def _turn(self) -> None:
        """Wait until somebody leaves, or a moment."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                await turn
        except TimeoutError:
            pass


async def pause(seconds: float, stop: Callable[[], bool]) -> bool:
    """Wait; False when the run is to stop meanwhile."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if stop():
            return False
        await asyncio.sleep(min(left, _LOOK_SECONDS))
    return True
