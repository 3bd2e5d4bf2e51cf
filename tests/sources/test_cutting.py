"""From stored documents to stored passages: near-duplicates marked, everything once."""

from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sources import cutting, excluding, readings, services
from sources.models import Document, Passage, Reading, Source
from sources.selectors import current_passages
from tests.sources.site import write
from tests.world import World

RULES = (
    "Whoever crosses with us may bring two bags and one bicycle when there is room on the lower deck. "
    "Dogs stay on a lead, children below {age} cross free of charge, and whoever holds a return ticket "
    "may come back on any later boat of the same day without paying anything more for the crossing."
)

KIOSK = "<h2>More</h2><p>The kiosk sells tea all day.</p>"


@pytest.fixture
def world(reading_world: World) -> World:
    return reading_world


def read_pages(world: World, folder: Path, **pages: str) -> Reading:
    source = services.add_files_source(workspace=world.acme, name="Docs", by=None)
    write(folder, **{f"{name}_dot_html": f"<html lang=en>{body}" for name, body in pages.items()})
    return readings.read_folder(source=source, directory=folder, by=None)


def firsts(reading: Reading) -> dict[str, str]:
    """Page of each near-duplicate → page of the first."""
    rows = Passage.objects.filter(document__reading=reading, near_duplicate_of__isnull=False)
    return dict(rows.values_list("document__address", "near_duplicate_of__document__address"))


def rules(age: int, more: str = "") -> str:
    return f"<h1>Rules</h1><p>{RULES.format(age=age)}</p>{more}"


def test_what_nearly_repeats_an_earlier_page_is_marked_with_the_first(world: World, tmp_path: Path):
    reading = read_pages(
        world, tmp_path, a=rules(6), b=rules(6, "<h2>Thanks</h2><p>Thank you for reading this.</p>"),
        c=rules(6).replace("bring two", "carry two"),
    )  # fmt: skip
    assert firsts(reading) == {"b.html": "a.html", "c.html": "a.html"}


def test_the_same_rule_with_another_number_is_another_passage(world: World, tmp_path: Path):
    reading = read_pages(world, tmp_path, a=rules(6), b=rules(7))
    assert firsts(reading) == {}


def test_questions_are_drawn_from_the_first_of_near_duplicates_only(world: World, tmp_path: Path):
    reading = read_pages(world, tmp_path, a=rules(6), b=rules(6, KIOSK))
    drawn = [p.text for p in current_passages([reading.source])]
    assert drawn == [RULES.format(age=6), "The kiosk sells tea all day."]


def test_a_near_duplicate_stands_in_for_a_first_that_is_kept_out(world: World, tmp_path: Path):
    reading = read_pages(world, tmp_path, a=rules(6), b=rules(6, KIOSK))
    excluding.exclude_page(document=Document.objects.get(address="a.html"), by=None)
    drawn = [p.document.address for p in current_passages([reading.source])]
    assert drawn == ["b.html", "b.html"]


def test_near_duplicates_are_found_across_batches_and_after_an_interruption(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(cutting, "BATCH", 2)
    kept, calls = cutting.Shelf.store, []

    def store_one(shelf, rows):
        calls.append(rows)
        if len(calls) == 2:
            raise SystemExit
        kept(shelf, rows)

    monkeypatch.setattr(cutting.Shelf, "store", store_one)
    other = "<p>Page {} is about something else than the others, and it says so in a sentence.</p>"
    pages = {"a": rules(6), "d": rules(6, KIOSK), "e": rules(6, KIOSK.replace("tea", "coffee"))}
    pages |= {name: other.format(name) for name in "bcfg"}
    with pytest.raises(SystemExit):
        read_pages(world, tmp_path, **pages)
    reading = Reading.objects.get()
    monkeypatch.setattr(cutting.Shelf, "store", kept)
    assert Passage.objects.values("document").distinct().count() == 2
    cutting.cut_passages(reading)
    assert firsts(reading) == {"d.html": "a.html", "e.html": "a.html"}


def test_a_document_cut_by_another_worker_is_passed_over_and_the_rest_of_its_batch_is_not(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    kept = cutting._cut

    def cut_after_the_other(document: Document, *args):
        rows = kept(document, *args)
        if document.address == "b.html":
            Passage.objects.bulk_create(kept(document, *args))
        return rows

    monkeypatch.setattr(cutting, "_cut", cut_after_the_other)
    reading = read_pages(
        world, tmp_path, a="<p>The first page has a sentence.</p>",
        b="<p>The second page has another one.</p>", c="<p>The third page has the last of all.</p>",
        d=rules(6), e=rules(6, KIOSK),
    )  # fmt: skip
    cut = Passage.objects.filter(document__reading=reading).values_list("document__address", "text")
    assert len(cut) == len(set(cut)) == 6
    assert firsts(reading) == {"e.html": "d.html"}


def test_cutting_asks_the_database_a_few_times_for_many_pages(world: World, tmp_path: Path):
    pages = {f"p{n}": f"<p>Page number {n} says something of its own here.</p>" for n in range(60)}
    reading = read_pages(world, tmp_path, **pages)
    again = Reading.objects.create(source=Source.objects.get(), status="done")
    for document in Document.objects.filter(reading=reading).order_by("pk"):
        document.pk, document._state.adding, document.reading = None, True, again
        document.save()
    with CaptureQueriesContext(
        connection,
    ) as asked:
        cutting.cut_passages(again)
    assert Passage.objects.filter(document__reading=again).count() == 60
    assert len(asked) < 40
