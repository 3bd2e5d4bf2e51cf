"""An event loop in a thread of its own, for a caller that does other work meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")

# How soon somebody who wants to stop is heard.
_LISTEN_SECONDS: Final = 0.2


class Stopped(Exception):
    """The caller wants to stop before the awaited work is done."""


class Background:
    """Runs coroutines from when it is entered until it is left; what is unfinished then is cancelled.

    `last` is awaited at the end, whatever happened.
    """

    def __init__(self, last: Callable[[], Awaitable[None]]) -> None:
        self._last = last
        self._started: Future[asyncio.AbstractEventLoop] = Future()
        self._ending = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="fetching", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._loop = self._started.result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join()

    def begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """The future of work that begins now."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._started.set_result(asyncio.get_running_loop())
        try:
            await self._ending.wait()
            unfinished = asyncio.all_tasks() - {asyncio.current_task()}
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)
        finally:
            await self._last()


def result(future: Future[T], stop: Callable[[], bool]) -> T:
    """What the work brings; Stopped once `stop` says so."""
    while True:
        try:
            return future.result(_LISTEN_SECONDS)
        except TimeoutError:
            if future.done():
                raise
            if stop():
                raise Stopped from None
