"""Asking a model over a real connection: replies, refusals, retries, limits."""

import json
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from core.llm import (
    SEED,
    ChatModel,
    Endpoint,
    LLMError,
    LLMRateLimited,
    LLMRefused,
    LLMUnavailable,
    LLMUnreadable,
    Message,
    RetryPolicy,
    Usage,
)
from core.llm.replies import retry_after
from tests.fakes.http import Reply
from tests.fakes.llm import API_KEY, MODEL, completion

ASK = [Message("system", "Be brief."), Message("user", "How long?")]
SCHEMA = {
    "type": "object",
    "properties": {"label": {"enum": ["correct", "incorrect"]}, "score": {"type": "number"}},
    "required": ["label"],
    "additionalProperties": False,
}


@pytest.fixture
def pauses():
    return []


@pytest.fixture
def model(scripted_llm, pauses):
    def make(**settings):
        policy = RetryPolicy(tries=3, chance=lambda: 1.0)
        return ChatModel(scripted_llm.endpoint(**settings), retries=policy, sleep=pauses.append)

    return make


def test_a_reply_comes_with_what_the_server_told_about_it(scripted_llm, model):
    tokens = [
        {"token": "14", "logprob": -0.1, "top_logprobs": [{"token": "14", "logprob": -0.1}]},
        {"token": " days", "logprob": -0.2},
    ]
    scripted_llm.on("How long?", Reply(completion("14 days", logprobs=tokens)))
    reply = model().complete(ASK, logprobs=True)
    assert reply.text == "14 days"
    assert reply.parsed is None
    assert reply.usage == Usage(11, 7)
    assert (reply.model, reply.finish_reason, reply.tries) == (MODEL, "stop", 1)
    assert [token.token for token in reply.logprobs] == ["14", " days"]
    assert reply.logprobs[0].top == (("14", -0.1),)
    assert 0 < reply.seconds < 5


def test_randomness_is_off_and_the_seed_fixed(scripted_llm, model):
    """M2.12."""
    scripted_llm.always("How long?", "14 days")
    model().complete(ASK, max_tokens=50, logprobs=True)
    model().complete(ASK, max_tokens=50, logprobs=True)
    first, second = (call.body for call in scripted_llm.calls)
    assert first == second
    assert first == {
        "model": MODEL,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "How long?"},
        ],
        "temperature": 0,
        "seed": SEED,
        "max_tokens": 50,
        "logprobs": True,
        "top_logprobs": 5,
    }
    assert scripted_llm.calls[0].request.headers["authorization"] == f"Bearer {API_KEY}"


def test_without_a_key_none_is_sent(scripted_llm, model):
    scripted_llm.on("", "yes")
    model(api_key="").complete(ASK)
    assert "authorization" not in scripted_llm.calls[0].request.headers


def test_a_schema_is_asked_for_and_the_parsed_reply_satisfies_it(scripted_llm, model):
    scripted_llm.on("How long?", '```json\n{"label": "correct"} // sure\n```')
    reply = model().complete(ASK, schema=SCHEMA, schema_name="verdict")
    assert reply.parsed == {"label": "correct"}
    assert scripted_llm.calls[0].body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "verdict", "schema": SCHEMA, "strict": True},
    }


@pytest.mark.parametrize("status", [422, 500])
def test_a_server_that_knows_only_the_older_schema_form_is_asked_in_it_from_then_on(
    scripted_llm, model, pauses, status
):
    """llama-cpp-python's server: seen as a failure of status 500."""
    refusal = {
        "error": {
            "message": "('body', 'response_format', 'type') Input should be 'text' or "
            "'json_object', 'input': 'json_schema'"
        }
    }
    scripted_llm.on("How long?", Reply(refusal, status=status))
    scripted_llm.always("How long?", '{"label": "correct"}')
    for _ in range(2):
        assert model().complete(ASK, schema=SCHEMA).parsed == {"label": "correct"}
    forms = [call.body["response_format"] for call in scripted_llm.calls]
    assert [form["type"] for form in forms] == ["json_schema", "json_object", "json_object"]
    assert forms[1]["schema"] == SCHEMA
    assert pauses == []


@pytest.mark.parametrize(
    "written",
    [
        "correct",
        '{"label": "CORRECT"}',
        '{"label": "partly"}',
        '{"label": "correct", "score": "0.8"}',
        '{"label": "correct", "extra": 1}',
        '{"score": 1}',
        '["correct"]',
        '{"label": "correct"',
        'GRADE: C {"score": 1.0} {"label": "incorrect"}',
    ],
)
def test_a_reply_outside_the_agreed_form_is_unreadable_and_keeps_its_words(
    scripted_llm, model, pauses, written
):
    scripted_llm.on("How long?", written)
    with pytest.raises(LLMUnreadable) as caught:
        model().complete(ASK, schema=SCHEMA)
    assert caught.value.raw == written
    assert pauses == []


@pytest.mark.parametrize(
    "body",
    [
        "<html>Welcome</html>",
        b"",
        b"\xff\xfe",
        {"choices": []},
        {"choices": [{"message": "text"}]},
        [1, 2],
        7,
        completion(""),
        completion(None),
        completion({"an": "object"}),
        completion("14 da", finish_reason="length"),
    ],
)
def test_a_body_that_is_no_whole_completion_is_unreadable(scripted_llm, model, body):
    scripted_llm.on("How long?", Reply(body))
    with pytest.raises(LLMUnreadable):
        model().complete(ASK)


@pytest.mark.parametrize(
    "body",
    [completion(None, refusal="I cannot help"), completion("", finish_reason="content_filter")],
)
def test_a_model_that_declines_has_refused(scripted_llm, model, body):
    scripted_llm.on("How long?", Reply(body))
    with pytest.raises(LLMRefused):
        model().complete(ASK)


def test_content_in_parts_is_joined(scripted_llm, model):
    parts = [
        {"type": "text", "text": "14 "},
        {"type": "image_url"},
        {"type": "text", "text": "days"},
    ]
    scripted_llm.on("How long?", Reply(completion(parts)))
    assert model().complete(ASK).text == "14 days"


def test_characters_that_no_database_stores_are_replaced_and_flagged(scripted_llm, model):
    scripted_llm.on("How long?", Reply(completion("a\x00b \ud83d")), {"label": "correct"})
    reply = model().complete(ASK)
    assert reply.text == "a␀b \ufffd"
    assert reply.altered
    assert not model().complete(ASK, schema=SCHEMA).altered


def test_half_a_surrogate_in_a_question_can_be_sent(scripted_llm, model):
    scripted_llm.on("odd \ufffd", "yes")
    assert model().complete([Message("user", "odd \ud800")]).text == "yes"


def test_missing_or_odd_extras_do_not_spoil_a_reply(scripted_llm, model):
    body = completion("14 days", logprobs=[{"token": "x"}]) | {"usage": {"prompt_tokens": "many"}}
    scripted_llm.on("How long?", Reply(body))
    reply = model().complete(ASK)
    assert (reply.text, reply.usage, reply.logprobs) == ("14 days", None, ())


@pytest.mark.parametrize("status", [500, 502, 503, 529, 408])
def test_a_failing_server_is_asked_again_with_growing_pauses(scripted_llm, model, pauses, status):
    scripted_llm.on("How long?", Reply("oops", status=status), Reply("oops", status=status), "yes")
    assert model().complete(ASK).tries == 3
    assert pauses == [1.0, 2.0]


def test_tries_end_and_the_last_failure_is_told(scripted_llm, model, pauses):
    scripted_llm.always("How long?", Reply({"error": {"message": "out of memory"}}, status=500))
    with pytest.raises(LLMUnavailable, match="status 500: out of memory"):
        model().complete(ASK)
    assert len(scripted_llm.calls) == 3
    assert len(pauses) == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422, 302])
def test_a_refused_request_is_not_repeated(scripted_llm, model, pauses, status):
    scripted_llm.on("How long?", Reply({"error": {"message": "no"}}, status=status))
    with pytest.raises(LLMRefused) as caught:
        model().complete(ASK)
    assert len(scripted_llm.calls) == 1
    assert pauses == []
    assert not caught.value.retryable


def test_a_connection_cut_before_or_in_the_reply_is_tried_again(scripted_llm, model):
    scripted_llm.on(
        "How long?", Reply(hang_up=True), Reply(completion("x"), hang_up=True), "14 days"
    )
    assert model().complete(ASK).text == "14 days"


def test_a_server_that_is_not_there_is_unavailable(pauses):
    endpoint = Endpoint("http://127.0.0.1:9/v1", "m")
    with pytest.raises(LLMUnavailable, match=r"127\.0\.0\.1:9"):
        ChatModel(endpoint, max_tries=2, sleep=pauses.append).complete(ASK)
    assert len(pauses) == 1


def test_a_rate_limit_is_waited_for_as_long_as_it_says(scripted_llm, model, pauses):
    limited = Reply("slow down", status=429, headers={"Retry-After": "7"})
    scripted_llm.on("How long?", limited, "14 days")
    assert model().complete(ASK).text == "14 days"
    assert pauses == [7.0]


def test_a_rate_limit_without_a_time_is_waited_for_like_a_failure(scripted_llm, model, pauses):
    scripted_llm.on("How long?", Reply("{strange", status=429), "14 days")
    assert model().complete(ASK).text == "14 days"
    assert pauses == [1.0]


def test_a_daily_quota_stops_at_once_and_says_when_to_go_on(scripted_llm, model, pauses):
    limited = Reply("quota", status=429, headers={"Retry-After": "86400"})
    scripted_llm.on("How long?", limited)
    with pytest.raises(LLMRateLimited) as caught:
        model().complete(ASK)
    assert caught.value.retry_after == 86_400
    assert caught.value.retryable
    assert pauses == []


def test_an_account_that_is_used_up_is_a_refusal(scripted_llm, model):
    error = {"error": {"code": "insufficient_quota", "message": "You exceeded your quota"}}
    scripted_llm.on("How long?", Reply(error, status=429))
    with pytest.raises(LLMRefused, match="used up"):
        model().complete(ASK)


def test_a_failure_that_a_gateway_wraps_into_a_good_status_is_a_failure(scripted_llm, model):
    wrapped = Reply({"error": {"code": 502, "message": "upstream"}})
    scripted_llm.on("How long?", wrapped, "14 days")
    assert model().complete(ASK).tries == 2


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        ("1.5", 1.5),
        ("Wed, 21 Oct 2026 07:28:30 GMT", 30.0),
        ("Wed, 21 Oct 2026 07:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("", None),
    ],
)
def test_a_wait_is_read_as_seconds_or_as_a_date(value, seconds):
    now = datetime(2026, 10, 21, 7, 28, tzinfo=UTC)
    assert retry_after({"retry-after": value}, now=now) == seconds


def test_pauses_are_shortened_by_chance_and_never_longer_than_the_longest():
    policy = RetryPolicy(tries=9, first_s=1, longest_s=10, chance=lambda: 0.0)
    waits = [policy.wait_after(LLMUnavailable("down"), tries) for tries in range(1, 9)]
    assert waits == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0, 5.0]
    assert policy.wait_after(LLMUnavailable("down"), 9) is None
    assert policy.wait_after(LLMRefused("no"), 1) is None


def test_a_server_that_never_answers_is_given_up_after_the_time_for_one_try(
    scripted_llm, model, pauses
):
    scripted_llm.on("How long?", Reply(completion("late"), delay=30), "14 days")
    began = time.monotonic()
    assert model(timeout_s=0.3).complete(ASK).text == "14 days"
    assert time.monotonic() - began < 5
    assert len(pauses) == 1


@pytest.mark.parametrize("settings", [{"timeout_s": 0.4}, {"timeout_s": 60}])
def test_a_server_that_trickles_for_ever_is_cut_off_by_the_deadline(scripted_llm, model, settings):
    def trickle():
        while True:
            yield b" "

    scripted_llm.always("How long?", lambda _: Reply(chunks=trickle(), chunk_delay=0.05))
    began = time.monotonic()
    with pytest.raises(LLMUnavailable, match="did not answer within"):
        model(**settings).complete(ASK, deadline_s=0.6)
    assert time.monotonic() - began < 3


def test_no_pause_goes_beyond_the_deadline(scripted_llm, model, pauses):
    scripted_llm.on("How long?", Reply("busy", status=503))
    with pytest.raises(LLMUnavailable):
        model().complete(ASK, deadline_s=0.9)
    assert pauses == []


def test_a_reply_without_end_is_not_read_to_the_end(scripted_llm, pauses):
    scripted_llm.on("How long?", Reply(chunks=(b"x" * 10_000 for _ in range(1_000_000))))
    model = ChatModel(scripted_llm.endpoint(), sleep=pauses.append, largest_reply=50_000)
    with pytest.raises(LLMUnreadable, match="50000 bytes"):
        model.complete(ASK)


def test_all_models_of_one_address_share_one_limit(scripted_llm):
    scripted_llm.always("", Reply(completion("yes"), delay=0.05))
    models = [ChatModel(scripted_llm.endpoint(concurrency=3)) for _ in range(4)]
    with ThreadPoolExecutor(12) as pool:
        replies = list(pool.map(lambda n: models[n % 4].complete(ASK).text, range(18)))
    assert replies == ["yes"] * 18
    assert scripted_llm.server.busiest == 3


def test_waiting_for_a_place_ends_with_the_deadline(scripted_llm):
    asked, answer = threading.Event(), threading.Event()

    def hold(_):
        asked.set()
        answer.wait(5)
        return "first"

    scripted_llm.on("", hold)
    model = ChatModel(scripted_llm.endpoint(concurrency=1), max_tries=1)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(model.complete, ASK)
        assert asked.wait(5)
        with pytest.raises(LLMUnavailable, match="No call"):
            model.complete(ASK, deadline_s=0.1)
        answer.set()
        assert first.result(5).text == "first"
    assert len(scripted_llm.calls) == 1


def test_a_failed_call_gives_its_place_back(scripted_llm):
    scripted_llm.on("", Reply("no", status=400), "yes")
    model = ChatModel(scripted_llm.endpoint(concurrency=1))
    with pytest.raises(LLMRefused):
        model.complete(ASK)
    assert model.complete(ASK, deadline_s=2).text == "yes"


def test_the_key_is_shown_nowhere(scripted_llm, model, caplog):
    caplog.set_level(logging.DEBUG)
    said = {"error": {"message": f"Incorrect API key provided: {API_KEY}"}}
    scripted_llm.on("", Reply(said, status=401), Reply(f"bad {API_KEY}", status=500), "yes")
    told = [repr(scripted_llm.endpoint()), repr(model()), str(scripted_llm.endpoint())]
    with pytest.raises(LLMError) as caught:
        model().complete(ASK)
    told += [str(caught.value), repr(caught.value)]
    with pytest.raises(LLMError) as caught:
        ChatModel(scripted_llm.endpoint(), max_tries=1).complete(ASK)
    told += [str(caught.value), repr(caught.value)]
    assert "[key]" in told[-1]
    assert not any(API_KEY in line for line in [*told, caplog.text])


@pytest.mark.parametrize(
    "settings",
    [
        {"base_url": "localhost:8000/v1"},
        {"base_url": "ftp://host/v1"},
        {"base_url": "http://"},
        {"base_url": "http://host:99999999/v1"},
        {"base_url": "http://user:s3cret@host/v1"},
        {"model": ""},
        {"api_key": "s3cret\n"},
        {"api_key": "s3cret key"},
        {"api_key": "s3crét"},
        {"concurrency": 0},
        {"timeout_s": 0},
    ],
)
def test_an_endpoint_that_cannot_work_is_refused_without_quoting_secrets(settings):
    good = {"base_url": "http://host/v1", "model": "m"}
    with pytest.raises(ValueError, match="language model") as caught:
        Endpoint(**(good | settings))
    assert "s3cret" not in str(caught.value)


def test_a_slash_at_the_end_of_the_address_does_no_harm():
    assert Endpoint("http://host/v1/", "m") == Endpoint("http://host/v1", "m")


def test_the_server_tells_which_models_it_offers(scripted_llm, model):
    assert model().offered_models() == [MODEL]
    scripted_llm.server.route("/v1/models", Reply("not JSON"))
    with pytest.raises(LLMUnreadable):
        model().offered_models()
    scripted_llm.server.route("/v1/models", Reply("no", status=401))
    with pytest.raises(LLMRefused):
        model().offered_models()


def test_the_words_of_a_wrong_address_say_what_to_check(scripted_llm, model):
    scripted_llm.on("", Reply(json.dumps({"detail": "Not Found"}), status=404))
    with pytest.raises(LLMRefused, match="ends in /v1"):
        model().complete(ASK)
