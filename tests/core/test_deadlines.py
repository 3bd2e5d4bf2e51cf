"""Requests that end in time, however slowly the other side sends."""

import socket
import threading
import time

import httpx
import pytest

from core.deadlines import DeadlineTransport, deadline
from tests.fakes.http import Reply


@pytest.fixture
def client():
    with httpx.Client(transport=DeadlineTransport()) as client:
        yield client


def test_without_a_deadline_it_is_an_ordinary_client(client, local_server):
    url = local_server.route("/page", Reply("hello", headers={"X-Kind": "a"}))
    response = client.post(url, content=b"body", params={"q": "å"})
    assert (response.status_code, response.text, response.headers["x-kind"]) == (200, "hello", "a")
    (request,) = local_server.requests
    assert (request.method, request.body, request.query) == ("POST", b"body", {"q": ["å"]})


def test_bytes_that_trickle_do_not_push_the_deadline_on(client, local_server):
    url = local_server.route("/", lambda _: Reply(chunks=[b"x"] * 1_000, chunk_delay=0.05))
    began = time.monotonic()
    with pytest.raises(httpx.ReadTimeout), deadline(began + 0.4):
        client.get(url)
    assert 0.3 < time.monotonic() - began < 2


def test_headers_that_trickle_do_not_either(client):
    stop = threading.Event()

    def dribble(listener):
        connection, _ = listener.accept()
        with connection:
            while not stop.wait(0.05):
                connection.sendall(b"H")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=dribble, args=(listener,))
        server.start()
        began = time.monotonic()
        try:
            with pytest.raises(httpx.TimeoutException), deadline(began + 0.4):
                client.get(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        finally:
            stop.set()
            server.join(5)
    assert time.monotonic() - began < 2


def test_the_earliest_of_nested_deadlines_counts_and_the_outer_comes_back(client, local_server):
    slow = local_server.route("/slow", Reply("late", delay=20))
    quick = local_server.route("/quick", "now")
    now = time.monotonic()
    with deadline(now + 30):
        with deadline(now + 0.3), pytest.raises(httpx.ReadTimeout):
            client.get(slow)
        with deadline(now + 300):
            assert client.get(quick).text == "now"
    with pytest.raises(httpx.TimeoutException), deadline(now + 0.1), deadline(now + 300):
        client.get(slow)


def test_a_deadline_binds_only_its_own_thread(client, local_server):
    url = local_server.route("/", Reply("fine", delay=0.3))
    answers = []
    other = threading.Thread(target=lambda: answers.append(client.get(url).text))
    with deadline(time.monotonic() + 0.05):
        other.start()
        with pytest.raises(httpx.TimeoutException):
            client.get(url)
        other.join(5)
    assert answers == ["fine"]


def test_the_client_s_own_timeout_still_holds(client, local_server):
    url = local_server.route("/", Reply("late", delay=20))
    with pytest.raises(httpx.ReadTimeout), deadline(time.monotonic() + 60):
        client.get(url, timeout=0.2)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(hang_up=True), httpx.RemoteProtocolError),
        (Reply("cut in the middle", hang_up=True), httpx.RemoteProtocolError),
    ],
)
def test_failures_are_those_of_httpx(client, local_server, reply, error):
    with pytest.raises(error):
        client.get(local_server.route("/", reply))
    with pytest.raises(httpx.ConnectError):
        client.get("http://127.0.0.1:9/")


@pytest.mark.parametrize("address", [f"http://{'a' * 70}.example/", "http://127.0.0.1:99999/"])
def test_an_address_that_cannot_exist_is_a_failed_connection(client, address):
    with pytest.raises(httpx.ConnectError):
        client.get(address)
