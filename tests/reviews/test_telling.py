"""Who is told of a dispute, and of what came of it; who is told that a run has ended."""

import pytest
from django.urls import reverse

from core.models import Notice
from core.notices import listing
from grading.selectors import history
from reviews.services import decide, raise_dispute, withdraw
from reviews.values import Choice
from runs.models import Run
from runs.tasks import tell_ended
from tests.reviews.setting import one_flagged
from testsets import assigning

pytestmark = pytest.mark.django_db


@pytest.fixture
def answer(world):
    return one_flagged(world.acme)


def told(kind):
    return {notice.person.name: notice for notice in Notice.objects.filter(kind=kind)}


def said(answer, by, choice, key, **more):
    newest = history(answer)[0].pk
    return decide(answer=answer, by=by, choice=choice, seen=newest, key=key, **more)


def test_a_dispute_is_told_to_those_who_decide_and_its_outcome_to_whoever_raised_it(world, answer):
    for _time in range(2):
        raise_dispute(answer=answer, by=world.vik, words="It does cost that.")
    notices = told("dispute_raised")
    assert set(notices) == {"Ada", "Rosa", "Stella"}
    assert notices["Ada"].params["words"] == "It does cost that."
    assert notices["Ada"].path == reverse("reviews:item", args=["acme", answer.pk])
    decision = said(answer, world.rosa, Choice.CORRECT, "k", reason="So it does.")
    assert set(told("dispute_settled")) == {"Vik"}
    assert told("dispute_settled")["Vik"].params["changed"] is True
    withdraw(answer=answer, by=world.rosa, seen=decision.pk, key="w")
    said(answer, world.ada, Choice.CONFIRM, "k2")
    outcomes = Notice.objects.filter(kind="dispute_settled").order_by("pk")
    assert [notice.params["changed"] for notice in outcomes] == [True, False]


def test_an_expert_is_not_told_of_test_sets_that_are_not_theirs(world, answer):
    raise_dispute(answer=answer, by=world.vik, words="First")
    assert listing.unread_number(world.rosa) == 1
    assigning.assign(workspace=world.acme, person=world.rosa, test_sets=[], by=world.ada)
    assert listing.unread_number(world.rosa) == 0
    raise_dispute(answer=answer, by=world.vik, words="Second")
    assert Notice.objects.filter(person=world.rosa).count() == 1
    assert Notice.objects.filter(person=world.ada).count() == 2


def test_whoever_started_a_run_is_told_once_that_it_ended(world, answer):
    run = answer.run
    for _time in range(2):
        tell_ended(run.pk)
    assert set(told("run_finished")) == {"Ada"}  # nobody started it: the owner
    Run.objects.filter(pk=run.pk).update(started_by=world.vik, status="running")
    tell_ended(run.pk)
    assert "Vik" not in told("run_finished")
    Run.objects.filter(pk=run.pk).update(status="stopped")
    tell_ended(run.pk)
    assert told("run_finished")["Vik"].params == {
        "test_set": "Fares", "assistant": "Helper", "answered": 1, "planned": 1, "stopped": True,
    }  # fmt: skip
