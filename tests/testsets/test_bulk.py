"""Many questions sent back, assigned and marked at once: each as it was on screen, none approved."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ

from core.bulk import Row, carrying
from core.models import BulkAction, Membership, Notice
from tests.testsets.samples import stored_passage, stored_source
from tests.world import assign_experts, client_for, person
from testsets import acting, services, tasks
from testsets.bulk import insert_drafts
from testsets.models import (
    Assignment,
    AttentionMark,
    IndexedQuestion,
    Question,
    QuestionAssignment,
    SignOff,
)
from testsets.question_text import NewFact, QuestionText
from testsets.signing import standings
from testsets.signing_off import choose_reviewers, sign_off
from testsets.values import QuestionType

pytestmark = pytest.mark.django_db


def made_set(world, name="Ferry", experts=True):
    made = services.create_test_set(workspace=world.acme, name=name, by=world.ada)
    if experts:
        assign_experts(made)
    return made


def filled(test_set, number, by=None):
    """The set with so many questions about nothing in particular."""
    insert_drafts(
        [
            Question(
                test_set=test_set, uid=f"q{n}", position=n, type="direct", language="en",
                text=f"What is number {n}?", expected_answer="24 euros.", written_by=by,
            )
            for n in range(number)
        ],
        by=by,
    )  # fmt: skip
    return list(test_set.questions.order_by("position"))


@pytest.fixture
def test_set(world):
    return made_set(world)


def add_expert(world, test_set):
    """Another expert, who sees the set, too."""
    made = person("Eve")
    Membership.objects.create(workspace=world.acme, user=made, role="expert")
    Assignment.objects.create(test_set=test_set, user=made)
    return made


@pytest.fixture
def three(world, test_set):
    return filled(test_set, 3)


def on_screen(questions):
    standing = standings(questions, reader=None)
    return [Row(question.pk, standing[question.pk].digest) for question in questions]


def asked(test_set, rows, *, by, action=acting.SEND_BACK, **values):
    """The action, as if its form had been sent, not carried out yet."""
    return carrying.start(
        workspace=test_set.workspace, record=acting.RECORD, action=action, rows=rows, by=by,
        key=uuid4(), back="/", task=acting.TASK, values=values or {"reason": "Too vague."},
        test_set=test_set.pk,
    )  # fmt: skip


def done(action):
    acting.act(action.pk)
    action.refresh_from_db()
    return action


def address(name, *args):
    return reverse(f"testsets:{name}", args=["acme", *args])


def send(who, test_set, questions, query="", **data):
    values = {
        "choice": "send_back", "reason": "Too vague.", "key": str(uuid4()),
        "row": [f"{row.key}:{row.seen}" for row in on_screen(questions)],
        "as_of": timezone.now().isoformat(), "matched": "3",
    }  # fmt: skip
    return client_for(who).post(address("bulk", test_set.pk) + query, values | data)


def test_of_a_thousand_with_3_stale_and_2_forbidden_995_change_and_5_are_listed(world):
    """Must-pass 10: each changed row leaves one row in the trail, each other one its reason."""
    test_set, elsewhere = made_set(world), made_set(world, "Not Rosa's", experts=False)
    questions = filled(test_set, 998)
    own = filled(elsewhere, 1)
    rows = on_screen([*questions, *own])
    mine = services.add_question(
        test_set=test_set,
        content=QuestionText(
            text="How much?", type=QuestionType.DIRECT, language="en", expected_answer="24 euros.",
            facts=[NewFact("24 euros", "")],
        ),
        by=world.rosa,
    )  # fmt: skip
    rows += on_screen([mine])
    for question in questions[10:13]:
        question.text += " Please."
        question.save()
    assert len(rows) == 1000
    action = asked(test_set, rows, by=world.rosa)
    assert [row.func() for row in OrmQ.objects.all()][-1] == acting.TASK
    with CaptureQueriesContext(connection) as queries:
        tasks.act(action.pk)
    action.refresh_from_db()
    assert action.status == "done"
    why = {question.pk: "stale" for question in questions[10:13]}
    why |= {own[0].pk: "forbidden", mine.pk: "own"}
    assert {key: reason for key, reason, _about in action.skipped} == why
    said = SignOff.objects.filter(decision="changes", reason="Too vague.", by=world.rosa)
    assert said.count() == said.values("question").distinct().count() == 995
    assert not said.filter(question__in=why).exists()
    # What is done for 200 questions takes no more statements than for one.
    assert len(queries) < 5 * 40
    page = client_for(world.rosa).get(address("bulk_outcome", action.pk)).content.decode()
    assert "995 of 1000 changed" in page
    assert "The first 200 of 995 changed" in page
    assert "5 left as they were" in page
    # Of a question that Rosa may not see nothing is told, not even its words or its page.
    assert "A row that is not yours to change" in page
    assert address("history", own[0].pk) not in page


def test_a_second_delivery_goes_on_where_the_first_was_cut_off(world, test_set, monkeypatch):
    questions = filled(test_set, 5)
    action = asked(test_set, on_screen(questions), by=world.rosa)
    monkeypatch.setattr(carrying, "AT_ONCE", 2)
    change, calls = acting.change, []

    def cut_off(action, workspace, rows, now):
        calls.append(len(rows))
        if len(calls) == 2:
            raise RuntimeError
        return change(action, workspace, rows, now)

    monkeypatch.setattr(acting, "change", cut_off)
    with pytest.raises(RuntimeError):
        acting.act(action.pk)
    assert SignOff.objects.count() == 2
    BulkAction.objects.update(alive_at=timezone.now() - timedelta(hours=1))
    tasks.tick()
    assert (acting.TASK, (action.pk,)) in [
        (row.func(), tuple(row.task["args"])) for row in OrmQ.objects.all()
    ]
    assert done(action).status == "done"
    assert SignOff.objects.count() == 5
    acting.act(action.pk)
    assert SignOff.objects.count() == 5


def test_an_action_that_is_stopped_says_what_it_did_not_go_through(world, test_set, three):
    action = asked(test_set, on_screen(three), by=world.rosa)
    stopped = client_for(world.rosa).post(address("bulk_outcome", action.pk))
    assert stopped.status_code == 302
    assert done(action).status == "stopped"
    assert not SignOff.objects.exists()
    page = client_for(world.rosa).get(address("bulk_outcome", action.pk)).content.decode()
    assert "3 rows were not gone through" in page


def test_whoever_lost_the_role_meanwhile_changes_nothing(world, test_set, three):
    action = asked(test_set, on_screen(three), by=world.rosa)
    Membership.objects.get(user=world.rosa).delete()
    assert [why for _key, why, _about in done(action).skipped] == ["forbidden"] * 3
    assert not SignOff.objects.exists()


def test_the_form_sent_twice_is_one_action(world, test_set, three):
    key = str(uuid4())
    first, second = (send(world.rosa, test_set, three, key=key) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert SignOff.objects.count() == 3
    assert IndexedQuestion.objects.filter(sign_off="changes").count() == 0  # never indexed: behind
    page = client_for(world.rosa).get(address("detail", test_set.pk) + "?sign_off=changes")
    assert page.context["page"].total == 3


@pytest.mark.parametrize("choice", ["approved", "approve", "sign_off", "confirm", ""])
def test_nothing_is_approved_in_bulk(world, test_set, three, choice):
    response = send(world.ada, test_set, three, choice=choice)
    assert response.status_code == 422
    assert not SignOff.objects.exists()
    page = client_for(world.ada).get(address("detail", test_set.pk))
    assert {one.code for one in page.context["bulk"].choices} == {
        "send_back", "assign", "mark", "unmark",
    }  # fmt: skip


def test_what_cannot_be_used_comes_back_with_all_that_was_chosen(world, test_set, three):
    response = send(world.rosa, test_set, three, reason=" ")
    assert response.status_code == 422
    page = response.content.decode()
    assert "Say why" in page
    for row in on_screen(three):
        assert f'name="row" value="{row.key}:{row.seen}"' in page
    assert send(world.rosa, test_set, [], row=[]).status_code == 422
    assert send(world.rosa, test_set, three, choice="assign", person="").status_code == 422
    # Otto is no member, so nothing can be his.
    assert (
        send(world.ada, test_set, three, choice="assign", person=world.otto.pk).status_code == 422
    )
    assert not BulkAction.objects.exists()


def test_all_that_match_are_taken_as_they_were_when_the_page_was_made(world, test_set):
    questions = filled(test_set, 30)
    made = timezone.now().isoformat()
    questions[0].text = "Reworded since?"
    questions[0].save()
    late = Question(
        test_set=test_set, uid="late", position=99, type="direct", language="en", text="Late?",
        expected_answer="Yes.",
    )  # fmt: skip
    late.save()
    Question.objects.filter(pk=questions[1].pk).first().delete()
    response = send(
        world.rosa, test_set, [], "?type=direct", all="1", row=[], as_of=made, matched="30"
    )
    page = client_for(world.rosa).get(response.headers["Location"]).content.decode()
    action = BulkAction.objects.get()
    assert {key: why for key, why, _about in action.skipped} == {
        questions[0].pk: "stale", late.pk: "stale",
    }  # fmt: skip
    assert SignOff.objects.count() == 28
    assert "28 of 30 changed" in page
    narrowed = send(world.rosa, test_set, [], "?type=yes_no", all="1", row=[], as_of=made)
    assert narrowed.status_code == 422
    assert send(world.rosa, test_set, [], all="1", row=[], as_of="").status_code == 422


def test_rows_that_stopped_matching_are_counted(world, test_set, three):
    response = send(world.rosa, test_set, [], "?only=critical", all="1", row=[], matched="3")
    assert response.status_code == 422
    three[0].critical = True
    three[0].save()
    response = send(world.rosa, test_set, [], "?only=critical", all="1", row=[], matched="3")
    page = client_for(world.rosa).get(response.headers["Location"]).content.decode()
    assert "2 rows that matched on your screen did not match any more" in page


def test_a_person_finds_what_is_assigned_to_them_and_is_told_once(world, test_set, three):
    response = send(world.ada, test_set, three[:2], choice="assign", person=world.rosa.pk)
    assert response.status_code == 302
    notice = Notice.objects.get()
    assert (notice.person, notice.kind, notice.params["count"]) == (world.rosa, "assigned", 2)
    mine = client_for(world.rosa).get(notice.path)
    assert {shown.pk for shown in mine.context["questions"]} == {q.pk for q in three[:2]}
    assert "Assigned to Rosa" in mine.content.decode()
    assert client_for(world.ada).get(notice.path).context["page"].total == 0
    # Given again changes nothing; given to nobody, it is nobody's.
    again = done(asked(test_set, on_screen(three[:2]), by=world.ada, action="assign",
                       person=world.rosa.pk, name="Rosa"))  # fmt: skip
    assert [why for _key, why, _about in again.skipped] == ["already"] * 2
    send(world.ada, test_set, three[:1], choice="assign", person="0")
    assert client_for(world.rosa).get(notice.path).context["page"].total == 1
    assert QuestionAssignment.objects.count() == 3
    assert Notice.objects.count() == 1


def test_questions_go_only_to_people_who_see_their_set(world, three, test_set):
    Assignment.objects.get(user=world.rosa, test_set=test_set).delete()
    page = client_for(world.ada).get(address("detail", test_set.pk))
    assert [str(person) for person in page.context["bulk"].people] == ["Ada"]
    assert client_for(world.vik).get(address("detail", test_set.pk)).context["bulk"] is None


def test_a_mark_holds_until_it_is_taken_away(world, test_set, three):
    send(world.rosa, test_set, three[:2], choice="mark")
    send(world.ada, test_set, three[1:], choice="mark")
    action = BulkAction.objects.latest("pk")
    assert [(key, why) for key, why, _about in action.skipped] == [(three[1].pk, "already")]
    where = address("detail", test_set.pk) + "?only=marked"
    assert client_for(world.vik).get(where).context["page"].total == 3
    send(world.rosa, test_set, three[:1], choice="unmark")
    assert client_for(world.vik).get(where).context["page"].total == 2
    assert AttentionMark.objects.count() == 4


def test_the_trail_and_the_history_tell_each_row(world, test_set, three):
    send(world.rosa, test_set, three[:1])
    send(world.ada, test_set, three[:1], choice="assign", person=world.rosa.pk)
    send(world.ada, test_set, three[:1], choice="mark")
    ada = client_for(world.ada)
    trail = ada.get(reverse("core:trail", args=["acme"])).content.decode()
    for words in ("Asked for changes", "Assigned a question to Rosa", "Marked a question for"):
        assert words in trail
    history = ada.get(address("history", three[0].pk)).content.decode()
    for words in ("Too vague.", "Assigned to Rosa", "Marked for attention"):
        assert words in history


def test_writers_are_told_once_of_what_is_sent_back(world, test_set):
    theirs = filled(test_set, 2, by=world.ada)
    send(world.rosa, test_set, theirs)
    notice = Notice.objects.get()
    assert (notice.person, notice.kind, notice.params["count"]) == (world.ada, "sent_back", 2)
    assert client_for(world.ada).get(notice.path).context["page"].total == 2


def test_where_two_decide_apart_a_word_sent_in_bulk_stays_sealed(world, test_set):
    """M4.5: no notice, list or count tells of it before the other has decided, too."""
    choose_reviewers(test_set=test_set, reviewers=2, by=world.ada)
    *questions, fourth = filled(test_set, 4)
    other = add_expert(world, test_set)
    sign_off(question=fourth, decision=SignOff.Decision.APPROVED, by=other)
    send(world.rosa, test_set, questions)
    assert not Notice.objects.exists()
    where = address("detail", test_set.pk) + "?sign_off=changes"
    assert client_for(other).get(where).context["page"].total == 0
    assert (
        "Too vague." not in client_for(other).get(address("detail", test_set.pk)).content.decode()
    )
    first, second, third = questions
    sign_off(question=first, decision=SignOff.Decision.APPROVED, by=other)
    send(other, test_set, [second])
    assert Notice.objects.get(person=world.ada, kind="sent_back").params["count"] == 1
    # Said already, settled on its own page, and still open.
    send(world.rosa, test_set, questions, reason="Too vague.")
    assert {key: why for key, why, _about in BulkAction.objects.latest("pk").skipped} == {
        first.pk: "differ", second.pk: "already", third.pk: "already",
    }  # fmt: skip
    # What two differ on by it is told as after a word said alone.
    send(world.rosa, test_set, [fourth])
    told = Notice.objects.filter(kind="words_differ", params__about=fourth.text)
    assert {notice.person for notice in told} == {world.ada, world.rosa, other}


def test_the_outcome_is_its_own_persons(world, test_set, three):
    where = send(world.rosa, test_set, three).headers["Location"]
    assert client_for(world.ada).get(where).status_code == 404
    assert client_for(world.rosa).get(where).status_code == 200
    htmx = client_for(world.rosa).get(where, headers={"HX-Request": "true"}).content.decode()
    assert htmx.lstrip().startswith("<div")


def test_the_list_needs_no_more_queries_for_more_questions(world, test_set):
    filled(test_set, 3)
    rosa, where = client_for(world.rosa), address("detail", test_set.pk)

    def counted():
        rosa.get(where)
        with CaptureQueriesContext(connection) as queries:
            rosa.get(where)
        return len(queries)

    few = counted()
    stored_source(world.acme)
    passage = stored_passage("24 euros")
    for n in range(5):
        services.add_question(
            test_set=test_set,
            content=QuestionText(
                text=f"How much is ticket {n}?", type=QuestionType.DIRECT, language="en",
                expected_answer="24 euros.", facts=[NewFact("24 euros per person", "24 euros")],
            ),
            passage=passage, by=world.ada,
        )  # fmt: skip
    assert counted() <= few + 3  # evidence, which three bare questions have none of


def test_what_was_changed_before_a_page_of_the_future_is_refused(world, test_set, three):
    """A moment that has not come yet would let everything through."""
    later = datetime(2999, 1, 1, tzinfo=UTC).isoformat()
    assert send(world.rosa, test_set, [], all="1", row=[], as_of=later).status_code == 422
