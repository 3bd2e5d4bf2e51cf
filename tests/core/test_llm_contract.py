"""What the client expects of a model server, held against the fake and, at hand, a real one.

`CAUDALS_LLM_BASE_URL=… CAUDALS_LLM_MODEL=… pytest -m live tests/core/test_llm_contract.py`
"""

import os

import pytest

from core.llm import ChatModel, Endpoint, LLMRefused, LLMUnreadable, Message
from tests.fakes.http import Reply
from tests.fakes.llm import completion

SCHEMA = {
    "type": "object",
    "properties": {"capital": {"enum": ["Stockholm", "Madrid", "Berlin"]}},
    "required": ["capital"],
    "additionalProperties": False,
}
ASK = [Message("user", "What is the capital of Sweden? Answer with its name only.")]


def scripted(llm):
    tokens = [{"token": "Stockholm", "logprob": -0.1, "top_logprobs": []}]

    def answer(call):
        if call.schema:
            return {"capital": "Stockholm"}
        if call.body["max_tokens"] == 1:
            return Reply(completion("Stock", finish_reason="length"))
        return Reply(completion("Stockholm", logprobs=tokens))

    llm.on(
        lambda call: call.body["model"] == "no-such-model",
        Reply({"error": {"message": "The model does not exist"}}, status=404),
    )
    llm.always("capital of Sweden", answer)
    return llm.endpoint()


@pytest.fixture(params=["fake", pytest.param("real", marks=pytest.mark.live)])
def endpoint(request):
    if request.param == "fake":
        return scripted(request.getfixturevalue("scripted_llm"))
    if "CAUDALS_LLM_BASE_URL" not in os.environ:
        pytest.skip("no model server is configured")
    return Endpoint(
        base_url=os.environ["CAUDALS_LLM_BASE_URL"],
        model=os.environ["CAUDALS_LLM_MODEL"],
        api_key=os.environ.get("CAUDALS_LLM_API_KEY", ""),
    )


def test_a_question_is_answered_and_counted(endpoint):
    reply = ChatModel(endpoint).complete(ASK, logprobs=True)
    assert "Stockholm" in reply.text
    assert reply.usage is not None
    assert reply.usage.completion_tokens > 0
    assert reply.logprobs


def test_the_same_question_gets_the_same_answer(endpoint):
    model = ChatModel(endpoint)
    assert model.complete(ASK).text == model.complete(ASK).text


def test_a_schema_binds_the_reply(endpoint):
    assert ChatModel(endpoint).complete(ASK, schema=SCHEMA).parsed == {"capital": "Stockholm"}


def test_a_reply_cut_at_its_limit_is_not_taken_for_whole(endpoint):
    with pytest.raises(LLMUnreadable, match="cut off"):
        ChatModel(endpoint).complete(ASK, max_tokens=1)


def test_an_unknown_model_is_refused(endpoint):
    unknown = Endpoint(endpoint.base_url, "no-such-model", endpoint.api_key)
    with pytest.raises(LLMRefused):
        ChatModel(unknown).complete(ASK)


def test_the_model_asked_is_among_those_offered(endpoint):
    assert endpoint.model in ChatModel(endpoint).offered_models()
