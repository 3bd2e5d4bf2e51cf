"""What changed in a source, from the source to the result, in a real browser."""

import pytest

from reviews.outdated import settle_outdated
from sources.models import Document
from tests.browser import complaints_of, enter, faults, settled
from tests.reviews.outdated import bicycle_run, read_dearer
from testsets.models import TestSet

pytestmark = pytest.mark.journey


@pytest.fixture
def places(committed_world):
    """The pages to look at, by the name of their picture."""
    source, answer = bicycle_run(committed_world.acme, committed_world.ada)
    read_dearer(source)
    settle_outdated(run=answer.run)
    old, new = Document.objects.filter(address="luggage.html").order_by("pk")
    return {
        "changes": f"/w/acme/sources/{source.pk}/changes/",
        "page": f"/w/acme/sources/documents/{new.pk}/since/{old.pk}/",
        "outdated": f"/w/acme/testsets/{TestSet.objects.get().pk}/outdated/",
        "set": f"/w/acme/testsets/{TestSet.objects.get().pk}/",
        "result": f"/w/acme/reviews/{answer.pk}/",
    }


def test_the_way_from_a_changed_page_to_its_result_can_be_read_on_any_screen(
    places, committed_world, live_server, browser
):
    page = enter(browser, live_server.url, committed_world.rosa)
    complaints = complaints_of(page)
    for name, address in places.items():
        page.goto(address)
        settled(page)
        assert faults(page, name) == [], name
    page.goto(places["outdated"])
    page.locator("article summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("A typing error of theirs.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Nothing is outdated").wait_for()
    assert complaints == []
