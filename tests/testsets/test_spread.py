"""The spread and balance of a set: what its questions try out and where they come from."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.testsets.samples import stored_source
from tests.testsets.test_listing import added
from tests.world import client_for
from testsets import indexing, services
from testsets.freezing import approve_version
from testsets.models import IndexedQuestion
from testsets.spread_presenting import spread_context
from testsets.spread_wording import sentences
from testsets.spreading import spread_of_draft, spread_of_version
from testsets.values import QuestionType


@pytest.fixture
def source(world):
    return stored_source(world.acme)


@pytest.fixture
def test_set(world, source):
    made = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    for number in range(3):
        added(made, world.ada, f"How much is ticket {number}?", value="24 euros",
              type=QuestionType.EXACT_VALUE, topic="fares")  # fmt: skip
    for number in range(4):
        added(made, world.ada, f"Can I take dog {number}?", type=QuestionType.YES_NO,
              about="dogs are welcome", fact="dogs are welcome on the car deck",
              answer="Yes, dogs are welcome on the car deck.", critical=number == 0)  # fmt: skip
    indexing.catch_up(made)
    return made


def test_the_spread_counts_types_documents_topics_and_balance(test_set):
    found = spread_of_draft(test_set)

    assert (found.total, found.exact, found.critical, found.control, found.bare) == (7, 3, 1, 0, 0)
    assert dict(found.types) == {"exact_value": 3, "yes_no": 4}
    assert dict(found.topics) == {"fares": 3, "": 4}
    assert (found.balance.yes, found.balance.no) == (4, 0)
    assert {place.address: n for place, n in found.documents.items()} == {"questions.html": 7}
    assert [place.address for place in found.unasked] == ["luggage.html"]
    IndexedQuestion.objects.all().delete()
    behind = spread_of_draft(test_set)
    assert (behind.total, behind.documents) == (found.total, found.documents)


def test_a_version_has_the_spread_that_its_draft_had(world, test_set):
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    before = spread_of_draft(test_set)
    for question in test_set.questions.all()[:3]:
        services.remove_question(question=question, by=world.ada)

    assert spread_of_version(version) == before


def test_what_is_thin_is_said_in_sentences(world, test_set):
    other = stored_source(world.acme)  # nothing is asked of it, though its files are called alike
    other.name = "Timetables"
    other.save()
    words = " ".join(sentences(spread_of_draft(test_set)))

    assert "Direct (0, usually 3)" in words
    assert "1 of 2 documents has no question." in words
    assert "No question comes from the source “Timetables”." in words
    assert "4 have “yes” as their right answer and 0 have “no”" in words
    assert "No question is kept as a control" in words


def test_the_weakest_comes_first(test_set):
    context = spread_context(spread_of_draft(test_set))
    lags = [family.share - family.usual for family in context["families"]]

    assert lags == sorted(lags)
    for family in context["families"]:
        counts = [bar.count for bar in family.bars]
        assert counts == sorted(counts)


def test_an_empty_set_has_nothing_thin(world, source):
    empty = services.create_test_set(workspace=world.acme, name="Empty", by=world.ada)

    assert sentences(spread_of_draft(empty)) == []
    page = client_for(world.vik).get(reverse("testsets:spread", args=["acme", empty.pk]))
    assert "There are no questions yet." in page.content.decode()


def test_each_name_leads_to_its_questions(world, test_set):
    client = client_for(world.vik)
    page = client.get(reverse("testsets:spread", args=["acme", test_set.pk])).content.decode()
    detail = reverse("testsets:detail", args=["acme", test_set.pk])

    assert f'href="{detail}?type=exact_value"' in page
    assert f'href="{detail}?document=questions.html"' in page
    assert f'href="{detail}?only=yes"' in page
    listed = client.get(f"{detail}?document=questions.html").content.decode()
    assert "7 of 7 questions" in listed


def test_the_pages_need_no_more_queries_for_more_questions(world, test_set):
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    client = client_for(world.ada)
    counts = []
    for _round in range(2):
        found = []
        for name, key in (("spread", test_set.pk), ("version_spread", version.pk)):
            address = reverse(f"testsets:{name}", args=["acme", key])
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            found.append(len(queries))
        counts.append(found)
        for number in range(5):
            added(test_set, world.ada, f"How much is a bicycle {number}?",
                  about="A bicycle costs", fact="A bicycle costs 6 euros each way")  # fmt: skip
        version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    assert counts[0] == counts[1]
