"""Reviewing drafts in a real browser: edit in place, undo, approve."""

import os

import pytest

from tests.browser import CHROMIUM, findings, launched, sign_in
from tests.conftest import require
from tests.testsets.samples import read_source
from tests.world import PASSWORD
from testsets import services
from testsets.drafting import run_drafting

pytestmark = pytest.mark.journey


@pytest.fixture
def page(committed_world, live_server):
    """Ada's browser, signed in, beside a drafted test set."""
    require(bool(CHROMIUM), "no Chromium on this machine")
    test_set = services.create_test_set(
        workspace=committed_world.acme, name="Ferry", by=committed_world.ada
    )
    job = services.start_drafting(
        test_set=test_set, sources=[read_source(committed_world.acme)], wanted=5,
        by=committed_world.ada, queue=False,
    )  # fmt: skip
    run_drafting(job.pk)
    with launched() as browser:
        context = browser.new_context(base_url=live_server.url, locale="en-GB")
        context.set_default_timeout(10_000)
        page = context.new_page()
        sign_in(page, "/accounts/login/", email="ada@example.org", password=PASSWORD)
        page.goto(f"/w/acme/testsets/{test_set.pk}/")
        yield page
        page.wait_for_load_state("networkidle")
        context.close()


def test_a_set_is_reviewed_and_approved_without_leaving_the_page(page):
    assert findings(page) == []
    first = page.locator("article").first
    identity = first.get_attribute("id")
    shown = page.locator(f"#{identity}")
    if folder := os.environ.get("CAUDALS_SCREENSHOTS"):
        page.screenshot(path=f"{folder}/testset.png", full_page=True)

    shown.get_by_role("link", name="Edit").click()
    shown.locator("[name=fact_1]").fill("not in the passage")
    shown.locator("[name=text]").fill("What is asked here about the ferry?")
    shown.get_by_role("button", name="Save").click()
    error = shown.get_by_text("does not stand word for word")
    error.wait_for()
    assert shown.locator("[name=text]").input_value().startswith("What is asked")
    if folder:
        page.screenshot(path=f"{folder}/testset-error.png", full_page=True)
    shown.get_by_role("link", name="Cancel").click()
    shown.get_by_role("link", name="Edit").wait_for()

    shown.get_by_role("button", name="Remove").click()
    shown.get_by_role("button", name="Undo").wait_for()
    shown.get_by_role("button", name="Undo").click()
    shown.get_by_role("link", name="Edit").wait_for()
    page.reload()
    assert page.locator("article").count() == 5

    page.get_by_role("link", name="Approve").first.click()
    page.get_by_role("heading", name="Approve version 1").wait_for()
    assert findings(page) == []
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("heading", name="Version 1").wait_for()
    assert page.locator("article").count() == 5
    assert findings(page) == []
    if folder:
        page.screenshot(path=f"{folder}/version.png", full_page=True)
