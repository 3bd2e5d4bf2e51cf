"""Assistants over HTTP: both protocols, several callers at once, and callers who get it wrong."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from pipeline.demo_assistant.outcomes import Breakdown, Outcome, Reply, Silence
from pipeline.demo_assistant.server import AssistantServer, serving


class Parrot:
    """Says what it was asked, unless the question names a mishap."""

    name = "parrot"

    def __init__(self) -> None:
        self.together = threading.Barrier(4, timeout=5)

    def respond(self, question: str) -> Outcome:
        if question == "break":
            return Breakdown(503)
        if question == "hang":
            return Silence()
        if question == "wait for the others":
            self.together.wait()
        return Reply(f"You said: {question}", ("first passage", "second passage"))


@pytest.fixture
def server() -> Iterator[AssistantServer]:
    with serving(Parrot()) as running:
        yield running


@pytest.fixture
def client(server: AssistantServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=5) as opened:
        yield opened


def test_a_question_gets_its_answer_and_the_passages_behind_it(client):
    reply = client.post("/", json={"question": "¿Cuánto cuesta?"})
    assert reply.status_code == 200
    assert reply.json() == {
        "answer": "You said: ¿Cuánto cuesta?",
        "contexts": ["first passage", "second passage"],
    }


def test_the_chat_protocol_answers_the_last_thing_the_user_said(client):
    asked = {
        "model": "any",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "first"},
            {"role": "assistant", "content": "answered"},
            {"role": "user", "content": [{"type": "text", "text": "second"}]},
        ],
    }
    reply = client.post("/v1/chat/completions", json=asked).json()
    assert reply["choices"][0]["message"] == {"role": "assistant", "content": "You said: second"}
    assert reply["choices"][0]["finish_reason"] == "stop"
    assert reply["model"] == "any"
    assert client.get("/v1/models").json()["data"][0]["id"] == "parrot"


def test_health_says_ok_and_the_front_door_says_how_to_ask(client):
    assert client.get("/healthz").json() == {"status": "ok"}
    assert "question" in client.get("/").json()["usage"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 90_000, "not JSON"),
        (b"[]", "object"),
        (b"{}", "missing"),
        (b'{"question": null}', "text"),
        (b'{"question": ["a"]}', "text"),
        (b'{"question": " \\n"}', "empty"),
    ],
)
def test_a_malformed_question_is_refused_with_a_sentence_and_the_next_is_answered(
    client, body, says
):
    refused = client.post("/", content=body)
    assert refused.status_code == 400
    assert says in refused.json()["error"]["message"]
    assert client.post("/", json={"question": "still there?"}).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"messages": []},
        {"messages": "hello"},
        {"messages": ["hello"]},
        {"messages": [{"role": "system", "content": "x"}]},
        {"messages": [{"role": "user", "content": {}}]},
        {"messages": [{"role": "user", "content": "x"}], "stream": True},
    ],
)
def test_a_malformed_chat_request_is_refused_in_the_shape_chat_clients_read(client, asked):
    refused = client.post("/v1/chat/completions", json=asked)
    assert refused.status_code == 400
    assert refused.json()["error"]["type"] == "invalid_request_error"
    assert refused.json()["error"]["message"].endswith(".")


def test_a_question_that_is_too_long_is_refused_with_413(client):
    assert client.post("/", json={"question": "x" * 30_000}).status_code == 413


def test_a_body_of_ten_megabytes_is_refused_before_it_is_read(server):
    with socket.create_connection(server.server_address[:2], timeout=5) as caller:
        caller.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n")
        assert b" 413 " in caller.recv(100)


@pytest.mark.parametrize("length", [b"", b"Content-Length: -1\r\n", b"Content-Length: many\r\n"])
def test_a_body_without_a_usable_length_is_refused(server, length):
    with socket.create_connection(server.server_address[:2], timeout=5) as caller:
        caller.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n" + length + b"\r\n")
        assert b" 400 " in caller.recv(100)


def test_a_caller_who_leaves_in_the_middle_does_not_stop_the_server(server, client):
    with socket.create_connection(server.server_address[:2], timeout=5) as caller:
        caller.sendall(b'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"que')
    assert client.post("/", json={"question": "still there?"}).status_code == 200


def test_other_addresses_and_methods_are_refused_in_json(client):
    assert client.get("/admin").json()["error"]["message"]
    assert client.post("/ask", json={"question": "x"}).status_code == 404
    assert client.put("/").json()["error"]["message"]


def test_several_questions_are_answered_at_once(server):
    def ask(_: int) -> int:
        return httpx.post(server.url, json={"question": "wait for the others"}).status_code

    with ThreadPoolExecutor(4) as callers:
        assert list(callers.map(ask, range(4))) == [200] * 4


def test_a_breakdown_gives_its_status_in_both_protocols(client):
    message = {"role": "user", "content": "break"}
    assert client.post("/", json={"question": "break"}).status_code == 503
    assert client.post("/v1/chat/completions", json={"messages": [message]}).status_code == 503


def test_silence_lasts_until_the_caller_gives_up_and_closing_does_not_wait_for_it(server, client):
    with pytest.raises(httpx.ReadTimeout):
        client.post("/", json={"question": "hang"}, timeout=0.2)
    started = time.monotonic()
    server.shutdown()
    server.server_close()
    assert time.monotonic() - started < 2


def test_the_same_question_gets_the_same_bytes(client):
    asked = {"messages": [{"role": "user", "content": "again"}]}
    first, second = (client.post("/v1/chat/completions", json=asked) for _ in range(2))
    assert first.content == second.content


def test_only_this_machine_is_listened_to(server):
    assert server.server_address[0] == "127.0.0.1"
