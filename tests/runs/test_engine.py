"""The engine alone: which tries follow which, how fast it asks, and when it stops asking."""

import asyncio
import time
from dataclasses import replace

import httpx
import pytest

from runs import halting
from runs.connectors.refusing import refusal
from runs.engine import Answered, Failed, ask_all
from runs.pacing import Pace
from runs.values import FailureKind, Policy, Reply, Slot, Spent, TryFailed
from tests.fakes import http as fake
from tests.runs.asked import http

QUICK = Policy(concurrency=4, tries=3, pause_s=0.001, timeout_s=5, longest_wait_s=1, deadline_s=5)
BUSY = TryFailed(FailureKind.RATE_LIMIT, "Too many.")
BROKEN = TryFailed(FailureKind.SERVER_ERROR, "Broken.")


class Assistant:
    """Answers as `word(question, nth request)` says, and counts who is under way."""

    def __init__(self, word, *, seconds=0.0):
        self.word, self.seconds = word, seconds
        self.asked, self.times, self.under_way, self.busiest = [], [], 0, 0

    async def ask(self, question, *, conversation):
        self.asked.append(question)
        self.times.append(time.monotonic())
        self.under_way += 1
        self.busiest = max(self.busiest, self.under_way)
        try:
            said = self.word(question, len(self.asked))
            await asyncio.sleep(self.seconds)
        finally:
            self.under_way -= 1
        if isinstance(said, TryFailed):
            raise said
        return Reply(text=said, raw=said)

    async def close(self):
        pass


def slots(count):
    return [Slot(n, f"q-{n}", f"Question {n}?") for n in range(1, count + 1)]


def run(assistant, asked, *, stop=lambda: False, **policy):
    """The outcomes, and why it ended."""
    outcomes = []

    async def record(outcome):
        outcomes.append(outcome)

    reason = asyncio.run(
        ask_all(
            asked, connector=assistant, record=record, stop=stop,
            allowance=policy.pop("allowance", None), policy=replace(QUICK, **policy),
        )
    )  # fmt: skip
    return outcomes, reason


def answered(outcomes):
    return {outcome.slot.uid for outcome in outcomes if isinstance(outcome, Answered)}


@pytest.mark.parametrize(("retried", "tries"), [(("timeout",), 1), (("server_error",), 3), ((), 1)])
def test_only_the_kinds_that_the_policy_names_are_tried_again(retried, tries):
    outcomes, _reason = run(Assistant(lambda *_: BROKEN), slots(1), retried=retried)
    assert [outcome.number for outcome in outcomes] == list(range(1, tries + 1))
    assert [outcome.last for outcome in outcomes] == [False] * (tries - 1) + [True]
    spent = Spent()
    for outcome in outcomes:  # what is worked out from the stored rows when a run is gone on with
        spent = spent.after(outcome.kind.value, outcome.seconds, replace(QUICK, retried=retried))
    assert spent.final


def test_the_deadline_of_a_question_covers_all_its_tries_and_the_pauses_between_them():
    """FAULTS: an endpoint that never answers → deadlines per attempt and per question (deepeval 984)."""
    never = Assistant(lambda *_: "late", seconds=60)
    clock = time.monotonic()
    outcomes, _reason = run(never, slots(1), tries=50, timeout_s=0.1, deadline_s=0.35, pause_s=0.01)
    assert time.monotonic() - clock < 3
    assert 2 <= len(outcomes) <= 4
    assert outcomes[-1].last
    assert {outcome.kind for outcome in outcomes} == {FailureKind.TIMEOUT}


def test_tries_before_a_restart_count_towards_the_deadline():
    slot = replace(slots(1)[0], tries=2, spent=Spent(2, 4.95))
    outcomes, _reason = run(Assistant(lambda *_: "late", seconds=60), [slot], tries=9)
    assert [(outcome.number, outcome.last) for outcome in outcomes] == [(3, True)]
    assert outcomes[0].seconds < 2


def test_a_reply_that_drips_without_end_is_given_up_in_time(local_server):
    drips = fake.Reply(chunks=(b" " for _ in range(1000)), chunk_delay=0.05)
    connector = http(local_server.route("/", drips))
    clock = time.monotonic()
    outcomes, _reason = run(connector, slots(1), tries=1, timeout_s=0.4)
    assert time.monotonic() - clock < 4
    assert [outcome.kind for outcome in outcomes] == [FailureKind.TIMEOUT]


def test_a_server_that_bears_less_is_asked_less_and_every_question_is_answered():
    """Halved at each refusal and raised by answers; being turned away uses up no try."""
    bears = 3

    def word(_question, _nth):
        return BUSY if assistant.under_way > bears else "yes"

    assistant = Assistant(word, seconds=0.01)
    outcomes, reason = run(assistant, slots(60), concurrency=24, tries=2, longest_wait_s=0.02)
    assert reason == ""
    assert len(answered(outcomes)) == 60
    refused = [o for o in outcomes if isinstance(o, Failed)]
    assert refused
    assert not any(outcome.last for outcome in refused)
    assert assistant.busiest == 24
    assert len(refused) < 120  # at full pace nearly every request would be one too many
    assert max(outcome.tries for outcome in outcomes if isinstance(outcome, Answered)) > 2


def test_the_pace_is_halved_once_for_all_that_was_under_way_and_rises_one_a_round():
    pace = Pace(16, pause_s=0, longest_wait_s=0, stop=lambda: False)
    sent = time.monotonic()
    for _ in range(5):
        pace.refused(asked_at=sent, wait=0)
    assert (pace.limit, pace.refused_in_a_row) == (8, 1)
    pace.refused(asked_at=time.monotonic(), wait=0)
    assert (pace.limit, pace.refused_in_a_row) == (4, 2)
    for _ in range(5):
        pace.answered()
    assert (pace.limit, pace.refused_in_a_row) == (5, 0)
    for _ in range(500):
        pace.answered()
    assert pace.limit == 16


def test_while_a_server_wants_to_be_left_alone_nobody_asks_it():
    wait = TryFailed(FailureKind.RATE_LIMIT, "Wait.", retry_after=0.3)
    assistant = Assistant(lambda _question, nth: wait if nth == 1 else "yes", seconds=0.01)
    outcomes, reason = run(assistant, slots(12), concurrency=4)
    assert reason == ""
    assert len(answered(outcomes)) == 12
    first = assistant.times[0]
    # The four that were sent together went out before anybody knew.
    assert all(moment - first >= 0.3 for moment in assistant.times[8:])
    assert len([m for m in assistant.times if m - first < 0.3]) <= 8


@pytest.mark.parametrize(
    ("status", "body", "quota"),
    [
        (429, '{"error": {"code": "insufficient_quota"}}', True),
        (429, "Rate limit reached for requests per day (RPD): limit 200", True),
        (429, "GenerateRequestsPerDayPerProjectPerModel", True),
        (402, "Payment required", True),
        (429, "<html>Slow down, please", False),
        (429, "", False),
        (503, "daily quota of errors", False),
    ],
)
def test_a_quota_that_is_used_up_is_told_from_a_moment_too_busy(status, body, quota):
    """FAULTS: 429 with a strange body (promptfoo 1970, 7727)."""
    failure = refusal(httpx.Response(status), body)
    assert failure.quota is quota
    assert failure.kind is (FailureKind.SERVER_ERROR if status == 503 else FailureKind.RATE_LIMIT)


def test_a_used_up_quota_stops_the_run_with_the_rest_open_and_says_when_to_go_on():
    spent = TryFailed(FailureKind.RATE_LIMIT, "No credit.", quota=True, retry_after=7200)
    assistant = Assistant(lambda _question, nth: "yes" if nth < 4 else spent)
    outcomes, reason = run(assistant, slots(20), concurrency=1)
    assert len(assistant.asked) == 4
    assert len(answered(outcomes)) == 3
    assert not outcomes[-1].last  # its question is asked again when the run goes on
    assert "No credit." in reason
    assert "Resume the run after" in reason
    assert "UTC" in reason


def test_a_budget_of_requests_stops_the_run_and_tries_are_part_of_it():
    """FAULTS: a set budget stops the run (mlflow 24224); one shared limit for all calls (18212)."""
    assistant = Assistant(lambda _question, nth: BROKEN if nth % 2 else "yes")
    outcomes, reason = run(assistant, slots(20), allowance=7, requests_a_day=7, concurrency=3)
    assert len(assistant.asked) == len(outcomes) == 7
    assert "(7)" in reason
    assert halting.moment(halting.next_day(outcomes[0].at if isinstance(outcomes[0], Failed)
                                           else outcomes[0].asked_at)) in reason  # fmt: skip


def test_a_server_that_turns_everything_away_is_given_up_and_no_question_is_lost():
    outcomes, reason = run(
        Assistant(lambda *_: BUSY), slots(5), pause_s=0.001, longest_wait_s=0.002
    )
    assert "turned everything away" in reason
    assert not any(outcome.last for outcome in outcomes)


def test_an_assistant_that_goes_away_in_the_middle_costs_a_few_questions_and_not_all():
    assistant = Assistant(lambda _question, nth: "yes" if nth <= 10 else BROKEN)
    outcomes, reason = run(assistant, slots(200), tries=1, give_up_after=2, concurrency=2)
    assert "None of the last 6 questions" in reason
    assert len(outcomes) <= 10 + 6 + 1


def test_a_stop_is_noticed_while_everybody_waits():
    wait = TryFailed(FailureKind.RATE_LIMIT, "Wait.", retry_after=50)
    clock = time.monotonic()
    outcomes, reason = run(
        Assistant(lambda *_: wait), slots(4), longest_wait_s=60,
        stop=lambda: time.monotonic() - clock > 0.2,
    )  # fmt: skip
    assert time.monotonic() - clock < 3
    assert reason == ""
    assert not any(outcome.last for outcome in outcomes)


def test_asking_waits_for_storing_with_one_answer_a_worker_still_to_be_stored():
    """A database that is away must not leave many answers in memory alone."""
    assistant = Assistant(lambda *_: "yes")

    async def halting_store():
        async def record(_outcome):
            await asyncio.Event().wait()

        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await ask_all(
                    slots(50), connector=assistant, record=record, stop=lambda: False,
                    policy=replace(QUICK, concurrency=3),
                )  # fmt: skip

    asyncio.run(asyncio.wait_for(halting_store(), 5))
    assert 3 < len(assistant.asked) <= 6
