"""What calls to a language model take, in tokens."""

import pytest

from core.llm import ChatModel, LLMError, LLMUnreadable, Message, RetryPolicy, Tokens
from core.llm.metering import Meter
from tests.fakes.http import Reply
from tests.fakes.llm import completion

ASK = [Message("user", "x" * 400)]


@pytest.fixture
def model(scripted_llm):
    return ChatModel(
        scripted_llm.endpoint(), retries=RetryPolicy(tries=2), sleep=lambda seconds: None
    )


def test_tokens_count_as_the_server_reports_them(model, scripted_llm):
    scripted_llm.always("", "Good day.")

    model.complete(ASK)
    model.complete(ASK)

    assert model.meter.tokens == Tokens(reported=36)  # 11 and 7 a call
    assert model.meter.a_call() == 18


@pytest.mark.parametrize(
    ("usage", "why"),
    [(None, "none"), ({"prompt_tokens": "11"}, "no number"), ({"prompt_tokens": 5}, "half of it")],
)
def test_a_server_that_reports_none_gets_an_estimate_that_is_kept_apart(
    model, scripted_llm, usage, why
):
    scripted_llm.always("", Reply(completion("y" * 40) | {"usage": usage}))

    model.complete(ASK)

    assert model.meter.tokens == Tokens(estimated=110), why


def test_a_reply_that_cannot_be_used_was_paid_for_all_the_same(model, scripted_llm):
    scripted_llm.on("", Reply(completion("How mu", finish_reason="length")), "no JSON")

    for _ in range(2):
        with pytest.raises(LLMUnreadable):
            model.complete(ASK, schema={"type": "object"})

    assert model.meter.tokens == Tokens(reported=36)


def test_a_failure_counts_nothing_and_a_second_try_counts_once(model, scripted_llm):
    scripted_llm.on("", Reply({"error": {"message": "busy"}}, status=503), "Good day.")
    model.complete(ASK)
    assert model.meter.tokens == Tokens(reported=18)

    scripted_llm.always("", Reply("<html>nobody here</html>"))
    with pytest.raises(LLMError):
        model.complete(ASK)
    assert model.meter.tokens == Tokens(reported=18)


def test_calls_under_way_are_reckoned_at_what_others_took():
    meter = Meter()
    meter.count(Tokens(reported=300))
    meter.count(Tokens(estimated=101))
    with meter.calling(), meter.calling():
        assert meter.unanswered() == Tokens(estimated=402)
    assert meter.unanswered() == Tokens()
