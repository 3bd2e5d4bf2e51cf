"""The page of a report in a real browser: accessible, readable on a phone, opened by keyboard."""

import os

import pytest

from reports import services
from tests.browser import enter, findings, look_as, settled
from tests.reports.records import bad, good, lost, make_run

pytestmark = pytest.mark.journey


@pytest.fixture
def page(committed_world, live_server, browser):
    """Ada's browser, signed in, in a workspace with a report of all sorts of results."""
    run = make_run(
        committed_world.acme,
        [good("q-1"), good("q-2", type="direct"), bad("q-3", critical=True), lost("q-4"),
         bad("q-5", label="partly_correct"), good("q-6", label=None, ungraded="unreadable")],
    )  # fmt: skip
    services.publish(run=run, by=committed_world.ada)
    opened = enter(browser, live_server.url, committed_world.ada)
    opened.goto(f"/w/acme/reports/runs/{run.pk}/versions/1/")
    settled(opened)
    return opened


def shoot(page, name):
    if folder := os.environ.get("CAUDALS_SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_a_report_reads_well_in_both_themes_and_on_a_phone(page):
    page.get_by_text("2 of 4 answers correct").first.wait_for()
    grounds = set()
    for theme in ("light", "dark"):
        look_as(page, theme)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        assert findings(page) == [], theme
        shoot(page, f"report-{theme}")
    assert len(grounds) == 2
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert findings(page) == []
    shoot(page, "report-phone")


def test_the_chart_has_a_size_and_a_name(page):
    chart = page.get_by_role("img", name="Pass rate with its 95% interval")
    box = chart.bounding_box()
    assert box is not None
    assert box["width"] > 200
    assert 30 < box["height"] < 150


def test_results_are_narrowed_and_opened_by_keyboard(page):
    page.get_by_role("link", name="Partly correct").click()
    page.wait_for_url("**label=partly_correct**")
    results = page.locator("details.result")
    assert results.count() == 1
    results.locator("summary").focus()
    page.keyboard.press("Enter")
    assert results.get_by_text("A day ticket is").first.is_visible()
    assert findings(page) == []
