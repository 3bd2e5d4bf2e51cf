"""Changing sources that are there, archiving them and bringing them back."""

import pytest

from core.errors import Conflict, DomainError
from sources import changes, selectors, services
from sources.models import Passage, Reading, Source
from sources.services import File
from tests.sources.site import read_now
from tests.world import World, client_for
from testsets.forms import DraftingForm


@pytest.fixture
def site(world: World) -> Source:
    return services.add_site(workspace=world.acme, start_address="exampel.org", by=world.ada)


def change(source: Source, by: object, **other: object) -> bool:
    now = {"start_address": source.start_address, "page_limit": source.page_limit}
    return changes.change_site(source=source, by=by, **(now | {"name": source.name} | other))


def test_an_address_is_mended_and_the_earlier_one_stays_in_the_history(world: World, site: Source):
    assert change(site, world.ada, start_address=" Example.org/help ", page_limit=7, name="Help")
    site.refresh_from_db()
    assert (site.start_address, site.page_limit, site.name) == (
        "https://example.org/help", 7, "Help",
    )  # fmt: skip
    rows = [(row.start_address, row.history_user) for row in selectors.history(site)]
    assert rows == [("https://example.org/help", world.ada), ("https://exampel.org/", world.ada)]


def test_another_limit_is_no_other_address(world: World, site: Source):
    assert not change(site, world.ada, page_limit=9)
    site.refresh_from_db()
    assert site.page_limit == 9


def test_an_address_never_read_or_another_sources_is_refused(world: World, site: Source):
    services.add_site(workspace=world.acme, start_address="example.org", by=world.ada)
    with pytest.raises(Conflict, match="already"):
        change(site, world.ada, start_address="https://EXAMPLE.org")
    with pytest.raises(DomainError, match="http://"):
        change(site, world.ada, start_address="ftp://example.org")
    site.refresh_from_db()
    assert site.start_address == "https://exampel.org/"


def test_the_address_stays_while_the_site_is_being_read(world: World, site: Source):
    services.start_reading(source=site, by=world.ada, queue=False)
    with pytest.raises(Conflict, match="being read"):
        change(site, world.ada, start_address="example.org")
    assert not change(site, world.ada, page_limit=9)


def test_a_stopped_reading_of_another_address_is_not_gone_on_with(world: World, site: Source):
    reading = services.start_reading(source=site, by=world.ada, queue=False)
    services.stop_reading(reading=reading, by=world.ada)
    assert selectors.progress(selectors.newest_reading(site)).can_go_on
    change(site, world.ada, start_address="example.org")
    assert not selectors.progress(selectors.newest_reading(site)).can_go_on
    with pytest.raises(Conflict, match="from the beginning"):
        services.resume_reading(reading=reading, by=world.ada)
    assert services.start_reading(source=site, by=world.ada, queue=False) != reading


def test_the_operators_word_for_a_private_host_holds_for_that_host_alone(world: World):
    own = services.add_site(
        workspace=world.acme, start_address="http://127.0.0.1:8123/", by=None,
        allowed_private_host="127.0.0.1:8123",
    )  # fmt: skip
    change(own, world.ada, start_address="http://127.0.0.1:8123/help")
    own.refresh_from_db()
    assert own.allowed_private_host == "127.0.0.1:8123"
    change(own, world.ada, start_address="http://127.0.0.1:9999/")
    own.refresh_from_db()
    assert own.allowed_private_host == ""


def files(world: World) -> Source:
    source = services.add_files_source(workspace=world.acme, name="Terms", by=world.ada)
    services.add_uploads(source=source, files=[File("a.txt", b"It costs 12 euros.")], by=world.ada)
    read_now(source)
    return source


def test_an_archived_source_is_offered_for_nothing_new_and_loses_nothing(reading_world: World):
    source = files(reading_world)
    changes.archive(source=source, by=reading_world.ada)
    source.refresh_from_db()
    assert source.archived_at
    assert selectors.sources(reading_world.acme) == []
    assert selectors.archived(reading_world.acme) == [source]
    assert list(DraftingForm(workspace=reading_world.acme).fields["sources"].queryset) == []
    assert Passage.objects.filter(document__source=source).count() == 1
    assert selectors.current_passages([source]).count() == 1
    with pytest.raises(Conflict, match="archived"):
        services.start_reading(source=source, by=reading_world.ada)
    assert source.history.first().history_user == reading_world.ada


def test_a_source_brought_back_is_offered_again(reading_world: World):
    source = files(reading_world)
    changes.archive(source=source, by=reading_world.ada)
    changes.bring_back(source=source, by=reading_world.ada)
    assert [row.source for row in selectors.sources(reading_world.acme)] == [source]
    assert list(DraftingForm(workspace=reading_world.acme).fields["sources"].queryset) == [source]


def test_archiving_stops_the_reading(world: World, site: Source):
    reading = services.start_reading(source=site, by=world.ada, queue=False)
    changes.archive(source=site, by=world.ada)
    reading.refresh_from_db()
    assert reading.status == Reading.Status.STOPPED
    with pytest.raises(Conflict, match="archived"):
        services.resume_reading(reading=reading, by=world.ada)


def test_the_address_of_an_archived_source_is_free_and_then_taken(world: World, site: Source):
    changes.archive(source=site, by=world.ada)
    services.add_site(workspace=world.acme, start_address="exampel.org", by=world.ada)
    with pytest.raises(Conflict, match="already"):
        changes.bring_back(source=site, by=world.ada)


def test_an_owner_changes_archives_and_brings_back_on_the_pages(world: World, site: Source):
    client, page = client_for(world.ada), f"/w/acme/sources/{site.pk}/"
    shown = client.get(page + "edit/").content.decode()
    assert 'value="https://exampel.org/"' in shown
    assert f'action="{page}archive/"' in shown
    wrong = {"start_address": "ftp://x.org", "page_limit": 7, "name": "Help"}
    refused = client.post(page + "edit/", wrong)
    assert refused.status_code == 422
    assert "http://" in refused.content.decode()
    typed = wrong | {"start_address": "example.org"}
    assert client.post(page + "edit/", typed).headers["Location"] == page
    again = client.get(page + "edit/").content.decode()
    assert "https://example.org/" in again
    assert "https://exampel.org/" in again
    client.post(page + "archive/")
    assert "1 archived source" in client.get("/w/acme/sources/").content.decode()
    archived = client.get(page).content.decode()
    assert "Archived on" in archived
    assert f'action="{page}read/"' not in archived
    assert client.post(page + "read/", follow=True).status_code == 200
    assert not Reading.objects.exists()
    client.post(page + "bring-back/")
    assert f'action="{page}read/"' in client.get(page).content.decode()


def test_files_get_another_name_and_no_address(reading_world: World):
    source, client = files(reading_world), client_for(reading_world.ada)
    page = f"/w/acme/sources/{source.pk}/edit/"
    assert 'name="start_address"' not in client.get(page).content.decode()
    assert client.post(page, {"name": ""}).status_code == 422
    client.post(page, {"name": "Terms 2027", "start_address": "example.org"})
    source.refresh_from_db()
    assert (source.name, source.start_address) == ("Terms 2027", "")
