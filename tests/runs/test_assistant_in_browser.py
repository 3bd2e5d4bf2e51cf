"""The settings of an assistant in a real browser: only what a choice needs is asked for, on any screen."""

import os

import pytest

from tests.browser import enter, findings

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
