"""What is sent, and what is read from what comes back."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from runs.connectors import HttpConnector, HttpSettings, OpenAIConnector, OpenAISettings
from runs.connectors.http import fill
from runs.connectors.replies import answer_text, as_text, compiled
from runs.connectors.upload import UploadConnector
from runs.values import FailureKind, TryFailed
from tests.fakes.http import Reply


def ask(connector, question="Open on Sunday?"):
    async def once():
        try:
            return await connector.ask(question, conversation="c-1")
        finally:
            await connector.close()

    return asyncio.run(once())


def test_the_template_is_filled_wherever_a_mark_stands(local_server):
    url = local_server.route("/chat", lambda r: Reply({"out": [{"text": r.json()["q"]["text"]}]}))
    settings = HttpSettings(
        url=url, template={"q": {"text": "{{question}}"}, "ids": ["{{conversation}}"], "n": 1},
        reply_path="$.out[0].text", contexts_path="",
    )  # fmt: skip
    reply = ask(HttpConnector(settings, client=httpx.AsyncClient()))
    assert reply.text == "Open on Sunday?"
    assert local_server.requests[0].json() == {
        "q": {"text": "Open on Sunday?"},
        "ids": ["c-1"],
        "n": 1,
    }


@pytest.mark.parametrize("question", ['Say "hi"\n\\', "{{conversation}}", "{{question}}", "{0} %s"])
def test_no_question_can_break_the_request(question):
    filled = fill({"question": "{{question}}"}, question=question, conversation="c")
    assert json.loads(json.dumps(filled)) == {"question": question}


def test_a_get_request_carries_the_question_in_its_query(local_server):
    url = local_server.route("/ask", lambda r: Reply({"answer": r.query["question"][0]}))
    reply = ask(HttpConnector(HttpSettings(url=url, method="GET"), client=httpx.AsyncClient()))
    assert reply.text == "Open on Sunday?"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plain", "plain"),
        (None, ""),
        (3.5, "3.5"),
        (True, "true"),
        ({"text": "inner"}, "inner"),
        ([{"type": "text", "text": "a"}, {"text": "b"}], "ab"),
        ({"steps": [1]}, '{"steps": [1]}'),
        ('{"a": 1}', '{"a": 1}'),
    ],
)
def test_an_answer_of_any_shape_becomes_its_text(value, text):
    assert as_text(value) == text


def test_a_path_without_the_dollar_sign_is_understood():
    assert answer_text({"answer": {"text": "x"}}, "answer.text") == "x"
    with pytest.raises(ValueError, match="is not a JSON path"):
        compiled("$.[")


def test_the_openai_protocol_sends_the_question_and_reads_the_first_choice(local_server):
    local_server.route(
        "/v1/chat/completions",
        Reply({"choices": [{"message": {"content": "Yes"}}], "usage": {"total_tokens": 5}}),
    )
    settings = OpenAISettings(
        base_url=f"{local_server.url}/v1/", model="m", system_prompt="Be brief", api_key="k3y"
    )
    assert "k3y" not in repr(settings)
    reply = ask(OpenAIConnector(settings, client=httpx.AsyncClient()))
    sent = local_server.requests[0]
    assert (reply.text, reply.usage) == ("Yes", {"total_tokens": 5})
    assert sent.headers["authorization"] == "Bearer k3y"
    assert sent.json()["messages"] == [
        {"role": "system", "content": "Be brief"},
        {"role": "user", "content": "Open on Sunday?"},
    ]


@pytest.mark.parametrize(
    "reply", [{"choices": []}, {"choices": "x"}, [1], {"error": {"message": "no"}}]
)
def test_a_reply_outside_the_openai_protocol_is_malformed_and_not_a_crash(local_server, reply):
    local_server.route("/v1/chat/completions", Reply(reply))
    settings = OpenAISettings(base_url=f"{local_server.url}/v1", model="m")
    with pytest.raises(TryFailed) as failure:
        ask(OpenAIConnector(settings, client=httpx.AsyncClient()))
    assert failure.value.kind is FailureKind.MALFORMED


def test_uploaded_answers_are_found_by_identifier_first_and_else_by_their_question():
    rows: list[dict[str, Any]] = [
        {"uid": "q-1", "question": "", "answer": "by identifier", "contexts": []},
        {"uid": "", "question": "open on  SUNDAY?", "answer": "by text", "contexts": ["c"]},
        {"uid": "q-3", "question": "", "answer": None, "contexts": []},
    ]
    uids = {"First?": "q-1", "Open on Sunday?": "q-2", "Third?": "q-3", "Fourth?": "q-4"}
    connector = UploadConnector(rows, uids=uids)
    assert ask(connector, "First?").text == "by identifier"
    assert ask(connector, "Open on Sunday?").text == "by text"
    for question in ("Third?", "Fourth?"):
        with pytest.raises(TryFailed) as failure:
            ask(connector, question)
        assert failure.value.kind is FailureKind.MISSING
