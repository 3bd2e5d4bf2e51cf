"""A website chat set up in the portal, in a real browser, against a real page."""

import os

import pytest

from sources.rendering import available
from tests.browser import enter, findings
from tests.fakes.http import Reply
from tests.needs import require
from tests.runs.chats import impatient, serve_pages

pytestmark = pytest.mark.journey


def test_a_wrong_selector_is_named_and_the_right_one_picked_in_the_picture(
    committed_world, live_server, local_server, browser, settings, monkeypatch
):
    require(available(), "no Chromium on this machine")
    impatient(monkeypatch)
    serve_pages(local_server)
    local_server.route("/answer", Reply([{"html": "<p>It costs <b>12 euros</b>.</p>"}]))
    settings.CAUDALS_ALLOW_PRIVATE_HOSTS = frozenset({local_server.host})
    page = enter(
        browser, live_server.url, committed_world.ada, viewport={"width": 1400, "height": 1000}
    )
    page.set_default_timeout(30_000)
    page.goto("/w/acme/runs/assistants/new/chat/")
    page.fill("[name=name]", "Ferries")
    page.fill("[name=url]", f"{local_server.url}/plain.html")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Pick on the page").wait_for()

    page.fill("[name=launcher]", "button.open-chaat")
    page.fill("[name=question]", "What is the fee?")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("nothing on the page matches “button.open-chaat”").wait_for()
    assert page.input_value("[name=launcher]") == "button.open-chaat"
    assert page.locator("img[alt*='The chat was not opened']").is_visible()

    page.get_by_role("button", name="Opens the chat", exact=True).click()
    picture = page.locator("input[type=image]")
    picture.wait_for()
    assert findings(page) == []
    box = picture.bounding_box()
    assert (box["width"], box["height"]) == (640, 450)  # half of what the page was shown in
    picture.click(position={"x": 622, "y": 434})
    page.get_by_text("“Opens the chat” is now").wait_for()
    assert page.input_value("[name=launcher]") == 'button[aria-label="Open chat"]'

    page.fill("[name=question]", "What is the fee?")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator("dd", has_text="It costs 12 euros.").wait_for()
    assert findings(page) == []
    page.set_viewport_size({"width": 360, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if folder := os.environ.get("CAUDALS_SCREENSHOTS"):
        page.screenshot(path=f"{folder}/chat-360.png", full_page=True)
        page.set_viewport_size({"width": 1400, "height": 900})
        page.screenshot(path=f"{folder}/chat.png", full_page=True)
