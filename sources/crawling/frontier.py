"""The addresses of a site that wait for a visit, in the order of their visits."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from sources.crawling.patterns import Patterns
from sources.crawling.scope import (
    DEEPEST_PATH,
    QUERIES_PER_PATH,
    identity,
    is_asset,
    scope_of,
    tidy_address,
)
from sources.fetching import Address

DEEPEST: Final = 20
# More addresses that a pattern leaves out are not told one by one.
MOST_TOLD: Final = 200


class Frontier:
    """Gives each address of the site once: the folder of the start first, then by depth, then by age.

    Addresses that the patterns leave out and that a page links to are told apart, up to a number.
    """

    def __init__(self, start: Address, *, depth: int, patterns: Patterns) -> None:
        self.scope = scope_of(start)
        self._deepest = depth
        self._patterns = patterns
        self._waiting: list[tuple[bool, int, int, str]] = []
        self._depths: dict[str, int] = {start.url: 0}
        self._seen: set[str] = {identity(start.url)}
        self._queries: Counter[str] = Counter()
        self._left_out: deque[tuple[str, str]] = deque()
        self._told = 0
        self._push(start.url, 0)

    def __len__(self) -> int:
        return len(self._waiting)

    def pop(self, *, near_only: bool) -> tuple[str, bool] | None:
        """The next address and whether it is in the start's folder, or None when there is none."""
        if not self._waiting or (near_only and self._waiting[0][0]):
            return None
        far, _depth, _age, url = heapq.heappop(self._waiting)
        return url, not far

    def pop_left_out(self) -> tuple[str, str] | None:
        """An address that was left out, with the pattern that excludes it, "" where none includes it."""
        return self._left_out.popleft() if self._left_out else None

    def links(self, address: str, links: Iterable[str]) -> None:
        """Take in what the page at the address links to."""
        depth = self._depths.get(address, 0) + 1
        for href in links:
            link = tidy_address(href, base=address)
            if link is not None and self.scope.holds(link):
                self._add(link.url, depth, told=True)

    def listed(self, addresses: Iterable[str], base: str) -> None:
        """Take in what a sitemap lists; each counts as one link away from the start."""
        for listed in addresses:
            link = tidy_address(listed, base=base)
            if link is not None and self.scope.holds(link):
                self._add(link.url, 1, told=False)

    def arrived(self, url: str, final: str) -> bool:
        """Note where a visit ended; False when that address has, or will have, a visit of its own."""
        self._depths[final] = self._depths.get(url, 0)
        if identity(final) == identity(url):
            return True
        fresh = identity(final) not in self._seen
        self._seen.add(identity(final))
        return fresh

    def spare(self, url: str) -> None:
        """Take in no address any more that shows the same page as this one."""
        self._seen.add(identity(url))

    def take_out(self, visited: set[str], told: int) -> None:
        """Forget those that wait though their identities were visited, and what was told of before."""
        self._seen |= visited
        self._waiting = [entry for entry in self._waiting if identity(entry[3]) not in visited]
        heapq.heapify(self._waiting)
        self._left_out = deque(one for one in self._left_out if identity(one[0]) not in visited)
        self._told = told + len(self._left_out)

    def _add(self, url: str, depth: int, *, told: bool) -> None:
        known = identity(url)
        if known in self._seen or depth > self._deepest or is_asset(url):
            return
        parts = urlsplit(url)
        path = parts.path
        if path.count("/") > DEEPEST_PATH or self._queries[path] >= QUERIES_PER_PATH:
            return
        pattern = self._patterns.barring(url)
        if pattern is not None:
            if told and self._told < MOST_TOLD:
                self._told += 1
                self._seen.add(known)
                self._left_out.append((url, pattern))
            return
        if parts.query:
            self._queries[path] += 1
        self._seen.add(known)
        self._depths.setdefault(url, depth)
        self._push(url, depth)

    def _push(self, url: str, depth: int) -> None:
        far = not self.scope.is_near(url)
        heapq.heappush(self._waiting, (far, depth, len(self._seen), url))
