"""The pages of reviewing: what they show, what they refuse, what they never lose."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from grading.models import MethodScore
from grading.selectors import grade_of, history
from grading.values import Label
from reviews import claims, services
from reviews.models import Dispute
from reviews.values import Choice
from tests.reviews.setting import WRONG, flagged_run, one_flagged
from tests.world import client_for

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true"}


def url(name, *args):
    return reverse(f"reviews:{name}", args=["acme", *args])


def newest(answer):
    return history(answer)[0].pk


def sent(answer, choice, **changes):
    return {
        "choice": choice, "reason": "The fare is right.", "seen": newest(answer), "key": uuid4(),
    } | changes  # fmt: skip


def page(response):
    return response.content.decode()


def test_the_queue_shows_what_waits_and_why(world):
    one_flagged(world.acme, critical=True)
    html = page(client_for(world.vik).get(url("index")))
    assert "What does a day ticket cost?" in html
    assert "Critical, did not pass, Grader not confident" in html
    assert "1 of 1 results" in html


def test_an_empty_queue_says_what_it_is_for(world):
    one_flagged(world.other)
    html = page(client_for(world.ada).get(url("index")))
    assert "Nothing waits for a person" in html
    assert "day ticket" not in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?critical=1", 1),
        ("?reason=critical_not_passed", 1),
        ("?reason=grader_not_confident", 2),
        ("?label=incorrect", 2),
        ("?label=correct", 0),
        ("?run=999999", 0),
        ("?reason=nonsense&label=%00&run=x&after=-1&decided=%F0", 2),
        ("?run=99999999999999999999&after=99999999999999999999&decided=99999999999999999999", 2),
    ],
)
def test_filters_stand_in_the_address_and_nonsense_narrows_nothing(world, query, found):
    one_flagged(world.acme)
    one_flagged(world.acme, critical=True)
    response = client_for(world.rosa).get(url("index") + query)
    assert response.status_code == 200
    assert page(response).count('<th scope="row">') == found


def test_narrowing_swaps_the_list_and_the_way_into_it(world):
    one_flagged(world.acme, critical=True)
    client = client_for(world.rosa)
    whole, part = client.get(url("index")), client.get(url("index") + "?critical=1", headers=HX)
    boosted = client.get(url("index"), headers={**HX, "HX-Boosted": "true"})
    assert "<html" in page(whole)
    assert "<html" in page(boosted)
    assert page(part).lstrip().startswith('<div class="stack" id="queue">')
    assert 'hx-swap-oob="true"' in page(part)
    assert '<input type="hidden" name="critical" value="1">' in page(part)


def test_long_queues_come_in_pages_that_leave_nothing_out(world):
    flagged_run(world.acme, [f"{WRONG} {n}" for n in range(53)], text="Q?")
    client, seen, query = client_for(world.rosa), [], ""
    for _turn in range(3):
        response = client.get(url("index") + query)
        seen += [shown.row.pk for shown in response.context_data["rows"]]
        query = response.context_data["next_page"]
        if not query:
            break
    assert len(seen) == len(set(seen)) == 53


def test_a_result_shows_everything_that_it_takes_to_judge_it(world):
    answer = one_flagged(world.acme)
    html = page(client_for(world.rosa).get(url("item", answer.pk)))
    for words in (
        "What does a day ticket cost?",
        "The grader is only 95% sure of its grade.",
        '<mark class="mark--quotation">A day ticket costs €14.50</mark>',
        "A day ticket costs €19.00.",
        "Missing",
        "Confirm: Incorrect",
        "The test is wrong",
        "The capture is wrong",
    ):
        assert words in html


def test_what_further_methods_said_stands_beside_the_grade(world):
    answer = one_flagged(world.acme)
    MethodScore.objects.create(
        answer=answer, method="exact_match", fingerprint="f", outcome="fail", score=None, detail={},
        at=answer.asked_at,
    )  # fmt: skip
    assert "Exact match" in page(client_for(world.rosa).get(url("item", answer.pk)))


def test_the_words_that_show_a_finding_are_marked_in_the_answer(world):
    answer = one_flagged(world.acme, label=Label.CORRECT)
    html = page(client_for(world.rosa).get(url("item", answer.pk)))
    assert '<mark class="mark--evidence">A day ticket</mark> costs €19.00.' in html


def test_hostile_answers_are_shown_as_text(world):
    answer = flagged_run(world.acme, ["<script>alert(1)</script><img src=x>"]).answers.get()
    html = page(client_for(world.rosa).get(url("item", answer.pk)))
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)" in html


def test_a_decision_is_recorded_and_the_next_result_is_claimed_and_shown(world):
    one, two = flagged_run(world.acme, [WRONG, WRONG + " "]).answers.order_by("pk")
    response = client_for(world.rosa).post(
        url("decide", one.pk), sent(one, "correct") | {"reason": "Rosa knows."}
    )
    assert response.headers["Location"] == url("item", two.pk) + f"?decided={one.pk}"
    assert two.claims.get().person == world.rosa
    assert grade_of(one).current.explanation == "Rosa knows."


def test_going_on_keeps_the_filters(world):
    one, two = flagged_run(world.acme, [WRONG, WRONG + " "]).answers.order_by("pk")
    given = sent(one, "confirm") | {"run": str(one.run_id), "reason": ""}
    response = client_for(world.rosa).post(url("decide", one.pk), given)
    assert f"?run={one.run_id}&" in response.headers["Location"]
    last = sent(two, "confirm") | {"run": str(one.run_id)}
    response = client_for(world.rosa).post(url("decide", two.pk), last)
    assert response.headers["Location"].startswith(url("index") + f"?run={one.run_id}")


def test_what_was_just_decided_is_one_key_away(world):
    answer = one_flagged(world.acme)
    client = client_for(world.rosa)
    response = client.post(url("decide", answer.pk), sent(answer, "cannot_decide"), follow=True)
    html = page(response)
    assert "Recorded:" in html
    assert f'href="{url("item", answer.pk)}" data-key="z"' in html


def test_a_missing_reason_comes_back_as_422_and_records_nothing(world):
    answer = one_flagged(world.acme)
    response = client_for(world.rosa).post(
        url("decide", answer.pk), sent(answer, "correct", reason="")
    )
    assert response.status_code == 422
    assert "Say in a few words" in page(response)
    assert len(history(answer)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"choice": "not_run"},
        {"choice": ""},
        {"key": "no key"},
        {"seen": "x"},
        {"reason": "x" * 5000},
        {"reason": "nul \x00"},
    ],
)
def test_odd_input_is_refused_and_what_was_typed_stays(world, wrong):
    answer = one_flagged(world.acme)
    given = sent(answer, "correct", reason="Typed by Rosa.") | wrong
    response = client_for(world.rosa).post(url("decide", answer.pk), given)
    assert response.status_code == 422
    assert len(history(answer)) == 1
    if "reason" not in wrong:
        assert "Typed by Rosa." in page(response)


def test_a_decision_that_comes_second_answers_409_with_both_and_can_be_sent_again(world):
    answer = one_flagged(world.acme)
    late = sent(answer, "correct", reason="Rosa’s long text.")
    services.decide(
        answer=answer, by=world.ada, choice=Choice.PARTLY, seen=newest(answer), key="a",
        reason="Ada was first.",
    )  # fmt: skip
    client = client_for(world.rosa)
    response = client.post(url("decide", answer.pk), late)
    html = page(response)
    assert response.status_code == 409
    assert "Ada was first." in html
    assert "Rosa’s long text." in html
    assert grade_of(answer).current.reviewer == world.ada
    again = late | {
        "seen": response.context_data["item"].newest,
        "key": response.context_data["key"],
    }
    assert client.post(url("decide", answer.pk), again).status_code == 302
    assert grade_of(answer).current.reviewer == world.rosa


def test_the_same_form_sent_twice_is_one_decision(world):
    answer = one_flagged(world.acme)
    given, client = sent(answer, "correct"), client_for(world.rosa)
    answers = [client.post(url("decide", answer.pk), given) for _turn in range(2)]
    assert [response.status_code for response in answers] == [302, 302]
    assert len(history(answer)) == 2


def test_withdrawing_brings_the_result_back(world):
    answer = one_flagged(world.acme)
    client = client_for(world.rosa)
    client.post(url("decide", answer.pk), sent(answer, "correct"))
    response = client.post(
        url("withdraw", answer.pk), {"seen": newest(answer), "key": uuid4()}, follow=True
    )
    assert "The decision is withdrawn" in page(response)
    assert not grade_of(answer).decided_by_person
    assert "Why a person should look" in page(response)


def test_a_withdrawal_that_comes_second_answers_409(world):
    answer = one_flagged(world.acme)
    client = client_for(world.rosa)
    client.post(url("decide", answer.pk), sent(answer, "correct"))
    seen = newest(answer)
    client_for(world.ada).post(url("decide", answer.pk), sent(answer, "partly_correct"))
    response = client.post(url("withdraw", answer.pk), {"seen": seen, "key": uuid4()})
    assert response.status_code == 409
    assert grade_of(answer).current.reviewer == world.ada


def test_next_takes_the_first_free_result_and_says_why_there_is_none(world):
    answer = one_flagged(world.acme)
    response = client_for(world.rosa).post(url("next"))
    assert response.headers["Location"] == url("item", answer.pk)
    assert answer.claims.get().person == world.rosa
    response = client_for(world.ada).post(url("next"), follow=True)
    assert "is open with somebody else" in page(response)
    response = client_for(world.ada).post(url("next"), {"label": "correct"}, follow=True)
    assert "No other result waits for you here" in page(response)


def test_who_else_has_the_result_open_is_seen(world):
    answer = one_flagged(world.acme)
    claims.hold(answer=answer, by=world.ada)
    client = client_for(world.rosa)
    assert "Ada has this result open" in page(client.get(url("item", answer.pk)))
    assert "Ada has this result open" in page(client.post(url("hold", answer.pk), headers=HX))
    assert "Ada is on it" in page(client.get(url("index")))
    assert "is on it" not in page(client_for(world.ada).get(url("index")))


def test_who_only_looks_is_offered_no_decision_but_may_dispute(world):
    answer = one_flagged(world.acme)
    html = page(client_for(world.vik).get(url("item", answer.pk)))
    assert "decision-bar" not in html
    assert "data-hold" not in html
    assert url("dispute", answer.pk) in html


def test_a_dispute_is_sent_from_a_page_or_from_inside_a_report(world):
    """M5.4."""
    answer = one_flagged(world.acme)
    client = client_for(world.vik)
    back = "/w/acme/reports/"
    response = client.post(url("dispute", answer.pk), {"words": "It is right.", "next": back})
    assert response.headers["Location"] == back
    part = client.get(url("dispute", answer.pk), headers=HX)
    assert page(part).lstrip().startswith(f'<div id="dispute-{answer.pk}">')
    part = client.post(url("dispute", answer.pk), {"words": "Again."}, headers=HX)
    assert "Sent to review" in page(part)
    assert part.headers["HX-Trigger"] == "open-numbers-changed"
    assert Dispute.objects.count() == 2
    html = page(client_for(world.rosa).get(url("item", answer.pk)))
    assert "It is right." in html


@pytest.mark.parametrize("words", ["", "   ", "x" * 5000])
def test_a_dispute_that_cannot_be_used_comes_back_as_422(world, words):
    answer = one_flagged(world.acme)
    response = client_for(world.vik).post(url("dispute", answer.pk), {"words": words})
    assert response.status_code == 422
    assert not Dispute.objects.exists()


def test_a_dispute_never_leads_out_of_the_portal(world):
    answer = one_flagged(world.acme)
    response = client_for(world.vik).post(
        url("dispute", answer.pk), {"words": "Wrong.", "next": "https://evil.example/"}
    )
    assert response.headers["Location"] == url("item", answer.pk)


def test_the_home_says_what_needs_a_person(world):
    client = client_for(world.vik)
    assert "Nothing." in page(client.get(url("attention"), headers=HX))
    one_flagged(world.acme, critical=True)
    html = page(client.get(url("attention"), headers=HX))
    assert "1 result waits for a person" in html
    assert "?reason=critical_not_passed" in html


@pytest.mark.parametrize("name", ["decide", "withdraw", "hold"])
def test_who_only_looks_may_not_write(world, name):
    answer = one_flagged(world.acme)
    assert client_for(world.vik).post(url(name, answer.pk)).status_code == 403
    assert client_for(world.vik).post(url("next")).status_code == 403


@pytest.mark.parametrize("name", ["item", "decide", "withdraw", "hold", "dispute"])
def test_results_of_another_workspace_are_not_there(world, name):
    """A stranger, and a reviewer here who names an answer from elsewhere."""
    answer = one_flagged(world.other)
    for who in (world.rosa, world.ada):
        for method in ("get", "post"):
            response = getattr(client_for(who), method)(url(name, answer.pk))
            assert response.status_code in (404, 405)
    assert client_for(world.otto).get(url(name, answer.pk)).status_code in (404, 405)


@pytest.mark.parametrize(
    ("name", "method"),
    [("index", "post"), ("attention", "post"), ("item", "post"), ("hold", "get")],
)
def test_the_wrong_method_is_refused(world, name, method):
    answer = one_flagged(world.acme)
    args = [answer.pk] if name in ("item", "hold") else []
    assert getattr(client_for(world.rosa), method)(url(name, *args)).status_code == 405


@pytest.mark.parametrize("name", ["decide", "withdraw"])
def test_coming_back_from_signing_in_leads_to_the_result(world, name):
    answer = one_flagged(world.acme)
    response = client_for(world.rosa).get(url(name, answer.pk))
    assert response.headers["Location"] == url("item", answer.pk)


@pytest.mark.parametrize("name", ["index", "item"])
def test_pages_ask_the_database_no_more_often_when_more_waits(world, name):
    client, counted = client_for(world.rosa), []
    for size in (1, 8):
        run = flagged_run(world.acme, [f"{WRONG} {size} {n}" for n in range(size)], text="Q?")
        for place, answer in enumerate(run.answers.all()):
            claims.hold(answer=answer, by=world.ada)
            if place % 2:
                services.raise_dispute(answer=answer, by=world.vik, words="Wrong.")
        first = run.answers.order_by("pk").first()
        args = [first.pk] if name == "item" else []
        client.get(url(name, *args))
        with CaptureQueriesContext(connection) as queries:
            page(client.get(url(name, *args)))
        counted.append(len(queries))
    assert counted[0] == counted[1]


@pytest.mark.parametrize(("who", "query"), [("ada", ""), ("rosa", "?label=incorrect&order=oldest")])
def test_the_queue_asks_the_database_ten_times_at_most(world, who, query):
    flagged_run(world.acme, [f"{WRONG} {n}" for n in range(60)])
    client = client_for(getattr(world, who))
    client.get(url("index"))
    with CaptureQueriesContext(connection) as queries:
        client.get(url("index") + query)
    assert len(queries) <= 10, [query["sql"][:120] for query in queries]
