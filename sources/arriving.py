"""What a walk brings, address by address: read, judged, and stored in batches as it comes."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from sources.beside import Beside
from sources.crawling import Crawl, Ending, Known, Visit
from sources.earlier import EarlierPages
from sources.fetching import Fetched
from sources.models import Document, PageVisit, Reading
from sources.opening import opened
from sources.reading import Unreadable, read
from sources.reading.linked import links_of
from sources.rendering import Renderer
from sources.storing import Arrival, KnownTexts, Page, store
from sources.wording import (
    excluded_by_hand,
    left_out_by,
    outcome_of,
    problem_sentence,
    same_as,
    unreadable_sentence,
)

logger = logging.getLogger(__name__)

# How much may be lost with a worker, and how long a page may look unread that was read.
BATCH_VISITS: Final = 50
BATCH_BYTES: Final = 4_000_000
BATCH_SECONDS: Final = 2.0


class Arrivals:
    """The arrivals of one reading, and which texts they hold, so that none is stored twice."""

    def __init__(
        self,
        reading: Reading,
        earlier: EarlierPages,
        beside: Beside,
        renderer: Renderer | None = None,
    ) -> None:
        self._reading = reading
        self._renderer = renderer
        self._beside = beside
        self._earlier = earlier
        self._texts = KnownTexts(reading)
        self._waiting: list[Arrival] = []
        self._bytes = 0
        self._stored_at = time.monotonic()

    def known(self, stop: Callable[[], bool]) -> Iterator[Known]:
        """What an earlier worker stored of this reading; less once `stop` says so."""
        visits = PageVisit.objects.filter(reading=self._reading).order_by("pk")
        fields = ("address", "outcome", "document")
        for address, outcome, document in visits.values_list(*fields).iterator(500):
            if stop():
                return
            if document is not None:
                yield _known(address, document)
            elif outcome != PageVisit.Outcome.EXCLUDED:
                yield Known(address)
            else:
                yield Known(address, left_out=True)

    def take(self, visit: Visit, crawl: Crawl) -> None:
        """Read and judge what a visit brought, and tell the walk about the links found."""
        if visit.problem is not None:
            self._add(visit, outcome_of(visit.problem), problem_sentence(visit.problem))
        elif visit.ending is Ending.ROBOTS:
            robots = _("The site asks for this not to be read.")
            self._add(visit, PageVisit.Outcome.ROBOTS, robots)
        elif visit.ending is Ending.LEFT_OUT:
            self._add(visit, PageVisit.Outcome.EXCLUDED, left_out_by(visit.other))
        elif visit.ending is Ending.DUPLICATE:
            self._add(visit, PageVisit.Outcome.DUPLICATE, same_as(visit.other))
        elif visit.fetched is not None:
            self._read(visit, visit.fetched, crawl)
        else:
            self._add(visit, PageVisit.Outcome.EXCLUDED, excluded_by_hand())

    def store_if_due(self, *, idle: bool) -> bool:
        """Store what waits where there is enough of it, or time for it; True when that was done."""
        due = (
            len(self._waiting) >= BATCH_VISITS
            or self._bytes >= BATCH_BYTES
            or time.monotonic() - self._stored_at >= BATCH_SECONDS
        )
        if self._waiting and (due or idle):
            self.store()
            return True
        return False

    def store(self) -> None:
        """Begin to store what waits."""
        waiting, self._waiting, self._bytes = self._waiting, [], 0
        self._beside.run(partial(self._store, waiting))
        self._stored_at = time.monotonic()

    def _store(self, arrivals: list[Arrival]) -> None:
        store(self._reading, arrivals)

    def _read(self, visit: Visit, fetched: Fetched, crawl: Crawl) -> None:
        page = self._page(visit, fetched)
        if page is None:
            return
        crawl.found(page.address, page.document.links, page.document.canonical)
        if visit.ending is Ending.EXCLUDED:
            self._add(visit, PageVisit.Outcome.EXCLUDED, excluded_by_hand())
            return
        same = self._texts.first_address(page.document.text, page.address)
        if same:
            self._add(visit, PageVisit.Outcome.DUPLICATE, same_as(same))
            return
        earlier = self._earlier.same(page.address, hashlib.sha256(page.raw).digest())
        detail = page.note
        if earlier is not None and not detail:
            page = replace(page, unchanged_from=earlier.pk)
            moment = date_format(localtime(earlier.since), "DATETIME_FORMAT")
            detail = _("Unchanged since %(date)s.") % {"date": moment}
        self._add(visit, page.outcome, detail, page)

    def _page(self, visit: Visit, fetched: Fetched) -> Page | None:
        """The page read; None, with the reason noted, where it cannot be."""
        if fetched.unchanged:
            fetched = self._from_earlier(fetched)
        try:
            document = read(
                fetched.body,
                name=fetched.address,
                media_type=fetched.media_type,
                declared_encoding=fetched.charset or None,
            )
        except Unreadable as error:
            self._add(visit, PageVisit.Outcome.NOT_TEXT, unreadable_sentence(error))
            return None
        except Exception:
            # One page that takes the reader by surprise is no reason to lose a site.
            logger.exception("%s could not be read", fetched.address)
            detail = _("Caudals could not read this page. The log of the portal says why.")
            self._add(visit, PageVisit.Outcome.ERROR, detail)
            return None
        page = Page(fetched.address, fetched.body, fetched.media_type, document, fetched.validators)
        return opened(page, fetched, self._renderer) if document.needs_browser else page

    def _from_earlier(self, fetched: Fetched) -> Fetched:
        """What the server confirmed, with the bytes of then."""
        stored = Document.objects.only("raw", "media_type", "encoding").get(
            pk=self._earlier.newest(fetched.address).pk
        )
        return replace(
            fetched,
            body=bytes(stored.raw),
            media_type=stored.media_type,
            charset=fetched.charset or stored.encoding,
        )

    def _add(self, visit: Visit, outcome: str, detail: str, page: Page | None = None) -> None:
        self._waiting.append(Arrival(visit.address, outcome, detail, page))
        self._bytes += len(page.raw) if page is not None else 0


def _known(address: str, document: int) -> Known:
    stored = Document.objects.only("address", "raw", "media_type", "encoding", "content_hash").get(
        pk=document
    )
    links, canonical = links_of(
        bytes(stored.raw),
        name=stored.address,
        media_type=stored.media_type,
        declared_encoding=stored.encoding,
    )
    digest = bytes.fromhex(stored.content_hash)
    return Known(address, stored.address, digest, links, canonical)
