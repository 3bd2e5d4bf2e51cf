"""Reviewing by keyboard in a real browser."""

import pytest

from grading.selectors import grade_of, history
from grading.values import Label
from reviews import services
from reviews.values import Choice
from tests.browser import complaints_of, enter, faults, settled, sign_in
from tests.reviews.setting import WRONG, flagged_run, two_apart
from tests.world import PASSWORD

pytestmark = pytest.mark.journey


@pytest.fixture
def page(committed_world, live_server, browser):
    """Rosa's browser, signed in; the test fails when a script or the content policy complains."""
    page = enter(browser, live_server.url, committed_world.rosa, reduced_motion="reduce")
    complaints = complaints_of(page)
    yield page
    page.context.close()
    assert complaints == []


def press(page, key):
    with page.expect_navigation():
        page.keyboard.press(key)
    settled(page)


@pytest.fixture
def answers(committed_world):
    texts = [f"{WRONG} {number}" for number in range(3)]
    return list(flagged_run(committed_world.acme, texts).answers.order_by("pk"))


def test_results_are_decided_one_after_the_other_by_keyboard_alone(page, answers):
    one, two, three = answers
    page.goto("/w/acme/reviews/")
    press(page, "n")
    assert page.url.endswith(f"/reviews/{one.pk}/")
    press(page, "c")
    assert grade_of(one).decided_by_person
    assert f"/reviews/{two.pk}/" in page.url
    page.keyboard.press("r")
    page.keyboard.type("1t?c")  # keys do nothing while somebody types
    assert len(history(two)) == 1
    page.keyboard.press("Escape")
    press(page, "1")
    assert (grade_of(two).label, grade_of(two).current.explanation) == (Label.CORRECT, "1t?c")
    press(page, "t")
    assert grade_of(three).label is Label.NEEDS_REVIEW
    assert page.inner_text("h2") == "Nothing waits for a person"
    press(page, "z")
    press(page, "w")
    assert not grade_of(three).decided_by_person


def test_a_refused_decision_puts_the_caret_where_the_reason_belongs(page, answers):
    page.goto(f"/w/acme/reviews/{answers[0].pk}/")
    press(page, "1")
    assert page.evaluate("document.activeElement.id") == "reason"
    assert "should be another" in page.inner_text("#reason-problem")
    page.keyboard.type("The fare is right.")
    assert page.locator("#reason-problem, [aria-invalid]").count() == 0
    # What was refused for want of a reason is what the reason is for.
    page.evaluate("localStorage.setItem('caudals-keys', 'off')")
    page.keyboard.press("Control+Enter")
    assert page.evaluate("document.querySelector('[data-decision]').dataset.sent") is None
    page.evaluate("localStorage.setItem('caudals-keys', 'on')")
    press(page, "Control+Enter")
    assert grade_of(answers[0]).label is Label.CORRECT
    page.keyboard.press("?")
    assert "Ctrl Enter\nWhile you write the reason: Confirm: Incorrect" in page.inner_text("#keys")


def test_who_comes_second_sees_both_texts(page, answers, committed_world):
    page.goto(f"/w/acme/reviews/{answers[0].pk}/")
    page.fill("#reason", "Rosa’s words.")
    services.decide(
        answer=answers[0], by=committed_world.ada, choice=Choice.PARTLY, key="a",
        seen=history(answers[0])[0].pk, reason="Ada’s words.",
    )  # fmt: skip
    page.keyboard.press("Escape")
    press(page, "1")
    assert page.input_value("#reason") == "Rosa’s words."
    assert "Ada’s words." in page.inner_text("#content")
    assert grade_of(answers[0]).label is Label.PARTLY


def test_a_narrowed_list_is_gone_through_with_its_filters_and_found_again(page, answers):
    page.goto("/w/acme/reviews/")
    with page.expect_response(lambda answer: "label=incorrect" in answer.url):
        page.select_option("#filter-label", "incorrect")
    page.wait_for_selector("#review-next input[name=label]", state="attached")
    press(page, "n")
    assert page.url.endswith(f"/reviews/{answers[0].pk}/?label=incorrect")
    page.go_back()
    settled(page)
    assert page.input_value("#filter-label") == "incorrect"
    assert page.locator("h1").count() == 1


def test_everything_works_without_javascript(browser, answers, committed_world, live_server):
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, "/accounts/login/", email="rosa@example.org", password=PASSWORD)
    page.goto("/w/acme/reviews/?critical=1")
    page.uncheck("#filter-critical")
    page.click("text=Show")
    page.click("text=Review the next")
    page.fill("#reason", "It is right.")
    page.click("button[value=correct]")
    assert grade_of(answers[0]).label is Label.CORRECT
    context.close()


def test_axe_finds_nothing_wrong_with_the_pages_of_reviewing(page, answers, committed_world):
    committed_world.acme.name = "Costa Clara Ferries and everything beyond the sea"
    committed_world.acme.save()
    key = answers[1].pk
    test_set = answers[1].run.version.test_set
    shown(page, ("?critical=", f"{key}/", f"{key}/dispute/", f"sets/{test_set.pk}/"))
    two_apart(test_set, committed_world.ada, hide_grade=True)
    for by, label in ((committed_world.ada, Choice.CORRECT), (committed_world.rosa, Choice.PARTLY)):
        services.decide(
            answer=answers[2], by=by, choice=label, seen=history(answers[2])[0].pk, key=by.name,
            reason="So.",
        )  # fmt: skip
    shown(page, ("?label=incorrect", f"{key}/", f"{answers[2].pk}/", "agreement/"))
    page.goto(f"/w/acme/reviews/{key}/")
    press(page, "1")
    shown(page, (f"{key}/",))


def shown(page, addresses):
    for address in addresses:
        page.goto(f"/w/acme/reviews/{address}")
        settled(page)
        assert faults(page) == [], address


def test_keys_held_down_and_pressed_again_on_a_slow_network_decide_one_result(page, answers):
    one, two, _three = answers
    page.goto(f"/w/acme/reviews/{one.pk}/")
    settled(page)
    page.fill("#reason", "Right.")
    page.keyboard.press("Escape")
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 700, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    # All of it before the page has gone: the keys, a press with the pointer, the key held down.
    page.evaluate(
        """() => {
          const press = (key, repeat) =>
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, repeat, bubbles: true }));
          for (const key of ["1", "1", "c", "t"]) press(key, false);
          document.querySelector("button[value=no_answer]").click();
          for (let times = 0; times < 20; times += 1) press("1", true);
        }"""
    )
    page.wait_for_url(f"**/reviews/{two.pk}/**", timeout=20_000)
    page.evaluate(
        """() => {
          for (let times = 0; times < 20; times += 1)
            document.body.dispatchEvent(
              new KeyboardEvent("keydown", { key: "c", repeat: true, bubbles: true }),
            );
        }"""
    )
    page.wait_for_timeout(300)
    assert grade_of(one).label is Label.CORRECT
    assert len(history(one)) == 2
    assert len(history(two)) == 1
