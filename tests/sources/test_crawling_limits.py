"""Walks within the limits that a source sets: patterns, depth, exclusions, one host."""

import gzip

import pytest

from sources.crawling import Ending, Known, Patterns
from sources.crawling.frontier import MOST_TOLD
from sources.fetching import Fetcher
from tests.fakes.http import LocalServer, Reply
from tests.sources.crawls import by_path, crawl_of, fetcher_for, page, paths, site, walk


def test_patterns_keep_addresses_from_being_visited_and_are_named(
    local_server: LocalServer, fetcher: Fetcher
):
    site(local_server, {
        "/": page("home", "/help/a", "/help/old/b", "/shop"),
        "/help/a": page("a", "/help/c", "/news"),
        "/help/c": page("c"),
    })  # fmt: skip
    patterns = Patterns(include=["/help/*"], exclude=["*/old/*"])
    visits = by_path(local_server, walk(crawl_of(local_server, fetcher, patterns=patterns)))
    assert {path: (visit.ending, visit.other) for path, visit in visits.items()} == {
        # The start is read for its links, whatever the patterns say.
        "/": (Ending.PAGE, ""),
        "/help/old/b": (Ending.LEFT_OUT, "*/old/*"),
        "/shop": (Ending.LEFT_OUT, ""),
        "/help/a": (Ending.PAGE, ""),
        "/news": (Ending.LEFT_OUT, ""),
        "/help/c": (Ending.PAGE, ""),
    }
    for path in ("/help/old/b", "/shop", "/news"):
        assert local_server.asked(path) == []


def test_of_very_many_addresses_left_out_only_some_are_told(
    local_server: LocalServer, fetcher: Fetcher
):
    links = [f"/shop/{number}" for number in range(MOST_TOLD + 100)]
    site(local_server, {"/": page("home", *links, "/help"), "/help": page("help")})
    visits = walk(crawl_of(local_server, fetcher, patterns=Patterns(exclude=["/shop/*"])))
    told = [visit for visit in visits if visit.ending is Ending.LEFT_OUT]
    assert len(told) == MOST_TOLD
    assert paths(local_server, visits)[-1] == "/help"


def test_a_redirect_to_what_a_pattern_excludes_is_not_followed(
    local_server: LocalServer, fetcher: Fetcher
):
    site(local_server, {
        "/": page("home", "/go"),
        "/go": Reply(status=302, headers={"Location": "/shop/1"}),
        "/shop/1": page("shop"),
    })  # fmt: skip
    visits = walk(crawl_of(local_server, fetcher, patterns=Patterns(exclude=["/shop/*"])))
    assert [visit.ending for visit in visits] == [Ending.PAGE, Ending.LEFT_OUT]
    assert local_server.asked("/shop/1") == []


def test_a_redirect_to_what_robots_txt_closes_is_not_followed(
    local_server: LocalServer, fetcher: Fetcher
):
    site(local_server, {
        "/robots.txt": "User-agent: *\nDisallow: /private\n",
        "/": page("home", "/go"),
        "/go": Reply(status=302, headers={"Location": "/private/1"}),
        "/private/1": page("private"),
    })  # fmt: skip
    visits = walk(crawl_of(local_server, fetcher))
    assert [visit.ending for visit in visits] == [Ending.PAGE, Ending.ROBOTS]
    assert local_server.asked("/private/1") == []


@pytest.mark.parametrize(
    ("depth", "reached"),
    [(0, ["/"]), (1, ["/", "/a", "/b"]), (2, ["/", "/a", "/b", "/a/1"])],
)
def test_pages_further_away_than_the_depth_are_not_visited(
    local_server: LocalServer, fetcher: Fetcher, depth: int, reached: list[str]
):
    site(local_server, {
        "/": page("home", "/a", "/b"),
        "/a": page("a", "/a/1"),
        "/b": page("b"),
        "/a/1": page("a1", "/a/1/x"),
        "/a/1/x": page("x"),
    })  # fmt: skip
    assert paths(local_server, walk(crawl_of(local_server, fetcher, depth=depth))) == reached


def test_what_a_sitemap_lists_is_one_link_away(local_server: LocalServer, fetcher: Fetcher):
    listed = f"<urlset><url><loc>{local_server.url}/island</loc></url></urlset>"
    site(local_server, {
        "/sitemap.xml": Reply(gzip.compress(listed.encode())),
        "/": page("home"),
        "/island": page("island", "/beach"),
        "/beach": page("beach"),
    })  # fmt: skip
    assert paths(local_server, walk(crawl_of(local_server, fetcher, depth=1))) == ["/", "/island"]
    start_only = walk(crawl_of(local_server, fetcher_for(local_server), depth=0))
    assert paths(local_server, start_only) == ["/"]


def test_an_excluded_page_is_not_fetched_and_an_excluded_start_only_for_its_links(
    local_server: LocalServer, fetcher: Fetcher
):
    site(local_server, {"/": page("home", "/a", "/b"), "/a": page("a"), "/b": page("b")})
    shut = {f"{local_server.url}/", f"{local_server.url}/a"}
    visits = by_path(
        local_server, walk(crawl_of(local_server, fetcher, excluded=shut.__contains__))
    )
    assert {path: visit.ending for path, visit in visits.items()} == {
        "/": Ending.EXCLUDED,
        "/a": Ending.EXCLUDED,
        "/b": Ending.PAGE,
    }
    assert local_server.asked("/a") == []


def test_www_and_the_bare_name_are_one_site_and_other_names_are_not(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
):
    """The names lead here by a resolver of the test's own."""
    import socket

    port = local_server.host.partition(":")[2]
    kept = socket.getaddrinfo

    def resolve(host: str, *more: object, **named: object) -> object:
        return kept("127.0.0.1" if host.endswith("site.test") else host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    www, bare = f"http://www.site.test:{port}", f"http://site.test:{port}"
    site(local_server, {
        "/": page("home", f"{www}/a", f"{bare}/a", f"{bare}/b", f"http://shop.site.test:{port}/c"),
        "/a": page("a", "/d"),
        "/b": page("b"),
        "/d": page("d", f"{bare}/"),
    })  # fmt: skip
    fetcher = Fetcher(allowed_private=frozenset({"www.site.test", "site.test"}))
    crawl = crawl_of(local_server, fetcher)
    visits = walk(type(crawl)(f"{bare}/", fetcher=fetcher, limit=20, politeness=crawl._politeness))
    assert [visit.address for visit in visits] == [f"{bare}/", f"{www}/a", f"{bare}/b", f"{www}/d"]
    assert {visit.ending for visit in visits} == {Ending.PAGE}


def test_the_same_site_gives_the_same_visits_and_never_more_pages_than_its_limit(
    local_server: LocalServer,
):
    """Pages arrive in another order each time; one in three is none."""
    import random

    def answer(request: object) -> Reply:
        number = int(request.path.strip("/") or 0)
        links = [f"/{number * 3 + step}" for step in (1, 2, 3)]
        status = 404 if number % 3 == 2 else 200
        return Reply(page(f"page {number}", *links), status=status, delay=random.random() / 50)

    local_server.route("/*", answer)
    local_server.route("/robots.txt", Reply(status=404))
    local_server.route("/sitemap.xml", Reply(status=404))
    walks = [walk(crawl_of(local_server, fetcher_for(local_server), limit=25)) for _ in range(3)]
    told = [[(visit.address, visit.ending) for visit in one] for one in walks]
    assert told[0] == told[1] == told[2]
    assert sum(ending is Ending.PAGE for _address, ending in told[0]) == 25


def test_a_walk_taken_up_again_tells_no_address_left_out_twice(local_server: LocalServer):
    site(local_server, {"/": page("home", "/shop", "/a"), "/a": page("a", "/shop", "/more")})
    crawl = crawl_of(
        local_server, fetcher_for(local_server), patterns=Patterns(exclude=["/shop", "/more"])
    )
    url = local_server.url
    crawl.take_up([
        Known(f"{url}/", f"{url}/", b"digest", ("/shop", "/a")),
        Known(f"{url}/shop", left_out=True),
    ])  # fmt: skip
    assert paths(local_server, walk(crawl)) == ["/a", "/more"]


def test_an_excluded_start_gives_its_links_again_when_a_walk_is_taken_up(
    local_server: LocalServer, fetcher: Fetcher
):
    site(local_server, {"/": page("home", "/a"), "/a": page("a")})
    start = f"{local_server.url}/"
    crawl = crawl_of(local_server, fetcher, excluded=start.__eq__)
    crawl.take_up([Known(start, left_out=True)])
    assert paths(local_server, walk(crawl)) == ["/", "/a"]
