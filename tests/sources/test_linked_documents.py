"""Documents that pages of a site link to: read like the pages, whatever the server calls them."""

import pytest

from sources.models import Document, PageVisit, Passage
from tests.fakes.http import LocalServer, Reply
from tests.sources.documents import lines, pdf
from tests.sources.site import page, read_now, site_source
from tests.world import World

PRICES = pdf(
    lines(
        "A crossing with a bicycle costs 17 euros.",
        "Children below six years travel free of charge on all of our ferries.",
    )
)


@pytest.fixture
def world(reading_world: World) -> World:
    return reading_world


@pytest.mark.parametrize("media_type", ["application/pdf", "application/octet-stream"])
def test_a_linked_pdf_is_read_and_its_passages_know_their_page(
    world: World, local_server: LocalServer, media_type: str
):
    local_server.route("/", page("Home", '<p>Our ferries.</p><a href="/prices">Prices</a>'))
    local_server.route("/prices", Reply(PRICES, headers={"Content-Type": media_type}))
    read_now(site_source(world.acme, world.ada, local_server))
    document = Document.objects.get(address__endswith="/prices")
    assert document.media_type == media_type
    passage = Passage.objects.get(document=document)
    assert "17 euros" in passage.text
    assert passage.page == 1


def test_each_address_that_is_no_document_has_its_reason(world: World, local_server: LocalServer):
    kinds = {
        "/feed": Reply("<rss/>", headers={"Content-Type": "application/rss+xml"}),
        "/data": Reply("{}", headers={"Content-Type": "application/json"}),
        "/film": Reply(b"RIFF0000", headers={"Content-Type": "application/octet-stream"}),
        "/big": Reply(bytes(6_000_000), headers={"Content-Type": "text/html"}),
        "/away": Reply(status=302, headers={"Location": "https://elsewhere.example/"}),
        "/same": page("Home", "<p>All about our ferries.</p>"),
        "/again": page("Home", "<p>All about our ferries.</p>"),
        "/empty": "<html><body></body></html>",
        "/gone": Reply("gone", status=410),
        "/closed": page("Closed", "<p>Nobody reads this.</p>"),
    }
    links = "".join(f'<a href="{path}">x</a> ' for path in kinds)
    for path, answer in kinds.items():
        local_server.route(path, answer)
    local_server.route("/", page("Start", f"<p>Where to go from here.</p>{links}"))
    local_server.route("/robots.txt", "User-agent: *\nDisallow: /closed\n")
    reading = read_now(site_source(world.acme, world.ada, local_server))
    told = {
        address.removeprefix(local_server.url): (outcome, bool(detail))
        for address, outcome, detail in PageVisit.objects.filter(reading=reading).values_list(
            "address", "outcome", "detail"
        )
    }
    assert {path: told[path][0] for path in kinds} == {
        "/feed": "not_text",
        "/data": "not_text",
        "/film": "not_text",
        "/big": "too_large",
        "/away": "redirected",
        "/same": "read",
        "/again": "duplicate",
        "/empty": "no_text",
        "/gone": "error",
        "/closed": "robots",
    }
    silent = {path for path, (_outcome, said) in told.items() if not said}
    assert silent == {"/", "/same", "/empty"}
