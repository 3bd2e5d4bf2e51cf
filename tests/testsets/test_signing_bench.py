"""The page on which questions are signed off: what it carries, refuses, undoes and shows."""

import re

import pytest
from django.urls import reverse

from core.models import Membership
from tests.testsets.samples import stored_passage, stored_source
from tests.testsets.test_signing import worded
from tests.world import assign_experts, client_for, person
from testsets import selectors, services
from testsets.models import Assignment, Question, SignOff
from testsets.signing_off import choose_reviewers, sign_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def test_set(world):
    stored_source(world.acme)
    made = services.create_test_set(workspace=world.acme, name="Ferry", by=world.stella)
    assign_experts(made)
    passage = stored_passage("24 euros")
    for text in ("How much is a ticket?", "What does the ferry cost?", "And for two?"):
        services.add_question(test_set=made, content=worded(text), passage=passage, by=world.stella)
    return made


@pytest.fixture
def questions(test_set):
    return selectors.questions(test_set)


def at(name, *args):
    return reverse(f"testsets:{name}", args=["acme", *args])


def form_of(page):
    """The hidden fields of the decision, as the page holds them."""
    html = page.content.decode()
    form = html[html.index('id="word"') :].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_a_word_is_undone_with_one_press_and_both_stay_on_record(world, questions):
    client = client_for(world.rosa)
    first, second, _third = questions
    shown = form_of(client.get(at("sign", first.pk)))
    assert shown["uid"] == first.uid
    onward = client.post(at("sign", first.pk), shown | {"decision": "approved"})
    assert onward.headers["Location"].startswith(at("sign", second.pk))
    again = client.post(at("sign", first.pk), shown | {"decision": "approved"})
    assert again.headers["Location"] == onward.headers["Location"]

    page = client.get(onward.headers["Location"]).content.decode()
    word = SignOff.objects.get()
    assert at("take_back", word.pk) in page
    assert 'data-key="u"' in page
    assert client_for(world.ada).post(at("take_back", word.pk)).status_code == 404
    for _twice in range(2):
        back = client.post(at("take_back", word.pk))
        assert back.headers["Location"] == at("sign", first.pk)
    assert [row.decision for row in SignOff.objects.order_by("pk")] == ["approved", "withdrawn"]
    assert "0 of 3 signed off" in client.get(at("sign", first.pk)).content.decode()


def test_a_word_on_an_outdated_page_shows_what_it_said_beside_what_it_says(world, questions):
    """Nothing is recorded, and the reason that was typed is still in its field."""
    client = client_for(world.rosa)
    question = questions[0]
    shown = form_of(client.get(at("sign", question.pk)))
    services.edit_question(
        question=question, content=worded("How much is one ticket?"), by=world.stella
    )

    answer = client.post(
        at("sign", question.pk), shown | {"decision": "changes", "reason": "Children pay less"}
    )

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Children pay less</textarea>" in page
    changes = page[page.index('id="overtaken-title"') : page.index('class="bench"')]
    assert ">one<" in re.sub(r"\s+", "", changes) or "one ticket" in changes
    assert "How much is" in changes
    assert not SignOff.objects.exists()
    assert form_of(answer)["seen"] != shown["seen"]


def test_an_identifier_of_another_question_is_refused(world, questions):
    client = client_for(world.rosa)
    shown = form_of(client.get(at("sign", questions[0].pk)))
    wrong = shown | {"decision": "approved", "uid": questions[1].uid, "key": "other"}
    assert client.post(at("sign", questions[0].pk), wrong).status_code == 409
    assert not SignOff.objects.exists()


def test_a_question_that_was_taken_out_meanwhile_keeps_what_was_typed(world, questions):
    client = client_for(world.rosa)
    shown = form_of(client.get(at("sign", questions[0].pk)))
    services.remove_question(question=questions[0], by=world.ada)
    answer = client.post(
        at("sign", questions[0].pk), shown | {"decision": "changes", "reason": "Too dear"}
    )
    assert answer.status_code == 409
    assert "Too dear</textarea>" in answer.content.decode()
    assert client.get(at("sign", questions[0].pk)).status_code == 404


def test_marks_and_removal_carry_what_was_on_screen_and_are_undone(world, questions):
    client, question = client_for(world.ada), questions[0]
    for kind in ("critical", "control"):
        shown = form_of(client.get(at("sign", question.pk)))
        stale = client.post(at("mark", question.pk), shown | {"mark": f"{kind} on", "seen": "x"})
        assert stale.status_code == 409
        marked = client.post(at("mark", question.pk), shown | {"mark": f"{kind} on"})
        assert getattr(Question.objects.get(pk=question.pk), kind)
        page = client.get(marked.headers["Location"]).content.decode()
        assert f'<input type="hidden" name="mark" value="{kind}">' in page
        client.post(at("mark", question.pk), {"mark": kind})
        assert not getattr(Question.objects.get(pk=question.pk), kind)
    sign_off(question=question, decision=SignOff.Decision.APPROVED, by=world.ada)  # no author

    shown = form_of(client.get(at("sign", question.pk)))
    assert (
        client.post(at("mark", question.pk), shown | {"mark": "remove", "seen": "x"}).status_code
        == 409
    )
    gone = client.post(at("mark", question.pk), shown | {"mark": "remove"})
    page = client.get(gone.headers["Location"]).content.decode()
    assert at("restore", question.pk) in page
    back = client.post(at("restore", question.pk), {"to": "sign"})
    assert back.headers["Location"] == at("sign", question.pk)
    assert Question.objects.get(pk=question.pk).removed_at is None
    assert client.post(at("mark", question.pk), {"mark": "text"}).status_code == 404


def test_experts_get_the_keys_of_what_they_may_do(world, questions):
    keys = {}
    for who in (world.rosa, world.ada):
        page = client_for(who).get(at("sign", questions[1].pk)).content.decode()
        keys[who.name] = set(re.findall(r'data-key="(\w)"', page))
    assert keys["Rosa"] >= {"s", "c", "r", "n", "p"}
    assert keys["Ada"] == keys["Rosa"] | {"e", "k", "o", "x"}


def test_editing_from_the_bench_leads_back_to_it_and_says_what_changed(world, questions):
    question = questions[0]
    sign_off(question=question, decision=SignOff.Decision.APPROVED, by=world.rosa)
    client = client_for(world.ada)
    url = at("edit", question.pk) + "?to=sign"
    page = client.get(url).content.decode()
    assert f'action="{url}"' in page
    sent = {
        "text": "How much is one ticket?", "expected_answer": "24 euros.", "type": "direct",
        "language": "en", "expects": "answer", "fact_1": "24 euros per person", "value_1": "24 euros",
    }  # fmt: skip
    assert client.post(url, sent).headers["Location"] == at("sign", question.pk)
    page = client_for(world.rosa).get(at("sign", question.pk)).content.decode()
    assert "What changed since that word" in page
    assert "no longer holds" in page


def test_both_words_stand_beside_each_other_where_two_differ(world, test_set, questions):
    quillon, olga = person("Quillon"), person("Olga")
    for who, role in ((quillon, "expert"), (olga, "owner")):
        Membership.objects.create(workspace=world.acme, user=who, role=role)
    Assignment.objects.create(test_set=test_set, user=quillon)
    client_for(world.ada).post(at("reviewers", test_set.pk), {"reviewers": "2"})
    test_set.refresh_from_db()
    assert test_set.reviewers == 2
    question = Question.objects.get(pk=questions[0].pk)
    for who, decision, reason in ((world.rosa, "approved", ""), (quillon, "changes", "Too old")):
        sign_off(question=question, decision=SignOff.Decision(decision), by=who, reason=reason)

    page = client_for(olga).get(at("sign", question.pk))
    html = page.content.decode()
    assert "Too old" in html
    assert html.index("Rosa</strong>") < html.index("Quillon</strong>")
    assert form_of(page)["settles"] == "on"
    sent = form_of(page) | {"decision": "approved"}
    assert client_for(olga).post(at("sign", question.pk), sent).status_code == 422
    settled = client_for(olga).post(at("sign", question.pk), sent | {"reason": "Checked."})
    assert settled.status_code == 302
    set_page = client_for(world.vik).get(at("detail", test_set.pk)).content.decode()
    assert "0 of 1" in set_page  # same judgement of the two
    assert "counted are the 1" in set_page
    assert client_for(world.vik).get(at("reviewers", test_set.pk)).status_code == 403
    choose_reviewers(test_set=test_set, reviewers=1, by=world.ada)
    assert (
        "counted are" not in client_for(world.vik).get(at("detail", test_set.pk)).content.decode()
    )
