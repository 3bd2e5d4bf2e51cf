"""Nobody is sent to a result that somebody else is at, and two decisions never collide."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from core.models import User
from grading.selectors import history
from reviews import claims, services
from reviews.errors import Overtaken
from reviews.models import Claim
from reviews.values import LEASE, Choice, Wanted
from tests.reviews.setting import WRONG, flagged_run, one_flagged, two_apart
from tests.world import person

THREADS = 50


def at_once(work, arguments):
    """`work` with each argument in a thread of its own, all starting together; what came of each."""
    arguments = list(arguments)
    gate = Barrier(len(arguments))

    def go(argument):
        try:
            gate.wait()
            return work(argument)
        except Overtaken as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(go, arguments))


def test_fifty_people_who_press_next_at_once_are_never_sent_to_the_same_result(committed_world):
    """Fifty people, forty results: forty get one each, ten get none."""
    flagged_run(committed_world.acme, [f"{WRONG} {n}" for n in range(40)])
    people = [person(f"p{n}") for n in range(THREADS)]
    found = at_once(lambda by: claims.claim_next(workspace=committed_world.acme, by=by), people)
    assert Counter(found)[None] == 10
    assert len({answer for answer in found if answer}) == 40
    assert Claim.objects.count() == 40


def test_a_result_that_needs_two_people_goes_to_two_and_no_more(committed_world):
    """Fifty people, twenty results for two each: forty get one, nobody the same one twice."""
    run = flagged_run(committed_world.acme, [f"{WRONG} {n}" for n in range(20)])
    two_apart(run.version.test_set, committed_world.ada)
    people = [person(f"p{n}") for n in range(THREADS)]
    found = at_once(lambda by: claims.claim_next(workspace=committed_world.acme, by=by), people)
    shared = Counter(answer for answer in found if answer)
    assert (Counter(found)[None], set(shared.values())) == (10, {2})
    held = Claim.objects.values_list("answer", "person")
    assert len(held) == len(set(held)) == 40


def test_the_same_decision_sent_twice_at_once_is_one_row(committed_world):
    answer = one_flagged(committed_world.acme)
    seen = history(answer)[0].pk
    made = at_once(
        lambda _n: services.decide(
            answer=answer, by=committed_world.rosa, choice=Choice.CORRECT, seen=seen, key="k",
            reason="Right.",
        ).pk,
        range(6),
    )  # fmt: skip
    assert len(set(made)) == 1
    assert len(history(answer)) == 2


def test_of_two_people_who_decide_at_once_one_is_told(committed_world):
    answer = one_flagged(committed_world.acme)
    seen = history(answer)[0].pk

    def decide(by: User):
        return services.decide(
            answer=answer, by=by, choice=Choice.CORRECT, seen=seen, key=str(by.pk), reason="Right."
        )

    made = at_once(decide, [committed_world.rosa, committed_world.ada])
    assert sorted(type(each).__name__ for each in made) == ["Assessment", "Overtaken"]
    assert len(history(answer)) == 2


def test_a_claim_is_renewed_by_its_holder_and_taken_over_once_it_has_run_out(world):
    answer, now = one_flagged(world.acme), timezone.now()
    claims.hold(answer=answer, by=world.rosa, now=now)
    claims.hold(answer=answer, by=world.ada, now=now)
    assert Claim.objects.get().person == world.rosa
    assert claims.in_the_way(answer=answer, of=world.ada, now=now) == "Rosa"
    assert claims.in_the_way(answer=answer, of=world.rosa, now=now) == ""
    claims.hold(answer=answer, by=world.rosa, now=now + timedelta(minutes=3))
    assert Claim.objects.get().until == now + timedelta(minutes=3) + LEASE
    claims.hold(answer=answer, by=world.ada, now=now + timedelta(minutes=9))
    assert Claim.objects.get().person == world.ada


def test_the_next_result_goes_round_the_queue_past_what_others_hold(world):
    run = flagged_run(world.acme, [f"{WRONG} {n}" for n in range(4)])
    one, two, three, four = run.answers.order_by("pk")
    claims.hold(answer=two, by=world.ada)

    def following(after):
        return claims.claim_next(workspace=world.acme, by=world.rosa, after=after)

    assert following(None) == one.pk
    assert following(one.pk) == three.pk
    assert following(four.pk) == one.pk
    assert claims.claim_next(workspace=world.acme, by=world.ada, after=one.pk) == two.pk


def test_disputed_results_come_first_and_critical_ones_next(world):
    plain = one_flagged(world.acme)
    critical = one_flagged(world.acme, critical=True)
    disputed = one_flagged(world.acme)
    services.raise_dispute(answer=disputed, by=world.vik, words="Wrong.")
    order, after = [], None
    for _turn in range(3):
        after = claims.claim_next(workspace=world.acme, by=world.rosa, after=after)
        order.append(after)
    assert order == [disputed.pk, critical.pk, plain.pk]


def test_the_next_result_keeps_to_the_filters_and_the_workspace(world):
    one_flagged(world.other, critical=True)
    plain, critical = one_flagged(world.acme), one_flagged(world.acme, critical=True)

    def found(**wanted):
        return claims.claim_next(workspace=world.acme, by=world.rosa, wanted=Wanted(**wanted))

    assert found(critical=True) == critical.pk
    assert found(run=plain.run_id) == plain.pk
    assert found(reason="critical_not_passed") == critical.pk
    assert found(label="correct") is None
    assert found(label="incorrect", run=plain.run_id) == plain.pk


def test_who_could_not_decide_is_not_asked_again_and_others_are(world):
    answer = one_flagged(world.acme)
    services.decide(
        answer=answer, by=world.rosa, choice=Choice.CANNOT_DECIDE, seen=history(answer)[0].pk,
        key="k",
    )  # fmt: skip
    assert claims.claim_next(workspace=world.acme, by=world.rosa) is None
    assert claims.claim_next(workspace=world.acme, by=world.ada) == answer.pk


def test_a_dispute_brings_a_result_back_to_who_could_not_decide(world):
    answer = one_flagged(world.acme)
    services.decide(
        answer=answer, by=world.rosa, choice=Choice.CANNOT_DECIDE, seen=history(answer)[0].pk,
        key="k",
    )  # fmt: skip
    services.raise_dispute(answer=answer, by=world.vik, words="Wrong.")
    assert claims.claim_next(workspace=world.acme, by=world.rosa) == answer.pk


@pytest.mark.parametrize("after", [None, 999_999])
def test_an_empty_queue_has_no_next(world, after):
    assert claims.claim_next(workspace=world.acme, by=world.rosa, after=after) is None
