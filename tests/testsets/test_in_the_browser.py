"""Reviewing drafts in a real browser: edit in place, undo, approve."""

import os

import pytest

from tests.browser import enter, faults, findings
from tests.testsets.samples import read_source
from tests.world import assign_experts
from testsets import services
from testsets.drafting import run_drafting

pytestmark = pytest.mark.journey


@pytest.fixture
def page(committed_world, live_server, request):
    """Ada's browser, signed in, beside a drafted test set."""
    test_set = services.create_test_set(
        workspace=committed_world.acme, name="Ferry", by=committed_world.ada
    )
    assign_experts(test_set)
    job = services.start_drafting(
        test_set=test_set, sources=[read_source(committed_world.acme)], wanted=5,
        by=committed_world.ada, queue=False,
    )  # fmt: skip
    run_drafting(job.pk)
    browser = request.getfixturevalue("browser")
    page = enter(browser, live_server.url, committed_world.ada)
    page.goto(f"/w/acme/testsets/{test_set.pk}/")
    return page


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
    page.get_by_label("Why approve it all the same").fill("A test.")
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("heading", name="Version 1").wait_for()
    assert page.locator("article").count() == 5
    assert findings(page) == []
    if folder:
        page.screenshot(path=f"{folder}/version.png", full_page=True)


def test_an_expert_signs_off_with_the_keyboard_whatever_the_screen(
    page, committed_world, live_server
):
    expert = enter(page.context.browser, live_server.url, committed_world.rosa)
    expert.goto(page.url)
    assert faults(expert, "set") == []
    expert.keyboard.press("s")
    expert.get_by_role("heading", name="Question 1 of 5").wait_for()
    expert.locator("[data-ready]").wait_for()
    assert faults(expert, "sign") == []
    expert.keyboard.press("s")
    expert.get_by_role("heading", name="Question 2 of 5").wait_for()
    expert.locator("[data-ready]").wait_for()
    expert.keyboard.press("c")
    expert.get_by_text("Say what should change.").wait_for()
    assert faults(expert) == []
    expert.locator("#reason").fill("Children pay less")
    expert.get_by_role("button", name="Ask for changes").click()
    expert.get_by_role("heading", name="Question 3 of 5").wait_for()
    expert.goto(page.url)
    expert.get_by_text("1 of 5 signed off").wait_for()
    expert.get_by_text("Children pay less").wait_for()
    assert faults(expert, "signed") == []

    page.get_by_role("link", name="Approve").first.click()
    page.get_by_text("1 of 5 signed off").wait_for()
    shoot(page, "approve")


def shoot(page, name):
    """A picture of the page, where somebody wants to look at it."""
    if folder := os.environ.get("CAUDALS_SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
