"""The queues of all workspaces together, for staff, and the filters and orders of every queue."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone

from grading.selectors import grade_of
from reviews import entries
from reviews.kinds import kind
from reviews.models import Flag, QueueEntry, SavedView
from reviews.places import Place, place_of
from reviews.queue import counts, queue, runs_waiting
from reviews.values import Age, Order, Sureness, Wanted
from tests.reviews.setting import WRONG, flagged_run, one_flagged
from tests.reviews.test_views import page, sent, url
from tests.world import client_for

pytestmark = pytest.mark.django_db
TRIAGE = "/review/"


def across(name="index", *args):
    return reverse(f"triage:{name}", args=args)


@pytest.fixture
def two(world):
    """A waiting result in each of two workspaces; the second is critical."""
    return one_flagged(world.acme), one_flagged(world.other, critical=True)


def test_staff_see_what_waits_in_every_workspace_the_urgent_first(world, two):
    ours, theirs = two
    response = client_for(world.stella).get(across())
    assert [shown.row.pk for shown in response.context_data["rows"]] == [theirs.pk, ours.pk]
    html = page(response)
    assert "2 of 2 results" in html
    assert f"/w/other/reviews/{theirs.pk}/?across=1" in html
    assert "Acme" in html


@pytest.mark.parametrize("who", ["ada", "rosa", "vik", "otto"])
@pytest.mark.parametrize("name", ["index", "next", "keep"])
def test_for_everybody_else_it_does_not_exist(world, two, who, name):
    client = client_for(getattr(world, who))
    assert {client.get(across(name)).status_code, client.post(across(name)).status_code} <= {
        404,
        405,
    }


def test_asking_for_all_workspaces_without_being_staff_changes_nothing(world, two):
    ours, theirs = two
    html = page(client_for(world.ada).get(url("item", ours.pk) + "?across=1"))
    assert f"/reviews/{theirs.pk}/" not in html
    assert TRIAGE not in html


def test_deciding_goes_on_across_workspaces_and_counts_in_the_workspace_of_the_result(world, two):
    ours, theirs = two
    client = client_for(world.stella)
    first = client.post(across("next"))
    assert first.headers["Location"] == f"/w/other/reviews/{theirs.pk}/?across=1"
    decided = client.post(
        f"/w/other/reviews/{theirs.pk}/decide/", sent(theirs, "correct") | {"across": "1"}
    )
    assert urlsplit(decided.headers["Location"]).path == f"/w/acme/reviews/{ours.pk}/"
    assert grade_of(theirs).decided_by_person
    html = page(client.get(decided.headers["Location"]))
    assert f"/w/other/reviews/{theirs.pk}/" in html  # the way back to what was just decided
    last = client.post(
        f"/w/acme/reviews/{ours.pk}/decide/", sent(ours, "correct") | {"across": "1"}
    )
    assert urlsplit(last.headers["Location"]).path == across()


def test_one_workspace_can_be_picked_out(world, two):
    _ours, theirs = two
    response = client_for(world.stella).get(across(), {"workspace": world.other.pk})
    assert [shown.row.pk for shown in response.context_data["rows"]] == [theirs.pk]


@pytest.fixture
def five(world):
    """Five waiting results of one run, flagged on different days, the machine less and less sure."""
    answers = list(
        flagged_run(world.acme, [f"{WRONG} {n}" for n in range(5)]).answers.order_by("pk")
    )
    now = timezone.now()
    for days, answer in zip((0, 3, 20, 40, 400), answers, strict=True):
        Flag.objects.filter(answer=answer).update(raised_at=now - timedelta(days=days))
    entries.refresh(answer.pk for answer in answers)
    for sure, answer in zip((0.95, 0.9, 0.7, 0.2, None), answers, strict=True):
        told = kind(
            reasons=["grader_not_confident"], label="incorrect", confidence=sure, critical=False,
            hidden=False,
        )  # fmt: skip
        QueueEntry.objects.filter(answer=answer).update(
            confidence=sure, sureness=-1.0 if sure is None else sure, kind=told.number
        )
    return [answer.pk for answer in answers]


def walked(stretches):
    return [row.answer_id for stretch in stretches for row in stretch]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.URGENT, [0, 1, 2, 3, 4]),
        (Order.OLDEST, [4, 3, 2, 1, 0]),
        (Order.NEWEST, [0, 1, 2, 3, 4]),
        (Order.UNSURE, [4, 3, 2, 1, 0]),
    ],
)
def test_each_order_can_be_walked_from_any_place_both_ways(world, five, order, expected):
    keys = [five[at] for at in expected]
    rows = queue(world.acme, Wanted(order=order))
    assert [row.answer_id for row in rows] == keys
    for at, key in enumerate(keys):
        place = place_of(world.acme, key)
        assert walked(place.behind(rows, order)) == keys[at + 1 :]
        assert walked(place.ahead(rows, order)) == keys[:at][::-1]
    client, query = client_for(world.rosa), f"?order={order}"
    shown = client.get(f"{url('index')}{query}&after={keys[1]}").context["rows"]
    assert [one.row.pk for one in shown] == keys[2:]
    beside = client.get(url("item", keys[2]) + query).context
    assert [one.row.pk for one in beside["nearby"]] == keys
    assert beside["before"].pk == keys[1]


def test_a_decided_result_keeps_its_place(world, five):
    before = place_of(world.acme, five[2])
    QueueEntry.objects.filter(answer=five[2]).delete()
    after = place_of(world.acme, five[2])
    assert isinstance(after, Place)
    assert (after.urgency, after.flagged_at) == (before.urgency, before.flagged_at)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (Wanted(sure=Sureness.SURE), [0, 1]),
        (Wanted(sure=Sureness.MIDDLING), [2]),
        (Wanted(sure=Sureness.UNSURE), [3]),
        (Wanted(sure=Sureness.UNKNOWN), [4]),
        (Wanted(age=Age.DAY), [0]),
        (Wanted(age=Age.WEEK), [1]),
        (Wanted(age=Age.MONTH), [2]),
        (Wanted(age=Age.OLDER), [3, 4]),
        (Wanted(assistant=0), []),
    ],
)
def test_bands_of_sureness_and_age_share_out_the_queue(world, five, wanted, expected):
    assert {row.answer_id for row in queue(world.acme, wanted)} == {five[at] for at in expected}


def test_the_counts_of_each_filter_add_up_to_the_queue(world, five):
    found = counts(world.acme)
    for counted in (found.labels, found.sure, found.ages):
        assert sum(counted.values()) == found.total == 5
    assert [run.waiting for run in runs_waiting(world.acme)] == [5]
    for band in Sureness:
        assert found.sure.get(band, 0) == queue(world.acme, Wanted(sure=band)).count()
    for age in Age:
        assert found.ages.get(age, 0) == queue(world.acme, Wanted(age=age)).count()


def test_a_view_is_kept_under_a_name_and_leads_back_to_its_filters(world, two):
    client = client_for(world.rosa)
    answer = client.post(url("keep"), {"name": "Unsure ones", "sure": "sure", "order": "oldest"})
    assert parse_qs(urlsplit(answer.headers["Location"]).query) == {
        "sure": ["sure"], "order": ["oldest"],
    }  # fmt: skip
    html = page(client.get(url("index")))
    assert f'href="{url("index")}?sure=sure&amp;order=oldest">Unsure ones</a>' in html
    assert "Unsure ones" not in page(client_for(world.ada).get(url("index")))


def test_the_same_name_again_replaces_the_view_and_deleting_is_for_its_owner_alone(world, two):
    client = client_for(world.rosa)
    client.post(url("keep"), {"name": "Mine", "critical": "1"})
    client.post(url("keep"), {"name": "Mine", "age": "older"})
    view = SavedView.objects.get()
    assert view.query == "?age=older"
    assert client_for(world.ada).post(url("forget", view.pk)).status_code == 404
    assert SavedView.objects.count() == 1
    client.post(url("forget", view.pk))
    assert SavedView.objects.count() == 0


def test_a_person_keeps_twenty_views_and_no_more(world, two):
    client = client_for(world.rosa)
    for number in range(21):
        client.post(url("keep"), {"name": f"View {number}", "critical": "1"})
    assert SavedView.objects.count() == 20
    assert "Delete one" in page(client.get(url("index")))


def test_the_views_of_all_workspaces_are_kept_apart(world, two):
    client = client_for(world.stella)
    client.post(across("keep"), {"name": "Critical", "critical": "1"})
    assert "Critical</a>" in page(client.get(across()))
    assert SavedView.objects.get().workspace is None
    assert SavedView.objects.get().query == "?critical=1&across=1"
