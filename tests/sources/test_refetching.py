"""Reading a site again: asking what changed, and keeping what did not."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import override

from sources.models import Document, PageVisit, Passage, Reading, Source
from tests.fakes.http import LocalServer, Reply, Request
from tests.sources.site import page, read_now, site_source
from tests.world import World

TAG = '"v1"'
DATE = "Mon, 02 Nov 2026 08:00:00 GMT"
FEES = page("Fees", "<p>A crossing costs 12 euros for grown-ups and 6 euros for children.</p>")


@pytest.fixture
def world(reading_world: World) -> World:
    return reading_world


def conditional(body: str, **headers: str) -> Callable[[Request], Reply]:
    """A page that is sent whole only to those who do not have it."""

    def answer(request: Request) -> Reply:
        has = (
            request.headers.get("if-none-match") == TAG
            or request.headers.get("if-modified-since") == DATE
        )
        if has:
            return Reply(status=304, headers=headers)
        return Reply(body, headers=headers)

    return answer


def site_with(server: LocalServer, fees: object) -> None:
    links = '<p>All about our ferries.</p><a href="/fees">Fees</a>'
    server.route("/", page("Home", links))
    server.route("/fees", fees)


def fees_of(reading: Reading) -> Document:
    return Document.objects.get(reading=reading, address__endswith="/fees")


def read_visits(reading: Reading) -> QuerySet[PageVisit]:
    return PageVisit.objects.filter(reading=reading, document__isnull=False)


def twice(world: World, server: LocalServer) -> tuple[Source, Reading, Reading]:
    source = site_source(world.acme, world.ada, server)
    return source, read_now(source), read_now(source)


@pytest.mark.parametrize(
    ("header", "value", "asked"),
    [("ETag", TAG, "if-none-match"), ("Last-Modified", DATE, "if-modified-since")],
)
def test_a_page_that_did_not_change_is_a_new_document_with_the_same_text(
    world: World, local_server: LocalServer, header: str, value: str, asked: str
):
    answer = conditional(FEES, **{header: value})
    site_with(local_server, answer)
    _source, first, second = twice(world, local_server)
    assert [request.headers.get(asked) for request in local_server.asked("/fees")] == [None, value]
    before, after = fees_of(first), fees_of(second)
    assert before.unchanged_from is None
    assert after.unchanged_from == before
    assert after.pk != before.pk
    for name in ("raw", "text", "blocks", "title", "language", "content_hash", "encoding"):
        assert getattr(after, name) == getattr(before, name), name
    assert (after.etag or after.last_modified) == value
    assert list(Passage.objects.filter(document=after).values_list("text", flat=True)) == list(
        Passage.objects.filter(document=before).values_list("text", flat=True)
    )


def test_the_visit_says_since_when_a_page_is_the_same(
    world: World, local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
):
    """Since its bytes were new, not since they were confirmed last; with or without a 304."""
    site_with(local_server, conditional(FEES, ETag=TAG))
    source = site_source(world.acme, world.ada, local_server)
    then = timezone.now() - timedelta(days=40)
    with monkeypatch.context() as earlier:
        earlier.setattr(timezone, "now", lambda: then)
        read_now(source)
    read_now(source)
    third = read_now(source)
    details = list(read_visits(third).values_list("detail", flat=True))
    with override("en"):
        day = date_format(localtime(then), "DATETIME_FORMAT")
    assert details == [f"Unchanged since {day}."] * 2


def test_a_page_that_changed_is_read_anew(world: World, local_server: LocalServer):
    site_with(local_server, conditional(FEES, ETag=TAG))
    source = site_source(world.acme, world.ada, local_server)
    read_now(source)
    dearer = FEES.replace("12 euros", "14 euros")
    local_server.route("/fees", Reply(dearer, headers={"ETag": '"v2"'}))
    second = read_now(source)
    changed = fees_of(second)
    assert changed.unchanged_from is None
    assert "14 euros" in changed.text
    assert changed.etag == '"v2"'
    assert PageVisit.objects.get(document=changed).detail == ""


def test_links_of_an_unchanged_page_are_followed(world: World, local_server: LocalServer):
    home = page("Home", '<p>All about our ferries.</p><a href="/fees">Fees</a>')
    local_server.route("/", conditional(home, ETag=TAG))
    local_server.route("/fees", FEES)
    _source, _first, second = twice(world, local_server)
    assert fees_of(second).text


def test_an_address_that_redirects_is_asked_for_by_what_its_target_gave(
    world: World, local_server: LocalServer
):
    site_with(local_server, Reply(status=301, headers={"Location": "/prices"}))
    local_server.route("/prices", conditional(FEES, ETag=TAG))
    _source, _first, second = twice(world, local_server)
    document = Document.objects.get(reading=second, address__endswith="/prices")
    assert document.unchanged_from is not None
    assert "if-none-match" not in local_server.asked("/fees")[1].headers


def test_a_server_that_says_unchanged_without_being_asked_gives_an_error(
    world: World, local_server: LocalServer
):
    site_with(local_server, Reply(status=304))
    reading = read_now(site_source(world.acme, world.ada, local_server))
    visit = PageVisit.objects.get(reading=reading, address__endswith="/fees")
    assert visit.outcome == "error"
    assert "not changed" in visit.detail


@pytest.mark.parametrize("tag", ['"' + "x" * 400 + '"', '"é"'])
def test_a_tag_that_cannot_be_sent_back_is_not_kept(
    world: World, local_server: LocalServer, tag: str
):
    site_with(local_server, Reply(FEES, headers={"ETag": tag}))
    _source, first, _second = twice(world, local_server)
    assert fees_of(first).etag == ""
    assert "if-none-match" not in local_server.asked("/fees")[1].headers


def test_what_another_source_read_is_not_asked_with(world: World, local_server: LocalServer):
    site_with(local_server, conditional(FEES, ETag=TAG))
    read_now(site_source(world.acme, world.ada, local_server))
    read_now(site_source(world.other, world.otto, local_server))
    assert all("if-none-match" not in one.headers for one in local_server.asked("/fees"))
    spanish = PageVisit.objects.filter(reading__source__workspace=world.other, outcome="read")
    assert spanish.count() == 2


def test_the_same_is_said_in_the_language_of_the_workspace(world: World, local_server: LocalServer):
    site_with(local_server, conditional(FEES, ETag=TAG))
    source = site_source(world.other, world.otto, local_server)
    read_now(source)
    second = read_now(source)
    details = list(read_visits(second).values_list("detail", flat=True))
    assert all(detail.startswith("Sin cambios desde el ") for detail in details)


def test_an_unchanged_page_at_two_addresses_is_a_duplicate_again(
    world: World, local_server: LocalServer
):
    site_with(local_server, conditional(FEES, ETag=TAG))
    local_server.route(
        "/", page("Home", '<p>Text.</p><a href="/fees">Fees</a><a href="/again">Again</a>')
    )
    local_server.route("/again", FEES)
    _source, first, second = twice(world, local_server)
    for reading in (first, second):
        visit = PageVisit.objects.get(reading=reading, address__endswith="/again")
        assert visit.outcome == "duplicate"
