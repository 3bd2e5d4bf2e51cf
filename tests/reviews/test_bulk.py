"""Many results assigned, sent back and asked a look for at once; nothing is decided that way."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.bulk import Row, carrying
from core.models import BulkAction, Membership, Notice, Transition
from grading.models import Assessment
from grading.selectors import grade_of, history
from reviews import acting, claims, entries, services
from reviews.models import Dispute, Flag, QueueEntry, QueueSetting, ResultAssignment
from reviews.values import Choice
from tests.reviews.setting import WRONG, flagged_run
from tests.reviews.test_views import page, url
from tests.world import client_for
from testsets.models import Assignment

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(world):
    """Four waiting results of one run."""
    return list(flagged_run(world.acme, [WRONG] * 4).answers.order_by("pk"))


def decided(answer, by, choice=Choice.CORRECT):
    return services.decide(
        answer=answer, by=by, choice=choice, seen=history(answer)[0].pk, key=str(uuid4()),
        reason="It is right.",
    )  # fmt: skip


def on_screen(answers):
    return [Row(answer.pk, str(history(answer)[0].pk)) for answer in answers]


def send(who, answers, choice, name="bulk", query="", **data):
    values = {
        "choice": choice, "key": str(uuid4()), "reason": "Read the table again.",
        "row": [f"{row.key}:{row.seen}" for row in on_screen(answers)],
        "as_of": timezone.now().isoformat(), "matched": "4",
    }  # fmt: skip
    return client_for(who).post(url(name) + query, values | data)


def skipped():
    return {key: why for key, why, _about in BulkAction.objects.latest("pk").skipped}


def test_decisions_are_sent_back_each_as_it_was_on_screen(world, four):
    first, second, third, waiting = four
    dispute = services.raise_dispute(answer=first, by=world.vik, words="The fare changed.")
    for answer in (first, second, third):
        decided(answer, world.ada)
    rows = [f"{row.key}:{row.seen}" for row in on_screen(four)]
    decided(third, world.rosa, Choice.PARTLY)
    response = send(world.rosa, four, "send_back", row=rows)
    assert skipped() == {third.pk: "stale", waiting.pk: "undecided"}
    for answer in (first, second):
        newest = history(answer)[0]
        assert (newest.withdraws, newest.reviewer, newest.explanation) == (
            True, world.rosa, "Read the table again.",
        )  # fmt: skip
        assert not grade_of(answer).decided_by_person
        assert QueueEntry.objects.get(answer=answer).through == newest.pk
    dispute.refresh_from_db()
    assert dispute.status == Dispute.Status.OPEN
    assert grade_of(third).decided_by_person
    assert entries.behind() == []
    outcome = client_for(world.rosa).get(response.headers["Location"])
    assert outcome.context["named"] == [
        (answer.question.text, url("item", answer.pk)) for answer in (first, second)
    ]
    html = page(outcome)
    assert "2 of 4 changed" in html
    assert reverse("reviews:item", args=["acme", third.pk]) in html
    # As when it is withdrawn on its own page.
    alone = services.withdraw(
        answer=third, by=world.rosa, seen=history(third)[0].pk, key="k", reason="x"
    )
    together = history(first)[0]
    assert set(together.evidence) == set(alone.evidence)
    assert together.subject == alone.subject


def test_results_are_assigned_to_people_who_see_their_set(world, four):
    other = flagged_run(world.acme, [WRONG]).answers.get()
    Assignment.objects.get(user=world.rosa, test_set=other.run.version.test_set_id).delete()
    send(world.ada, [*four, other], "assign", person=world.rosa.pk)
    assert skipped() == {other.pk: "reach"}
    assert ResultAssignment.objects.filter(person=world.rosa).count() == 4
    notice = Notice.objects.get(kind="assigned", params__what="results")
    assert (notice.person, notice.params["count"]) == (world.rosa, 4)
    rosa = client_for(world.rosa)
    mine = rosa.get(notice.path)
    assert {shown.row.pk for shown in mine.context["rows"]} == {answer.pk for answer in four}
    assert "Assigned to Rosa" in page(mine)
    assert "mine=1" in page(mine)  # the way on keeps it
    assert client_for(world.ada).get(url("index") + "?mine=1").context["matching"] == 0
    send(world.ada, four[:1], "assign", person=world.rosa.pk)
    assert skipped() == {four[0].pk: "already"}
    send(world.ada, four[:1], "assign", person="0")
    assert rosa.get(notice.path).context["matching"] == 3
    assert entries.behind() == []


def test_nobody_is_sent_to_what_is_assigned_to_somebody_else(world, four):
    send(world.ada, four[:3], "assign", person=world.rosa.pk)
    assert claims.claim_next(workspace=world.acme, by=world.ada) == four[3].pk
    assert claims.claim_next(workspace=world.acme, by=world.rosa) == four[0].pk
    # Where two people have to judge apart, one of them is not enough.
    QueueSetting(test_set_id=four[0].run.version.test_set_id, reviewers=2).save()
    entries.refresh(answer.pk for answer in four)
    assert claims.claim_next(workspace=world.acme, by=world.ada) == four[0].pk


def test_asking_for_a_look_brings_a_decided_result_back(world, four):
    decided(four[0], world.ada)
    assert not QueueEntry.objects.filter(answer=four[0]).exists()
    send(world.rosa, four[:2], "ask", name="bulk_decided")
    assert Flag.objects.filter(reason="person_asks", resolved_at=None).count() == 2
    assert QueueEntry.objects.get(answer=four[0]).reasons == ["person_asks"]
    send(world.rosa, four[:2], "ask")
    assert skipped() == {four[0].pk: "already", four[1].pk: "already"}
    decided(four[0], world.ada)
    assert not QueueEntry.objects.filter(answer=four[0]).exists()
    send(world.rosa, four[:1], "ask")
    asked = Transition.objects.filter(record="reviews.flag", new="asked")
    assert asked.count() == 3
    trail = page(client_for(world.ada).get(reverse("core:trail", args=["acme"])))
    assert trail.count("Asked for a look at a result") == 3
    assert "Asked for a look" in page(client_for(world.ada).get(url("history", four[0].pk)))


def test_a_look_asked_for_tells_nothing_of_a_hidden_grade(world, four):
    QueueSetting(test_set_id=four[0].run.version.test_set_id, reviewers=2, hide_grade=True).save()
    entries.refresh(answer.pk for answer in four)
    send(world.rosa, four[:1], "ask")
    listed = client_for(world.vik).get(url("index") + "?reason=person_asks")
    assert [shown.row.pk for shown in listed.context["rows"]] == [four[0].pk]
    assert "Grader not confident" not in page(listed).split("<tbody>")[1]


@pytest.mark.parametrize("choice", ["confirm", "correct", "decide", "approve"])
def test_nothing_is_decided_in_bulk(world, four, choice):
    before = Assessment.objects.count()
    assert send(world.rosa, four, choice).status_code == 422
    assert Assessment.objects.count() == before


def test_all_that_match_are_taken_as_they_were_when_the_page_was_made(world, four):
    made = timezone.now().isoformat()
    decided(four[0], world.ada)
    services.withdraw(answer=four[0], by=world.ada, seen=history(four[0])[0].pk, key="w")
    send(world.rosa, [], "ask", query="?label=incorrect", all="1", row=[], as_of=made, matched="5")
    assert skipped() == {four[0].pk: "stale"}
    assert Flag.objects.filter(reason="person_asks").count() == 3
    assert BulkAction.objects.get().matched == 5
    assert send(world.rosa, [], "ask", query="?label=correct", all="1", row=[]).status_code == 422


def test_results_of_others_are_neither_changed_nor_named(world, four):
    theirs = flagged_run(world.other, [WRONG]).answers.get()
    unseen = flagged_run(world.acme, [WRONG]).answers.get()
    Assignment.objects.get(user=world.rosa, test_set=unseen.run.version.test_set_id).delete()
    response = send(world.rosa, [theirs, unseen], "ask")
    assert skipped() == {theirs.pk: "forbidden", unseen.pk: "forbidden"}
    html = page(client_for(world.rosa).get(response.headers["Location"]))
    assert "day ticket" not in html
    assert not Flag.objects.filter(reason="person_asks").exists()


def test_more_results_take_no_more_statements(world):
    """And a thousand of them a few times as many, 200 in each transaction."""

    def statements(number):
        answers = list(flagged_run(world.acme, [WRONG] * number).answers.order_by("pk"))
        for answer in answers:
            decided(answer, world.ada)
        counted = {}
        for choice, values in {
            "send_back": {"reason": "x"}, "ask": {},
            "assign": {"person": world.rosa.pk, "name": "Rosa"},
        }.items():  # fmt: skip
            action = carrying.start(
                workspace=world.acme, record=acting.RECORD, action=choice,
                rows=on_screen(answers), by=world.ada, key=uuid4(), back="/", task=acting.TASK,
                values=values,
            )  # fmt: skip
            with CaptureQueriesContext(connection) as queries:
                acting.act(action.pk)
            action.refresh_from_db()
            assert (action.status, action.skipped) == ("done", [])
            counted[choice] = len(queries)
        return counted

    assert statements(2) == statements(12)


def test_decided_results_are_listed_narrowed_and_paged_by_key(world, four, monkeypatch):
    monkeypatch.setattr("reviews.decided.PER_PAGE", 2)
    for answer in four[:3]:
        decided(answer, world.ada)
    decided(four[3], world.rosa, Choice.PARTLY)
    services.withdraw(answer=four[0], by=world.ada, seen=history(four[0])[0].pk, key="w")
    vik = client_for(world.vik)
    first = vik.get(url("decided"))
    assert [row.pk for row in first.context["rows"]] == [four[3].pk, four[2].pk]
    assert first.context["bulk"] is None
    second = vik.get(url("decided") + first.context["next_page"])
    assert [row.pk for row in second.context["rows"]] == [four[1].pk]
    rosas = vik.get(url("decided") + f"?person={world.rosa.pk}&label=partly_correct")
    assert [row.pk for row in rosas.context["rows"]] == [four[3].pk]
    assert "No decided result is like this" in page(vik.get(url("decided") + "?label=incorrect"))
    everything = send(
        world.ada, [], "send_back", name="bulk_decided", query=f"?person={world.ada.pk}",
        all="1", row=[], as_of=timezone.now().isoformat(),
    )  # fmt: skip
    assert everything.status_code == 302
    assert [row.pk for row in vik.get(url("decided")).context["rows"]] == [four[3].pk]


def test_staff_change_the_results_of_one_workspace_at_a_time(world, four):
    stella = client_for(world.stella)
    everywhere = stella.get("/review/")
    assert everywhere.context["bulk"] is None
    assert "choose one workspace above" in page(everywhere)
    bar = stella.get(f"/review/?workspace={world.acme.pk}&critical=").context["bulk"]
    assert bar.url == url("bulk")
    assert bar.reader == world.stella
    send(world.stella, four, "assign", person=world.stella.pk)
    assert QueueEntry.objects.filter(assigned_to=world.stella).count() == 4
    Membership.objects.filter(workspace=world.acme).delete()
    assert "Assigned to Stella" in page(stella.get("/review/?mine=1"))


def test_the_bar_costs_the_queue_no_query(world, four):
    """The page may ask ten times: who else can be given results is asked on the page behind it."""
    counted = {}
    for who in (world.ada, world.vik):
        client = client_for(who)
        client.get(url("index"))
        with CaptureQueriesContext(connection) as queries:
            client.get(url("index"))
        counted[who.name] = len(queries)
    assert counted["Ada"] == counted["Vik"]
    asked = send(world.ada, four, "assign", person="somebody")
    assert asked.status_code == 200
    assert f'<option value="{world.rosa.pk}">Rosa</option>' in page(asked)
    assert page(asked).count('name="row"') == 4
    assert "Choose who gets them" not in page(asked)
    assert not BulkAction.objects.exists()
