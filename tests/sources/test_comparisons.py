"""What changed between two readings of a source, and the pages that show it."""

from pathlib import Path

import pytest

from sources import readings, services
from sources.comparisons import Fate, counted, page_changes
from sources.models import PageVisit, Reading, Source
from tests.fakes.http import LocalServer, Reply
from tests.sources.site import page, read_now, site_source, write
from tests.world import World, client_for


@pytest.fixture
def world(reading_world: World) -> World:
    return reading_world


FEES = page("Fees", "<p>A crossing costs 12 euros for adults.</p><p>Children pay nothing.</p>")
HOURS = page("Hours", "<p>The office is open from 9 to 17 on weekdays.</p>")


@pytest.fixture
def site(world: World, local_server: LocalServer) -> Source:
    links = '<a href="/fees">a</a> <a href="/hours">b</a> <a href="/old">c</a>'
    local_server.route("/", page("Ferry", f"<p>We sail to the islands every day.</p>{links}"))
    local_server.route("/fees", FEES)
    local_server.route("/hours", HOURS)
    local_server.route("/old", page("Old", "<p>The old timetable ends in May.</p>"))
    return site_source(world.acme, world.ada, local_server)


def told(before: Reading, after: Reading) -> dict[str, tuple[Fate, str]]:
    return {
        "/" + one.address.rstrip("/").rpartition("/")[2] if one.title != "Ferry" else "/": (
            one.fate, one.why,
        )
        for one in page_changes(before, after)
    }  # fmt: skip


def change_site(server: LocalServer) -> None:
    links = '<a href="/fees">a</a> <a href="/hours">b</a> <a href="/old">c</a> <a href="/new">d</a>'
    server.route("/", page("Ferry", f"<p>We sail to the islands every day.</p>{links}"))
    server.route("/fees", FEES.replace("12 euros", "14 euros"))
    server.route("/new", page("New", "<p>The new timetable begins in June.</p>"))
    server.route("/old", Reply("gone", status=404))


def test_pages_are_added_changed_gone_or_unchanged(site: Source, local_server: LocalServer):
    before = read_now(site)
    change_site(local_server)
    found = told(before, read_now(site))
    assert {name: fate for name, (fate, _) in found.items()} == {
        "/": Fate.UNCHANGED, "/fees": Fate.CHANGED, "/hours": Fate.UNCHANGED,
        "/old": Fate.GONE, "/new": Fate.ADDED,
    }  # fmt: skip
    assert "404" in found["/old"][1]


def test_a_page_that_nothing_leads_to_is_gone(site: Source, local_server: LocalServer):
    before = read_now(site)
    local_server.route("/", page("Ferry", "<p>We sail to the islands every day.</p>"))
    fate, why = told(before, read_now(site))["/old"]
    assert fate is Fate.GONE
    assert "leads to it" in why


def test_a_page_whose_server_fails_or_that_robots_close_is_not_gone(
    site: Source, local_server: LocalServer
):
    before = read_now(site)
    local_server.route("/old", Reply("x", status=403))
    local_server.route("/robots.txt", "User-agent: *\nDisallow: /hours\n")
    found = told(before, read_now(site))
    assert (found["/old"][0], found["/hours"][0]) == (Fate.UNREACHED, Fate.UNREACHED)


def test_what_a_stopped_reading_or_its_page_limit_left_out_is_not_gone(
    site: Source, local_server: LocalServer
):
    before = read_now(site)
    stopped = Reading.objects.create(source=site, status=Reading.Status.STOPPED)
    assert {fate for fate, _ in told(before, stopped).values()} == {Fate.UNREACHED}
    site.page_limit = 1
    site.save()
    found = told(before, read_now(site))
    assert {found[name] for name in ("/fees", "/hours", "/old")} == {
        (Fate.UNREACHED, "Beyond the page limit of the reading.")
    }


def test_a_file_that_has_another_text_by_now_is_changed(world: World, tmp_path: Path):
    source = services.add_files_source(workspace=world.acme, name="Docs", by=None)
    write(
        tmp_path, a_dot_md="# A\n\nIt costs 12 euros.", b_dot_md="# B\n\nWe sail at nine o'clock."
    )
    before = readings.read_folder(source=source, directory=tmp_path, by=None)
    write(
        tmp_path, a_dot_md="# A\n\nIt costs 14 euros.", c_dot_md="# B\n\nWe sail at nine o'clock."
    )
    (tmp_path / "b.md").unlink()
    after = readings.read_folder(source=source, directory=tmp_path, by=None)
    counts = counted(page_changes(before, after))
    assert counts == {
        Fate.CHANGED: 1, Fate.ADDED: 1, Fate.GONE: 1, Fate.UNREACHED: 0, Fate.UNCHANGED: 0,
    }  # fmt: skip


def test_what_stands_on_every_page_and_changes_there_changes_no_page(
    site: Source, local_server: LocalServer
):
    before = read_now(site)
    for path, html in (("/fees", FEES), ("/hours", HOURS)):
        local_server.route(path, html.replace("555 0100", "555 0199"))
    # Three of four pages have one of the two numbers, so it counts as theirs on none.
    local_server.route(
        "/old", page("Old", "<p>The old timetable ends in May.</p>").replace("0100", "0199")
    )
    found = told(before, read_now(site))
    assert found["/fees"][0] is Fate.UNCHANGED


def test_the_page_of_changes_counts_filters_and_leads_to_both_versions(
    world: World, site: Source, local_server: LocalServer
):
    read_now(site)
    change_site(local_server)
    read_now(site)
    client = client_for(world.vik)
    url = f"/w/acme/sources/{site.pk}/changes/"
    shown = client.get(url).content.decode()
    assert "All changes" in shown
    assert shown.count("<tr>") == 1 + 3
    assert "The server answers 404" in shown
    only = client.get(f"{url}?show=unchanged").content.decode()
    assert "Hours" in only
    assert "Fees" not in only.partition("<tbody>")[2]
    changed = page_changes(*Reading.objects.order_by("pk"))
    fees = next(one for one in changed if one.fate is Fate.CHANGED)
    link = f"/w/acme/sources/documents/{fees.after}/since/{fees.before}/"
    assert link in shown
    words = client.get(link).content.decode()
    assert "<del>12</del>" in words
    assert "<ins>14</ins>" in words
    assert client_for(world.otto).get(link).status_code == 404
    assert f"{url}" in client.get(f"/w/acme/sources/{site.pk}/").content.decode()


def test_two_readings_can_be_chosen_and_nonsense_gives_the_newest_two(
    world: World, site: Source, local_server: LocalServer
):
    first = read_now(site)
    change_site(local_server)
    second, third = read_now(site), read_now(site)
    client = client_for(world.vik)
    url = f"/w/acme/sources/{site.pk}/changes/"
    for query in ("", "?before=x&after=99999", f"?before={third.pk}&after={second.pk}&page=-1"):
        response = client.get(url + query)
        assert response.status_code == 200
    assert "Nothing changed: 4 pages" in client.get(url).content.decode()
    chosen = client.get(f"{url}?before={first.pk}&after={second.pk}").content.decode()
    assert "The server answers 404" in chosen


def test_before_a_second_reading_there_is_nothing_to_compare(world: World, site: Source):
    client = client_for(world.vik)
    url = f"/w/acme/sources/{site.pk}/changes/"
    assert "Nothing to compare yet" in client.get(url).content.decode()
    read_now(site)
    assert "Nothing to compare yet" in client.get(url).content.decode()
    assert url not in client.get(f"/w/acme/sources/{site.pk}/").content.decode()


def test_documents_of_two_addresses_are_no_versions_of_one(world: World, site: Source):
    read_now(site)
    one, other = PageVisit.objects.filter(outcome="read").values_list("document", flat=True)[:2]
    client = client_for(world.vik)
    assert client.get(f"/w/acme/sources/documents/{one}/since/{other}/").status_code == 404
