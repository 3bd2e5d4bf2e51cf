"""The page of a run in a real browser: accessible, paged without a reload, quiet while nobody looks."""

import os
from datetime import timedelta

import pytest
from django.utils import timezone

from runs.models import Answer, AnswerFailure, Run
from runs.scheduling import schedule_runs
from tests.browser import enter, findings, look_as, settled
from tests.runs.setting import frozen_version, http_assistant, started

pytestmark = pytest.mark.journey


@pytest.fixture
def page(committed_world, live_server, browser):
    """Ada's browser on a running run with answers, failed tries and a schedule."""
    world, now = committed_world, timezone.now()
    version = frozen_version(world.acme, [f"What does ticket {n} cost?" for n in range(1, 121)])
    run = started(version, http_assistant(world.acme, "http://127.0.0.1:9"))
    for place, question in enumerate(version.questions.order_by("position")[:90]):
        if place % 10 == 3:
            AnswerFailure.objects.create(
                run=run, question=question, number=1, kind="timeout" if place % 20 == 3 else
                "malformed", detail="No reply within 60 seconds.", at=now, seconds=60,
            )  # fmt: skip
        if place % 20 != 13:
            Answer.objects.create(
                run=run, question=question, tries=2 if place % 10 == 3 else 1, text="12 euros",
                raw="12 euros", asked_at=now - timedelta(seconds=place), seconds=place / 10,
                usage={"prompt_tokens": 900, "completion_tokens": 40},
            )  # fmt: skip
    Run.objects.filter(pk=run.pk).update(status="running", alive_at=now)
    schedule_runs(run=run, every="week", by=world.ada)
    opened = enter(browser, live_server.url, world.ada)
    opened.set_default_timeout(8000)
    opened.goto(f"/w/acme/runs/{run.pk}/")
    settled(opened)
    return opened


def shoot(page, name):
    if folder := os.environ.get("CAUDALS_SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_a_run_is_watched_paged_and_stopped_on_one_page(page):
    for theme in ("light", "dark"):
        look_as(page, theme)
        assert findings(page) == [], theme
        shoot(page, f"run-{theme}")
    page.evaluate("window.stayed = true")
    page.locator("#answers-next").focus()
    page.keyboard.press("Enter")
    page.get_by_text("41 to 80 of 120").wait_for()
    assert page.url.endswith("?page=2")
    assert page.evaluate("document.activeElement.id") == "answers-next"
    page.locator("#failed-timeout").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Only questions with a failed try of this kind").wait_for()
    page.locator("#run-halt").focus()
    assert page.get_by_text("minute left").is_visible()
    page.locator("#run-halt").press("Enter")
    page.get_by_text("Stops after the questions being asked").wait_for()
    assert page.get_by_text("minute left").count() == 0
    assert page.evaluate("window.stayed")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert findings(page) == []
    shoot(page, "run-phone")


def test_a_page_that_nobody_sees_asks_for_nothing(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})"
    )
    page.wait_for_timeout(2600)
    assert [url for url in asked if "/progress/" in url] == []
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => false})")
    with page.expect_request("**/progress/"):
        pass
