"""Signing off by keys in a real browser: only what was on screen changes, and nothing while typing."""

import pytest

from core.models import TypedText
from tests.browser import enter, findings
from tests.testsets.samples import read_source
from tests.world import PASSWORD
from testsets import services
from testsets.drafting import run_drafting
from testsets.models import SignOff

pytestmark = pytest.mark.journey


@pytest.fixture
def questions(committed_world):
    """Five drafts of a writer, for Ada, who may also change them, to sign off."""
    test_set = services.create_test_set(
        workspace=committed_world.acme, name="Ferry", by=committed_world.stella
    )
    job = services.start_drafting(
        test_set=test_set, sources=[read_source(committed_world.acme)], wanted=5,
        by=committed_world.stella, queue=False,
    )  # fmt: skip
    run_drafting(job.pk)
    return list(test_set.questions.order_by("position"))


def shows(page, number):
    page.get_by_role("heading", name=f"Question {number} of").wait_for()
    page.locator("[data-ready]").wait_for()


def test_a_whole_set_by_keyboard_alone_changes_only_what_was_on_screen(
    committed_world, live_server, questions, browser
):
    """Must-pass 7, 8 and 12."""
    page = enter(browser, live_server.url, committed_world.ada)
    by_keys(page, questions)
    page.context.close()
    words = SignOff.objects.order_by("pk").values_list("question", "decision", "reason")
    first = questions[0].pk
    assert list(words) == [
        (first, "approved", ""), (first, "withdrawn", ""), (first, "changes", "Say which ticket"),
    ]  # fmt: skip


def by_keys(page, questions):
    page.goto(f"/w/acme/testsets/questions/{questions[0].pk}/sign-off/")
    shows(page, 1)
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)

    # Keys do nothing while somebody types, and once they are switched off.
    page.keyboard.press("r")
    assert page.evaluate("document.activeElement.id") == "reason"
    page.keyboard.type("s1a?cxku")
    assert page.locator("#reason").input_value() == "s1a?cxku"
    page.locator("#reason").fill("")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    assert "Undo" not in page.locator("#keys").inner_text()
    choice = page.locator("[data-keys-choice]")
    choice.uncheck()
    page.keyboard.press("Escape")
    for key in ("s", "n", "?", "x"):
        page.keyboard.press(key)
    assert not page.locator("#keys").is_visible()
    page.reload()
    shows(page, 1)
    page.keyboard.press("s")
    assert not [request for request in sent if "sign-off" in request.url]
    page.evaluate("localStorage.removeItem('caudals-keys')")

    # A Cyrillic layout: the key where “k” stands marks the question; the same key takes it off.
    for name in ("Not critical k", "Critical k"):
        page.locator("body").dispatch_event(
            "keydown", {"key": "л", "code": "KeyK", "bubbles": True, "cancelable": True}
        )
        page.get_by_role("button", name=name, exact=True).wait_for()
        shows(page, 1)

    # Slow network: pressed again, held down, and another key meanwhile, one word on one question.
    waiting = []

    def hold(route):
        waiting.append(route) if route.request.method == "POST" else route.continue_()

    page.route("**/sign-off/", hold)
    for key in ("s", "s", "c"):
        page.keyboard.press(key)
    page.keyboard.down("s")
    page.keyboard.down("s")
    page.wait_for_timeout(50)
    assert len(waiting) == 1
    posted = waiting.pop()
    assert f"uid={questions[0].uid}" in posted.request.post_data
    posted.continue_()
    page.get_by_role("heading", name="Question 2 of").wait_for()
    page.keyboard.down("s")  # still held down, on the page that came meanwhile
    page.keyboard.up("s")
    page.keyboard.press("s")  # and a press that was meant for the page before
    page.wait_for_timeout(50)
    assert waiting == []
    page.unroute_all(behavior="ignoreErrors")
    shows(page, 2)
    assert findings(page) == []

    # Undo, then the next-key held down: it moves on by one page and decides nothing.
    page.keyboard.press("u")
    shows(page, 1)
    page.get_by_text("Taken back. The question").wait_for()
    page.keyboard.down("n")
    for _repeat in range(5):
        page.keyboard.down("n")
    shows(page, 2)
    page.keyboard.up("n")
    page.keyboard.press("p")
    shows(page, 1)

    # The whole item by keyboard: ask for changes with a reason, edit and come back, remove and undo.
    page.keyboard.press("r")
    page.keyboard.type("Say which ticket")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    shows(page, 2)
    page.keyboard.press("e")
    page.locator("[name=text]").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Cancel").press("Enter")
    shows(page, 2)
    page.keyboard.press("x")
    page.get_by_text("Removed").first.wait_for()
    shows(page, 2)
    page.keyboard.press("u")
    shows(page, 2)
    for word in ("/take-back/", "/mark/", "/restore/"):
        assert [request for request in sent if word in request.url]


def test_nothing_typed_is_lost(committed_world, live_server, questions, browser):
    """Must-pass 9: an expired session, a lost network, a closed tab, a changed question."""
    page = enter(browser, live_server.url, committed_world.ada)
    typing(page, questions)
    page.context.close()
    assert not SignOff.objects.exists()
    assert [row.values for row in TypedText.objects.filter(sent_at=None) if row.values] == []


def typing(page, questions):
    bench = f"/w/acme/testsets/questions/{questions[0].pk}/sign-off/"
    edit = f"/w/acme/testsets/questions/{questions[0].pk}/edit/"
    status = page.locator("#word [data-typed-status]")
    page.goto(bench)
    shows(page, 1)

    # “Saved” only after the server said so.
    held = []
    page.route("**/typed/", lambda route: held.append(route))
    page.locator("#reason").fill("Children pay")
    assert status.inner_text() == "Not saved yet"
    while not held:
        page.wait_for_timeout(50)
    assert status.inner_text() == "Not saved yet"
    held.pop().abort()
    page.get_by_text("kept in this browser until").wait_for()
    page.unroute_all(behavior="ignoreErrors")

    # The tab is closed while the network is gone: another tab has it, and saves it.
    again = page.context.new_page()
    again.goto(bench)
    again.get_by_text("What you typed before is back.").wait_for()
    assert again.locator("#reason").input_value() == "Children pay"
    page.goto("about:blank")
    again.locator("#reason").press_sequentially(" half")
    again.get_by_text("Draft saved").wait_for()
    again.evaluate("localStorage.clear()")
    again.close()

    # In another browser of the same person, the server has it; the session ends while they type on.
    page.goto(bench)
    page.get_by_text("What you typed before is back.").wait_for()
    assert page.locator("#reason").input_value() == "Children pay half"
    assert findings(page) == []
    page.context.clear_cookies(name="sessionid")
    page.locator("#reason").press_sequentially(", dogs")
    page.get_by_text("you are signed out").wait_for()
    page.get_by_role("link", name="Sign in").click()
    page.fill("input[name=login]", "ada@example.org")
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    shows(page, 1)
    page.get_by_text("What you typed before is back.").wait_for()
    assert page.locator("#reason").input_value() == "Children pay half, dogs"
    page.get_by_role("button", name="Throw it away").click()
    assert page.locator("#reason").input_value() == ""

    # An edit of a question that somebody else changes meanwhile is offered, not put over theirs.
    page.goto(edit)
    page.locator("[name=text]").fill("What does a ticket for a dog cost?")
    page.get_by_text("Draft saved").wait_for()
    other = page.context.new_page()
    other.goto(bench)
    shows(other, 1)
    other.keyboard.press("k")
    other.get_by_role("button", name="Not critical").wait_for()
    other.close()
    page.goto(edit)
    page.get_by_text("before somebody changed").wait_for()
    assert "dog" not in page.locator("[name=text]").input_value()
    page.get_by_role("button", name="Put it into the form").click()
    assert page.locator("[name=text]").input_value() == "What does a ticket for a dog cost?"
    page.get_by_text("Draft saved").wait_for()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Edit question 1").wait_for()
    page.goto(edit)
    page.wait_for_load_state("networkidle")
    assert page.locator("[data-typed-status], .typed-offer").count() == 0
