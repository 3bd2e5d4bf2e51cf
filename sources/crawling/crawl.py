"""A walk over one site, breadth first, one visit at a time.

The caller asks for the next visit, reads the page it brings, and reports the links found there; so
the walk itself needs no reader and no storage, and can be taken up again from what was stored.
"""

from __future__ import annotations

import asyncio
import hashlib
import heapq
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

from sources.crawling.robots import Robots, read_robots
from sources.crawling.scope import (
    DEEPEST_PATH,
    QUERIES_PER_PATH,
    identity,
    is_asset,
    scope_of,
    tidy_address,
)
from sources.crawling.sitemaps import sitemap_addresses
from sources.fetching import Address, Fetched, Fetcher, FetchError, Problem, parse_address

DEEPEST: Final = 20
ATTEMPTS: Final = 2
POLITE_SECONDS: Final = 0.3
LONGEST_PAUSE: Final = 10.0
# Visits that bring no page are cheap for us and not for the site: they end a walk too.
VISITS_PER_PAGE: Final = 4


class Ending(StrEnum):
    """How a visit ended."""

    PAGE = "page"
    ROBOTS = "robots"
    DUPLICATE = "duplicate"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Visit:
    """One address with what it brought: a page, or the reason why not.

    `address` is where the visit began, `fetched.address` where it ended. For a duplicate, `other`
    is the address that showed the same bytes.
    """

    address: str
    ending: Ending
    fetched: Fetched | None = None
    problem: FetchError | None = None
    other: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A visit of an earlier part of the same walk; for a page, where it ended and its links."""

    address: str
    final: str = ""
    body: bytes = b""
    links: tuple[str, ...] = ()
    canonical: str = ""


class Crawl:
    """A walk in progress. Not to be shared between threads."""

    def __init__(
        self,
        start: str,
        *,
        fetcher: Fetcher,
        runner: asyncio.Runner,
        limit: int,
        pause: float = POLITE_SECONDS,
    ) -> None:
        self._start = parse_address(start)
        self._scope = scope_of(self._start)
        self._fetcher = fetcher
        self._runner = runner
        self._limit = limit
        self._pause = pause
        self._robots: Robots | None = None
        self._sitemaps_read = False
        self._queue: list[tuple[bool, int, int, str]] = []
        self._depths: dict[str, int] = {}
        self._queued: set[str] = set()
        self._queries: Counter[str] = Counter()
        self._bodies: dict[bytes, str] = {}
        self._covered: dict[str, str] = {}
        self._pages = 0
        self._visits = 0
        self._last = 0.0
        self._add(self._start.url, depth=0)

    @property
    def planned(self) -> int:
        """How many pages the walk will bring at most, as far as it knows by now."""
        return min(self._limit, self._pages + len(self._queue))

    def take_up(self, known: Iterable[Known]) -> None:
        """Go on where an earlier part of the walk ended."""
        visited: set[str] = set()
        for visit in known:
            visited.add(identity(visit.address))
            self._visits += 1
            if visit.final:
                visited.add(identity(visit.final))
                self._pages += 1
                self._bodies.setdefault(_digest(visit.body), visit.address)
                self._depths[visit.final] = self._depths.get(visit.address, 0)
                self.found(visit.final, visit.links, visit.canonical)
        self._queued |= visited
        self._queue = [entry for entry in self._queue if identity(entry[3]) not in visited]
        heapq.heapify(self._queue)

    def next(self) -> Visit | None:
        """Make the next visit; None when the walk is over."""
        if self._pages >= self._limit or self._visits >= self._limit * VISITS_PER_PAGE + 20:
            return None
        if self._robots is None:
            self._robots = self._runner.run(read_robots(self._fetcher, self._start))
        if self._visits and not self._sitemaps_read:
            self._read_sitemaps(self._robots)
        if not self._queue:
            return None
        url = heapq.heappop(self._queue)[3]
        self._visits += 1
        if not self._robots.allows(url):
            return Visit(url, Ending.ROBOTS)
        if (other := self._covered.get(identity(url))) is not None:
            return Visit(url, Ending.DUPLICATE, other=other)
        return self._visit(url)

    def found(self, address: str, links: Iterable[str], canonical: str = "") -> None:
        """Report what the page at this address, where its visit ended, links to."""
        depth = self._depths.get(address, 0) + 1
        if canonical and (own := tidy_address(canonical, base=address)) is not None:
            self._cover(own.url, address)
        for href in links:
            link = tidy_address(href, base=address)
            if link is not None and self._scope.holds(link):
                self._add(link.url, depth=depth)

    def _cover(self, canonical: str, address: str) -> None:
        """Spare the visit to an address that a page just read names as its own.

        Only on the same path: on another it may be another page, whatever the site says.
        """
        same_path = urlsplit(canonical).path == urlsplit(address).path
        if same_path and identity(canonical) != identity(address):
            self._queued.add(identity(canonical))
            self._covered.setdefault(identity(canonical), address)

    def _add(self, url: str, *, depth: int) -> None:
        known = identity(url)
        path = urlsplit(url).path
        if known in self._queued or depth > DEEPEST or is_asset(url):
            return
        if path.count("/") > DEEPEST_PATH or self._queries[path] >= QUERIES_PER_PATH:
            return
        self._queries[path] += bool(urlsplit(url).query)
        self._queued.add(known)
        self._depths.setdefault(url, depth)
        far = not self._scope.is_near(url)
        heapq.heappush(self._queue, (far, depth, len(self._queued), url))

    def _visit(self, url: str) -> Visit:
        try:
            fetched = self._fetch(url)
        except FetchError as error:
            return Visit(url, Ending.PROBLEM, problem=error)
        final = identity(fetched.address)
        if final != identity(url):
            if final in self._queued:
                return Visit(url, Ending.DUPLICATE, fetched, other=fetched.address)
            self._queued.add(final)
        digest = _digest(fetched.body)
        if digest in self._bodies:
            return Visit(url, Ending.DUPLICATE, fetched, other=self._bodies[digest])
        self._bodies[digest] = url
        self._pages += 1
        self._depths[fetched.address] = self._depths.get(url, 0)
        return Visit(url, Ending.PAGE, fetched)

    def _fetch(self, url: str) -> Fetched:
        """The page, tried again once where waiting may help."""
        for attempt in range(1, ATTEMPTS + 1):
            self._wait()
            try:
                return self._runner.run(
                    self._fetcher.fetch(url, stays=self._scope.holds, wanted=_may_be_page)
                )
            except FetchError as error:
                if not error.passing or attempt == ATTEMPTS:
                    raise
                asked = error.retry_after if error.retry_after is not None else self._pause * 2
                if asked > LONGEST_PAUSE:
                    raise
                time.sleep(asked)
        raise FetchError(Problem.UNREACHABLE, self._start.host)

    def _wait(self) -> None:
        """Leave the site the pause it asks for, or a short one."""
        pause = max(self._pause, self._robots.delay if self._robots else 0.0)
        left = self._last + pause - time.monotonic()
        if self._last and left > 0:
            time.sleep(left)
        self._last = time.monotonic()

    def _read_sitemaps(self, robots: Robots) -> None:
        self._sitemaps_read = True
        stated = robots.sitemaps
        listed = sitemap_addresses(self._fetcher, self._start, stated, self._stays)
        for url in self._runner.run(listed):
            link = tidy_address(url, base=self._start.url)
            if link is not None and self._scope.holds(link):
                self._add(link.url, depth=2)

    def _stays(self, address: Address) -> bool:
        return self._scope.holds(address)


def _may_be_page(media_type: str) -> bool:
    return (
        not media_type
        or media_type.startswith("text/")
        or media_type in {"application/xhtml+xml", "application/octet-stream"}
    ) and media_type not in {"text/css", "text/javascript", "text/csv", "text/xml", "text/calendar"}


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()
