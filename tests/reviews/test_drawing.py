"""Results drawn at random: what they are drawn from, that nobody draws twice, and the page."""

import pytest
from django.urls import reverse

from core.errors import DomainError
from reviews import services as reviewing
from reviews.drawing import draw, order_of, standing
from reviews.models import Flag, QueueEntry, RandomCheck
from reviews.values import Choice
from tests.reports.records import answer_to, bad, decide, good, grade, lost, make_run
from tests.world import client_for

pytestmark = pytest.mark.django_db

PLAN = [
    good("q-1"), bad("q-2"), lost("q-3"), good("q-4"), good("q-5", label="not_captured"),
    good("q-6"), good("q-7", label="no_answer"),
]  # fmt: skip


@pytest.fixture
def run(world):
    return make_run(world.acme, PLAN)


def drawn(run, world, size=3, key="k", **more):
    return draw(run=run, size=size, by=world.rosa, key=key, **more)


def test_only_what_the_machine_scored_and_nothing_set_aside_is_drawn_from(world, run):
    decide(answer_to(run, "q-4"), "test_needs_review", by=world.rosa)
    made = drawn(run, world, 2)
    assert made.among == sorted(answer_to(run, uid).pk for uid in ("q-1", "q-2", "q-6", "q-7"))
    assert len(made.drawn) == len(set(made.drawn) & set(made.among)) == 2


def test_the_draw_follows_from_its_seed_and_differs_with_another(world, run):
    made = drawn(run, world, 3, seed="a")
    assert made.drawn == order_of(reversed(made.among), "a")[:3]
    assert len({tuple(order_of(range(50), str(seed))) for seed in range(20)}) == 20
    assert drawn(run, world, 1, key="other").seed != "a"


def test_every_result_is_as_likely_to_come_first():
    """Of 3,000 seeds each of ten comes first about 300 times: within five standard errors of 16.4."""
    firsts = [order_of(range(10), f"seed {number}")[0] for number in range(3000)]
    assert all(abs(firsts.count(key) - 300) < 82 for key in range(10))


def test_what_is_drawn_waits_for_a_person_until_one_decides(world, run):
    made = drawn(run, world, 5)
    assert set(QueueEntry.objects.values_list("answer", flat=True)) == set(made.drawn)
    answer = answer_to(run, "q-1")
    reviewing.decide(
        answer=answer, by=world.rosa, choice=Choice.CONFIRM, key="d",
        seen=answer.assessments.latest("pk").pk,
    )  # fmt: skip
    assert not QueueEntry.objects.filter(answer=answer).exists()
    assert (standing(run).drawn, standing(run).judged, standing(run).left) == (5, 1, 0)


def test_a_decision_made_before_counts_until_it_is_withdrawn(world, run):
    answer = answer_to(run, "q-2")
    made = decide(answer, "correct", by=world.rosa)
    drawn(run, world, 5)
    flag = Flag.objects.get(answer=answer, reason="drawn")
    assert flag.resolved_by == made
    reviewing.withdraw(answer=answer, by=world.rosa, seen=made.pk, key="w")
    flag.refresh_from_db()
    assert flag.resolved_at is None


def test_a_second_draw_leaves_out_the_first_and_the_same_form_draws_once(world, run):
    first, again = drawn(run, world, 3), drawn(run, world, 3)
    assert first.pk == again.pk
    second = drawn(run, world, 2, key="second")
    assert not set(first.drawn) & set(second.among)
    with pytest.raises(DomainError, match="There are 0 results left"):
        drawn(run, world, 1, key="third")


@pytest.mark.parametrize("size", [0, 6, -1])
def test_no_more_is_drawn_than_there_is(world, run, size):
    with pytest.raises(DomainError, match="There are 5 results left"):
        drawn(run, world, size)


def test_nothing_is_drawn_while_answers_wait_for_their_grades(world):
    waiting = make_run(world.acme, [good("q-1"), good("q-2", label=None)])
    with pytest.raises(DomainError, match="not all graded"):
        drawn(waiting, world, 1)
    grade(answer_to(waiting, "q-2"), good("q-2"))
    assert len(drawn(waiting, world, 1).drawn) == 1


def test_rosa_draws_on_the_page_and_finds_what_waits(world, run):
    client, url = client_for(world.rosa), reverse("reviews:random_check", args=["acme", run.pk])
    page = client.get(url)
    key = page.context["form"].initial["key"]
    assert client.post(url, {"size": "99", "key": key}).status_code == 422
    assert client.post(url, {"size": "2", "key": key}).status_code == 302
    assert client.post(url, {"size": "2", "key": key}).status_code == 302
    assert RandomCheck.objects.get().by_name == "Rosa"
    shown = client.get(url).content.decode()
    assert "2 results are drawn." in shown
    listed = client.get(reverse("reviews:index", args=["acme"]) + f"?reason=drawn&run={run.pk}")
    assert listed.content.decode().count("Drawn at random") >= 2
    trail = client_for(world.ada).get(reverse("core:trail", args=["acme"])).content.decode()
    assert "Drew results at random: 2 of 5" in trail
