"""Reading a website: walk over it, read each page, store what came of each address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from sources.crawling import Crawl, Ending, Known, Visit
from sources.crawling.crawl import POLITE_SECONDS
from sources.fetching import Fetched, Fetcher, parse_address
from sources.models import PageVisit, Reading, Source
from sources.reading import Unreadable, read
from sources.storing import KnownTexts, store_page, store_visit
from sources.wording import outcome_of, problem_sentence, same_as, unreadable_sentence


def walk(reading: Reading, stop: Callable[[], bool]) -> None:
    """Visit the site's pages up to the source's limit, storing each as it comes."""
    source = reading.source
    private = allowed_private(source)
    start = parse_address(source.start_address)
    # The operator's own host needs no courtesy pauses.
    own = {start.host, f"{start.host}:{start.port}"} & private
    pause = 0.0 if own else POLITE_SECONDS
    with asyncio.Runner() as runner:
        fetcher = Fetcher(allowed_private=private)
        crawl = Crawl(
            start.url, fetcher=fetcher, runner=runner, limit=source.page_limit, pause=pause
        )
        pages = _Pages(reading)
        try:
            crawl.take_up(pages.known())
            while not stop():
                visit = crawl.next()
                if visit is None:
                    break
                pages.take(visit, crawl)
                _note_planned(reading, crawl.planned)
        finally:
            runner.run(fetcher.close())


def allowed_private(source: Source) -> frozenset[str]:
    """The hosts that may be fetched for a source although they are not public."""
    allowed = frozenset(settings.CAUDALS_ALLOW_PRIVATE_HOSTS)
    return allowed | {source.allowed_private_host} if source.allowed_private_host else allowed


def _note_planned(reading: Reading, planned: int) -> None:
    if reading.planned != planned:
        reading.planned = planned
        Reading.objects.filter(pk=reading.pk).update(planned=planned)


class _Pages:
    """The pages of one reading, and which texts they hold, so that none is stored twice."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._texts = KnownTexts(reading)

    def known(self) -> Iterator[Known]:
        """What an earlier worker stored of this reading."""
        visits = PageVisit.objects.filter(reading=self._reading).select_related("document")
        for visit in visits.order_by("pk").iterator(20):
            stored = visit.document
            if stored is None:
                yield Known(visit.address)
                continue
            raw = bytes(stored.raw)
            document = read(
                raw,
                name=stored.address,
                media_type=stored.media_type,
                declared_encoding=stored.encoding,
            )
            yield Known(visit.address, stored.address, raw, document.links, document.canonical)

    def take(self, visit: Visit, crawl: Crawl) -> None:
        """Store what a visit brought, and tell the walk about the links found."""
        if visit.problem is not None:
            self._store(visit, outcome_of(visit.problem), problem_sentence(visit.problem))
        elif visit.ending is Ending.ROBOTS:
            self._store(
                visit, PageVisit.Outcome.ROBOTS, _("The site asks for this not to be read.")
            )
        elif visit.ending is Ending.DUPLICATE:
            self._duplicate(visit, visit.other)
        elif visit.fetched is not None:
            self._read(visit, visit.fetched, crawl)

    def _read(self, visit: Visit, fetched: Fetched, crawl: Crawl) -> None:
        try:
            document = read(
                fetched.body,
                name=fetched.address,
                media_type=fetched.media_type,
                declared_encoding=fetched.charset or None,
            )
        except Unreadable as error:
            self._store(visit, PageVisit.Outcome.NOT_TEXT, unreadable_sentence(error))
            return
        crawl.found(fetched.address, document.links, document.canonical)
        same = self._texts.first_address(document.text, fetched.address)
        if same:
            self._duplicate(visit, same)
            return
        store_page(
            self._reading,
            address=fetched.address,
            raw=fetched.body,
            media_type=fetched.media_type,
            document=document,
            visited=visit.address,
        )

    def _duplicate(self, visit: Visit, other: str) -> None:
        self._store(visit, PageVisit.Outcome.DUPLICATE, same_as(other))

    def _store(self, visit: Visit, outcome: str, detail: str) -> None:
        store_visit(self._reading, address=visit.address, outcome=outcome, detail=detail)
