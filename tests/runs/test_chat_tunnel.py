"""The only way out of a chat's browser: checked addresses, and no more than it may load."""

import asyncio

import pytest

from runs.connectors.chat.tunnel import Tunnel
from tests.fakes.raw import RawServer


def through(*heads, allowed=(), size=10_000, connections=20, body=b""):
    """What a browser gets for each head that it sends to the proxy, and what the proxy says of the host."""

    async def asked():
        async with Tunnel(allowed_private=allowed, size=size, connections=connections) as tunnel:
            port = int(tunnel.address.rsplit(":", 1)[1])
            got = []
            for head in heads:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(head + body)
                async with asyncio.timeout(5):
                    got.append(await reader.read())
                writer.close()
            return got, tunnel

    return asyncio.run(asked())


def test_a_request_goes_to_its_host_and_the_connection_ends_with_it(local_server):
    local_server.route("/a", lambda asked: asked.body + asked.headers["connection"].encode())
    head = (
        f"POST {local_server.url}/a?b=1 HTTP/1.1\r\nHost: {local_server.host}\r\nContent-Length: 4\r\n"
        "Proxy-Connection: keep-alive\r\nConnection: keep-alive\r\n\r\n"
    )
    second = f"GET {local_server.url}/second HTTP/1.1\r\nHost: elsewhere\r\n\r\n"
    (got,), tunnel = through(
        head.encode(), allowed={local_server.host}, body=b"body" + second.encode()
    )
    assert got.startswith(b"HTTP/1.")
    assert b"Connection: close" in got
    assert got.endswith(b"bodyclose")
    assert local_server.asked("/second") == []
    assert tunnel.problem(local_server.url) == ""


def test_a_tunnel_carries_both_ways_what_nobody_may_read():
    def shout(wire):
        wire.send(b"WELCOME")

    with RawServer(shout) as server:
        head = f"CONNECT {server.host} HTTP/1.1\r\nHost: {server.host}\r\n\r\n"
        (got,), _tunnel = through(head.encode(), allowed={server.host}, body=b"hello\r\n\r\n")
    assert got == b"HTTP/1.1 200 OK\r\n\r\nWELCOME"


@pytest.mark.parametrize("method", ["CONNECT", "GET"])
@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"]
)
def test_no_spelling_of_a_private_address_is_reached(method, host):
    with RawServer() as trap:
        port = trap.host.rsplit(":", 1)[1]
        target = f"{host}:{port}" if method == "CONNECT" else f"http://{host}:{port}/"
        (got,), tunnel = through(f"{method} {target} HTTP/1.1\r\n\r\n".encode())
        assert got.startswith(b"HTTP/1.1 502")
        assert trap.connections == 0
    assert "not a public address" in tunnel.problem(f"http://{host}:{port}/")


def test_a_page_gets_no_more_than_it_may_load(local_server):
    local_server.route("/large", b"x" * 50_000)
    head = f"GET {local_server.url}/large HTTP/1.1\r\nHost: {local_server.host}\r\n\r\n".encode()
    (first, second), tunnel = through(head, head, allowed={local_server.host}, size=20_000)
    assert len(first) < 30_000
    assert second.startswith(b"HTTP/1.1 403")
    assert tunnel.exhausted
    (_one, other), tunnel = through(head, head, allowed={local_server.host}, connections=2)
    assert other.startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "head", [b"GET / HTTP/1.1\r\n\r\n", b"GET ftp://e.org/ HTTP/1.1\r\n\r\n", b"x\r\n\r\n"]
)
def test_what_is_no_request_to_a_proxy_leads_nowhere(head):
    (got,), _tunnel = through(head)
    assert got == b"" or got.startswith(b"HTTP/1.1 403")
