"""Readings of sites whose pages are empty without a browser."""

import pytest

from sources.checks import named_browser_is_there
from sources.models import Document, PageVisit, Reading
from sources.rendering import available
from tests.fakes.http import LocalServer, Reply, Request
from tests.fakes.raw import RawServer
from tests.needs import require
from tests.sources.site import read_now, site_source
from tests.world import World

SHELL = (
    "<html lang=en><head><title>Ferry Line</title></head><body><div id=root>Loading</div>"
    "<noscript>You need to enable JavaScript.</noscript><script src=/app.js></script></body></html>"
)
PROGRAM = """
  const texts = {
    '/': 'We sail to the islands every day of the year, in summer and in winter.',
    '/fees': 'A crossing costs 12 euros for everybody who is older than eleven years.',
    '/hours': 'The office at the harbour is open from 9 to 17 on weekdays.',
  };
  fetch('http://TRAP/').catch(() => {}).finally(() => {
    root.innerHTML = '<h1>' + location.pathname + '</h1><p>' + texts[location.pathname] + '</p>'
      + '<a href=/fees>Fees</a> <a href=/hours>Hours</a>';
  });
"""


@pytest.fixture
def ferries(local_server: LocalServer) -> LocalServer:
    """One shell for every address, as such sites have, and the program that fills it."""

    def answer(request: Request) -> Reply | str:
        known = {"/", "/fees", "/hours"}
        return SHELL if request.path in known else Reply("not found", status=404)

    local_server.route("/*", answer)
    return local_server


def visits(reading: Reading) -> dict[str, PageVisit]:
    found = PageVisit.objects.filter(reading=reading)
    return {visit.address.rpartition("/")[2]: visit for visit in found}


@pytest.mark.journey
def test_a_site_that_programs_write_is_walked_and_read(reading_world: World, ferries: LocalServer):
    require(available(), "no Chromium on this machine")
    with RawServer() as trap:
        program = PROGRAM.replace("TRAP", trap.host)
        ferries.route("/app.js", Reply(program, headers={"Content-Type": "text/javascript"}))
        source = site_source(reading_world.acme, reading_world.ada, ferries, render=True)
        reading = read_now(source)
        assert trap.connections == 0
    assert reading.status == Reading.Status.DONE
    assert {name: visit.outcome for name, visit in visits(reading).items()} == {
        "": "read", "fees": "read", "hours": "read",
    }  # fmt: skip
    fees = Document.objects.get(reading=reading, address__endswith="/fees")
    assert fees.rendered
    assert "A crossing costs 12 euros" in fees.text
    assert "12 euros" in bytes(fees.raw).decode()
    assert fees.passages.exists()


def test_without_the_wish_for_a_browser_the_visit_says_what_is_missing(
    reading_world: World, ferries: LocalServer
):
    reading = read_now(site_source(reading_world.acme, reading_world.ada, ferries))
    start = visits(reading)[""]
    assert start.outcome == PageVisit.Outcome.BROWSER
    assert start.detail == "The page is empty until its programs have run in a browser."
    assert not start.document.rendered
    assert start.document.text == ""


def test_where_no_browser_is_the_visit_says_who_can_do_what(
    reading_world: World, ferries: LocalServer, settings
):
    settings.CAUDALS_CHROMIUM = "/nowhere/chromium"
    reading = read_now(site_source(reading_world.acme, reading_world.ada, ferries, render=True))
    start = visits(reading)[""]
    assert start.outcome == PageVisit.Outcome.BROWSER
    assert "Chromium and the extra “browser”" in start.detail


def test_a_named_browser_that_is_not_there_is_told_at_the_start(settings):
    assert named_browser_is_there(None) == []
    settings.CAUDALS_CHROMIUM = "/nowhere/chromium"
    [told] = named_browser_is_there(None)
    assert "/nowhere/chromium" in told.msg
