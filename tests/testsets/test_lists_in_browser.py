"""Narrowing, spread, comparing, copying, history and yield in a real browser."""

import pytest
from django.utils import timezone

from tests.browser import enter, faults, findings, settled
from tests.testsets.samples import read_source
from testsets import services
from testsets.drafting import run_drafting
from testsets.freezing import approve_version
from testsets.models import KeyFact, RejectedDraft
from testsets.question_text import NewFact, QuestionText
from testsets.values import QuestionType

pytestmark = pytest.mark.journey


@pytest.fixture
def test_set(committed_world):
    """A drafted set of which a version is frozen, a question changed and a draft rejected since."""
    world = committed_world
    made = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    job = services.start_drafting(
        test_set=made, sources=[read_source(world.acme)], wanted=5, by=world.ada, queue=False
    )
    run_drafting(job.pk)
    approve_version(test_set=made, by=world.ada, despite="A test.")
    first = made.questions.first()
    rows = KeyFact.objects.filter(question=first)
    facts = [NewFact(row.quotation, row.exact_value) for row in rows]
    content = QuestionText(
        text="What does a return ticket for one person cost?", type=QuestionType(first.type),
        language="en", expected_answer=first.expected_answer, facts=facts, critical=True,
    )  # fmt: skip
    services.edit_question(question=first, content=content, by=world.ada)
    RejectedDraft.objects.create(
        drafting=job, question="What does the text say?", at=timezone.now(),
        draft={"type": "direct"}, reasons=[{"check": "points_at_source", "message": "It points."}],
    )  # fmt: skip
    return made


def test_every_page_can_be_read_on_any_screen(committed_world, live_server, test_set, browser):
    version, question = test_set.versions.get().pk, test_set.questions.first().pk
    # The longer words of the two languages.
    page = enter(browser, live_server.url, committed_world.stella, locale="es-ES")
    for name, address in {
        "list": f"{test_set.pk}/?q=ticket&only=critical",
        "spread": f"{test_set.pk}/spread/",
        "version": f"versions/{version}/?type=find",
        "version-spread": f"versions/{version}/spread/",
        "compare": f"{test_set.pk}/compare/",
        "history": f"questions/{question}/history/",
        "rejected": f"{test_set.pk}/rejected/?check=points_at_source",
    }.items():
        page.goto(f"/w/acme/testsets/{address}")
        settled(page)
        assert faults(page, name) == [], name


def test_a_list_is_narrowed_and_a_version_copied_with_the_keyboard(
    committed_world, live_server, test_set, browser
):
    version = test_set.versions.get().pk
    page = enter(browser, live_server.url, committed_world.ada)
    page.goto(f"/w/acme/testsets/{test_set.pk}/")
    page.keyboard.press("/")
    page.keyboard.type("one person")
    page.keyboard.press("Enter")
    page.get_by_text("1 of 5 questions").wait_for()
    assert page.locator("article").count() == 1

    page.get_by_role("link", name="Compare versions").click()
    page.get_by_text("1 changed, 0 added, 0 removed, 4 alike").wait_for()
    page.goto(f"/w/acme/testsets/versions/{version}/")
    page.get_by_role("link", name="Copy into a draft").click()
    page.get_by_role("heading", name="Copy version 1").wait_for()
    assert findings(page) == []
    page.get_by_role("button", name="Copy the questions").click()
    page.get_by_text("5 questions are copied.").wait_for()
    assert page.locator("article").count() == 5
