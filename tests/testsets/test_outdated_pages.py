"""The pages of questions whose source says something else by now."""

import pytest

from tests.testsets.rereading import bicycle_set, checked_again
from tests.testsets.samples import RULES_PAGE
from tests.world import client_for
from testsets.freezing import approve_version
from testsets.models import OutdatedMark

pytestmark = pytest.mark.django_db

DEARER = RULES_PAGE.replace("6 euros each way", "8 euros each way")


@pytest.fixture
def outdated(world):
    source, test_set, question = bicycle_set(world.acme, world.ada)
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    checked_again(source, luggage=DEARER)
    return test_set, question, version


def get(user, address: str) -> str:
    return client_for(user).get(f"/w/acme/testsets/{address}").content.decode()


def test_the_set_and_its_version_say_how_many_questions_are_possibly_outdated(world, outdated):
    test_set, _, version = outdated
    assert "1 question is possibly outdated" in get(world.vik, f"{test_set.pk}/")
    assert "1 question is possibly outdated" in get(world.vik, f"versions/{version.pk}/")


def test_a_question_is_shown_once_with_both_passages_and_what_to_do(world, outdated):
    test_set, question, version = outdated
    page = get(world.ada, f"{test_set.pk}/outdated/")
    assert page.count("<article") == 1
    assert "in the draft and in 1 version" in page
    assert "<del>6</del>" in page
    assert "<ins>8</ins>" in page
    assert f"/questions/{question.pk}/edit/" in page
    assert f"/versions/{version.pk}/" in page
    assert "It is still right" in page
    read_only = get(world.vik, f"{test_set.pk}/outdated/")
    assert "It is still right" not in read_only
    assert "/edit/" not in read_only


def test_the_draft_and_each_version_can_be_looked_at_alone(world, outdated):
    test_set, _, version = outdated
    assert get(world.vik, f"{test_set.pk}/outdated/?in=1").count("<article") == 1
    assert get(world.vik, f"{test_set.pk}/outdated/?in=0").count("<article") == 1
    assert get(world.vik, f"{test_set.pk}/outdated/?in=nonsense").count("<article") == 1
    assert version.number == 1


def test_an_expert_says_that_it_is_still_right_and_says_why(world, outdated):
    test_set, *_ = outdated
    mark = OutdatedMark.objects.first()
    address = f"/w/acme/testsets/outdated/{mark.pk}/still-right/"
    assert client_for(world.vik).post(address, {"reason": "x"}).status_code == 403
    assert client_for(world.otto).post(address, {"reason": "x"}).status_code == 404
    client = client_for(world.rosa)
    refused = client.post(address, {"reason": "  "}, follow=True).content.decode()
    assert "Say in a few words why" in refused
    page = client.post(
        address, {"reason": "A typing error of theirs."}, follow=True
    ).content.decode()
    assert "Recorded: the question is still right." in page
    assert "Nothing is outdated" in page
    again = client.post(address, {"reason": "Again."}, follow=True).content.decode()
    assert "resolved meanwhile" in again
    assert "possibly outdated" not in get(world.vik, f"{test_set.pk}/")


def test_a_question_is_reworded_on_what_the_source_says_now(world, outdated):
    """Its new passage stands beside the form, and key facts may be copied from there."""
    _, question, _ = outdated
    address = f"/w/acme/testsets/questions/{question.pk}/edit/"
    form = get(world.ada, f"questions/{question.pk}/edit/")
    assert "The source says now" in form
    assert "8 euros each way" in form
    question.refresh_from_db()
    sent = {
        "text": question.text, "type": question.type, "language": question.language,
        "expects": question.expects, "expected_answer": "A bicycle costs 8 euros each way.",
        "fact_1": "8 euros each way", "value_1": "8 euros", "seen": question.changed_at.isoformat(),
    }  # fmt: skip

    answer = client_for(world.ada).post(address, sent)

    assert answer.status_code in {200, 302}, answer.content.decode()
    fact = question.facts.get()
    assert fact.quotation == "8 euros each way"
    assert "8 euros each way" in fact.passage.text


def test_approving_says_how_many_questions_are_possibly_outdated(world, outdated):
    test_set, *_ = outdated
    page = get(world.ada, f"{test_set.pk}/approve/")
    assert "1 question is possibly outdated" in page
    assert f"/{test_set.pk}/outdated/" in page
