"""Database work beside other work, so that neither waits for the other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from django.db import connection


class Beside:
    """Does one piece of work at a time in a thread and on a connection of its own.

    Within a transaction the work is done at once: another connection would not see its rows. What a
    piece raises is raised where the next one is given, or at the end.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="beside")
        self._under_way: Future[None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self.wait()
        finally:
            self._thread.submit(_close)
            self._thread.shutdown()

    def run(self, work: Callable[[], None]) -> None:
        """Begin the work as soon as the piece before it is done."""
        self.wait()
        if connection.in_atomic_block:
            work()
        else:
            self._under_way = self._thread.submit(work)

    def wait(self) -> None:
        """Until nothing is under way."""
        under_way, self._under_way = self._under_way, None
        if under_way is not None:
            under_way.result()


def _close() -> None:
    """Close the connection of the thread that this is called in."""
    connection.close()
