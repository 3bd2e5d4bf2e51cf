"""What a site lets Caudals read, from its robots.txt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from protego import Protego

from sources.crawling.politeness import PoliteFetcher
from sources.fetching import Address, FetchError, Problem

AGENT: Final = "Caudals"
LONGEST_DELAY: Final = 10.0
_READ_BYTES: Final = 500_000


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of one site. `closed` says that the site answers for errors and nothing is read."""

    rules: Protego | None = None
    closed: bool = False
    sitemaps: tuple[str, ...] = field(default=())
    delay: float = 0.0

    def allows(self, url: str) -> bool:
        if self.closed:
            return False
        return self.rules is None or bool(self.rules.can_fetch(url, AGENT))


async def read_robots(fetcher: PoliteFetcher, start: Address) -> Robots:
    """The site's rules. Without such a file all may be read, from a failing server nothing."""
    try:
        page = await fetcher.fetch(f"{start.site}/robots.txt")
    except FetchError as error:
        if error.problem is Problem.STATUS and error.status >= 500:
            return Robots(closed=True)
        # A site that cannot be reached at all says so again at its first page.
        return Robots()
    text = page.body[:_READ_BYTES].decode("utf-8", "replace")
    if "<html" in text[:500].lower():
        return Robots()
    rules = Protego.parse(text)
    delay = rules.crawl_delay(AGENT) or 0.0
    return Robots(rules, False, tuple(rules.sitemaps), min(float(delay), LONGEST_DELAY))
