"""Readings that are stopped, killed, or lose their site in the middle, and go on."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from sources import readings, services
from sources.models import Document, PageVisit, Passage, Reading, Source
from tests.fakes.http import LocalServer, Reply, Request
from tests.sources.site import page, read_now, site_source
from tests.world import World

ROOT = Path(__file__).resolve().parent.parent.parent
WORKER = """
import pathlib
import django
django.setup()
from django.conf import settings
from django.db import connection
settings.EMBEDDED_POSTGRES = pathlib.Path("{server}")
connection.settings_dict["NAME"] = "{database}"
from sources import readings
readings.run_reading({reading})
"""


@pytest.fixture
def world(reading_world: World) -> World:
    return reading_world


def numbered_site(server: LocalServer, count: int, *, delay: float = 0.0) -> None:
    """A start that links to so many pages, each with a text of its own."""

    def answer(request: Request) -> Reply:
        number = request.path.strip("/")
        return Reply(page(f"Page {number}", f"<p>Number {number} is said here.</p>"), delay=delay)

    links = "".join(f'<a href="/{number}">{number}</a> ' for number in range(count))
    server.route("/*", answer)
    server.route("/", page("Home", f"<p>All pages.</p>{links}"))
    for path in ("/robots.txt", "/sitemap.xml", "/fees", "/hours"):
        server.route(path, Reply("none", status=404))


def assert_whole(reading: Reading, server: LocalServer, count: int) -> None:
    """All pages are there once, each asked for once by whoever stored it."""
    reading.refresh_from_db()
    assert reading.status == Reading.Status.DONE
    addresses = Document.objects.filter(reading=reading).values_list("address", flat=True)
    wanted = {f"{server.url}/", *(f"{server.url}/{number}" for number in range(count))}
    assert sorted(addresses) == sorted(wanted)
    read = PageVisit.objects.filter(reading=reading, outcome="read")
    assert read.count() == count + 1
    cut = Passage.objects.filter(document__reading=reading).values_list("document", flat=True)
    assert len(set(cut)) == count + 1


def test_a_stop_is_heard_while_a_page_is_under_way(
    committed_world: World, local_server: LocalServer
):
    numbered_site(local_server, 4)
    local_server.route("/3", Reply("late", delay=60))
    source = site_source(committed_world.acme, committed_world.ada, local_server)
    reading = services.start_reading(source=source, by=None, queue=False)
    stopped_at: list[float] = []

    def stop_soon() -> None:
        try:
            deadline = time.monotonic() + 20
            while not local_server.asked("/3") and time.monotonic() < deadline:
                time.sleep(0.05)
            services.stop_reading(reading=Reading.objects.get(pk=reading.pk), by=None)
            stopped_at.append(time.monotonic())
        finally:
            connection.close()

    thread = threading.Thread(target=stop_soon)
    thread.start()
    readings.run_reading(reading.pk)
    thread.join()
    # A second or two on a machine with nothing else to do; the page would take a minute.
    assert time.monotonic() - stopped_at[0] < 10
    reading.refresh_from_db()
    assert reading.status == Reading.Status.STOPPED
    assert Document.objects.filter(reading=reading).count() == 4
    # What was under way was let go of, and is asked for again when the reading goes on.
    local_server.route("/3", page("Page 3", "<p>Number 3 is said here.</p>"))
    services.resume_reading(reading=reading, by=None)
    readings.run_reading(reading.pk)
    assert_whole(reading, local_server, 4)
    for number in range(3):
        assert len(local_server.asked(f"/{number}")) == 1


def test_a_killed_worker_leaves_nothing_doubled_and_nothing_out(
    committed_world: World, local_server: LocalServer
):
    """A process of its own is killed without a chance to tidy up."""
    count = 30
    numbered_site(local_server, count, delay=0.1)
    source = site_source(committed_world.acme, committed_world.ada, local_server)
    reading = services.start_reading(source=source, by=None, queue=False)
    code = WORKER.format(
        server=settings.EMBEDDED_POSTGRES,
        database=connection.settings_dict["NAME"],
        reading=reading.pk,
    )
    worker = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "caudals.settings"},
    )
    deadline = time.monotonic() + 30
    while Document.objects.filter(reading=reading).count() < 5 and time.monotonic() < deadline:
        time.sleep(0.05)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    stored = Document.objects.filter(reading=reading).count()
    assert 5 <= stored < count
    Reading.objects.filter(pk=reading.pk).update(alive_at=None)
    readings.run_reading(reading.pk)
    assert_whole(reading, local_server, count)


def test_a_site_that_goes_away_stops_the_reading_with_a_reason_and_it_goes_on_later(
    world: World, local_server: LocalServer
):
    numbered_site(local_server, 60)
    away = [True]

    def answer(request: Request) -> Reply:
        number = int(request.path.strip("/"))
        if away[0] and number >= 5:
            return Reply(status=404, hang_up=True)
        return Reply(page(f"Page {number}", f"<p>Number {number} is said here.</p>"))

    local_server.route("/*", answer)
    reading = read_now(site_source(world.acme, world.ada, local_server, page_limit=100))
    assert reading.status == Reading.Status.STOPPED
    assert "answers no more" in reading.reason
    assert Document.objects.filter(reading=reading).count() == 6
    assert Passage.objects.filter(document__reading=reading).exists()
    away[0] = False
    services.resume_reading(reading=reading, by=None)
    readings.run_reading(reading.pk)
    reading.refresh_from_db()
    assert reading.status == Reading.Status.DONE
    assert Document.objects.filter(reading=reading, address__endswith="/59").exists()


def test_patterns_depth_and_exclusions_of_the_source_hold(world: World, local_server: LocalServer):
    from sources.excluding import exclude_page

    local_server.route(
        "/", page("Home", '<p>Our ferries.</p><a href="/help/a">a</a><a href="/shop">s</a>')
    )
    local_server.route("/help/a", page("A", '<p>Help with tickets.</p><a href="/help/b">b</a>'))
    local_server.route("/help/b", page("B", "<p>Help with boats.</p>"))
    source: Source = site_source(
        world.acme, world.ada, local_server, include=["/help/*"], depth_limit=1
    )
    first = read_now(source)
    told = {
        address.removeprefix(local_server.url): (outcome, detail)
        for address, outcome, detail in PageVisit.objects.filter(reading=first).values_list(
            "address", "outcome", "detail"
        )
    }
    assert told["/help/a"][0] == "read"
    assert told["/shop"] == ("excluded", "It fits none of the patterns to include.")
    assert "/help/b" not in told
    exclude_page(document=Document.objects.get(address__endswith="/help/a"), by=world.ada)
    second = read_now(source)
    visit = PageVisit.objects.get(reading=second, address__endswith="/help/a")
    assert visit.outcome == "excluded"
    assert visit.document is None
    assert len(local_server.asked("/help/a")) == 1


def test_a_page_that_takes_the_reader_by_surprise_does_not_cost_the_site(
    world: World, local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
):
    from sources import arriving

    numbered_site(local_server, 3)
    kept = arriving.read

    def surprised(raw: bytes, **more: object) -> object:
        if b"Number 1" in raw:
            raise RecursionError
        return kept(raw, **more)

    monkeypatch.setattr(arriving, "read", surprised)
    reading = read_now(site_source(world.acme, world.ada, local_server))
    assert reading.status == Reading.Status.DONE
    visit = PageVisit.objects.get(reading=reading, address__endswith="/1")
    assert (visit.outcome, "log" in visit.detail) == ("error", True)
    assert Document.objects.filter(reading=reading).count() == 3
