"""The frame of the portal in a real browser: keys, menus, themes, refusals, lost sessions."""

import pytest

from core.models import Membership
from tests.browser import complaints_of, enter, faults, settled, sign_in
from tests.world import PASSWORD

pytestmark = pytest.mark.journey


@pytest.fixture
def page(committed_world, live_server, browser):
    """Ada's browser, signed in; the test fails when a script or the content policy complains."""
    page = enter(browser, live_server.url, committed_world.ada, reduced_motion="reduce")
    complaints = complaints_of(page)
    yield page
    page.context.close()
    assert complaints == []


def test_the_keyboard_reaches_everything_and_the_focus_is_seen(page):
    page.goto("/w/acme/members/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    seen = set()
    for _step in range(40):
        page.keyboard.press("Tab")
        name, style, width = page.evaluate(
            """() => {
              const e = document.activeElement, s = getComputedStyle(e);
              return [e.outerHTML.slice(0, 120), s.outlineStyle, parseFloat(s.outlineWidth)];
            }"""
        )
        if name.startswith("<body"):
            break
        seen.add(name)
        assert (style, width >= 2) == ("solid", True), name
    assert len(seen) > 12
    page.goto("/w/acme/members/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_a_menu_closes_on_escape_and_gives_the_focus_back(page):
    page.goto("/w/acme/")
    summary = page.locator("summary", has_text="Acme")
    summary.focus()
    page.keyboard.press("Enter")
    page.locator(".menu-body a", has_text="Members").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert page.locator("details.menu[open]").count() == 0
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_a_chosen_theme_outlives_the_page(page):
    page.goto("/w/acme/")
    page.locator("summary", has_text="Ada").click()
    page.locator("[data-theme-choice=dark]").click()
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    pressed = page.locator("[data-theme-choice=dark]").get_attribute("aria-pressed")
    assert pressed == "true"


def test_the_question_mark_lists_the_keys_except_while_one_types(page):
    page.goto("/workspaces/new/")
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    page.locator("#id_name").focus()
    page.keyboard.type("Why?")
    assert page.locator("dialog[open]").count() == 0
    assert page.input_value("#id_name") == "Why?"


def test_what_did_not_work_is_said_in_the_message_region(page):
    page.goto("/w/acme/members/")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("tr", has_text="Ada").get_by_role("button", name="Remove").click()
    page.locator("#messages", has_text="keeps at least one owner").wait_for()
    assert Membership.objects.filter(workspace__slug="acme").count() == 3
    page.route("**/remove/", lambda route: route.abort())
    page.locator("tr", has_text="Vik").get_by_role("button", name="Remove").click()
    page.locator("#messages", has_text="cannot be reached").wait_for()


def test_what_was_typed_is_there_again_after_the_session_ended_for_the_same_person_only(page):
    for person, there_again in (("ada", "Half a name"), ("vik", "")):
        page.goto("/workspaces/new/")
        page.fill("#id_name", "Half a name")
        page.context.clear_cookies(name="sessionid")
        page.get_by_role("button", name="Make the workspace").click()
        page.wait_for_url("**/accounts/login/**")
        sign_in(page, page.url, email=f"{person}@example.org", password=PASSWORD)
        assert page.url.endswith("/workspaces/new/")
        assert page.input_value("#id_name") == there_again


def test_pages_are_accessible_and_no_wider_than_the_screen(page):
    page.goto("/w/acme/members/")
    choosing = page.get_by_role("link", name="Choose").first.get_attribute("href")
    pages = (
        "/w/acme/", "/w/acme/members/", "/w/acme/members/invite/", choosing, "/workspaces/",
        "/accounts/2fa/", "/account/close/", "/invitations/unknown/",
    )  # fmt: skip
    for address in pages:
        page.goto(address)
        settled(page)
        assert faults(page) == [], address
