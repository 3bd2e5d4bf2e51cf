"""Methods in a real browser: chosen by keyboard, on any screen, and shown beside the label."""

import json

import pytest

from grading import judging
from tests.browser import enter, faults, settled
from tests.grading.setting import RIGHT, settled_run
from testsets import services
from testsets.question_text import NewFact, QuestionText
from testsets.values import QuestionType

pytestmark = pytest.mark.journey

NEEDS = {
    "keywords": ["€14.50"], "quotations": ["proof"],
    "schema": {"type": "object", "required": ["price"], "additionalProperties": False,
               "properties": {"price": {"type": "number"}, "proof": {"type": "string"}}},
    "reference": {"price": 14.5, "proof": "A day ticket costs €14.50"},
}  # fmt: skip
METHODS = {
    "general_quality": {}, "compare_meaning": {"pass_score": 50}, "tool_use": {},
    "keyword_match": {"match": "any"}, "text_similarity": {"pass_score": 0.8}, "exact_match": {},
    "structured_answer": {},
}  # fmt: skip


@pytest.fixture
def opened(committed_world, live_server, request):
    """Opens a page as Ada, once its data are stored."""

    def open_page(address):
        page = enter(request.getfixturevalue("browser"), live_server.url, committed_world.ada)
        page.goto(address)
        return page

    return open_page


def made(world):
    test_set = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    services.add_question(
        test_set=test_set, by=world.ada,
        content=QuestionText(
            text="What does a day ticket cost?", type=QuestionType.DIRECT, language="en",
            expected_answer=RIGHT, facts=[NewFact("A day ticket costs €14.50")],
        ),
    )  # fmt: skip
    return test_set


def test_methods_are_chosen_with_the_keyboard_whatever_the_screen(committed_world, opened):
    test_set = made(committed_world)
    page = opened(f"/w/acme/testsets/{test_set.pk}/methods/")
    settled(page)
    assert faults(page, "methods") == []

    page.get_by_label("Keyword match", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_label("Custom", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type("Does it greet?")
    page.get_by_label("Label 1", exact=False).first.focus()
    page.keyboard.type("Kind!")
    page.get_by_role("button", name="Save").focus()
    page.keyboard.press("Enter")
    page.get_by_text("A title has 1 to 40 letters").first.wait_for()
    assert faults(page, "methods-error") == []
    assert page.locator("[name=instructions]").input_value() == "Does it greet?"
    page.locator("[name=title_1]").fill("Kind")
    page.locator("[name=description_1]").fill("It greets.")
    page.locator("[name=title_2]").fill("Cold")
    page.locator("[name=description_2]").fill("It does not.")
    page.get_by_role("button", name="Save").press("Enter")
    page.get_by_text("1 question is Invalid for Keyword match: no keywords").wait_for()
    assert faults(page) == []
    chosen = page.locator("main [type=checkbox]:checked").evaluate_all(
        "boxes => boxes.map(b => b.name)"
    )
    assert chosen == ["use_keyword_match", "use_custom"]


def test_a_contract_is_given_beside_its_question(committed_world, opened):
    test_set = made(committed_world)
    test_set.methods = METHODS
    test_set.save()
    page = opened(f"/w/acme/testsets/{test_set.pk}/")
    page.get_by_role("link", name="Edit question 1").click()
    page.get_by_text("What the methods need").click()
    page.locator("[name=needs_keywords]").fill("€14.50")
    page.locator("[name=needs_schema]").fill('{"type": }')
    page.get_by_role("button", name="Save").click()
    page.get_by_text("This is no JSON: see line 1, column 10.").wait_for()
    assert faults(page) == []
    page.locator("[name=needs_schema]").fill(json.dumps(NEEDS["schema"]))
    page.locator("[name=needs_reference]").fill(json.dumps(NEEDS["reference"]))
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Show JSON schema").click()
    assert faults(page, "needs") == []
    page.get_by_text("Show Reference").click()
    page.get_by_text('"proof": "A day ticket costs €14.50"').wait_for()


def test_what_methods_said_is_readable_beside_the_label(committed_world, opened):
    run = settled_run(committed_world.acme, [RIGHT, "[]"], methods=METHODS, needs=NEEDS)
    judging.grade_run(run.pk)  # its page asks again as long as it is not graded
    answer = run.answers.latest("pk")
    page = opened(f"/w/acme/grading/answers/{answer.pk}/")
    page.get_by_role("heading", name="Methods besides the label").wait_for()
    assert faults(page, "answer-methods") == []
    page.goto(f"/w/acme/runs/{run.pk}/")
    page.get_by_role("heading", name="Methods besides the label").wait_for()
    assert faults(page, "run-methods") == []
