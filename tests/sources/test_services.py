"""Adding sources and files."""

import pytest

from core.errors import Conflict, DomainError
from sources import services
from sources.models import Reading, Source, Upload
from sources.services import File
from tests.world import World


def test_a_site_is_kept_under_its_one_spelling_and_named_by_it(world: World):
    source = services.add_site(
        workspace=world.acme, start_address=" Example.ORG/help#top ", by=world.ada
    )
    assert (source.start_address, source.name) == ("https://example.org/help", "example.org/help")
    assert source.created_by == world.ada
    assert source.history.get().history_user == world.ada


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("ftp://example.org", "http://"),
        ("https://me:secret@example.org", "password"),
        ("http://0x7f.1/", "not public"),
        ("https://", "not an address"),
    ],
)
def test_an_address_that_is_never_read_is_refused_in_a_sentence(
    world: World, address: str, says: str
):
    with pytest.raises(DomainError, match=says):
        services.add_site(workspace=world.acme, start_address=address, by=world.ada)
    assert not Source.objects.exists()


def test_a_site_is_added_once_to_a_workspace_and_again_to_another(world: World):
    services.add_site(workspace=world.acme, start_address="example.org", by=world.ada)
    with pytest.raises(Conflict, match="already"):
        services.add_site(workspace=world.acme, start_address="https://EXAMPLE.org/", by=world.ada)
    services.add_site(workspace=world.other, start_address="example.org", by=world.otto)


def files_source(world: World) -> Source:
    return services.add_files_source(workspace=world.acme, name="Terms", by=world.ada)


def test_uploads_are_kept_as_they_came_and_the_same_file_once(world: World):
    source, file = files_source(world), File("a.md", b"# Fees\n\nIt costs 12 euros.")
    assert len(services.add_uploads(source=source, files=[file], by=world.ada)) == 1
    assert services.add_uploads(source=source, files=[file], by=world.ada) == []
    assert bytes(Upload.objects.get().raw) == file.raw


def test_each_file_that_cannot_be_read_is_named_and_none_is_kept(world: World):
    source = files_source(world)
    given = [
        File("good.txt", b"Text."),
        File("price list.doc", b"\xd0\xcf\x11\xe0" + bytes(99)),
        File("empty.html", b"  \n"),
        File("big.txt", b"a" * (services.LARGEST_FILE + 1)),
    ]
    with pytest.raises(DomainError) as refusal:
        services.add_uploads(source=source, files=given, by=world.ada)
    said = str(refusal.value)
    for part in ("price list.doc", ".docx", "empty.html", "empty", "big.txt", "20 MB"):
        assert part in said
    assert "good.txt" not in said
    assert not Upload.objects.exists()


def test_an_odd_file_name_is_kept_readable(world: World):
    odd = File("fees\x00.txt", b"It costs 12 euros.")
    services.add_uploads(source=files_source(world), files=[odd], by=world.ada)
    assert Upload.objects.get().name == "fees␀.txt"


def test_no_file_at_all_is_refused(world: World):
    with pytest.raises(DomainError, match="at least one"):
        services.add_uploads(source=files_source(world), files=[], by=world.ada)


def test_a_source_is_read_once_at_a_time(world: World):
    source = files_source(world)
    first = services.start_reading(source=source, by=world.ada)
    assert services.start_reading(source=source, by=world.ada) == first
    assert Reading.objects.count() == 1


def test_a_reading_that_waits_stops_at_once_and_goes_on_later(world: World):
    reading = services.start_reading(source=files_source(world), by=world.ada)
    services.stop_reading(reading=reading, by=world.ada)
    reading.refresh_from_db()
    assert reading.status == Reading.Status.STOPPED
    services.resume_reading(reading=reading, by=world.ada)
    reading.refresh_from_db()
    assert reading.status == Reading.Status.WAITING


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("example.org", "https://example.org/"),
        ("example.org:8080/help", "http://example.org:8080/help"),
        ("example.org:443", "https://example.org/"),
        ("http://example.org", "http://example.org/"),
    ],
)
def test_an_address_without_a_scheme_gets_the_likely_one(typed: str, address: str):
    assert services.checked_address(typed).url == address
