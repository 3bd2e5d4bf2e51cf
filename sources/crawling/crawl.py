"""A walk over one site, breadth first, with several pages under way.

The caller asks for the next visit, reads the page it brings, and reports the links found there; so
the walk itself needs no reader and no storage, and can be taken up again from what was stored.
Visits come in the order in which they began, whatever order the pages arrive in: the same site gives
the same visits.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

from sources.crawling.background import Background, Stopped, result
from sources.crawling.frontier import DEEPEST, Frontier
from sources.crawling.patterns import Patterns
from sources.crawling.permits import Barred, Permits, may_be_page
from sources.crawling.politeness import PoliteFetcher, Politeness
from sources.crawling.robots import read_robots
from sources.crawling.scope import identity, tidy_address
from sources.crawling.sitemaps import sitemap_addresses
from sources.crawling.visits import Before, Ending, Known, Visit
from sources.fetching import (
    NO_VALIDATORS,
    Fetched,
    Fetcher,
    FetchError,
    Validators,
    parse_address,
)

# Visits that bring no page are cheap for us and not for the site: they end a walk too.
VISITS_PER_PAGE: Final = 4
# Pages fetched ahead for each one under way: a slow page holds up no other for some time.
AHEAD: Final = 4
# A site that answered nothing for so many visits in a row is gone.
MOST_UNANSWERED: Final = 20


class Crawl:
    """A walk in progress, between entering and leaving it. Not to be shared between threads.

    `excluded` tells the addresses that nothing may be read of, `before` what an earlier walk knows.
    `alike` says that different pages may come as the same bytes, which programs fill in a browser.
    """

    def __init__(
        self,
        start: str,
        *,
        fetcher: Fetcher,
        limit: int,
        politeness: Politeness | None = None,
        depth: int = DEEPEST,
        patterns: Patterns | None = None,
        excluded: Callable[[str], bool] = lambda url: False,
        before: Callable[[str], Before | None] = lambda url: None,
        alike: bool = False,
    ) -> None:
        self._start = parse_address(start)
        self._fetcher = fetcher
        self._limit = limit
        self._politeness = politeness or Politeness()
        self._excluded = excluded
        self._before = before
        self._alike = alike
        self._patterns = patterns or Patterns()
        self._frontier = Frontier(self._start, depth=depth, patterns=self._patterns)
        self._background = Background(fetcher.close)
        self._polite: PoliteFetcher | None = None
        self._sitemaps_read = depth == 0
        self._under_way: deque[tuple[str, bool, Future[Fetched] | Visit]] = deque()
        self._bodies: dict[bytes, str] = {}
        self._covered: dict[str, str] = {}
        self._pages = 0
        self._visits = 0
        self._unanswered = 0

    def __enter__(self) -> Self:
        self._background.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._background.__exit__(kind, error, trace)

    @property
    def planned(self) -> int:
        """How many pages the walk will bring at most, as far as it knows by now."""
        return min(self._limit, self._pages + self._fetching() + len(self._frontier))

    @property
    def has_arrived(self) -> bool:
        """Whether the next visit is there already, so that asking for it takes no time."""
        if not self._under_way:
            return False
        arriving = self._under_way[0][2]
        return isinstance(arriving, Visit) or arriving.done()

    @property
    def left(self) -> int:
        """How many addresses were found and not looked at, because the limit was reached."""
        return len(self._frontier) if self._pages >= self._limit else 0

    @property
    def gave_up(self) -> bool:
        """Whether the walk is over because the site answers no more."""
        return self._unanswered >= MOST_UNANSWERED

    def take_up(self, known: Iterable[Known]) -> None:
        """Go on where an earlier part of the walk ended."""
        visited: set[str] = set()
        told = 0
        for visit in known:
            if visit.left_out and visit.address == self._start.url:
                # Excluded, but its links are needed again.
                continue
            visited.add(identity(visit.address))
            if visit.left_out:
                told += 1
                continue
            self._visits += 1
            if visit.final:
                visited.add(identity(visit.final))
                self._pages += 1
                self._bodies.setdefault(visit.digest, visit.address)
                self._frontier.arrived(visit.address, visit.final)
                self.found(visit.final, visit.links, visit.canonical)
        self._frontier.take_out(visited, told)

    def next(self, stop: Callable[[], bool] = lambda: False) -> Visit | None:
        """Make the next visit; None when the walk is over, or as soon as `stop` says so."""
        try:
            return self._next(stop)
        except Stopped:
            return None

    def found(self, address: str, links: Iterable[str], canonical: str = "") -> None:
        """Report what the page at this address, where its visit ended, links to."""
        if canonical and (own := tidy_address(canonical, base=address)) is not None:
            self._cover(own.url, address)
        self._frontier.links(address, links)

    def _cover(self, canonical: str, address: str) -> None:
        """Spare the visit to an address that a page just read names as its own.

        Only on the same path: on another it may be another page, whatever the site says.
        """
        same_path = urlsplit(canonical).path == urlsplit(address).path
        if same_path and identity(canonical) != identity(address):
            self._frontier.spare(canonical)
            self._covered.setdefault(identity(canonical), address)

    def _next(self, stop: Callable[[], bool]) -> Visit | None:
        left_out = self._frontier.pop_left_out()
        if left_out is not None:
            return Visit(left_out[0], Ending.LEFT_OUT, other=left_out[1])
        if self._pages >= self._limit or self.gave_up:
            return None
        polite = self._polite or self._begin(stop)
        if self._visits and not self._sitemaps_read:
            self._read_sitemaps(polite, stop)
        self._fill(polite)
        if not self._under_way:
            return None
        url, _near, arriving = self._under_way[0]
        visit = arriving if isinstance(arriving, Visit) else self._arrived(url, arriving, stop)
        self._under_way.popleft()
        self._visits += 1
        return visit

    def _begin(self, stop: Callable[[], bool]) -> PoliteFetcher:
        """Learn what the site allows, and at which pace."""
        first = PoliteFetcher(self._fetcher, self._politeness)
        robots = result(self._background.begin(read_robots(first, self._start)), stop)
        self._permits = Permits(
            self._start,
            scope=self._frontier.scope,
            robots=robots,
            patterns=self._patterns,
            excluded=self._excluded,
        )
        self._sitemaps = robots.sitemaps
        politeness = self._politeness.with_delay(robots.delay)
        self._ahead = politeness.at_once * AHEAD
        self._polite = PoliteFetcher(self._fetcher, politeness)
        return self._polite

    def _read_sitemaps(self, polite: PoliteFetcher, stop: Callable[[], bool]) -> None:
        scope = self._frontier.scope
        listed = sitemap_addresses(polite, self._start, self._sitemaps, scope.holds)
        self._frontier.listed(result(self._background.begin(listed), stop), self._start.url)
        self._sitemaps_read = True

    def _fill(self, polite: PoliteFetcher) -> None:
        """Begin as many visits as may be under way."""
        while (
            len(self._under_way) < self._ahead
            and self._pages + self._fetching() < self._limit
            and self._visits + len(self._under_way) < self._limit * VISITS_PER_PAGE + 20
        ):
            # What lies elsewhere waits until all of the start's folder has arrived.
            near_only = any(near for _url, near, _arriving in self._under_way)
            popped = self._frontier.pop(near_only=near_only)
            if popped is None:
                return
            url, near = popped
            self._under_way.append((url, near, self._barred(url) or self._fetch(polite, url)))

    def _fetching(self) -> int:
        return sum(not isinstance(arriving, Visit) for _url, _near, arriving in self._under_way)

    def _barred(self, url: str) -> Visit | None:
        """The visit to an address that is not to be fetched."""
        covering = self._covered.get(identity(url))
        if covering is not None:
            return Visit(url, Ending.DUPLICATE, other=covering)
        return self._permits.refusal(url)

    def _fetch(self, polite: PoliteFetcher, url: str) -> Future[Fetched]:
        fetching = polite.fetch(
            url, stays=self._permits.stays(url), wanted=may_be_page, earlier=self._validators
        )
        return self._background.begin(fetching)

    def _validators(self, url: str) -> Validators:
        before = self._before(url)
        return before.validators if before is not None else NO_VALIDATORS

    def _arrived(self, url: str, arriving: Future[Fetched], stop: Callable[[], bool]) -> Visit:
        try:
            fetched = result(arriving, stop)
        except FetchError as error:
            self._unanswered = self._unanswered + 1 if error.passing else 0
            return Visit(url, Ending.PROBLEM, problem=error)
        except Barred as barred:
            self._unanswered = 0
            return Visit(url, barred.visit.ending, other=barred.visit.other)
        self._unanswered = 0
        fresh = self._frontier.arrived(url, fetched.address)
        if url == self._start.url and (self._excluded(url) or self._excluded(fetched.address)):
            return Visit(url, Ending.EXCLUDED, fetched)
        if not fresh:
            return Visit(url, Ending.DUPLICATE, fetched, other=fetched.address)
        other = self._covered.get(identity(url))
        if not other and not self._alike:
            other = self._same_bytes(url, fetched)
        if other:
            return Visit(url, Ending.DUPLICATE, fetched, other=other)
        self._pages += 1
        return Visit(url, Ending.PAGE, fetched)

    def _same_bytes(self, url: str, fetched: Fetched) -> str:
        """The address that brought the same bytes before, "" when they are new."""
        before = self._before(fetched.address) if fetched.unchanged else None
        digest = before.digest if before is not None else hashlib.sha256(fetched.body).digest()
        first = self._bodies.setdefault(digest, url)
        return "" if first == url else first
