"""Walks at the pace that a site can be asked to bear, and what becomes of those that fail."""

import asyncio
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from sources.crawling import Ending, Politeness
from sources.crawling.crawl import MOST_UNANSWERED
from sources.crawling.politeness import PoliteFetcher
from sources.crawling.robots import read_robots
from sources.fetching import Fetcher, Problem, parse_address
from tests.fakes.http import LocalServer, Reply, Request, in_turn
from tests.sources.crawls import FAST, by_path, crawl_of, fetcher_for, page, paths, site, walk


def many(server: LocalServer, count: int, answer: Callable[[Request], Reply | str]) -> list[str]:
    """A start that links to so many pages, each answered in this way."""
    links = [f"/p{number}" for number in range(count)]
    site(server, {"/": page("home", *links), **dict.fromkeys(links, answer)})
    return links


def slow(request: Request) -> Reply:
    return Reply(page(request.path), delay=0.1)


def test_several_pages_are_under_way_at_a_time_and_no_more_than_allowed(
    local_server: LocalServer, fetcher: Fetcher
):
    links = many(local_server, 12, slow)
    politeness = Politeness(at_once=3, pause=0)
    visits = walk(crawl_of(local_server, fetcher, politeness=politeness))
    assert paths(local_server, visits) == ["/", *links]
    assert local_server.busiest == 3


def test_visits_come_in_the_order_of_their_links_whatever_arrives_first(
    local_server: LocalServer, fetcher: Fetcher
):
    links = many(local_server, 8, lambda request: page(request.path))
    local_server.route("/p0", Reply(page("late"), delay=0.4))
    assert paths(local_server, walk(crawl_of(local_server, fetcher))) == ["/", *links]
    times = {request.path: request.at for request in local_server.requests}
    assert times["/p7"] < times["/p0"] + 0.4


def test_without_a_word_of_the_site_requests_keep_a_pause(
    local_server: LocalServer, fetcher: Fetcher
):
    many(local_server, 4, lambda request: page(request.path))
    walk(crawl_of(local_server, fetcher, politeness=Politeness(at_once=4, pause=0.1)))
    times = [request.at for request in local_server.requests if request.path.startswith("/p")]
    gaps = [after - before for before, after in pairwise(times)]
    assert min(gaps) > 0.05


def test_a_crawl_delay_is_kept_one_request_after_the_other(
    local_server: LocalServer, fetcher: Fetcher
):
    many(local_server, 3, slow)
    local_server.route("/robots.txt", "User-agent: *\nCrawl-delay: 0.2\n")
    walk(crawl_of(local_server, fetcher))
    assert local_server.busiest == 1
    times = [request.at for request in local_server.requests if request.path.startswith("/p")]
    gaps = [after - before for before, after in pairwise(times)]
    # The delay counts from the end of one answer to the next request.
    assert min(gaps) > 0.25


def test_a_crawl_delay_of_a_day_is_cut_short(local_server: LocalServer, fetcher: Fetcher):
    local_server.route("/robots.txt", "User-agent: Caudals\nCrawl-delay: 86400\n")

    async def delay() -> float:
        async with fetcher:
            polite = PoliteFetcher(fetcher, FAST)
            return (await read_robots(polite, parse_address(local_server.url))).delay

    assert asyncio.run(delay()) == 10.0


def test_a_busy_page_is_tried_again_after_growing_pauses(
    local_server: LocalServer, fetcher: Fetcher
):
    busy = Reply("busy", status=503)
    site(local_server, {"/": in_turn(busy, busy, page("home"))})
    politeness = Politeness(at_once=4, pause=0, backoff=0.2)
    visits = walk(crawl_of(local_server, fetcher, politeness=politeness))
    assert [visit.ending for visit in visits] == [Ending.PAGE]
    first, second, third = (request.at for request in local_server.asked("/"))
    assert second - first > 0.09
    assert third - second > 0.19


def test_a_busy_server_is_left_alone_as_long_as_it_asks(
    local_server: LocalServer, fetcher: Fetcher
):
    """Not the one page only: all that is not under way yet waits too."""
    links = many(local_server, 6, lambda request: page(request.path))
    busy = Reply("busy", status=429, headers={"Retry-After": "1"})
    local_server.route("/p0", in_turn(busy, page("calm")))
    politeness = Politeness(at_once=1, pause=0)
    visits = walk(crawl_of(local_server, fetcher, politeness=politeness))
    assert paths(local_server, visits) == ["/", *links]
    refused = local_server.asked("/p0")[0].at
    later = [request.at for request in local_server.requests if request.at > refused]
    assert min(later) - refused > 0.9


@pytest.mark.parametrize("asked", ["Wed, 01 Jan 2020 00:00:00 GMT", "0"])
def test_a_moment_to_come_back_at_is_understood(
    local_server: LocalServer, fetcher: Fetcher, asked: str
):
    busy = Reply("busy", status=503, headers={"Retry-After": asked})
    site(local_server, {"/": in_turn(busy, page("home"))})
    politeness = Politeness(at_once=1, pause=0, backoff=20)
    begun = time.monotonic()
    assert [v.ending for v in walk(crawl_of(local_server, fetcher, politeness=politeness))] == [
        Ending.PAGE
    ]
    assert time.monotonic() - begun < 2


def test_a_connection_that_breaks_is_tried_three_times(local_server: LocalServer, fetcher: Fetcher):
    site(local_server, {"/": page("home", "/broken"), "/broken": Reply(hang_up=True)})
    visits = by_path(local_server, walk(crawl_of(local_server, fetcher)))
    assert visits["/broken"].problem.problem is Problem.BROKEN
    assert len(local_server.asked("/broken")) == 3


def test_a_site_that_stops_answering_is_given_up(local_server: LocalServer, fetcher: Fetcher):
    links = many(local_server, 60, lambda request: Reply(hang_up=True))
    local_server.route("/p0", page("the last that answers"))
    crawl = crawl_of(local_server, fetcher, limit=100)
    visits = walk(crawl)
    assert crawl.gave_up
    assert paths(local_server, visits) == ["/", *links[: MOST_UNANSWERED + 1]]


def test_pages_that_are_gone_are_no_reason_to_give_up(local_server: LocalServer, fetcher: Fetcher):
    links = many(local_server, 30, lambda request: Reply("gone", status=404))
    crawl = crawl_of(local_server, fetcher, limit=100)
    assert paths(local_server, walk(crawl)) == ["/", *links]
    assert not crawl.gave_up


def test_a_stop_is_heard_while_a_page_is_under_way(local_server: LocalServer):
    many(local_server, 4, lambda request: Reply(page(request.path), delay=30))
    crawl = crawl_of(local_server, fetcher_for(local_server))
    with crawl:
        first = crawl.next()
        assert first is not None
        crawl.found(first.fetched.address, [f"/p{number}" for number in range(4)])
        begun = time.monotonic()
        assert crawl.next(lambda: time.monotonic() - begun > 0.3) is None
    assert time.monotonic() - begun < 1.5
