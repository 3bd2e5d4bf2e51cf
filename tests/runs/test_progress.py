"""How far a run is, how fast, at what cost, and what happened to each question."""

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from runs import services
from runs.models import Answer, AnswerFailure, Run
from runs.selectors import open_slots, progress
from runs.timeline import PER_PAGE, timeline
from runs.values import RETRIED, FailureKind, Policy, Spent
from tests.runs.setting import frozen_version, http_assistant, started
from tests.world import client_for

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def run(world):
    version = frozen_version(world.acme, [f"Question {n}?" for n in range(1, 61)])
    made = started(version, http_assistant(world.acme, "http://127.0.0.1:9"), repetitions=2)
    Run.objects.filter(pk=made.pk).update(status="running")
    return made


def answer(run, number, *, repetition=1, seconds=1.0, at=NOW, tries=1, usage=None):
    return Answer.objects.create(
        run=run, question=run.version.questions.get(uid=f"q-{number}"), repetition=repetition,
        tries=tries, text="12 euros", raw="12 euros", usage=usage or {}, asked_at=at, seconds=seconds,
    )  # fmt: skip


def fail(run, number, tried, kind, *, repetition=1, seconds=0.1):
    return AnswerFailure.objects.create(
        run=run, question=run.version.questions.get(uid=f"q-{number}"), repetition=repetition,
        number=tried, kind=kind, detail=f"{kind} of {number}", at=NOW, seconds=seconds,
    )  # fmt: skip


def test_what_is_lost_is_what_is_not_asked_again(world):
    """The database and the engine count used-up tries by one rule, whatever failed in whatever order."""
    chance = random.Random(6)
    version = frozen_version(world.acme, [f"Question {n}?" for n in range(1, 61)])
    policy = Policy(tries=3, pause_s=0.5, deadline_s=9.0)
    run = started(version, http_assistant(world.acme, "http://127.0.0.1:9"), policy=policy)
    kinds = [kind.value for kind in (*RETRIED, *RETRIED, FailureKind.MALFORMED)]
    for number in range(1, 61):
        spent = Spent()
        for tried in range(1, chance.randint(0, 6) + 1):
            if not spent.final:
                kind, seconds = chance.choice(kinds), chance.choice([0.2, 2.6])
                fail(run, number, tried, kind, seconds=seconds)
                spent = spent.after(kind, seconds, policy)
        if chance.random() < 0.2:
            answer(run, number)
    found = progress(run)
    assert 5 < found.lost < 55
    assert found.open == len(open_slots(run))


def test_the_pace_is_that_of_the_last_minutes_and_gives_the_time_left(run):
    for number in range(1, 11):
        answer(run, number, at=NOW - timedelta(hours=9))
    assert progress(run, now=NOW).seconds_left is None
    for number in range(11, 21):
        answer(run, number, at=NOW - timedelta(minutes=2))
    found = progress(run, now=NOW)
    assert found.per_minute == pytest.approx(5)
    assert found.seconds_left == pytest.approx(100 / 5 * 60)


def test_percentiles_are_of_seconds_that_somebody_measured(run, world):
    for number in range(1, 61):
        answer(run, number, seconds=float(number))
    found = progress(run).latency
    assert (found.answers, found.p50, found.p90, found.p95, found.longest) == (60, 30, 54, 57, 60)
    file = services.upload_answers(
        assistant=services.save_assistant(
            workspace=world.acme, name="File", connector="upload", configuration={}, by=None
        ),
        name="a.csv", raw=b"question,answer\nQuestion 1?,12\n", by=None,
    )  # fmt: skip
    uploaded = services.start_run(
        version=run.version, assistant=file.assistant, upload=file, by=None, queue=False
    )
    answer(uploaded, 1, seconds=0.0)
    assert progress(uploaded).latency is None


def test_tokens_are_added_up_where_the_assistant_tells_them(run):
    answer(run, 1, usage={"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120})
    answer(run, 2, usage={"input_tokens": 7, "output_tokens": 3.0})
    # Whatever else a server sends, the answer is stored and counts nothing.
    for number, odd in enumerate(["many", -1, 1e300, None, [3], True], start=3):
        answer(run, number, usage={"prompt_tokens": odd})
    found = progress(run).tokens
    assert (found.given, found.written, found.answers) == (107, 23, 2)


def test_tries_are_shown_in_their_order_with_every_repetition(run):
    fail(run, 1, 1, "timeout", repetition=2)
    fail(run, 1, 2, "connection", repetition=2)
    answer(run, 1, repetition=2, tries=3)
    once, twice = timeline(run).rows[:2]
    assert (once.uid, once.repetition, once.tries, once.last_failure) == ("q-1", 1, [], None)
    assert [each.failure and each.failure.kind for each in twice.tries] == [
        "timeout", "connection", None,
    ]  # fmt: skip
    assert twice.answer is not None


def test_pages_hold_every_slot_once(run):
    seen = []
    for number in (1, 2, 3):
        page = timeline(run, number=number)
        assert (page.pages, page.total, page.first) == (3, 120, (number - 1) * PER_PAGE + 1)
        seen += [(row.uid, row.repetition) for row in page.rows]
    assert seen == [(f"q-{n}", repetition) for n in range(1, 61) for repetition in (1, 2)]
    assert timeline(run, number=99).number == 3


def test_failures_are_grouped_with_an_example_and_lead_to_their_questions(run, world):
    for number in (3, 4, 9):
        fail(run, number, 1, "timeout")
    fail(run, 5, 1, "malformed")
    client = client_for(world.ada)
    page = client.get(reverse("runs:detail", args=["acme", run.pk]))
    groups = [
        (each.kind, each.count, each.example.detail) for each in page.context["failure_groups"]
    ]
    assert groups == [("timeout", 3, "timeout of 9"), ("malformed", 1, "malformed of 5")]
    narrowed = client.get(
        reverse("runs:answers", args=["acme", run.pk]), {"kind": "timeout", "page": "1"},
        headers={"HX-Request": "true"},
    )  # fmt: skip
    assert [row.uid for row in narrowed.context["timeline"].rows] == ["q-3", "q-4", "q-9"]


def test_the_page_of_a_run_takes_at_most_a_dozen_queries(run, world):
    for number in range(1, 61):
        answer(run, number)
    fail(run, 1, 1, "timeout", repetition=2)
    client = client_for(world.ada)
    for name, most in (("detail", 12), ("progress", 8), ("answers", 8)):
        address = reverse(f"runs:{name}", args=["acme", run.pk])
        fragment = {} if name == "detail" else {"headers": {"HX-Request": "true"}}
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address, **fragment).status_code == 200
        assert len(queries) <= most, [query["sql"][:90] for query in queries]


def test_stop_and_resume_come_back_as_the_fragment(run, world):
    client, htmx = client_for(world.ada), {"HX-Request": "true"}
    stopped = client.post(
        reverse("runs:stop", args=["acme", run.pk]), headers=htmx
    ).content.decode()
    assert "<html" not in stopped
    assert "Stops after the questions being asked" in stopped
    Run.objects.filter(pk=run.pk).update(status="stopped")
    resumed = client.post(reverse("runs:resume", args=["acme", run.pk]), headers=htmx)
    assert "hx-trigger" in resumed.content.decode()
