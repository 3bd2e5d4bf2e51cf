"""The fakes hold tests to what they scripted."""

import re
import time
from contextlib import contextmanager

import httpx
import pytest

from core.llm import ChatModel, LLMUnavailable, Message
from tests.fakes.http import LocalServer, Reply, in_turn
from tests.fakes.llm import ScriptedLLM, UnscriptedCall


def ask(llm, text):
    return ChatModel(llm.endpoint(), max_tries=1).complete([Message("user", text)]).text


def refused():
    return pytest.raises(LLMUnavailable)


@contextmanager
def ended(error, words, fake):
    """The fake in use; leaving it must raise the error."""
    with pytest.raises(error, match=words), fake:
        yield fake


def test_an_unscripted_question_fails_the_test_at_its_end():
    with ended(UnscriptedCall, "what nobody foresaw", ScriptedLLM()) as llm, refused():
        ask(llm, "what nobody foresaw")


def test_an_answer_is_given_once_unless_it_is_for_always():
    with ended(UnscriptedCall, "1 unscripted", ScriptedLLM()) as llm:
        llm.on("first", "one", {"a": 1})
        llm.always(re.compile(r"item \d+"), lambda call: call.prompt.upper())
        assert [ask(llm, "first"), ask(llm, "the first")] == ["one", '{"a": 1}']
        assert [ask(llm, f"item {n}") for n in range(3)] == ["ITEM 0", "ITEM 1", "ITEM 2"]
        with refused():
            ask(llm, "first")


def test_routes_answer_and_requests_are_recorded(local_server):
    local_server.route("/page", in_turn(Reply(status=503), "<p>now</p>"))
    local_server.route("/api/*", lambda request: Reply({"got": request.json()}), method="POST")
    with httpx.Client(base_url=local_server.url) as client:
        assert [client.get("/page").status_code for _ in range(3)] == [503, 200, 200]
        assert client.post("/api/ask", json={"q": "å"}).json() == {"got": {"q": "å"}}
        assert client.get("/api/ask").status_code == 404
        assert client.head("/page").headers["content-type"].startswith("text/html")
    assert [request.method for request in local_server.asked("/api/ask")] == ["POST", "GET"]


def test_a_route_that_breaks_breaks_the_test():
    with ended(ZeroDivisionError, "division", LocalServer()) as server:
        url = server.route("/", lambda _: Reply(str(1 // 0)))
        with httpx.Client() as client, pytest.raises(httpx.RemoteProtocolError):
            client.get(url)


def test_closing_does_not_wait_for_a_delayed_answer():
    began = time.monotonic()
    with LocalServer() as server, httpx.Client() as client, pytest.raises(httpx.ReadTimeout):
        client.get(server.route("/", Reply(delay=60)), timeout=0.1)
    assert time.monotonic() - began < 5
