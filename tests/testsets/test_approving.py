"""The page that approves a set: counted and listed in part, whatever the length of the set."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.testsets.samples import stored_passage, stored_source
from tests.world import client_for
from testsets import approval_presenting, services
from testsets.evidence import frozen_content, question_digest
from testsets.freezing import approve_version
from testsets.models import CheckedQuestion, SignOff
from testsets.question_text import NewFact, QuestionText
from testsets.signing_off import sign_off
from testsets.values import QuestionType


@pytest.fixture
def test_set(world):
    stored_source(world.acme)
    return services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)


def added(test_set, by, text="What does it cost?", *, about="24 euros"):
    """A question that does not stand on its own; without a passage where it is about nothing."""
    content = QuestionText(
        text=text, type=QuestionType.DIRECT, language="en", facts=[NewFact("24 euros per person")],
        expected_answer="A return ticket costs 24 euros per person.",
    )  # fmt: skip
    passage = stored_passage(about) if about else None
    return services.add_question(test_set=test_set, content=content, passage=passage, by=by)


def looked_at(world, question):
    """Somebody asked for changes of it, and the grader fails on it."""
    sign_off(question=question, decision=SignOff.Decision.CHANGES, by=world.rosa, reason="Unclear.")
    CheckedQuestion.objects.create(
        question=question, digest=question_digest(frozen_content(question)), grader="Built-in",
        grader_fingerprint="1", outcomes=[], wrong=1, at=timezone.now(),
    )  # fmt: skip


def approving(test_set):
    return reverse("testsets:approve", args=["acme", test_set.pk])


def seen_on(page):
    return re.search(r'name="seen" value="(\w+)"', page)[1]


def test_what_the_page_has_seen_is_what_approving_freezes(world, test_set):
    kept, bare, gone = (added(test_set, world.ada, about=a) for a in ("24 euros", "", "24 euros"))
    services.remove_question(question=gone, by=world.ada)
    client = client_for(world.ada)

    seen = seen_on(client.get(approving(test_set)).content.decode())
    version = approve_version(test_set=test_set, by=world.ada, seen=seen, despite="A test.")

    assert version.digest == seen
    assert {row.uid for row in version.questions.all()} == {kept.uid, bare.uid}


def test_the_first_of_each_list_stand_on_the_page_and_the_rest_behind_a_link(
    world, test_set, monkeypatch
):
    monkeypatch.setattr(approval_presenting, "FIRST", 2)
    for number in range(3):
        looked_at(world, added(test_set, world.ada, f"What does it cost {number}?"))

    page = client_for(world.ada).get(approving(test_set)).content.decode()

    assert page.count("What does it cost 1?") == 3
    assert "What does it cost 2?" not in page
    for query in ("sign_off=changes", "only=warnings", "only=wrong"):
        listed = reverse("testsets:detail", args=["acme", test_set.pk]) + "?" + query
        assert re.search(rf'href="{re.escape(listed)}">and 1 more<', page)


def test_a_set_that_is_still_being_looked_at_cannot_be_approved_from_the_page(
    world, test_set, monkeypatch
):
    added(test_set, world.ada)
    button = 'data-key="a"'
    assert button in client_for(world.ada).get(approving(test_set)).content.decode()

    added(test_set, world.ada)
    monkeypatch.setattr(approval_presenting, "catch_up", lambda _test_set: None)
    page = client_for(world.ada).get(approving(test_set)).content.decode()

    assert "1 question is still being looked at" in page
    assert button not in page


def test_no_page_of_approving_needs_more_queries_for_more_bare_questions(
    world, test_set, django_assert_num_queries
):
    client = client_for(world.ada)

    def addresses(of):
        first = of.questions.filter(removed_at__isnull=True).first()
        return [
            approving(of),
            reverse("grading:checking", args=["acme", of.pk]),
            reverse("testsets:detail", args=["acme", of.pk]),
            reverse("testsets:sign", args=["acme", first.pk]),
        ]

    looked_at(world, added(test_set, world.ada, about=""))
    many = services.create_test_set(workspace=world.acme, name="Pier", by=world.ada)
    for number in range(6):
        looked_at(world, added(many, world.ada, f"What does it cost {number}?", about=""))

    for one, other in zip(addresses(test_set), addresses(many), strict=True):
        client.get(one)  # what is looked up once and kept
        client.get(other)
        with CaptureQueriesContext(connection) as queries:
            client.get(one)
        with django_assert_num_queries(len(queries)):
            client.get(other)


def test_freezing_needs_no_more_queries_for_more_bare_questions(
    world, test_set, django_assert_num_queries
):
    added(test_set, world.ada, about="")
    with CaptureQueriesContext(connection) as queries:
        approve_version(test_set=test_set, by=world.ada, despite="A test.")
    for number in range(5):
        added(test_set, world.ada, f"What does it cost {number}?", about="")
    with django_assert_num_queries(len(queries)):
        approve_version(test_set=test_set, by=world.ada, despite="A test.")
