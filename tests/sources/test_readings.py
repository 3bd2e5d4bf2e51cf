"""Carrying out readings: what is stored, and what happens when a worker is lost."""

from pathlib import Path

import pytest
from django.db import IntegrityError, connection
from django.utils import translation

from core.errors import DomainError
from sources import arriving, readings, selectors, services
from sources.files import files_below
from sources.models import Document, PageVisit, Passage, Reading, Upload
from sources.services import File
from sources.storing import Arrival
from tests.fakes.http import LocalServer, Reply
from tests.sources.site import ferry_site, page, read_now, site_source, write
from tests.world import World


@pytest.fixture
def world(reading_world: World) -> World:
    """The usual people. Where a worker is lost or a row must be committed, `committed_world` is asked."""
    return reading_world


def outcomes(reading: Reading) -> dict[str, str]:
    rows = PageVisit.objects.filter(reading=reading).values_list("address", "outcome")
    return {
        address.partition("//")[2].partition("/")[2] or address: str(end) for address, end in rows
    }


def test_a_site_becomes_documents_passages_and_a_reason_for_every_address(
    world: World, local_server: LocalServer
):
    ferry_site(local_server)
    reading = read_now(site_source(world.acme, world.ada, local_server))
    assert reading.status == Reading.Status.DONE
    assert {k.removeprefix(local_server.url): v for k, v in outcomes(reading).items()} == {
        "/": "read", "fees": "read", "hours": "read",
        "empty": "no_text", "list.pdf": "error", "private/x": "robots",
    }  # fmt: skip
    assert PageVisit.objects.get(outcome="robots").detail
    faq = Passage.objects.get(kind="faq")
    assert (faq.question, faq.text) == ("What does a crossing cost?", "It costs 12 euros.")
    assert faq.heading_path == ["Fees", "What does a crossing cost?"]


def test_every_passage_is_the_part_of_its_documents_text_that_it_says(
    world: World, local_server: LocalServer
):
    ferry_site(local_server)
    read_now(site_source(world.acme, world.ada, local_server))
    passages = list(Passage.objects.select_related("document"))
    assert len(passages) >= 3
    for passage in passages:
        assert passage.document.text[passage.start : passage.end] == passage.text
        assert bytes(passage.document.raw)


def test_what_stands_on_every_page_of_the_site_is_in_no_passage(
    world: World, local_server: LocalServer
):
    ferry_site(local_server)
    read_now(site_source(world.acme, world.ada, local_server))
    assert not Passage.objects.filter(text__contains="555 0100").exists()
    assert Document.objects.filter(text__contains="555 0100").count() == 3


def test_a_site_that_does_not_answer_fails_with_a_sentence(world: World, local_server: LocalServer):
    source = site_source(world.acme, world.ada, local_server)
    local_server.close()
    reading = read_now(source)
    assert reading.status == Reading.Status.FAILED
    assert "does not answer" in reading.reason


def test_a_site_without_text_fails_with_a_sentence(world: World, local_server: LocalServer):
    local_server.route("/", "<html><body><a href=/a>a</a></body></html>")
    local_server.route("/a", "<html><body><img src=x></body></html>")
    reading = read_now(site_source(world.acme, world.ada, local_server))
    assert reading.status == Reading.Status.FAILED
    assert "usable text" in reading.reason


def test_a_page_in_an_unknown_encoding_is_told_and_the_others_are_read(
    world: World, local_server: LocalServer
):
    local_server.route("/", page("Home", '<p>A text about the ferry.</p><a href="/odd">odd</a>'))
    noise = bytes(range(128, 256)) * 40
    local_server.route("/odd", Reply(b"<html><p>" + noise, headers={"Content-Type": "text/html"}))
    reading = read_now(site_source(world.acme, world.ada, local_server))
    assert reading.status == Reading.Status.DONE
    odd = PageVisit.objects.get(address__endswith="/odd")
    assert odd.outcome == "not_text"
    assert "encoding" in odd.detail


def test_links_lead_to_no_private_host_but_the_operators_own(
    world: World, local_server: LocalServer
):
    with LocalServer() as inside:
        inside.route("/secret", page("Secret", "<p>Nobody should read this text here.</p>"))
        local_server.route("/", page("Home", f'<p>A text.</p><a href="{inside.url}/secret">s</a>'))
        local_server.route("/hop", Reply(status=302, headers={"Location": f"{inside.url}/secret"}))
        local_server.route(
            "/fees", page("Fees", '<p>Prices of all crossings.</p><a href="/hop">h</a>')
        )
        read_now(site_source(world.acme, world.ada, local_server))
        assert inside.requests == []
    assert PageVisit.objects.get(address__endswith="/hop").outcome == "redirected"


def test_the_page_limit_of_the_source_holds(world: World, local_server: LocalServer):
    ferry_site(local_server)
    reading = read_now(site_source(world.acme, world.ada, local_server, page_limit=2))
    assert Document.objects.filter(reading=reading).count() == 2


def test_a_reading_delivered_twice_stores_everything_once(
    committed_world: World, local_server: LocalServer
):
    ferry_site(local_server)
    reading = read_now(site_source(committed_world.acme, committed_world.ada, local_server))
    asked = len(local_server.requests)
    before = PageVisit.objects.count(), Passage.objects.count()
    readings.run_reading(reading.pk)
    assert (PageVisit.objects.count(), Passage.objects.count()) == before
    assert len(local_server.requests) == asked


def test_a_reading_whose_worker_was_lost_goes_on_where_it_ended(
    committed_world: World, local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
):
    """The third page takes the worker down; the next worker fetches no page a second time."""
    ferry_site(local_server)
    source = site_source(committed_world.acme, committed_world.ada, local_server)
    reading = services.start_reading(source=source, by=None, queue=False)
    kept = arriving.store
    calls: list[str] = []

    def store_two(given: Reading, arrivals: list[Arrival]) -> object:
        calls.extend(arrival.address for arrival in arrivals)
        if len(calls) >= 3:
            raise SystemExit
        return kept(given, arrivals)

    monkeypatch.setattr(arriving, "BATCH_VISITS", 1)
    monkeypatch.setattr(arriving, "store", store_two)
    with pytest.raises(SystemExit):
        readings.run_reading(reading.pk)
    monkeypatch.undo()
    stored = set(Document.objects.values_list("address", flat=True))
    assert len(stored) == 2
    Reading.objects.filter(pk=reading.pk).update(alive_at=None)
    readings.run_reading(reading.pk)
    reading.refresh_from_db()
    assert reading.status == Reading.Status.DONE
    assert Document.objects.filter(passages__isnull=False).distinct().count() == 3
    for address in stored:
        path = "/" + address.removeprefix(local_server.url).lstrip("/")
        assert len(local_server.asked(path)) == 1


def test_a_stopped_reading_keeps_what_was_read_and_can_be_used(
    world: World, local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
):
    ferry_site(local_server)
    source = site_source(world.acme, world.ada, local_server)
    reading = services.start_reading(source=source, by=None, queue=False)
    monkeypatch.setattr("core.jobs.Lease.stop_requested", lambda self: Document.objects.exists())
    readings.run_reading(reading.pk)
    reading.refresh_from_db()
    assert reading.status == Reading.Status.STOPPED
    assert Passage.objects.filter(document__reading=reading).exists()


def test_uploads_are_read_the_newest_of_each_name(world: World):
    source = services.add_files_source(workspace=world.acme, name="Terms", by=world.ada)
    for text in (b"It costs 10 euros to cross by ferry.", b"It costs 12 euros to cross by ferry."):
        services.add_uploads(source=source, files=[File("fees.txt", text)], by=world.ada)
    reading = read_now(source)
    assert reading.status == Reading.Status.DONE
    assert [document.text for document in Document.objects.all()] == [
        "It costs 12 euros to cross by ferry."
    ]


def test_a_folder_is_read_with_all_below_it_and_each_file_has_its_reason(
    world: World, tmp_path: Path
):
    outside = write(tmp_path / "outside", secret_dot_txt="A secret outside of the folder.")
    folder = write(
        tmp_path / "docs",
        a_dot_html=page("A", "<p>The first page says something.</p>"),
        deep__b_dot_md="# B\n\nThe second page says something else.",
        **{"page.html.de": page("C", "<p>Die dritte Seite sagt etwas anderes.</p>")},
        notes_dot_csv="a,b\n1,2",
        photo_dot_bin=bytes(range(256)) * 20,
        blank_dot_txt="   ",
        again_dot_txt="The second page says something else.",
        LICENSE_dot_md="# Licence",
        robots_dot_txt="User-agent: *",
        **{".hidden.md": "# Hidden", ".git/config": "x"},
    )
    (folder / "link.txt").symlink_to(outside / "secret.txt")
    source = services.add_files_source(workspace=world.acme, name="Docs", by=None)
    reading = readings.read_folder(source=source, directory=folder, by=None)
    assert reading.status == Reading.Status.DONE
    assert dict(PageVisit.objects.values_list("address", "outcome")) == {
        "a.html": "read", "deep/b.md": "read", "page.html.de": "read", "again.txt": "read",
        "notes.csv": "read", "photo.bin": "not_text", "blank.txt": "not_text",
        "link.txt": "refused",
    }  # fmt: skip
    assert not Document.objects.filter(text__contains="secret").exists()


def test_the_same_text_in_two_files_is_read_once(world: World, tmp_path: Path):
    folder = write(
        tmp_path, a_dot_md="It costs 12 euros to cross.", b_dot_md="It costs 12 euros to cross."
    )
    source = services.add_files_source(workspace=world.acme, name="Docs", by=None)
    readings.read_folder(source=source, directory=folder, by=None)
    assert Document.objects.count() == 1
    assert "a.md" in PageVisit.objects.get(outcome="duplicate").detail


def test_folders_that_a_site_is_built_from_are_not_pages_of_it(tmp_path: Path):
    for name in ("fees.html", "_sources/fees.txt", ".git/config.txt", "help/_index.md", "a_b/c.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("It costs 12 euros.")

    found = [path.relative_to(tmp_path).as_posix() for path in files_below(tmp_path)]

    assert found == ["fees.html", "a_b/c.md", "help/_index.md"]


def test_a_folder_without_usable_text_fails_with_a_sentence(world: World, tmp_path: Path):
    write(tmp_path, a_dot_pdf=b"%PDF-1.4", b_dot_png=b"\x89PNG....")
    source = services.add_files_source(workspace=world.acme, name="Docs", by=None)
    reading = readings.read_folder(source=source, directory=tmp_path, by=None)
    assert reading.status == Reading.Status.FAILED
    assert "“a.pdf” is damaged" in reading.reason
    assert "“b.png” is a picture" in reading.reason


def test_many_files_without_usable_text_are_counted_and_not_listed(world: World, tmp_path: Path):
    write(tmp_path, **{f"p{n}_dot_png": b"\x89PNG...." for n in range(5)})
    source = services.add_files_source(workspace=world.acme, name="Docs", by=None)
    reading = readings.read_folder(source=source, directory=tmp_path, by=None)
    assert "None of the 5" in reading.reason
    assert "Markdown" in reading.reason


def test_a_stopped_reading_does_not_take_the_place_of_a_whole_one(
    world: World, local_server: LocalServer
):
    """With half of the pages gone, half of the questions would seem to have lost their source."""
    ferry_site(local_server)
    source = site_source(world.acme, world.ada, local_server)
    whole = read_now(source)
    again = read_now(source)
    Reading.objects.filter(pk=again.pk).update(status=Reading.Status.STOPPED)

    assert selectors.current_reading(source) == whole


def test_a_limit_that_leaves_pages_out_says_how_many(world: World, local_server: LocalServer):
    ferry_site(local_server)
    source = site_source(world.acme, world.ada, local_server, page_limit=1)

    reading = read_now(source)

    assert reading.status == Reading.Status.DONE
    assert "found and not looked at" in reading.reason


def test_an_empty_folder_and_no_folder_are_told_apart(world: World, tmp_path: Path):
    source = services.add_files_source(workspace=world.acme, name="Docs", by=None)
    assert (
        "nothing to read" in readings.read_folder(source=source, directory=tmp_path, by=None).reason
    )
    with pytest.raises(DomainError, match="not a folder"):
        readings.read_folder(source=source, directory=tmp_path / "none", by=None)


def test_a_reading_speaks_the_language_of_its_workspace(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    spoken: list[str | None] = []
    kept = readings.cut_passages

    def note(reading: Reading) -> int:
        spoken.append(translation.get_language())
        return kept(reading)

    monkeypatch.setattr(readings, "cut_passages", note)
    for workspace in (world.acme, world.other):
        source = services.add_files_source(workspace=workspace, name="Docs", by=None)
        readings.read_folder(source=source, directory=tmp_path, by=None)
    assert spoken == ["en", "es"]


def test_what_was_read_is_never_changed_by_sql_either(committed_world: World):
    source = services.add_files_source(workspace=committed_world.acme, name="Docs", by=None)
    services.add_uploads(source=source, files=[File("a.txt", b"It costs 12 euros.")], by=None)
    read_now(source)
    for model in (Document, Passage, PageVisit, Upload):
        for statement in ("UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE"):
            with connection.cursor() as cursor, pytest.raises(IntegrityError, match="written once"):
                cursor.execute(statement.format(model._meta.db_table))
