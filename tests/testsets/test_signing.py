"""Signing questions off, and approving with open eyes."""

import pytest
from django.urls import reverse

from core.errors import Conflict, DomainError
from core.models import Membership
from tests.testsets.samples import stored_passage, stored_source
from tests.world import assign_experts, client_for, person
from testsets import selectors, services
from testsets.freezing import approve_version
from testsets.models import SignOff
from testsets.question_text import NewFact, QuestionText
from testsets.signing import standings
from testsets.signing_off import sign_off
from testsets.values import QuestionType
from testsets.writers.builtin import BuiltinWriter

pytestmark = pytest.mark.django_db


def worded(text, **changes):
    values = {
        "text": text, "type": QuestionType.DIRECT, "language": "en",
        "expected_answer": "24 euros.", "facts": [NewFact("24 euros per person", "24 euros")],
    }  # fmt: skip
    return QuestionText(**(values | changes))


@pytest.fixture
def test_set(world):
    stored_source(world.acme)
    made = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    assign_experts(made)
    return made


@pytest.fixture
def questions(test_set, world):
    passage = stored_passage("24 euros")
    for text in ("How much is a ticket?", "What does the ferry cost?"):
        services.add_question(
            test_set=test_set, content=worded(text), passage=passage, by=world.ada
        )
    return selectors.questions(test_set)


def address(name, *args):
    return reverse(f"testsets:{name}", args=["acme", *args])


def sign(client, question, decision="approved", **data):
    seen = standings([question], reader=None)[question.pk].digest
    values = {"decision": decision, "seen": seen, "reason": ""} | data
    return client.post(address("sign", question.pk), values)


def test_an_expert_signs_off_one_question_after_the_other(world, test_set, questions):
    client = client_for(world.rosa)
    first = client.get(address("sign_next", test_set.pk))
    assert first.headers["Location"] == address("sign", questions[0].pk)

    onward = sign(client, questions[0])
    assert onward.headers["Location"].startswith(address("sign", questions[1].pk))
    back = sign(client, questions[1])
    assert back.headers["Location"] == address("detail", test_set.pk)

    page = client.get(back.headers["Location"]).content.decode()
    assert "2 of 2 signed off" in page
    assert "Rosa" in page
    assert approve_version(test_set=test_set, by=world.ada, despite="A test.").signed_off


def test_asking_for_changes_needs_a_reason_and_shows_it(world, questions):
    client = client_for(world.rosa)

    assert sign(client, questions[0], "changes").status_code == 422
    assert sign(client, questions[0], "changes", reason="Children pay less").status_code == 302
    page = client_for(world.vik).get(address("detail", questions[0].test_set_id)).content.decode()
    assert "Changes asked for" in page
    assert "Children pay less" in page


def test_a_later_change_voids_a_sign_off_and_the_page_says_so(world, questions):
    client = client_for(world.rosa)
    sign(client, questions[0])
    services.edit_question(
        question=questions[0], content=worded("How much is one ticket?"), by=world.ada
    )

    page = client.get(address("detail", questions[0].test_set_id)).content.decode()
    assert "0 of 2 signed off" in page
    assert "no longer holds" in page


def test_a_word_on_a_wording_that_changed_meanwhile_is_refused(world, questions):
    """Every click carries what was on screen."""
    answer = sign(client_for(world.rosa), questions[0], seen="another")

    assert answer.status_code == 409
    assert not SignOff.objects.exists()


def test_nobody_signs_off_what_they_wrote_or_edited(world, questions):
    with pytest.raises(DomainError):
        sign_off(question=questions[0], decision=SignOff.Decision.APPROVED, by=world.ada)
    assert sign(client_for(world.ada), questions[0]).status_code == 422

    services.edit_question(
        question=questions[1], content=worded("What does a crossing cost?"), by=world.rosa
    )
    with pytest.raises(DomainError):
        sign_off(question=questions[1], decision=SignOff.Decision.APPROVED, by=world.rosa)


def test_taking_out_and_putting_back_makes_nobody_an_author(world, questions):
    services.remove_question(question=questions[0], by=world.rosa)
    services.restore_question(question=questions[0], by=world.rosa)

    sign_off(question=questions[0], decision=SignOff.Decision.APPROVED, by=world.rosa)


def test_the_page_offers_what_the_reader_may_do(world, questions):
    page = address("detail", questions[0].test_set_id)
    offered = {
        name: client_for(who).get(page).content.decode()
        for name, who in (("owner", world.ada), ("expert", world.rosa), ("viewer", world.vik))
    }

    approve, signing = (
        address("approve", questions[0].test_set_id),
        address("sign", questions[0].pk),
    )
    assert approve in offered["owner"]
    assert signing in offered["expert"]
    assert approve not in offered["expert"]
    assert "then approve" not in offered["expert"]
    assert signing not in offered["viewer"]
    assert client_for(world.vik).get(signing).status_code == 403
    assert client_for(world.otto).get(signing).status_code == 404


def test_approving_asks_first_and_says_what_is_frozen(world, test_set, questions):
    """M1.6."""
    client = client_for(world.ada)
    services.add_question(
        test_set=test_set, content=worded("What does it cost?", type=QuestionType.DIRECT),
        by=world.ada,
    )  # fmt: skip
    sign(client_for(world.rosa), questions[0])

    page = client.get(address("approve", test_set.pk)).content.decode()

    assert not test_set.versions.exists()
    assert "1 of 3 signed off" in page
    assert "Exploratory" in page
    assert "Does not stand on its own" in page  # the warning about “What does it cost?”


def test_approving_a_set_that_changed_since_it_was_looked_at_is_refused(world, test_set, questions):
    with pytest.raises(Conflict):
        approve_version(test_set=test_set, by=world.ada, seen="another", despite="A test.")
    answer = client_for(world.ada).post(address("approve", test_set.pk), {"seen": "another"})

    assert answer.status_code == 409
    assert not test_set.versions.exists()


def test_a_reworded_question_names_its_writer_and_its_editor(world, test_set, questions):
    olga = person("Olga")
    Membership.objects.create(workspace=world.acme, user=olga, role="owner")
    question = questions[0]
    question.written_by, question.writer = None, BuiltinWriter.name
    question.save()
    services.edit_question(question=question, content=worded("How much is one ticket?"), by=olga)

    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    frozen = selectors.frozen_questions(version)[0]

    assert frozen.written_by == f"{BuiltinWriter.name}, edited by Olga"
    assert "Olga" not in str(version.writers)
    page = client_for(world.vik).get(address("version", version.pk)).content.decode()
    assert "edited by Olga" in page


def test_saving_a_question_as_it_was_makes_nobody_its_editor(world, questions):
    services.edit_question(
        question=questions[0], content=worded("How much is a ticket?"), by=world.rosa
    )

    assert questions[0].history.count() == 1


def test_only_sources_with_text_are_offered_and_a_single_one_is_chosen(world, test_set):
    from sources.services import add_files_source

    add_files_source(workspace=world.acme, name="Nothing read", by=None)
    page = client_for(world.ada).get(address("new")).content.decode()
    assert "Nothing read" not in page
    assert page.count("checked") == 1

    stored_source(world.acme)
    assert "checked" not in client_for(world.ada).get(address("new")).content.decode()


def test_without_any_text_the_form_says_so(world):
    page = client_for(world.ada).get(address("new")).content.decode()

    assert "There is no text to write questions from yet" in page


def test_what_an_ordinary_question_needs_is_not_called_optional(world, questions):
    page = client_for(world.ada).get(address("edit", questions[0].pk)).content.decode()
    labels = {}
    for part in page.split("<label for=")[1:]:
        label = part.split("</label>")[0].split(">", 1)[1]
        labels[label.split("<")[0].strip()] = "optional" in label

    assert not labels["Expected answer"]
    assert not labels["Key fact 1"]
    assert labels["Topic"]
