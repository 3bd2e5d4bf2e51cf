"""Choosing several questions and sending them back with the keyboard alone, in a real browser."""

import pytest

from tests.browser import enter, faults
from tests.testsets.test_bulk import filled, made_set

pytestmark = pytest.mark.journey


def test_questions_are_chosen_and_sent_back_with_the_keyboard(
    committed_world, live_server, browser
):
    test_set = made_set(committed_world)
    filled(test_set, 30)
    page = enter(browser, live_server.url, committed_world.rosa)
    page.goto(f"/w/acme/testsets/{test_set.pk}/")
    count, fields = page.locator("[data-bulk-count]"), page.locator("[data-bulk-fields]")
    assert count.inner_text() == "None chosen"
    assert not fields.is_visible()

    page.get_by_label("Choose question 2", exact=True).focus()
    page.keyboard.press("Space")
    assert count.inner_text() == "Chosen: 1"
    page.get_by_label("All on this page").focus()
    page.keyboard.press("Space")
    assert count.inner_text() == "Chosen: 15"
    page.get_by_label("All 30 that match").check()
    assert count.inner_text() == "Chosen: 30"
    page.get_by_label("All 30 that match").uncheck()

    # Only what the choice needs is there to be filled in.
    assert page.get_by_label("Reason").is_visible()
    page.get_by_label("What to do").select_option("assign")
    assert page.get_by_label("Who").is_visible()
    assert not page.get_by_label("Reason").is_visible()
    page.get_by_label("What to do").select_option("send_back")
    assert faults(page, "bulk-bar") == []
    page.get_by_label("Reason").focus()
    page.keyboard.type("Too vague.")
    page.keyboard.press("Enter")
    page.get_by_text("15 of 15 changed").wait_for()
    assert faults(page, "bulk-outcome") == []
    page.get_by_role("link", name="Back to the list").click()
    page.get_by_role("heading", name="Ferry").wait_for()
