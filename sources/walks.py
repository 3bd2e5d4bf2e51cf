"""Reading a website: walk over it, read each page, store what came of each address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sources.arriving import Arrivals
from sources.beside import Beside
from sources.crawling import OWN, Crawl, Patterns, Politeness
from sources.crawling.scope import identity
from sources.earlier import EarlierPages
from sources.excluding import excluded
from sources.fetching import Fetcher, parse_address
from sources.models import Reading, Source
from sources.rendering import Renderer


@dataclass(frozen=True, slots=True)
class Ended:
    """How a walk ended: before its time or not, and what to tell people about it."""

    stopped: bool = False
    note: str = ""


def walk(reading: Reading, stop: Callable[[], bool]) -> Ended:
    """Visit the site's pages up to the source's limits, storing each as it comes."""
    source = reading.source
    private = allowed_private(source)
    start = parse_address(source.start_address)
    own = {start.host, f"{start.host}:{start.port}"} & private
    earlier = EarlierPages(reading)
    shut = {identity(address) for address in excluded(source).pages}
    crawl = Crawl(
        start.url,
        fetcher=Fetcher(allowed_private=private),
        limit=source.page_limit,
        politeness=OWN if own else Politeness(),
        depth=source.depth_limit,
        patterns=Patterns(source.include, source.exclude),
        excluded=lambda url: identity(url) in shut,
        before=earlier.before,
        alike=source.render,
    )
    with crawl, Beside() as beside, Renderer(allowed_private=private) as renderer:
        arrivals = Arrivals(reading, earlier, beside, renderer if source.render else None)
        crawl.take_up(arrivals.known(stop))
        while not stop() and (visit := crawl.next(stop)) is not None:
            arrivals.take(visit, crawl)
            if arrivals.store_if_due(idle=not crawl.has_arrived):
                _note_planned(reading, crawl.planned)
        arrivals.store()
        _note_planned(reading, crawl.planned)
    if crawl.gave_up:
        return Ended(stopped=True, note=_("The site answers no more. Go on later."))
    if not crawl.left:
        return Ended()
    note = ngettext(
        "The limit of pages was reached: %(count)s more address was found and not looked at.",
        "The limit of pages was reached: %(count)s more addresses were found and not looked at.",
        crawl.left,
    )
    return Ended(note=note % {"count": crawl.left})


def allowed_private(source: Source) -> frozenset[str]:
    """The hosts that may be fetched for a source although they are not public."""
    allowed = frozenset(settings.CAUDALS_ALLOW_PRIVATE_HOSTS)
    return allowed | {source.allowed_private_host} if source.allowed_private_host else allowed


def _note_planned(reading: Reading, planned: int) -> None:
    if reading.planned != planned:
        reading.planned = planned
        Reading.objects.filter(pk=reading.pk).update(planned=planned)
