"""How far a reading is, and how long it may still take."""

from datetime import timedelta

from django.utils import timezone

from sources import selectors, services
from sources.models import Reading
from sources.reading import read
from sources.storing import store_page, store_visit
from tests.world import World

NOW = timezone.now()


def reading_under_way(world: World, *, planned: int) -> Reading:
    source = services.add_files_source(workspace=world.acme, name="Docs", by=world.ada)
    reading = services.start_reading(source=source, by=world.ada, queue=False)
    reading.planned = planned
    reading.save()
    return reading


def read_at(reading: Reading, *seconds_ago: float) -> None:
    for number, ago in enumerate(seconds_ago):
        raw = f"Page {number} of those read {ago} seconds ago.".encode()
        store_page(
            reading,
            address=f"{ago}-{number}.txt",
            raw=raw,
            media_type="text/plain",
            document=read(raw, name="a.txt"),
            now=NOW - timedelta(seconds=ago),
        )


def test_the_time_left_goes_by_the_pace_of_the_pages_read(world: World):
    reading = reading_under_way(world, planned=30)
    read_at(reading, *range(100, 0, -10))
    state = selectors.progress(reading, now=NOW)
    assert (state.read, state.planned) == (10, 30)
    assert state.left == timedelta(seconds=10) * 20


def test_a_stop_in_between_makes_nothing_slower(world: World):
    """Stopped for an hour, gone on with at the same pace: the hour is no part of it."""
    reading = reading_under_way(world, planned=30)
    read_at(reading, *range(3700, 3650, -10), *range(50, 0, -10))
    left = selectors.progress(reading, now=NOW).left
    assert left is not None
    assert timedelta(seconds=200) <= left <= timedelta(seconds=400)


def test_a_few_visits_say_nothing_of_the_time_left_and_pages_not_read_cost_some(world: World):
    reading = reading_under_way(world, planned=12)
    read_at(reading, 40, 30)
    assert selectors.progress(reading, now=NOW).left is None
    for number in range(3):
        moment = NOW - timedelta(seconds=20 - number)
        store_visit(reading, address=f"{number}", outcome="error", now=moment)
    assert selectors.progress(reading, now=NOW).left == timedelta(seconds=20) * 10
