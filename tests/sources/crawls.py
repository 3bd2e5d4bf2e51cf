"""What tests of walks share: small sites, and a walk to its end."""

from collections.abc import Callable, Mapping
from typing import Any

from sources.crawling import Crawl, Ending, Politeness, Visit
from sources.fetching import Fetcher, Limits
from sources.reading import read
from tests.fakes.http import LocalServer

FAST = Politeness(at_once=4, pause=0, backoff=0.05)
LIMITS = Limits(body_bytes=500_000, seconds=3, wait_seconds=2)


def fetcher_for(server: LocalServer) -> Fetcher:
    """A fetcher whose operator named the local server as their own."""
    return Fetcher(allowed_private=frozenset({server.host}), limits=LIMITS)


def page(title: str, *links: str, extra: str = "") -> str:
    anchors = " ".join(f'<a href="{link}">{link}</a>' for link in links)
    body = f"<h1>{title}</h1><p>About {title}.</p>{anchors}"
    return f"<html><head>{extra}</head><body>{body}</body></html>"


def site(server: LocalServer, pages: Mapping[str, Any]) -> None:
    for path, answer in pages.items():
        server.route(path, answer)


def crawl_of(
    server: LocalServer, fetcher: Fetcher, *, limit: int = 20, start: str = "/", **more: Any
) -> Crawl:
    settings = {"politeness": FAST} | more
    return Crawl(server.url + start, fetcher=fetcher, limit=limit, **settings)


def walk(crawl: Crawl, *, until: Callable[[Visit], bool] = lambda visit: False) -> list[Visit]:
    """The visits of a walk to its end, or to the first that `until` is true of."""
    visits: list[Visit] = []
    with crawl:
        while (visit := crawl.next()) is not None:
            visits.append(visit)
            if visit.fetched is not None and visit.ending in (Ending.PAGE, Ending.EXCLUDED):
                document = read(visit.fetched.body, name="page.html", media_type="text/html")
                crawl.found(visit.fetched.address, document.links, document.canonical)
            if until(visit):
                break
    return visits


def paths(server: LocalServer, visits: list[Visit]) -> list[str]:
    return [visit.address.removeprefix(server.url) for visit in visits]


def by_path(server: LocalServer, visits: list[Visit]) -> dict[str, Visit]:
    return dict(zip(paths(server, visits), visits, strict=True))
