"""Which addresses of a site a walk may fetch, and which bodies are worth loading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sources.crawling.patterns import Patterns
from sources.crawling.robots import Robots
from sources.crawling.scope import Scope
from sources.crawling.visits import Ending, Visit
from sources.fetching import Address
from sources.reading.kinds import READABLE_MEDIA_TYPES

_NO_PAGES: Final = frozenset(("text/css", "text/javascript", "text/xml", "text/calendar"))


class Barred(Exception):
    """A redirect that leads to where no visit may; `visit` is what would have come of going there."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit.address)
        self.visit = visit


class Permits:
    """What a site's robots.txt, the exclusions and the patterns of a source allow.

    The start is fetched whatever exclusions and patterns say: without its links there is no walk.
    """

    def __init__(
        self,
        start: Address,
        *,
        scope: Scope,
        robots: Robots,
        patterns: Patterns,
        excluded: Callable[[str], bool],
    ) -> None:
        self._start = start
        self._scope = scope
        self._robots = robots
        self._patterns = patterns
        self._excluded = excluded

    def refusal(self, url: str) -> Visit | None:
        """The visit that says why an address is not fetched; None when it may be."""
        if not self._robots.allows(url):
            return Visit(url, Ending.ROBOTS)
        if url != self._start.url and self._excluded(url):
            return Visit(url, Ending.EXCLUDED)
        return None

    def stays(self, url: str) -> Callable[[Address], bool]:
        """What is asked of the targets of an address's redirects; Barred for one not to be fetched."""

        def stays(target: Address) -> bool:
            if not self._scope.holds(target):
                return False
            visit = self.refusal(target.url)
            if visit is None and url != self._start.url:
                pattern = self._patterns.barring(target.url)
                if pattern is not None:
                    visit = Visit(target.url, Ending.LEFT_OUT, other=pattern)
            if visit is not None:
                raise Barred(visit)
            return True

        return stays


def may_be_page(media_type: str) -> bool:
    """Whether something may be read of a body of this type."""
    return (
        not media_type
        or media_type in READABLE_MEDIA_TYPES
        or media_type == "application/octet-stream"
        or (media_type.startswith("text/") and media_type not in _NO_PAGES)
    )
