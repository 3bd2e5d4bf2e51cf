"""Walking over a site: what is visited, in which order, and why the rest is not."""

import gzip
import hashlib
from itertools import count

import pytest

from sources.crawling import Crawl, Ending, Known
from sources.fetching import Fetcher, Problem
from sources.reading import read
from tests.fakes.http import LocalServer, Reply, Request, in_turn
from tests.sources.crawls import FAST, crawl_of, page, paths, site, walk


def test_pages_are_visited_breadth_first_each_once(local_server: LocalServer, fetcher: Fetcher):
    site(local_server, {
        "/": page("home", "/a", "/b#part", "/a?utm_source=mail", "https://elsewhere.example/"),
        "/a": page("a", "/a/deep", "/", "mailto:x@example.org", "javascript:void(0)"),
        "/b": page("b", "/a", "/picture.jpg"),
        "/a/deep": page("deep", "/b"),
    })  # fmt: skip
    visits = walk(crawl_of(local_server, fetcher))
    assert paths(local_server, visits) == ["/", "/a", "/b", "/a/deep"]
    assert {visit.ending for visit in visits} == {Ending.PAGE}
    assert local_server.asked("/picture.jpg") == []


def test_the_page_limit_ends_the_walk(local_server: LocalServer, fetcher: Fetcher):
    local_server.route(
        "/*", lambda request: page(request.path, *(f"{request.path}{n}" for n in range(9)))
    )
    crawl = crawl_of(local_server, fetcher, limit=7)
    assert len(walk(crawl)) == 7
    assert crawl.planned == 7


def test_robots_txt_is_obeyed_under_our_own_name(local_server: LocalServer, fetcher: Fetcher):
    site(local_server, {
        "/robots.txt": Reply(
            "User-agent: *\nDisallow: /\n\nUser-agent: Caudals\nDisallow: /private\n",
            headers={"Content-Type": "text/plain"},
        ),
        "/": page("home", "/private/x", "/open"),
        "/open": page("open"),
        "/private/x": page("secret"),
    })  # fmt: skip
    visits = {
        visit.address.removeprefix(local_server.url): visit.ending
        for visit in walk(crawl_of(local_server, fetcher))
    }
    assert visits == {"/": Ending.PAGE, "/private/x": Ending.ROBOTS, "/open": Ending.PAGE}
    assert local_server.asked("/private/x") == []


def test_a_site_that_answers_errors_for_robots_txt_is_not_read(
    local_server: LocalServer, fetcher: Fetcher
):
    site(local_server, {"/robots.txt": Reply("down", status=503), "/": page("home")})
    assert [visit.ending for visit in walk(crawl_of(local_server, fetcher))] == [Ending.ROBOTS]
    assert local_server.asked("/") == []


def test_an_error_page_in_place_of_robots_txt_forbids_nothing(
    local_server: LocalServer, fetcher: Fetcher
):
    site(
        local_server, {"/robots.txt": "<!doctype html><html>Disallow: /</html>", "/": page("home")}
    )
    assert [visit.ending for visit in walk(crawl_of(local_server, fetcher))] == [Ending.PAGE]


def test_sitemaps_lead_to_pages_without_links_compressed_and_indexed(
    local_server: LocalServer, fetcher: Fetcher
):
    url = local_server.url
    index = f"<sitemapindex><sitemap><loc>{url}/maps/1.xml.gz</loc></sitemap></sitemapindex>"
    entries = "".join(f"<url><loc>{address}</loc></url>" for address in
                      (f"{url}/island", "https://elsewhere.example/x", f"{url}/"))  # fmt: skip
    urlset = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
    site(local_server, {
        "/robots.txt": f"Sitemap: {url}/index.xml\n",
        "/index.xml": index,
        "/maps/1.xml.gz": Reply(gzip.compress(urlset.encode())),
        "/": page("home", "/linked"),
        "/linked": page("linked"),
        "/island": page("island"),
    })  # fmt: skip
    assert paths(local_server, walk(crawl_of(local_server, fetcher))) == ["/", "/linked", "/island"]


@pytest.mark.parametrize(
    "sitemap",
    [
        "no xml at all",
        "",
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        "<urlset><url><loc>&b;</loc></url></urlset>",
        '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
        "<urlset><url><loc>&f;</loc></url></urlset>",
    ],
)
def test_a_hostile_or_broken_sitemap_is_passed_over(
    local_server: LocalServer, fetcher: Fetcher, sitemap: str
):
    site(local_server, {"/": page("home"), "/sitemap.xml": sitemap})
    assert paths(local_server, walk(crawl_of(local_server, fetcher))) == ["/"]


def test_the_same_page_under_two_addresses_is_a_duplicate(
    local_server: LocalServer, fetcher: Fetcher
):
    same = page("same")
    site(local_server, {
        "/": page("home", "/a", "/b", "/moved"),
        "/a": same,
        "/b": same,
        "/moved": Reply(status=301, headers={"Location": "/a"}),
    })  # fmt: skip
    visits = {
        visit.address.removeprefix(local_server.url): visit
        for visit in walk(crawl_of(local_server, fetcher))
    }
    assert visits["/b"].ending is Ending.DUPLICATE
    assert visits["/b"].other == local_server.url + "/a"
    assert visits["/moved"].ending is Ending.DUPLICATE


def test_an_address_that_a_page_names_as_its_own_is_no_page_beside_it(
    local_server: LocalServer, fetcher: Fetcher
):
    canonical = f'<link rel="canonical" href="{local_server.url}/list">'
    others = [f"/{number}" for number in range(20)]
    site(local_server, {
        "/": page("home", "/list?sort=up", "/list?sort=down", *others, "/list"),
        "/list": lambda request: page(f"list {request.query}", extra=canonical),
        **{path: page(path) for path in others},
    })  # fmt: skip
    visits = {
        visit.address.removeprefix(local_server.url): visit
        for visit in walk(crawl_of(local_server, fetcher, limit=40))
    }
    assert visits["/list?sort=up"].ending is Ending.PAGE
    assert visits["/list"].ending is Ending.DUPLICATE
    assert visits["/list"].other == visits["/list?sort=up"].address
    # It was not even asked for: by then its page was there under another address.
    assert {"sort": ["up"]} in [request.query for request in local_server.asked("/list")]
    assert {} not in [request.query for request in local_server.asked("/list")]


def test_what_cannot_be_read_carries_its_reason(local_server: LocalServer, fetcher: Fetcher):
    site(local_server, {
        "/": page("home", "/gone", "/feed", "/away", "/big"),
        "/feed": Reply("<rss/>", headers={"Content-Type": "application/rss+xml"}),
        "/away": Reply(status=302, headers={"Location": "https://elsewhere.example/"}),
        "/big": Reply(bytes(600_000), headers={"Content-Type": "text/html"}),
    })  # fmt: skip
    found = {
        visit.address.removeprefix(local_server.url): visit.problem.problem
        for visit in walk(crawl_of(local_server, fetcher))
        if visit.problem is not None
    }
    assert found == {
        "/gone": Problem.STATUS,
        "/feed": Problem.MEDIA_TYPE,
        "/away": Problem.REDIRECTED_AWAY,
        "/big": Problem.TOO_LARGE,
    }


def test_a_passing_failure_is_tried_again_and_a_lasting_one_is_not(
    local_server: LocalServer, fetcher: Fetcher
):
    site(local_server, {
        "/": page("home", "/busy", "/gone"),
        "/busy": in_turn(Reply(status=503, headers={"Retry-After": "0"}), page("not busy")),
    })  # fmt: skip
    visits = {
        visit.address.removeprefix(local_server.url): visit.ending
        for visit in walk(crawl_of(local_server, fetcher))
    }
    assert visits["/busy"] is Ending.PAGE
    assert len(local_server.asked("/gone")) == 1


def test_a_page_that_asks_for_a_days_patience_is_given_up(
    local_server: LocalServer, fetcher: Fetcher
):
    site(local_server, {"/": Reply("busy", status=429, headers={"Retry-After": "86400"})})
    visits = walk(crawl_of(local_server, fetcher))
    assert [visit.ending for visit in visits] == [Ending.PROBLEM]
    assert len(local_server.asked("/")) == 1


def test_endless_variants_of_one_page_do_not_eat_the_walk(
    local_server: LocalServer, fetcher: Fetcher
):
    days = count()

    def calendar(request: Request) -> str:
        day = next(days)
        return page(f"day {day}", *(f"/calendar?day={day * 10 + number}" for number in range(9)))

    site(local_server, {"/": page("home", "/calendar", "/real"), "/real": page("real")})
    local_server.route("/calendar", calendar)
    visits = walk(crawl_of(local_server, fetcher, limit=200))
    assert len(visits) < 30
    assert "/real" in paths(local_server, visits)


def test_links_of_a_page_that_says_nofollow_are_not_followed(
    local_server: LocalServer, fetcher: Fetcher
):
    extra = '<meta name="robots" content="noindex, nofollow">'
    site(local_server, {"/": page("home", "/a", extra=extra), "/a": page("a")})
    assert paths(local_server, walk(crawl_of(local_server, fetcher))) == ["/"]


def test_the_folder_that_the_walk_began_in_comes_first(local_server: LocalServer, fetcher: Fetcher):
    site(local_server, {
        "/help/": page("help", "/shop", "/help/a"),
        "/help/a": page("a", "/help/b"),
        "/help/b": page("b"),
        "/shop": page("shop"),
    })  # fmt: skip
    visits = walk(crawl_of(local_server, fetcher, start="/help/"))
    assert paths(local_server, visits) == ["/help/", "/help/a", "/help/b", "/shop"]


def test_a_walk_taken_up_again_visits_nothing_twice(local_server: LocalServer, fetcher: Fetcher):
    site(local_server, {
        "/": page("home", "/a", "/b", "/gone"),
        "/a": page("a", "/c"),
        "/b": page("b"),
        "/c": page("c"),
    })  # fmt: skip
    first = walk(crawl_of(local_server, fetcher), until=lambda visit: visit.address.endswith("/a"))
    known = []
    for visit in first:
        assert visit.fetched is not None
        links = read(visit.fetched.body, name="x.html").links
        digest = hashlib.sha256(visit.fetched.body).digest()
        known.append(Known(visit.address, visit.fetched.address, digest, links))
    crawl = crawl_of(local_server, Fetcher(allowed_private=frozenset({local_server.host})))
    crawl.take_up(known)
    rest = walk(crawl)
    assert sorted(paths(local_server, first + rest)) == ["/", "/a", "/b", "/c", "/gone"]
    assert len(local_server.asked("/a")) == 1


def test_a_site_that_does_not_answer_says_so_at_its_first_page(
    fetcher: Fetcher, local_server: LocalServer
):
    url = local_server.url
    local_server.close()
    visits = walk(Crawl(url, fetcher=fetcher, limit=5, politeness=FAST))
    assert len(visits) == 1
    assert visits[0].problem is not None
    assert visits[0].problem.problem is Problem.UNREACHABLE
