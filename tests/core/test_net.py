"""Only public addresses are reached, whatever the address looks like."""

import asyncio
import ipaddress
import socket
import threading
import time

import httpx
import pytest

from core.net import (
    AddressRefused,
    checked_addresses,
    guarded_async_transport,
    guarded_transport,
    is_public,
)

PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
    "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fec0::1",
    "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:80ff:fffe", "::7f00:1", "64:ff9b:1::1", "240.0.0.1", "2001:db8::1",
    "192.0.2.1", "198.18.0.1", "192.0.0.192", "192.88.99.1", "168.63.129.16", "3fff::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_known_as_such(address):
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
                                     "::ffff:8.8.8.8", "64:ff9b::808:808"])  # fmt: skip
def test_a_public_address_is_known_as_such(address):
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "host", ["localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "[::1]"]
)
def test_every_spelling_of_this_machine_is_refused(host):
    with pytest.raises(AddressRefused, match="not a public address"):
        checked_addresses(host, 80)


@pytest.mark.parametrize("allowed", ["127.0.0.1", "127.0.0.1:8080"])
def test_a_host_that_the_operator_named_is_reached(allowed):
    assert checked_addresses("127.0.0.1", 8080, allowed_private=[allowed]) == ["127.0.0.1"]


def test_allowing_one_port_allows_no_other():
    with pytest.raises(AddressRefused):
        checked_addresses("127.0.0.1", 5432, allowed_private=["127.0.0.1:8080"])


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch):
    answers = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 80)) for ip in ("8.8.8.8", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    with pytest.raises(AddressRefused):
        checked_addresses("mixed.example", 80)


def test_the_address_that_was_judged_is_the_one_connected_to(monkeypatch, local_server):
    """A name that resolves to a public address first and to a private one later gains nothing."""
    calls = []

    def resolve(host, port, *_, **__):
        calls.append(host)
        ip = "127.0.0.1" if calls.count("twice.example") == 1 else "10.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port))]

    local_server.route("/", "here")
    port = int(local_server.host.split(":")[1])
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    transport = guarded_transport(allowed_private=[f"twice.example:{port}"])
    with httpx.Client(transport=transport) as client:
        assert client.get(f"http://twice.example:{port}/").text == "here"
    assert calls.count("twice.example") == 1
    assert local_server.requests[0].headers["host"] == f"twice.example:{port}"


def test_a_refused_address_surfaces_as_a_sentence_and_nothing_is_sent(local_server):
    local_server.route("/", "secret")
    with (
        httpx.Client(transport=guarded_transport()) as client,
        pytest.raises(httpx.ConnectError, match="not a public address"),
    ):
        client.get(local_server.url)
    assert local_server.requests == []


def _hanging(monkeypatch):
    """A resolver that never answers, until the test is over."""
    over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: over.wait(10))
    monkeypatch.setattr("core.net.lookups.LOOKUP_SECONDS", 0.2)
    return over


def test_a_look_up_that_hangs_is_given_up(monkeypatch):
    over = _hanging(monkeypatch)
    begun = time.monotonic()
    with (
        httpx.Client(transport=guarded_transport()) as client,
        pytest.raises(httpx.ConnectTimeout, match=r"slow\.example takes too long"),
    ):
        client.get("http://slow.example/")
    assert time.monotonic() - begun < 2
    over.set()


def test_a_look_up_that_hangs_is_given_up_in_an_event_loop_too(monkeypatch):
    over = _hanging(monkeypatch)

    async def ask():
        async with httpx.AsyncClient(transport=guarded_async_transport()) as client:
            await client.get("http://slow.example/")

    begun = time.monotonic()
    with pytest.raises(httpx.ConnectTimeout, match=r"slow\.example takes too long"):
        asyncio.run(ask())
    # The loop's end does not wait for the resolver either.
    assert time.monotonic() - begun < 2
    over.set()
