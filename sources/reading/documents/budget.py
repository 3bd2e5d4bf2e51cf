"""How much processor time reading one file may take, kept inside the process that reads."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType


class TooLong(BaseException):
    """The time is used up. Not an Exception, so that no library takes it for a broken file."""


class Budget:
    """Seconds of processor time, shared by everything that is read under it."""

    def __init__(self, seconds: float) -> None:
        self._until = process_time() + seconds

    @property
    def spent(self) -> bool:
        return process_time() >= self._until

    @contextmanager
    def running(self) -> Iterator[None]:
        """What runs inside is ended by TooLong when the time is used up."""
        before = signal.signal(signal.SIGPROF, _end)
        signal.setitimer(signal.ITIMER_PROF, max(self._until - process_time(), 0.001))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


def _end(number: int, frame: FrameType | None) -> None:
    raise TooLong
