"""Fetching from one host at the pace it can be asked to bear."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from sources.fetching import Fetched, Fetcher, FetchError

ATTEMPTS: Final = 3
LONGEST_WAIT: Final = 30.0
# What a server answers that is busy with more than one page.
_BUSY: Final = frozenset((429, 503))


@dataclass(frozen=True, slots=True)
class Politeness:
    """How many requests may be under way, and the seconds from the beginning of one to the next.

    `backoff` seconds pass before a second try, twice as many before a third. With a `delay`, which
    the site asked for, requests follow each other, with the delay in between.
    """

    at_once: int = 4
    pause: float = 0.2
    backoff: float = 1.0
    delay: float = 0.0

    def with_delay(self, delay: float) -> Politeness:
        """The same where the site asks for a delay; none asks for less than none."""
        return replace(self, at_once=1, delay=delay) if delay > 0 else self


# The operator's own machines need no courtesy.
OWN: Final = Politeness(at_once=8, pause=0.0, backoff=0.2)


class PoliteFetcher:
    """Fetches pages of one host, taking turns and trying again where that may help."""

    def __init__(self, fetcher: Fetcher, politeness: Politeness) -> None:
        self._fetcher = fetcher
        self._politeness = politeness
        self._places = asyncio.Semaphore(politeness.at_once)
        self._free_at = 0.0

    async def fetch(self, url: str, **asked: Any) -> Fetched:
        """What `Fetcher.fetch` brings, after up to three tries."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with self._turn():
                    return await self._fetcher.fetch(url, **asked)
            except FetchError as error:
                wait = self._wait_after(error, attempt)
                if wait is None:
                    raise
                if error.status in _BUSY:
                    self._hold(wait)
                else:
                    await asyncio.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _wait_after(self, error: FetchError, attempt: int) -> float | None:
        """The seconds to wait before another try; None when there is to be none."""
        if not error.passing or attempt == ATTEMPTS:
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= LONGEST_WAIT else None
        # Spread, so that pages refused together do not come back together.
        spread = 0.5 + secrets.randbelow(1000) / 1000
        return self._politeness.backoff * float(2 ** (attempt - 1)) * spread

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        async with self._places:
            while (left := self._free_at - _now()) > 0:
                await asyncio.sleep(left)
            self._hold(self._politeness.pause)
            try:
                yield
            finally:
                self._hold(self._politeness.delay)

    def _hold(self, seconds: float) -> None:
        """Let nothing more begin for so long."""
        self._free_at = max(self._free_at, _now() + seconds)


def _now() -> float:
    return asyncio.get_running_loop().time()
