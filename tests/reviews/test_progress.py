"""How far the work of people is: every count with what it is out of, and what is left."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.bulk import Row, carrying
from core.models import Membership
from grading.selectors import history
from reviews import acting, services
from reviews.pace import Estimate, time_left
from reviews.progress import NOTHING, Part, progress
from reviews.values import Choice
from tests.reviews.setting import WRONG, flagged_run, two_apart
from tests.reviews.test_bulk import decided
from tests.reviews.test_views import page, url
from tests.testsets.test_bulk import add_expert, filled, made_set
from tests.world import client_for
from testsets.models import SignOff
from testsets.signing_off import choose_reviewers, sign_off, withdraw

APPROVED, CHANGES = SignOff.Decision.APPROVED, SignOff.Decision.CHANGES


def test_an_empty_batch_is_not_complete():
    assert not NOTHING.complete
    assert NOTHING.share is None
    assert Part(3, 3).complete
    assert not Part(2, 3).complete
    assert Part(1, 2) + Part(2, 2) == Part(3, 4)
    assert (Part(3, 4).left, Part(3, 4).share) == (1, 0.75)


@pytest.mark.parametrize(
    ("left", "last_hour", "by_day", "told"),
    [
        # 30 left at 12 an hour: two and a half hours.
        (30, 12, [0] * 7, Estimate(2.5, None, 12)),
        # Fewer than five in an hour are no pace: 14 in seven days are two a day, so 30 take 15 days.
        (30, 4, [0, 0, 0, 0, 0, 4, 10], Estimate(None, 15, 14)),
        # Only the last seven days count.
        (30, 0, [99, 1, 0, 0, 0, 0, 0, 0], Estimate(None, 210, 1)),
        (30, 0, [99, 0, 0, 0, 0, 0, 0, 0], None),
        (30, 0, [], None),
        (0, 12, [3], None),
    ],
)
def test_the_time_left_goes_by_what_was_done_lately(left, last_hour, by_day, told):
    assert time_left(left, last_hour=last_hour, by_day=by_day) == told


def test_there_is_no_pace_of_less_than_nothing():
    with pytest.raises(ValueError, match="negative"):
        time_left(1, last_hour=-1, by_day=[])


@pytest.mark.django_db
def test_questions_count_while_their_present_wording_is_signed_off(world):
    test_set = made_set(world)
    one, two, three, four, gone = filled(test_set, 5)
    for question in (one, two, three):
        sign_off(question=question, decision=APPROVED, by=world.rosa)
    sign_off(question=four, decision=CHANGES, reason="Vague.", by=world.rosa)
    gone.removed_at, gone.removed_by = timezone.now(), world.ada
    gone.save()
    two.text = "What else?"
    two.save()
    withdraw(word=three.sign_offs.get(), by=world.rosa)
    found = progress(world.acme, reader=world.vik)
    assert found.questions == found.sets[0].questions == Part(1, 4)
    (rosa,) = found.people
    assert (rosa.name, rosa.questions) == ("Rosa", Part(2, 4))
    # Three words that were not taken back, of this day, of as many in all; two is reworded since.
    assert found.days[-1].questions == Part(3, 3)
    assert found.days[0].questions == Part(0, 3)


@pytest.mark.django_db
def test_results_count_once_every_flag_is_resolved(world):
    answers = list(flagged_run(world.acme, [WRONG] * 4).answers.order_by("pk"))
    decided(answers[0], world.ada)
    decided(answers[1], world.rosa, Choice.CANNOT_DECIDE)
    services.raise_dispute(answer=answers[2], by=world.vik, words="No.")
    decided(answers[2], world.rosa)
    services.withdraw(answer=answers[2], by=world.rosa, seen=history(answers[2])[0].pk, key="w")
    found = progress(world.acme, reader=world.ada)
    assert found.results == Part(1, 4)
    assert found.disputes == Part(0, 1)
    assert {one.name: one.results for one in found.people} == {"Ada": Part(1, 1)}
    assert found.days[-1].results == Part(1, 1)
    assert found.results_left == Estimate(None, 21, 1)
    later = progress(world.acme, reader=world.ada, now=timezone.now() + timedelta(days=8))
    assert later.results_left is None
    assert later.days[-9].results == Part(1, 1)


@pytest.mark.django_db
def test_what_is_assigned_is_counted_with_what_is_done_of_it(world):
    answers = list(flagged_run(world.acme, [WRONG] * 3).answers.order_by("pk"))
    action = carrying.start(
        workspace=world.acme, record=acting.RECORD, action=acting.ASSIGN, by=world.ada,
        rows=[Row(answer.pk, str(history(answer)[0].pk)) for answer in answers], key=uuid4(),
        back="/", task=acting.TASK, values={"person": world.rosa.pk, "name": "Rosa"},
    )  # fmt: skip
    acting.act(action.pk)
    decided(answers[0], world.ada)
    found = {one.name: one for one in progress(world.acme, reader=world.ada).people}
    assert found["Rosa"].assigned == Part(1, 3)
    assert found["Ada"].assigned == NOTHING


@pytest.mark.django_db
def test_what_two_decide_apart_is_not_told_by_a_count(world):
    """M4.5: before the second has decided, nobody but the first one's own page counts the first word."""
    test_set = made_set(world)
    choose_reviewers(test_set=test_set, reviewers=2, by=world.ada)
    (question,) = filled(test_set, 1)
    eve = add_expert(world, test_set)
    sign_off(question=question, decision=APPROVED, by=world.rosa)
    answer = flagged_run(world.acme, [WRONG]).answers.get()
    judged_apart = answer.run.version.test_set
    two_apart(judged_apart, world.ada)
    decided(answer, world.rosa)

    def told(reader):
        found = progress(world.acme, reader=reader)
        return (
            [(one.name, one.questions.done, one.results.done) for one in found.people],
            found.days[-1].questions.done, found.questions.done, found.results.done,
        )  # fmt: skip

    assert told(world.rosa) == ([("Rosa", 1, 1)], 1, 0, 0)
    for reader in (eve, world.ada, world.vik, world.stella):
        assert told(reader) == ([], 0, 0, 0)
    sign_off(question=question, decision=APPROVED, by=eve)
    decided(answer, eve)
    for reader in (world.rosa, eve, world.vik):
        assert told(reader) == ([("Eve", 1, 1), ("Rosa", 1, 1)], 1, 1, 1)


@pytest.mark.django_db
def test_the_page_says_each_count_with_what_it_is_out_of(world):
    empty = page(client_for(world.vik).get(url("progress")))
    assert "There are no questions yet." in empty
    assert "Complete" not in empty
    answers = list(flagged_run(world.acme, [WRONG] * 2).answers.order_by("pk"))
    decided(answers[0], world.ada)
    html = page(client_for(world.vik).get(url("progress")))
    assert "1 of 2 flagged results looked at" in html
    assert "About 7 days left, at the pace of the last 7 days (1 done)." in html
    assert "Nobody has disputed a grade." in html
    test_set = answers[0].run.version.test_set
    of_set = client_for(world.rosa).get(url("progress_of_set", test_set.pk))
    assert "1 of 2 flagged results looked at" in page(of_set)
    decided(answers[1], world.ada)
    assert "Complete" in page(client_for(world.vik).get(url("progress")))


@pytest.mark.django_db
def test_experts_see_the_progress_of_their_sets_alone(world):
    mine, others = made_set(world), made_set(world, "Bus", experts=False)
    filled(mine, 2)
    filled(others, 3)
    rosa, ada = client_for(world.rosa), client_for(world.ada)
    assert rosa.get(url("progress")).context["headlines"][0].part == Part(0, 2)
    assert ada.get(url("progress")).context["headlines"][0].part == Part(0, 5)
    assert rosa.get(url("progress_of_set", others.pk)).status_code == 404
    assert Membership.objects.get(user=world.rosa).role == "expert"


@pytest.mark.django_db
def test_more_sets_people_and_results_take_no_more_queries(world):
    ada = client_for(world.ada)

    def asked():
        ada.get(url("progress"))
        with CaptureQueriesContext(connection) as queries:
            ada.get(url("progress"))
        return len(queries)

    decided(flagged_run(world.acme, [WRONG] * 2).answers.first(), world.ada)
    few = asked()
    for person in (world.rosa, world.stella):
        answers = flagged_run(world.acme, [WRONG] * 3).answers.all()
        for answer in answers:
            decided(answer, person)
    assert asked() == few
