"""The settings of an assistant in a real browser: only what a choice needs is asked for, on any screen."""

import os

import pytest

from tests.browser import enter, findings
from tests.fakes.http import Reply
from tests.runs.setting import http_assistant

pytestmark = pytest.mark.journey


def test_only_what_the_chosen_sign_in_needs_is_asked_for(committed_world, live_server, browser):
    page = enter(browser, live_server.url, committed_world.ada)
    page.goto("/w/acme/runs/assistants/new/http/")
    asked = {
        "none": set(),
        "header": {"header", "scheme", "secret"},
        "basic": {"username", "secret"},
        "token": {"header", "scheme", "secret", "token_url", "token_path"},
    }
    names = set().union(*asked.values())
    for choice, wanted in asked.items():
        page.select_option("[name=sign_in]", choice)
        assert {n for n in names if page.locator(f"[name={n}]").is_visible()} == wanted
    assert not page.locator("[name=silence_s]").is_visible()
    page.select_option("[name=arrival]", "events")
    assert page.locator("[name=silence_s]").is_visible()
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert findings(page) == []
        if folder := os.environ.get("CAUDALS_SCREENSHOTS"):
            page.screenshot(path=f"{folder}/assistant-{width}.png", full_page=True)


def test_a_path_is_chosen_in_the_reply_by_keyboard(
    committed_world, live_server, local_server, browser
):
    reply = Reply({"out": [{"text": "12 euros"}], "sources": ["a", "b"]})
    address = local_server.route("/", reply)
    assistant = http_assistant(committed_world.acme, address)
    page = enter(browser, live_server.url, committed_world.ada)
    page.goto(f"/w/acme/runs/assistants/{assistant.pk}/")
    page.fill("[name=question]", "What is the fee?")
    page.keyboard.press("Enter")
    page.get_by_text("it has: out, sources").wait_for()
    page.get_by_role("button", name="$.out[0].text is the reply").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="$.sources are the contexts").focus()
    page.keyboard.press("Space")
    assert page.input_value("[name=reply_path]") == "$.out[0].text"
    assert page.get_by_text("Written into the settings: $.sources").is_visible()
    page.fill("[name=question]", "What is the fee?")
    page.keyboard.press("Enter")
    page.locator("dd", has_text="12 euros").wait_for()
    assert page.input_value("[name=contexts_path]") == "$.sources"
    assert findings(page) == []
    if folder := os.environ.get("CAUDALS_SCREENSHOTS"):
        page.screenshot(path=f"{folder}/try.png", full_page=True)
