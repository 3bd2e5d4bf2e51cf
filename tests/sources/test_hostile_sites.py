"""Hostile pages and sites: reading one costs what its size asks for, and a walk over one ends."""

import gzip
import time
from collections.abc import Callable

import pytest

from sources.models import PageVisit, Reading
from sources.reading import Unreadable, read
from sources.readings import run_reading
from sources.services import start_reading
from tests.fakes.http import LocalServer, Reply, Request
from tests.fakes.raw import RawServer
from tests.sources.site import site_source
from tests.world import World

SIZE = 60_000
LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
BOMB = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">{LAUGHS}]>'

PAGES = {
    "divisions without an end": "<div>" * (SIZE // 5),
    "five megabytes of divisions": "<div>" * 1_000_000,
    "tables in tables": "<table><tr><td>" * (SIZE // 15),
    "lists in lists": "<ul><li>x" * (SIZE // 9),
    "links in links": "<a href=x>" * (SIZE // 10),
    "headings that ask": "<h1>What is it?" * (SIZE // 15),
    "details in details": "<details><summary>a?</summary>" * (SIZE // 30),
    "200,000 attributes": "<p " + " ".join(f"a{n}=1" for n in range(200_000)) + ">hello",
    "an attribute 200,000 times": "<p " + "a=1 " * 200_000 + ">hello",
    "a long class": '<p class="' + "a-b C1 " * 30_000 + '">hello</p>',
    "a cell over 60,000 others": "<table>" + "<tr><td colspan=1000 rowspan=60000>x" * 2_000,
    "full stops": ". " * (SIZE // 2),
    "dots": "." * SIZE + "x",
    "initials": "J. " * (SIZE // 3),
    "one word": "x" * SIZE,
    "title parts": "<title>" + " | - a" * (SIZE // 6),
    "an open comment": "<!--" + "-" * SIZE,
    "angle brackets": "<" * SIZE,
    "references": "&amp;&#x41;&a;&" * (SIZE // 16),
    "brackets in JSON": '<script type="application/ld+json">' + "[" * SIZE + "</script>",
    "objects in JSON": '<script type="application/ld+json">' + '{"a":' * (SIZE // 5) + "</script>",
    "a billion laughs": BOMB + "<html><body><p>&a9;</p></body></html>",
    "a file by reference": '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM '
    '"file:///etc/hostname">]><html><body><p>It says &e; and no more than that.</p>',
}


@pytest.mark.parametrize("html", PAGES.values(), ids=[name.replace(" ", "-") for name in PAGES])
def test_a_hostile_page_is_read_in_the_time_its_size_asks_for(html: str):
    begun = time.process_time()
    document = read(html.encode(), name="http://site.test/", media_type="text/html")
    assert time.process_time() - begun < 8
    assert len(document.text) <= len(html)


@pytest.mark.parametrize(
    "raw", [b"\x89PNG\r\n\x1a\n" + bytes(999), b"GIF89a" + bytes(99), b"PK\x03\x04" + bytes(99),
            b"\x7fELF" + bytes(range(256)) * 9, b"MZ\x90\x00" + bytes(range(256)) * 9],
)  # fmt: skip
def test_a_page_that_is_none_is_told_from_its_bytes(raw: bytes):
    with pytest.raises(Unreadable):
        read(raw, name="http://site.test/", media_type="text/html")


def endless_calendar(request: Request) -> str:
    day = int(request.path.rpartition("/")[2] or 0)
    links = "".join(f'<a href="/day/{day + step}">{step} days on</a> ' for step in range(1, 40))
    return f"<h1>Day {day}</h1><p>Nothing happens on day {day} of this calendar.</p>{links}"


def endless_queries(request: Request) -> str:
    asked = sorted(request.query)
    links = "".join(f'<a href="?{"&".join([*asked, f"f{n}=1"])}">f{n}</a> ' for n in range(30))
    return f"<p>These are the wares with {len(asked)} filters: {' '.join(asked)}.</p>{links}"


def endless_folders(request: Request) -> str:
    return f'<p>This is the folder {request.path} of many.</p><a href="deeper/">x</a> <a href="x/">y</a>'


def endless_errors(request: Request) -> Reply:
    links = "".join(f'<a href="/{request.path.count("e")}e{n}">x</a>' for n in range(300))
    home = f"<p>All links of this page lead to errors, one and all.</p>{links}"
    return Reply(home) if request.path == "/" else Reply(status=404)


@pytest.mark.parametrize(
    "answer", [endless_calendar, endless_queries, endless_folders, endless_errors]
)
def test_a_site_without_an_end_ends_at_the_limits(
    reading_world: World, local_server: LocalServer, answer: Callable
):
    local_server.route("/*", answer)
    local_server.route("/robots.txt", Reply(status=404))
    local_server.route("/sitemap.xml", Reply(status=404))
    reading = read_site(reading_world, local_server)
    assert documents(reading) <= 12
    assert len(local_server.requests) < 12 * 4 + 60


SITEMAPS = {
    "not there": Reply(status=404),
    "a bomb": Reply(gzip.compress(bytes(80_000_000))),
    "laughs": BOMB + "<urlset><url><loc>&a9;</loc></url></urlset>",
    "a file": '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>'
    "<urlset><url><loc>/&e;</loc></url></urlset>",
    "a private address": "<urlset><url><loc>http://127.0.0.1:PORT/</loc></url></urlset>",
    "a document type elsewhere": '<!DOCTYPE urlset SYSTEM "http://127.0.0.1:PORT/x.dtd"><urlset/>',
    "an index of itself": "<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>",
    "an index without an end": lambda request: "<sitemapindex>" + "".join(
        f"<sitemap><loc>SITE/sitemap.xml/{request.path.count('/')}/{n}</loc></sitemap>"
        for n in range(50)) + "</sitemapindex>",
    "50,000 addresses": "<urlset>" + "".join(
        f"<url><loc>SITE/page/{n}</loc></url>" for n in range(50_000)) + "</urlset>",
}  # fmt: skip


@pytest.mark.parametrize("name", SITEMAPS)
def test_a_hostile_sitemap_leads_nowhere_and_costs_little(
    reading_world: World, local_server: LocalServer, name: str
):
    with RawServer() as trap:

        def filled(request: Request) -> Reply:
            given = SITEMAPS[name]
            given = given(request) if callable(given) else given
            if isinstance(given, Reply):
                return given
            own = given.replace("PORT", str(trap.port)).replace("SITE", local_server.url)
            return Reply(own, headers={"Content-Type": "text/xml"})

        local_server.route("/", "<p>This is the only page that there is to be read here.</p>")
        local_server.route("/robots.txt", Reply(status=404))
        local_server.route("/sitemap.xml*", filled)
        reading = read_site(reading_world, local_server)
        assert documents(reading) == 1
        assert trap.connections == 0
    assert len(local_server.requests) < 12 * 4 + 60


@pytest.mark.parametrize(
    "rules",
    [Reply("User-agent: *\nDisallow: /" + "*a" * 25_000_000),
     Reply(gzip.compress(b"Disallow: /x\n" * 4_000_000), headers={"Content-Encoding": "gzip"}),
     Reply("User-agent: *\nDisallow: /" + "*a" * 1000 + "*b$\nCrawl-delay: 1e999\n"),
     Reply(status=302, headers={"Location": "/robots.txt"})],
    ids=["50-MB", "a-bomb", "wildcards", "a-loop"],
)  # fmt: skip
def test_hostile_rules_for_robots_cost_little(
    reading_world: World, local_server: LocalServer, rules: Reply
):
    local_server.route("/", f"<p>A page.</p><a href='/{'a' * 1000}'>long</a>")
    local_server.route("/robots.txt", rules)
    local_server.route("/sitemap.xml", Reply(status=404))
    read_site(reading_world, local_server)
    assert len(local_server.requests) < 20


def read_site(world: World, server: LocalServer) -> Reading:
    """Read the site, at most 12 pages of it, within a few seconds."""
    source = site_source(world.acme, world.ada, server, page_limit=12)
    reading = start_reading(source=source, by=world.ada, queue=False)
    begun = time.monotonic()
    run_reading(reading.pk)
    assert time.monotonic() - begun < 15
    reading.refresh_from_db()
    return reading


def documents(reading: Reading) -> int:
    return PageVisit.objects.filter(reading=reading, document__isnull=False).count()
