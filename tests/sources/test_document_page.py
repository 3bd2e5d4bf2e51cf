"""The page of a document: its structure with the passages it makes, exclusions, earlier versions."""

import re

import pytest
from django.urls import reverse

from sources import excluding, selectors, services
from sources.cutting import cut_passages
from sources.models import Document, Exclusion, Passage, Reading, Source
from sources.reading import read
from sources.storing import store_page
from tests.sources.test_excluding import FEES, HOURS, NOTE, document, number_of, stored
from tests.world import World, client_for


def url(name: str, *args: object, workspace: str = "acme") -> str:
    return reverse(f"sources:{name}", args=[workspace, *args])


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def shown(user, found: Document, query: str = "") -> str:
    response = client_for(user).get(url("document", found.pk) + query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def source(world: World) -> Source:
    made = services.add_files_source(workspace=world.acme, name="Terms", by=world.ada)
    stored(made, fees=FEES, hours=HOURS)
    return made


@pytest.fixture
def fees(source: Source) -> Document:
    return document(source, "fees.md")


def test_the_structure_shows_every_block_in_order_and_which_make_a_passage(
    world: World, fees: Document
):
    page = shown(world.vik, fees)
    words = text_of(page[page.index('class="brackets"') :])
    order = [
        "Heading Fees", "Passage 1", "Question and answer", "Question What does a crossing cost?",
        "Paragraph A crossing costs 12 euros", "Heading On board", "Passage 2",
        "Paragraph You pay at the counter", f"Paragraph {NOTE}",
    ]  # fmt: skip
    places = [words.find(part) for part in order]
    assert -1 not in places
    assert places == sorted(places)
    assert page.count('class="bracket"') == 2
    assert "12 words" in words


def test_the_outline_leads_to_the_headings(world: World, fees: Document):
    page = shown(world.vik, fees)
    for number, title in enumerate(["Fees", "What does a crossing cost?"]):
        assert re.search(rf'<a href="#block-{number}">{re.escape(title)}</a>', page)
        assert f'id="block-{number}"' in page


def test_the_passages_are_shown_alone_as_questions_quote_them(world: World, fees: Document):
    page = shown(world.vik, fees, "?as=passages")
    assert "Fees › On board" in text_of(page)
    assert 'class="brackets"' not in page
    assert page.count('<li id="passage-') == 2
    assert 'class="brackets"' in shown(world.vik, fees, "?as=nonsense")


def test_a_block_is_excluded_here_or_everywhere_and_taken_back(world: World, fees: Document):
    client, number = client_for(world.ada), number_of(fees, NOTE)
    assert f'name="block" value="{number}"' in shown(world.ada, fees)
    response = client.post(url("exclude", fees.pk), {"block": number, "as": "structure"})
    assert response["Location"] == url("document", fees.pk) + f"?block={number}#block-{number}"
    page = shown(world.ada, fees)
    assert "Excluded from this file by Ada." in page
    assert "excluded, not offered" in page
    assert "1 passage, exactly as questions quote it." in page
    made = Exclusion.objects.get()
    assert (made.address, made.by) == ("fees.md", world.ada)
    back = client.post(
        url("take_back", fees.source_id),
        {"exclusion": made.pk, "document": fees.pk, "block": number, "as": "structure"},
    )
    assert back["Location"] == url("document", fees.pk) + f"?block={number}#block-{number}"
    assert not Exclusion.objects.exists()
    assert "2 passages, exactly" in shown(world.ada, fees)
    client.post(url("exclude", fees.pk), {"everywhere": number})
    assert Exclusion.objects.get().address == ""
    assert "Excluded from every file of this source by Ada." in shown(world.vik, fees)


def test_a_page_is_excluded_whole_and_taken_back(world: World, fees: Document):
    client = client_for(world.ada)
    assert "Exclude the file" in shown(world.ada, fees)
    client.post(url("exclude", fees.pk))
    page = shown(world.vik, fees)
    assert "This file is excluded" in page
    assert "Nothing of it is offered" in page
    assert selectors.current_passages([fees.source]).count() == 1
    client.post(url("take_back", fees.source_id), {"exclusion": Exclusion.objects.get().pk})
    assert selectors.current_passages([fees.source]).count() == 3


def test_posting_twice_changes_nothing_more(world: World, fees: Document):
    client = client_for(world.ada)
    for _ in range(2):
        assert client.post(url("exclude", fees.pk)).status_code == 302
    made = Exclusion.objects.get()
    for _ in range(2):
        sent = {"exclusion": made.pk, "document": fees.pk}
        assert client.post(url("take_back", fees.source_id), sent).status_code == 302


@pytest.mark.parametrize("block", ["", "x", "-1", "0", "99", "9" * 30, "²"])
def test_an_odd_number_of_a_block_excludes_nothing(world: World, fees: Document, block: str):
    response = client_for(world.ada).post(url("exclude", fees.pk), {"block": block}, follow=True)
    assert "cannot be excluded on its own" in response.content.decode()
    assert not Exclusion.objects.exists()


def test_who_may_only_look_sees_why_and_changes_nothing(world: World, fees: Document):
    excluding.exclude_page(document=fees, by=world.ada)
    for user in (world.vik, world.rosa):
        page = shown(user, fees)
        assert "Excluded by Ada" in page
        assert "Take back" not in page
        assert url("exclude", fees.pk) not in page
        client = client_for(user)
        assert client.post(url("exclude", fees.pk), {"block": 2}).status_code == 403
        made = {"exclusion": Exclusion.objects.get().pk}
        assert client.post(url("take_back", fees.source_id), made).status_code == 403
    assert Exclusion.objects.count() == 1


def test_nothing_of_another_workspace_is_excluded_or_taken_back(world: World, fees: Document):
    made = excluding.exclude_page(document=fees, by=world.ada)
    own = services.add_files_source(workspace=world.other, name="Own", by=world.otto)
    otto = client_for(world.otto)
    assert otto.post(url("exclude", fees.pk, workspace="other")).status_code == 404
    there = url("take_back", fees.source_id, workspace="other")
    assert otto.post(there, {"exclusion": made.pk}).status_code == 404
    otto.post(url("take_back", own.pk, workspace="other"), {"exclusion": made.pk})
    sent = {"exclusion": made.pk, "document": fees.pk}
    assert otto.post(url("take_back", own.pk, workspace="other"), sent).status_code == 404
    assert Exclusion.objects.count() == 1


def test_what_stands_on_most_pages_says_so(world: World):
    made = services.add_files_source(workspace=world.acme, name="Many", by=world.ada)
    pages = {
        f"p{number}": f"# Page {number}\n\nRoom {number} has a view over harbour number {number}."
        f"\n\n{NOTE}"
        for number in range(4)
    }
    stored(made, **pages)
    assert "it stands on most pages of the source" in shown(world.vik, document(made, "p1.md"))


def test_what_was_excluded_at_the_cutting_says_that_it_comes_back(world: World, source: Source):
    fees = document(source, "fees.md")
    made = excluding.exclude_block(document=fees, number=number_of(fees, NOTE), by=world.ada)
    stored(source, fees=FEES, hours=HOURS)
    excluding.take_back(source=source, exclusion_id=made.pk, by=world.ada)
    assert "The next reading takes it in again." in shown(world.vik, document(source, "fees.md"))


def test_earlier_versions_say_whether_the_text_changed(world: World, source: Source):
    first = document(source, "fees.md")
    assert "Versions" not in shown(world.vik, first)
    stored(source, fees=FEES)
    stored(source, fees=FEES.replace("12 euros", "14 euros"))
    newest = document(source, "fees.md")
    page = shown(world.vik, newest)
    table = text_of(page[page.index("Versions") :])
    assert re.search(r"shown here Changed .* Unchanged .* First read", table)
    assert url("document", first.pk) in page
    middle = source.documents.filter(address="fees.md").order_by("pk")[1]
    assert url("page_changes", newest.pk, middle.pk) in page
    assert "earlier version" not in page
    assert "This is an earlier version." in shown(world.vik, first)


def test_a_passage_names_the_one_that_it_nearly_repeats(world: World, source: Source):
    twin = Passage.objects.filter(document__address="hours.md").first()
    reading = services.start_reading(source=source, by=None, queue=False)
    raw = HOURS.encode()
    store_page(
        reading, address="again.md", raw=raw, media_type="", document=read(raw, name="again.md")
    )
    made = Document.objects.get(address="again.md")
    text = made.text[made.text.index("The ship") :]
    start = made.text.index(text)
    Passage.objects.create(
        document=made, position=0, kind="prose", text=text, start=start, end=start + len(text),
        language="en", near_duplicate_of=twin, page=3,
    )  # fmt: skip
    page = shown(world.vik, made)
    assert "Says nearly the same as" in page
    assert (
        f'{url("document", twin.document_id)}?passage={twin.position}#passage-{twin.position}"'
        in page
    )
    assert "page 3" in page


def test_an_address_is_a_link_out_that_gives_nothing_away(world: World):
    made = services.add_site(workspace=world.acme, start_address="example.org", by=world.ada)
    reading = services.start_reading(source=made, by=None, queue=False)
    raw = FEES.encode()
    for address in ("https://example.org/fees", "javascript:alert(1)"):
        store_page(
            reading, address=address, raw=raw, media_type="", document=read(raw, name="fees.md")
        )
    cut_passages(reading)
    Reading.objects.filter(pk=reading.pk).update(status="done")
    page = shown(world.vik, document(made, "https://example.org/fees"))
    assert '<a href="https://example.org/fees" rel="noopener noreferrer"' in page
    assert 'href="javascript' not in shown(world.vik, document(made, "javascript:alert(1)"))


def test_a_long_document_is_shown_in_parts_and_opens_at_what_is_named(world: World):
    made = services.add_files_source(workspace=world.acme, name="Long", by=world.ada)
    cabins = [
        f"## What is in cabin {n}?\n\nCabin {n} has a window to the sea and {n} beds with blankets."
        for n in range(400)
    ]
    stored(made, long="# Cabins\n\n" + "\n\n".join(cabins))
    long = document(made, "long.md")
    first = shown(world.vik, long)
    assert "Part 1 of 4" in first
    assert "400 passages, exactly" in first
    assert 'href="?as=structure&amp;part=2"' in first
    assert "Cabin 399 has" not in first
    assert 'rel="prev"' not in first
    assert "Cabin 399 has" in shown(world.vik, long, "?part=4")
    assert "Cabin 399 has" in shown(world.vik, long, "?part=99")
    assert "Part 1 of 4" in shown(world.vik, long, "?part=x")
    number = number_of(long, "Cabin 399")
    assert f'id="block-{number}"' in shown(world.vik, long, f"?block={number}")
    assert 'id="passage-399"' in shown(world.vik, long, "?passage=399")
    alone = shown(world.vik, long, "?as=passages")
    assert "Part 1 of 2" in alone
    assert 'id="passage-399"' in shown(world.vik, long, "?as=passages&passage=399")


def test_the_page_asks_the_database_no_more_often_for_more_blocks_and_versions(
    world: World, source: Source, django_assert_max_num_queries
):
    client, fees = client_for(world.ada), document(source, "fees.md")
    with django_assert_max_num_queries(20) as few:
        client.get(url("document", fees.pk))
    long = "\n\n".join(f"## Part {n}\n\nCabin {n} has a window and {n} beds." for n in range(40))
    for _ in range(4):
        stored(source, fees=f"# Fees\n\n{long}")
    newest = document(source, "fees.md")
    for number in range(2, 30, 2):
        excluding.exclude_block(document=newest, number=number, by=world.ada)
    with django_assert_max_num_queries(20) as many:
        client.get(url("document", newest.pk))
    assert len(many.captured_queries) == len(few.captured_queries)
