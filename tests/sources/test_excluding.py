"""Keeping pages and blocks out of passages, at once and from then on, and taking it back."""

import pytest

from core.errors import DomainError
from sources import excluding, selectors, services
from sources.cutting import cut_passages
from sources.models import Document, Exclusion, Reading, Source
from sources.packing import unpacked
from sources.reading import read
from sources.services import File
from sources.storing import store_page
from tests.fakes.http import LocalServer
from tests.sources.site import ferry_site, read_now, site_source
from tests.world import World

NOTE = "Our office in the harbour answers questions about all crossings every day."
FEES = f"""# Fees

## What does a crossing cost?

A crossing costs 12 euros for adults and 6 euros for children.

## On board

You pay at the counter on the upper deck before the ship leaves the harbour.

{NOTE}
"""
HOURS = f"""# Hours

The ship leaves at nine in the morning and comes back at five in the afternoon.

{NOTE}
"""


def stored(source: Source, **pages: str) -> Reading:
    """A reading of the source that is done, with these pages."""
    reading = services.start_reading(source=source, by=None, queue=False)
    for name, text in pages.items():
        raw = text.encode()
        document = read(raw, name=f"{name}.md")
        store_page(reading, address=f"{name}.md", raw=raw, media_type="", document=document)
    cut_passages(reading)
    Reading.objects.filter(pk=reading.pk).update(status="done")
    return reading


@pytest.fixture
def source(world: World) -> Source:
    made = services.add_files_source(workspace=world.acme, name="Terms", by=world.ada)
    stored(made, fees=FEES, hours=HOURS)
    return made


def document(source: Source, address: str) -> Document:
    return source.documents.filter(address=address).latest("pk")


def number_of(found: Document, text: str) -> int:
    """The number of the block with this text."""
    blocks = unpacked(found.text, found.blocks)
    return next(number for number, block in enumerate(blocks) if block.text.startswith(text))


def offered(source: Source) -> list[str]:
    return [passage.text for passage in selectors.current_passages([source])]


def row_of(source: Source):
    return next(row for row in selectors.sources(source.workspace) if row.source == source)


def test_an_excluded_page_is_offered_for_nothing_at_once(world: World, source: Source):
    before = len(offered(source))
    excluding.exclude_page(document=document(source, "fees.md"), by=world.ada)
    assert before > 1
    assert len(offered(source)) == 1
    assert offered(source)[0].startswith("The ship leaves at nine")
    assert row_of(source).passages == 1


def test_an_excluded_block_takes_its_passage_out_on_that_page_only(world: World, source: Source):
    fees = document(source, "fees.md")
    excluding.exclude_block(document=fees, number=number_of(fees, NOTE), by=world.ada)
    assert [text for text in offered(source) if NOTE in text] == [
        text for text in offered(source) if text.startswith("The ship")
    ]
    assert any("12 euros" in text for text in offered(source))


def test_a_block_is_excluded_on_every_page_of_the_source(world: World, source: Source):
    fees = document(source, "fees.md")
    number = number_of(fees, NOTE)
    excluding.exclude_block(document=fees, number=number, by=world.ada, everywhere=True)
    assert offered(source) == ["A crossing costs 12 euros for adults and 6 euros for children."]
    assert row_of(source).passages == 1


def test_a_question_is_excluded_with_its_answer(world: World, source: Source):
    fees = document(source, "fees.md")
    number = number_of(fees, "What does a crossing cost?")
    excluding.exclude_block(document=fees, number=number, by=world.ada)
    assert not any("12 euros" in text for text in offered(source))
    assert len(offered(source)) == 2


def test_words_that_only_stand_inside_another_block_are_not_excluded(world: World):
    made = services.add_files_source(workspace=world.acme, name="Short", by=world.ada)
    words = "The ship leaves the harbour of the town every day of the week at nine in the morning."
    more = f"{words} It comes back before the evening, except on the first day of the year."
    stored(made, a=f"# Going\n\n{words}\n\n# Coming back\n\n{more}")
    page = document(made, "a.md")
    number = number_of(page, words)
    excluding.exclude_block(document=page, number=number, by=world.ada, everywhere=True)
    assert offered(made) == [more]


def test_every_passage_of_a_very_long_block_is_kept_out(world: World):
    made = services.add_files_source(workspace=world.acme, name="Long", by=world.ada)
    block = " ".join(f"Cabin {number} has a window and two beds." for number in range(80))
    stored(made, long=f"# Cabins\n\n{block}\n\n# Deck\n\nThe deck is open to everybody on board.")
    assert len(offered(made)) > 2
    page = document(made, "long.md")
    excluding.exclude_block(document=page, number=number_of(page, "Cabin 0"), by=world.ada)
    assert offered(made) == ["The deck is open to everybody on board."]


def test_the_next_cutting_leaves_excluded_blocks_out_and_keeps_what_stands_beside_them(
    world: World, source: Source
):
    fees = document(source, "fees.md")
    number = number_of(fees, NOTE)
    excluding.exclude_block(document=fees, number=number, by=world.ada, everywhere=True)
    stored(source, fees=FEES, hours=HOURS)
    assert not any(NOTE in text for text in offered(source))
    assert any(text.startswith("You pay at the counter") for text in offered(source))
    assert any(text.startswith("The ship leaves") for text in offered(source))


def test_the_next_reading_leaves_an_excluded_file_unread(reading_world: World):
    made = services.add_files_source(
        workspace=reading_world.acme, name="Terms", by=reading_world.ada
    )
    files = [File("fees.md", FEES.encode()), File("hours.md", HOURS.encode())]
    services.add_uploads(source=made, files=files, by=reading_world.ada)
    read_now(made)
    excluding.exclude_page(document=document(made, "fees.md"), by=reading_world.ada)
    visits = read_now(made).visits.order_by("address")
    assert [visit.outcome for visit in visits] == ["excluded", "read"]
    assert visits[0].detail == "Excluded by hand, so it is not read."


def test_the_next_reading_of_a_site_asks_for_no_excluded_page_and_cuts_no_excluded_block(
    reading_world: World, local_server: LocalServer
):
    ferry_site(local_server)
    made = site_source(reading_world.acme, reading_world.ada, local_server)
    read_now(made)
    home, fees = document(made, f"{local_server.url}/"), f"{local_server.url}/fees"
    sail = "We sail to the islands every day of the year."
    assert any(sail in text for text in offered(made))
    excluding.exclude_block(document=home, number=number_of(home, sail), by=None, everywhere=True)
    excluding.exclude_page(document=document(made, fees), by=reading_world.ada)
    asked = len(local_server.asked("/fees"))
    visits = dict(read_now(made).visits.values_list("address", "outcome"))
    assert visits[fees] == "excluded"
    assert len(local_server.asked("/fees")) == asked
    assert not any(sail in text or "12 euros" in text for text in offered(made))
    assert any("open from 9 to 17" in text for text in offered(made))


def test_an_exclusion_taken_back_holds_no_longer(world: World, source: Source):
    before = offered(source)
    made = excluding.exclude_page(document=document(source, "fees.md"), by=world.ada)
    assert excluding.take_back(source=source, exclusion_id=made.pk, by=world.rosa)
    assert offered(source) == before
    assert not excluding.take_back(source=source, exclusion_id=made.pk, by=world.rosa)
    written = Exclusion.history.filter(id=made.pk).order_by("history_date")
    people = [(row.history_type, row.history_user) for row in written]
    assert people == [("+", world.ada), ("-", world.rosa)]


def test_excluding_twice_makes_one_exclusion(world: World, source: Source):
    fees = document(source, "fees.md")
    for _ in range(2):
        excluding.exclude_page(document=fees, by=world.ada)
        excluding.exclude_block(document=fees, number=number_of(fees, NOTE), by=world.ada)
    assert Exclusion.objects.count() == 2


@pytest.mark.parametrize("number", [-1, 0, 999])
def test_what_is_no_block_or_a_heading_is_refused(world: World, source: Source, number: int):
    with pytest.raises(DomainError, match="cannot be excluded"):
        excluding.exclude_block(document=document(source, "fees.md"), number=number, by=world.ada)
    assert not Exclusion.objects.exists()


def test_exclusions_hold_for_their_own_source_alone(world: World, source: Source):
    other = services.add_files_source(workspace=world.acme, name="Other", by=world.ada)
    stored(other, fees=FEES)
    before = offered(other)
    fees = document(source, "fees.md")
    excluding.exclude_page(document=fees, by=world.ada)
    number = number_of(fees, NOTE)
    excluding.exclude_block(document=fees, number=number, by=world.ada, everywhere=True)
    assert offered(other) == before


def test_many_exclusions_ask_the_database_no_more_often(
    world: World, source: Source, django_assert_max_num_queries
):
    fees = document(source, "fees.md")
    excluding.exclude_block(document=fees, number=number_of(fees, NOTE), by=world.ada)
    with django_assert_max_num_queries(8) as few:
        offered(source)
    for number in range(1, len(fees.blocks)):
        if number != number_of(fees, "On board"):
            excluding.exclude_block(document=fees, number=number, by=world.ada, everywhere=True)
    with django_assert_max_num_queries(8) as many:
        offered(source)
    assert len(many.captured_queries) == len(few.captured_queries)
