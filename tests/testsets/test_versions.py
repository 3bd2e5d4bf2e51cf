"""Copying a version into a draft, comparing versions, and the history of a question."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.errors import DomainError
from tests.testsets.samples import stored_source
from tests.testsets.test_listing import added
from tests.world import client_for
from testsets import indexing, services
from testsets.comparing import compare
from testsets.copying import copy_into, copy_into_new
from testsets.differing import changes
from testsets.freezing import approve_version
from testsets.history import history_of
from testsets.models import CheckedQuestion, Question, SignOff, TestSet
from testsets.question_text import NewFact, QuestionText
from testsets.signing_off import sign_off
from testsets.values import QuestionType


@pytest.fixture
def source(world):
    return stored_source(world.acme)


@pytest.fixture
def test_set(world, source):
    made = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    first = added(made, world.ada, "How much is a return ticket?", topic="fares")
    variant = added(made, world.ada, "How much is a retrun tikcet?", type=QuestionType.TYPOS)
    variant.parent = first
    variant.detail = "a detail"
    variant.save()
    added(made, world.ada, "What does a bicycle cost?", about="A bicycle costs",
          fact="A bicycle costs 6 euros each way", critical=True)  # fmt: skip
    return made


@pytest.fixture
def version(world, test_set):
    return approve_version(test_set=test_set, by=world.ada, despite="A test.")


def reworded(question, by, **changes):
    facts = [NewFact(fact.quotation, fact.exact_value) for fact in question.facts.all()]
    content = {
        "text": question.text, "type": QuestionType(question.type), "language": question.language,
        "expected_answer": question.expected_answer, "facts": facts, "topic": question.topic,
        "critical": question.critical,
    } | changes  # fmt: skip
    return services.edit_question(question=question, content=QuestionText(**content), by=by)


def test_a_copy_has_the_digest_of_its_version(world, version):
    copied = copy_into_new(version=version, name="Copy", by=world.ada)

    again = approve_version(test_set=copied.test_set, by=world.ada, despite="A test.")
    assert again.digest == version.digest
    assert not again.exploratory
    assert copied.added == 3
    assert copied.test_set.questions.get(type="typos").parent.test_set == copied.test_set


def test_copying_twice_adds_nothing(world, version, test_set):
    copied = copy_into_new(version=version, name="Copy", by=world.ada).test_set
    again = copy_into(version=version, test_set=copied, by=world.ada)

    assert (again.added, again.there) == (0, 3)
    assert copied.questions.count() == 3


def test_into_its_own_draft_a_version_brings_back_what_was_removed_or_reworded(
    world, version, test_set
):
    first, _variant, last = test_set.questions.all()
    services.remove_question(question=last, by=world.ada)
    reworded(first, world.ada, text="What is the fare?")

    copied = copy_into(version=version, test_set=test_set, by=world.ada)

    assert (copied.added, copied.renamed, copied.restored, copied.there) == (1, 1, 1, 1)
    texts = list(test_set.questions.filter(removed_at__isnull=True).values_list("text", flat=True))
    assert texts == ["What is the fare?", "How much is a retrun tikcet?",
                     "What does a bicycle cost?", "How much is a return ticket?"]  # fmt: skip
    assert test_set.questions.values("uid").distinct().count() == 4


def test_a_set_of_another_workspace_is_no_place_for_a_copy(world, version):
    theirs = services.create_test_set(workspace=world.other, name="Theirs", by=world.otto)

    with pytest.raises(DomainError):
        copy_into(version=version, test_set=theirs, by=world.ada)
    answer = client_for(world.ada).post(
        reverse("testsets:copy", args=["acme", version.pk]), {"into": theirs.pk, "name": "x"}
    )
    assert answer.status_code == 422
    assert not theirs.questions.exists()


def test_a_version_is_copied_in_the_browser(world, version):
    address = reverse("testsets:copy", args=["acme", version.pk])
    client = client_for(world.ada)
    assert "Ferry, copy of version 1" in client.get(address).content.decode()
    nameless = client.post(address, {"name": " "})
    assert nameless.status_code == 422

    page = client.post(address, {"name": "Second"}, follow=True).content.decode()

    assert "3 questions are copied." in page
    assert TestSet.objects.get(name="Second").questions.count() == 3


def test_two_versions_differ_by_identifier_and_digest(world, version, test_set):
    first, _variant, last = test_set.questions.all()
    changed = reworded(first, world.ada, expected_answer="It costs 24 euros per person.")
    services.remove_question(question=last, by=world.ada)
    new = added(test_set, world.ada, "Is there a fare for groups?")
    indexing.catch_up(test_set)

    found = compare(version, test_set)

    assert [(one.kind, one.uid) for one in found.differences] == [
        ("changed", changed.uid), ("added", new.uid), ("removed", last.uid),
    ]  # fmt: skip
    assert found.alike == 1
    assert changed.uid == first.uid  # M1.10: the same question, in another version of it

    second = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    assert compare(version, second) == found


def test_the_words_that_changed_are_marked(world, version, test_set):
    reworded(test_set.questions.first(), world.ada, text="How much is a single ticket?")
    client = client_for(world.vik)
    address = reverse("testsets:compare", args=["acme", test_set.pk])

    page = client.get(address).content.decode()

    assert "<del>return</del>" in page
    assert "<ins>single</ins>" in page
    assert "1 changed, 0 added, 0 removed, 2 alike" in page
    backwards = client.get(f"{address}?from=draft&to=1").content.decode()
    assert "<ins>return</ins>" in backwards
    assert client.get(f"{address}?from=7&to=x").status_code == 200


def test_a_set_without_versions_has_nothing_to_compare(world, test_set):
    page = client_for(world.vik).get(reverse("testsets:compare", args=["acme", test_set.pk]))

    assert "There is no version yet" in page.content.decode()


def test_every_field_can_differ():
    before = {"text": "a", "critical": False, "facts": [{"quotation": "x"}], "language": "en"}
    after = {"text": "a", "critical": True, "facts": [{"quotation": "y"}], "language": "es"}

    assert [change.name for change in changes(before, after)] == [
        "Key facts", "Language", "Critical",
    ]  # fmt: skip


def test_the_history_tells_who_did_what(world, version, test_set):
    question = test_set.questions.first()
    reworded(question, world.ada, text="What is the fare?",
             facts=[NewFact("Children under six travel free of charge")])  # fmt: skip
    question = Question.objects.get(pk=question.pk)
    said = sign_off(
        question=question, decision=SignOff.Decision.CHANGES, reason="Say which.", by=world.rosa
    )
    CheckedQuestion.objects.create(
        question=question, digest=said.digest, grader="Built-in", grader_fingerprint="1",
        outcomes=[{}, {}, {}], wrong=1, at=timezone.now(),
    )  # fmt: skip
    services.remove_question(question=question, by=world.ada)
    services.restore_question(question=question, by=world.ada)

    events = history_of(question, reader=world.ada)

    assert [(event.what, event.who) for event in reversed(events)] == [
        ("Written", "Ada"), ("Frozen in version 1", "Ada"), ("Changed", "Ada"),
        ("Asked for changes", "Rosa"), ("Tried on known answers", "Built-in"),
        ("Removed", "Ada"), ("Put back", "Ada"),
    ]  # fmt: skip
    changed = next(event for event in events if event.changes)
    assert [change.name for change in changed.changes] == ["Question", "Key facts"]
    page = client_for(world.vik).get(reverse("testsets:history", args=["acme", question.pk]))
    html = page.content.decode()
    assert all(event.what in html for event in events)
    assert "1 of 3 known answers got a wrong label." in html
    assert "Say which." in html


def test_the_history_of_a_longer_life_needs_no_more_queries(world, test_set):
    question = test_set.questions.first()
    address = reverse("testsets:history", args=["acme", question.pk])
    client = client_for(world.ada)
    client.get(address)
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for number in range(4):
        question = reworded(question, world.ada, text=f"What is fare {number}?")
    approve_version(test_set=test_set, by=world.ada, despite="A test.")
    with CaptureQueriesContext(connection) as many:
        client.get(address)

    assert len(many) == len(few)
