"""From a website's address to a published report, by mouse and keyboard, in a real browser."""

import re

import pytest

from tests.browser import faults, settled, sign_in

pytestmark = [pytest.mark.journey, pytest.mark.portal]
SLOW = 60_000  # milliseconds that background work may take on a busy machine


def enter(page, portal, who):
    sign_in(
        page, portal.url("accounts/login/"), email=f"{who}@demo.example", password=portal.password
    )


def test_an_owner_goes_from_a_website_to_a_published_report(page, portal):
    enter(page, portal, "owner")
    page.goto(portal.url("workspaces/new/"))
    page.locator("main input[name=name]").fill("Harbour tests")
    page.keyboard.press("Enter")
    page.wait_for_url("**/w/harbour-tests/")

    page.get_by_role("link", name="Sources", exact=True).click()
    page.get_by_role("link", name="Add a website").first.click()
    page.locator("input[name=start_address]").fill(portal.site)
    page.keyboard.press("Enter")
    page.get_by_text(re.compile(r"\b13 pages read")).wait_for(timeout=SLOW)

    page.get_by_role("link", name="Test sets", exact=True).click()
    page.get_by_role("link", name=re.compile("test set", re.I)).last.click()
    page.locator("main input[name=name]").fill("Ferry questions")
    page.get_by_label("Number of questions").fill("8")
    page.locator("input[name=sources]").check()
    page.get_by_role("button", name="Write questions").click()
    page.get_by_role("link", name="Approve").first.wait_for(timeout=SLOW)
    page.get_by_text("8. ").first.wait_for(timeout=SLOW)

    # A question that its passage does not support is refused, and what was typed stays.
    page.get_by_role("button", name="Edit").or_(page.get_by_role("link", name="Edit")).first.click()
    fact = page.locator("textarea[name=fact_1]")
    right = fact.input_value()
    fact.fill("The ferry runs on the moon")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("does not stand word for word").first.wait_for()
    assert fact.input_value() == "The ferry runs on the moon"
    fact.fill(right)
    page.locator("textarea[name=text]").fill("On which dates does the fast ferry sail?")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("On which dates does the fast ferry sail?").first.wait_for()

    page.get_by_role("link", name="Approve").first.click()
    page.get_by_role("button", name="Try the questions").click()
    # The page says what came of it once all of them were tried.
    tried = page.get_by_text("Every known answer got its right label")
    tried.or_(page.get_by_role("heading", name="What the grader gets wrong")).wait_for(timeout=SLOW)
    reason = page.get_by_label("Why approve it all the same")
    if reason.count():
        reason.fill("The grader is looked at by hand.")
    page.get_by_role("button", name="Approve").click()
    page.get_by_text("Version 1").first.wait_for()

    page.get_by_role("link", name="Assistants", exact=True).click()
    page.get_by_text("Add an assistant").first.click()
    page.get_by_role("link", name="Behind HTTP").click()
    page.locator("main input[name=name]").fill("Clara again")
    page.get_by_label("Address", exact=True).fill(
        portal.site.replace(str(port_of(portal.site)), str(port_of(portal.site) + 1))
    )
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Clara again").wait_for()

    page.get_by_role("link", name="Runs", exact=True).click()
    page.get_by_role("link", name="Start a run").first.click()
    page.get_by_label("Test set version").select_option(index=1)
    page.get_by_label("Assistant").select_option(index=1)
    page.get_by_role("button", name="Start the run").click()
    page.get_by_text("8 of 8 answered").first.wait_for(timeout=SLOW)

    page.get_by_text("8 of 8 answers graded").wait_for(timeout=SLOW)

    page.get_by_role("link", name="Report", exact=True).click()
    page.get_by_text(re.compile(r"\d of 8 answers correct")).first.wait_for()
    page.get_by_role("link", name="Publish").first.click()
    page.get_by_role("button", name="Publish").first.click()
    page.get_by_text(re.compile("version 1", re.I)).first.wait_for(timeout=SLOW)


def port_of(address: str) -> int:
    return int(address.rstrip("/").rsplit(":", 1)[1])


def test_the_demo_report_shows_all_seven_labels_and_its_interval(page, portal):
    enter(page, portal, "viewer")
    page.goto(portal.url("w/demo/reports/"))
    page.locator("main table a, main h2 a, main li a").first.click()
    text = page.inner_text("main")
    for label in ("Correct", "Partly correct", "Incorrect", "No answer", "Test needs review",
                  "Not captured", "Not run"):  # fmt: skip
        assert label in text
    assert re.search(r"\d+ of \d+ answers correct", text)
    assert page.locator("main svg").count() >= 1


PAGES = [
    "w/demo/", "w/demo/sources/", "w/demo/testsets/", "w/demo/runs/", "w/demo/runs/start/",
    "w/demo/runs/assistants/", "w/demo/runs/assistants/new/http/", "w/demo/reviews/",
    "w/demo/reports/", "w/demo/members/", "w/demo/members/invite/",
]  # fmt: skip


def test_no_page_has_a_fault_on_any_screen(page, portal):
    enter(page, portal, "owner")
    wrong = {}
    for path in [*PAGES, *detail_pages(page, portal)]:
        page.goto(portal.url(path))
        settled(page)
        if found := faults(page):
            wrong[path] = found
    assert wrong == {}


def detail_pages(page, portal) -> list[str]:
    """The first detail page behind each list."""
    found = []
    for path in ("sources", "testsets", "runs", "reviews", "reports"):
        page.goto(portal.url(f"w/demo/{path}/"))
        links = page.locator(f"main a[href*='/w/demo/{path}/']").evaluate_all(
            "links => links.map(link => link.getAttribute('href'))"
        )
        found += [link for link in links if re.search(r"/\d+/$", link)][:1]
    return found
