"""What is sent, and what is read from what comes back."""

import json
import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from runs.connectors import Masked, OpenAIConnector, OpenAISettings, Secrets, Wire
from runs.connectors.filling import CONVERSATION, QUESTION, SECRET, fill
from runs.connectors.replies import answer_text, as_text, compiled
from runs.connectors.upload import UploadConnector
from runs.values import FailureKind, TryFailed
from tests.fakes.http import Reply
from tests.runs.asked import ask, http


def test_the_template_is_filled_wherever_a_mark_stands(local_server):
    url = local_server.route("/chat", lambda r: Reply({"out": [{"text": r.json()["q"]["text"]}]}))
    reply = ask(
        http(url, template={"q": {"text": "{{question}}"}, "ids": ["{{conversation}}"], "n": 1},
             reply_path="$.out[0].text", contexts_path="")
    )  # fmt: skip
    assert reply.text == "Open on Sunday?"
    assert local_server.requests[0].json() == {
        "q": {"text": "Open on Sunday?"},
        "ids": ["c-1"],
        "n": 1,
    }


def dated(seconds):
    return {"Retry-After": format_datetime(datetime.now(UTC) + timedelta(seconds=seconds))}


@pytest.mark.parametrize(
    ("reply", "kind", "words", "wait"),
    [
        (Reply(status=403, body="not you"), "unauthorised", "HTTP 403). Check the secret", None),
        (Reply(status=407), "unauthorised", "HTTP 407", None),
        (Reply(status=404), "refused", "knows nothing at this address", None),
        (Reply(status=302, headers={"Location": "/a%20b"}), "refused", "(HTTP 302): /a%20b", None),
        (Reply(status=422, body="100 % wrong"), "refused", "It said: 100 % wrong", None),
        (Reply(status=408), "timeout", "gave up waiting", None),
        (
            lambda _request: Reply(status=429, body=b"\xff\x00{[", headers=dated(90)),
            "rate_limit",
            "HTTP 429",
            90,
        ),
        (Reply(status=429, headers={"Retry-After": "soon"}), "rate_limit", "HTTP 429", None),
        (Reply(status=429, headers={"Retry-After": "nan"}), "rate_limit", "HTTP 429", None),
        (Reply(status=503, headers={"Retry-After": "7"}), "server_error", "HTTP 503", 7),
        (Reply(b'data: {"answer": "x"}\n\n'), "malformed", "a stream of events", None),
        (Reply(b'{"answer": "x"}\n{"answer": "y"}\n'), "malformed", "stream of JSON lines", None),
        (Reply(b"[" * 100_000), "malformed", "nested too deeply", None),
        (Reply(b'{"answer": ' + b"1" * 5000 + b"}"), "malformed", "not JSON", None),
        (
            Reply(b'{"tools": ' + b"[" * 900 + b"]" * 900 + b', "answer": "x"}'),
            "malformed",
            "nested too deeply",
            None,
        ),
        (Reply(b"oops", headers={"Content-Encoding": "gzip"}), "malformed", "compressed", None),
        (Reply({"answer": "long"}, hang_up=True), "connection", "in the middle", None),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "",
)
def test_each_refusal_says_what_it_is_and_how_long_to_wait(local_server, reply, kind, words, wait):
    with pytest.raises(TryFailed) as caught:
        ask(Masked(http(local_server.route("/", reply), tools_path="$.tools"), secrets=Secrets()))
    assert (caught.value.kind.value, caught.value.retry_after) == (
        kind,
        pytest.approx(wait, abs=3) if wait else None,
    )
    assert words in caught.value.detail


@pytest.mark.parametrize(
    "url", ["http://[::/", "http://" + "a" * 70 + ".invalid/", "http://exa mple.invalid:99999/"]
)
def test_an_address_that_can_not_be_is_a_failure_and_no_crash(url):
    with pytest.raises(TryFailed) as caught:
        ask(http(url))
    assert caught.value.kind is FailureKind.CONNECTION


def test_a_header_that_no_request_may_hold_is_named_without_quoting_it(local_server):
    with pytest.raises(TryFailed) as caught:
        ask(http(local_server.url, headers={"X-Key": "hush\nhush"}))
    assert "a header of the request" in caught.value.detail
    assert "hush" not in caught.value.detail


@pytest.mark.parametrize(
    "question", ['Say "hi"\n\\', "{{conversation}}", "{{secret}}", "{{question}}", "{0} %s"]
)
def test_no_question_can_break_the_request(question):
    values = {QUESTION: question, CONVERSATION: "c", SECRET: "s"}
    filled = fill({"question": "{{question}}"}, values)
    assert json.loads(json.dumps(filled)) == {"question": question}


def test_a_get_request_carries_the_question_in_its_query(local_server):
    url = local_server.route("/ask", lambda r: Reply({"answer": r.query["question"][0]}))
    reply = ask(http(f"{url}?v=2", method="GET"), "Open? & on Sunday=1")
    assert reply.text == "Open? & on Sunday=1"
    assert local_server.requests[0].query["v"] == ["2"]


def test_a_form_carries_the_question_in_a_field(local_server):
    url = local_server.route("/ask", lambda r: Reply({"answer": parse_qs(r.body.decode())}))
    reply = ask(
        http(url, body="form", template={"q": "{{question}}", "n": 1, "all": True, "none": None}),
        "¿Cuánto & qué?",
    )
    assert json.loads(reply.text) == {"q": ["¿Cuánto & qué?"], "n": ["1"], "all": ["true"]}
    sent = local_server.requests[0].headers["content-type"]
    assert sent == "application/x-www-form-urlencoded"


def test_the_tool_calls_are_read_where_their_path_leads(local_server):
    calls = [{"name": "search", "arguments": {"q": "fee\x00"}}, {"name": "open"}]
    url = local_server.route("/", Reply({"answer": "12", "trace": {"calls": calls}}))
    reply = ask(http(url, tools_path="$.trace.calls"))
    assert reply.tools == [{"name": "search", "arguments": {"q": "fee␀"}}, {"name": "open"}]
    assert ask(http(url, tools_path="$.elsewhere")).tools == []


def test_a_header_of_ones_own_replaces_ours_and_may_hold_any_letter(local_server):
    url = local_server.route("/", Reply({"answer": "x"}))
    ask(http(url, headers={"accept": "application/vnd.acme+json", "X-Tenant": "Zürich"}))
    sent = local_server.requests[0].headers
    assert sent["accept"] == "application/vnd.acme+json"
    assert sent["x-tenant"].encode("latin-1").decode() == "Zürich"


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
    """FAULTS: not "[object Object]" or a Python repr (promptfoo 661, open-rag-eval 24)."""
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
    reply = ask(OpenAIConnector(settings, wire=Wire(httpx.AsyncClient())))
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
        ask(OpenAIConnector(settings, wire=Wire(httpx.AsyncClient())))
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


def test_a_server_that_is_off_is_said_to_be_without_numbers_of_errors():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]  # bound and not listening: nobody answers there
        with pytest.raises(TryFailed) as raised:
            ask(http(f"http://127.0.0.1:{port}/"))
    assert raised.value.kind == FailureKind.CONNECTION
    assert raised.value.detail == (
        f"Nothing answers at 127.0.0.1:{port}. Is the assistant's server running?"
    )
