"""Addresses from a site's sitemaps: plain, compressed, or an index of others."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, cast

from lxml import etree

from sources.crawling.politeness import PoliteFetcher
from sources.fetching import Address, FetchError
from sources.fetching.bodies import gunzip

MOST_FILES: Final = 10
MOST_ADDRESSES: Final = 10_000
_LARGEST: Final = 20_000_000


async def sitemap_addresses(
    fetcher: PoliteFetcher, start: Address, stated: Sequence[str], stays: Callable[[Address], bool]
) -> list[str]:
    """The addresses that the site's sitemaps list; none where there is no readable sitemap."""
    waiting = deque(stated or [f"{start.site}/sitemap.xml"])
    seen: set[str] = set()
    given: list[str] = []
    while waiting and len(seen) < MOST_FILES and len(given) < MOST_ADDRESSES:
        url = waiting.popleft()
        if url in seen:
            continue
        seen.add(url)
        try:
            body = gunzip((await fetcher.fetch(url, stays=stays)).body, limit=_LARGEST)
        except FetchError:
            continue
        root = _parsed(body)
        if root is None:
            continue
        is_index = _name(root) == "sitemapindex"
        for location in _locations(root):
            if is_index:
                waiting.append(location)
            elif len(given) < MOST_ADDRESSES:
                given.append(location)
    return given


def _parsed(body: bytes) -> etree._Element | None:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        # Nothing comes back for bytes that hold no element at all.
        return cast("etree._Element | None", etree.fromstring(body, parser))
    except (etree.XMLSyntaxError, ValueError):
        return None


def _locations(root: etree._Element) -> Iterator[str]:
    for entry in root.iterchildren("*"):
        for child in entry.iterchildren("*"):
            if _name(child) == "loc" and child.text:
                yield child.text.strip()


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]
