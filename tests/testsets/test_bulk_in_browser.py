"""Choosing several questions and sending them back with the keyboard alone, in a real browser."""

import pytest

from tests.browser import enter, findings
from tests.testsets.test_bulk import filled, made_set
from tests.testsets.test_lists_in_browser import shoot

pytestmark = pytest.mark.journey


@pytest.mark.parametrize(
    ("width", "scheme", "language"), [(1280, "light", "en-GB"), (390, "dark", "en-GB")]
)
def test_questions_are_chosen_and_sent_back_with_the_keyboard(
    committed_world, live_server, browser, width, scheme, language
):
    test_set = made_set(committed_world)
    filled(test_set, 30)
    page = enter(
        browser, live_server.url, committed_world.rosa, locale=language, color_scheme=scheme,
        viewport={"width": width, "height": 800},
    )  # fmt: skip
    page.goto(f"/w/acme/testsets/{test_set.pk}/")
    count, fields = page.locator("[data-bulk-count]"), page.locator("[data-bulk-fields]")
    assert count.inner_text() == "None chosen"
    assert not fields.is_visible()

    page.get_by_label("Choose question 2", exact=True).focus()
    page.keyboard.press("Space")
    assert count.inner_text() == "Chosen: 1"
    page.get_by_label("All on this page").focus()
    page.keyboard.press("Space")
    assert count.inner_text() == "Chosen: 25"
    page.get_by_label("All 30 that match").check()
    assert count.inner_text() == "Chosen: 30"
    page.get_by_label("All 30 that match").uncheck()

    # Only what the choice needs is there to be filled in.
    assert page.get_by_label("Reason").is_visible()
    page.get_by_label("What to do").select_option("assign")
    assert page.get_by_label("Who").is_visible()
    assert not page.get_by_label("Reason").is_visible()
    page.get_by_label("What to do").select_option("send_back")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shoot(page, f"bulk-bar-{width}-{scheme}")
    page.get_by_label("Reason").focus()
    page.keyboard.type("Too vague.")
    page.keyboard.press("Enter")
    page.get_by_text("25 of 25 changed").wait_for()
    assert findings(page) == []
    shoot(page, f"bulk-outcome-{width}-{scheme}")
    page.get_by_role("link", name="Back to the list").click()
    page.get_by_role("heading", name="Ferry").wait_for()
