"""Fetching one address: what comes back, and what never costs more than its limits."""

import gzip
import socket
import time
import zlib
from asyncio.selector_events import BaseSelectorEventLoop
from collections.abc import Iterator
from typing import Any

import pytest

from sources.fetching import Fetched, FetchError, Limits, Problem, fetch_now
from tests.fakes.http import LocalServer, Reply, Request

LIMITS = Limits(body_bytes=100_000, seconds=1.5, wait_seconds=1.0)


class Fetcher:
    """Fetches one page at a time, over connections of its own."""

    def __init__(self, **settings: Any) -> None:
        self._settings = settings

    def fetch(self, url: str, **asked: Any) -> Fetched:
        return fetch_now(url, **self._settings, **asked)


@pytest.fixture
def fetcher(local_server: LocalServer) -> Fetcher:
    """A fetcher whose operator named the local server as their own."""
    return Fetcher(allowed_private=frozenset({local_server.host}), limits=LIMITS)


def problem_of(fetcher: Fetcher, url: str) -> Problem:
    with pytest.raises(FetchError) as refusal:
        fetcher.fetch(url)
    assert str(refusal.value).endswith(".")
    return refusal.value.problem


def test_a_page_comes_with_its_bytes_type_and_charset(fetcher: Fetcher, local_server: LocalServer):
    url = local_server.route(
        "/a", Reply(b"<p>\xe5</p>", headers={"Content-Type": "text/html; charset=ISO-8859-1"})
    )
    page = fetcher.fetch(url)
    assert (page.body, page.media_type, page.charset) == (b"<p>\xe5</p>", "text/html", "ISO-8859-1")
    asked = local_server.asked("/a")[0]
    assert asked.headers["host"] == local_server.host
    assert asked.headers["user-agent"].startswith("Caudals/")


def test_nothing_on_this_machine_is_reached_without_the_operators_word(local_server: LocalServer):
    local_server.route("/a", "secret")
    port = local_server.host.partition(":")[2]
    stranger = Fetcher(limits=LIMITS)
    for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "127.0.0.1."):
        assert problem_of(stranger, f"http://{host}:{port}/a") is Problem.NOT_PUBLIC
    assert local_server.requests == []


def test_a_redirect_to_a_private_address_is_not_followed(local_server: LocalServer):
    with LocalServer() as inside:
        target = inside.route("/secret", "secret")
        url = local_server.route("/a", Reply(status=302, headers={"Location": target}))
        fetcher = Fetcher(allowed_private=frozenset({local_server.host}), limits=LIMITS)
        assert problem_of(fetcher, url) is Problem.NOT_PUBLIC
        assert inside.requests == []


def test_a_name_that_resolves_differently_the_second_time_gains_nothing(
    monkeypatch: pytest.MonkeyPatch, local_server: LocalServer
):
    """The address that was checked is the one connected to: there is no second resolution."""
    port = int(local_server.host.partition(":")[2])
    answers = iter(["203.0.114.77", "127.0.0.1"])
    connected: list[str] = []

    def resolve(host: str, wanted: int, **_: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), wanted))]

    async def connect(loop: object, made: object, address: tuple[str, int]) -> None:
        connected.append(address[0])
        raise OSError("not in tests")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(BaseSelectorEventLoop, "sock_connect", connect)
    fetcher = Fetcher(limits=LIMITS)
    assert problem_of(fetcher, f"http://rebinding.example:{port}/") is Problem.UNREACHABLE
    assert connected == ["203.0.114.77"]
    assert local_server.requests == []


@pytest.mark.parametrize(
    ("location", "problem"),
    [
        ("file:///etc/passwd", Problem.SCHEME),
        ("http://user:pass@example.org/", Problem.CREDENTIALS),
        ("http://0x7f.1/", Problem.NOT_PUBLIC),
        ("http://[::1", Problem.BROKEN),
        ("/a", Problem.REDIRECTS),
    ],
)
def test_each_redirect_is_checked_and_their_number_is_limited(
    fetcher: Fetcher, local_server: LocalServer, location: str, problem: Problem
):
    url = local_server.route("/a", Reply(status=301, headers={"Location": location}))
    assert problem_of(fetcher, url) is problem
    assert len(local_server.requests) <= LIMITS.redirects + 1


def test_a_redirect_within_the_site_is_followed_and_one_away_is_not(
    fetcher: Fetcher, local_server: LocalServer
):
    local_server.route("/b", "here")
    inside = local_server.route("/a", Reply(status=308, headers={"Location": "b"}))
    assert fetcher.fetch(inside).address == local_server.url + "/b"
    away = local_server.route("/c", Reply(status=302, headers={"Location": "http://example.org/x"}))
    with pytest.raises(FetchError) as refusal:
        fetcher.fetch(away, stays=lambda address: address.host == "127.0.0.1")
    assert refusal.value.problem is Problem.REDIRECTED_AWAY
    assert "http://example.org/x" in str(refusal.value)


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_compressed_page_is_unpacked(fetcher: Fetcher, local_server: LocalServer, coding: str):
    packed = gzip.compress(b"hello") if coding == "gzip" else zlib.compress(b"hello")
    url = local_server.route("/a", Reply(packed, headers={"Content-Encoding": coding}))
    assert fetcher.fetch(url).body == b"hello"


def test_deflate_without_its_frame_is_unpacked_too(fetcher: Fetcher, local_server: LocalServer):
    packed = zlib.compress(b"hello")[2:-4]
    url = local_server.route("/a", Reply(packed, headers={"Content-Encoding": "deflate"}))
    assert fetcher.fetch(url).body == b"hello"


def test_a_bomb_is_noticed_before_it_is_unpacked(fetcher: Fetcher, local_server: LocalServer):
    """50 MB of zeros in 50 KB: never more than a few steps beyond the limit are decompressed."""
    bomb = gzip.compress(bytes(50_000_000))
    assert len(bomb) < LIMITS.body_bytes
    url = local_server.route("/a", Reply(bomb, headers={"Content-Encoding": "gzip"}))
    assert problem_of(fetcher, url) is Problem.TOO_LARGE


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip, gzip", "compress"])
def test_other_compressions_are_refused(fetcher: Fetcher, local_server: LocalServer, coding: str):
    url = local_server.route("/a", Reply(b"x", headers={"Content-Encoding": coding}))
    assert problem_of(fetcher, url) is Problem.CODING


def test_broken_compression_is_a_broken_answer(fetcher: Fetcher, local_server: LocalServer):
    url = local_server.route("/a", Reply(b"no gzip", headers={"Content-Encoding": "gzip"}))
    assert problem_of(fetcher, url) is Problem.BROKEN


def test_a_body_beyond_the_limit_is_refused_announced_or_not(
    fetcher: Fetcher, local_server: LocalServer
):
    announced = local_server.route("/a", Reply(bytes(200_000)))
    endless = local_server.route("/b", Reply(chunks=(bytes(10_000) for _ in range(1_000))))
    assert problem_of(fetcher, announced) is Problem.TOO_LARGE
    assert problem_of(fetcher, endless) is Problem.TOO_LARGE


def test_a_body_that_drips_ends_at_the_deadline(fetcher: Fetcher, local_server: LocalServer):
    drip = Reply(chunks=(b"x" for _ in range(100)), chunk_delay=0.2)
    url = local_server.route("/a", drip)
    begun = time.monotonic()
    assert problem_of(fetcher, url) is Problem.TIMEOUT
    assert time.monotonic() - begun < LIMITS.seconds + 1


def test_headers_that_drip_end_at_the_deadline(fetcher: Fetcher):
    """A raw socket sends one header byte at a time, each within the waiting time."""
    import threading

    server = socket.create_server(("127.0.0.1", 0))
    host = f"127.0.0.1:{server.getsockname()[1]}"

    def drip() -> None:
        connection, _ = server.accept()
        with connection:
            try:
                connection.sendall(b"HTTP/1.1 200 OK\r\nX-A: ")
                for _ in range(60):
                    connection.sendall(b"a")
                    time.sleep(0.1)
            except OSError:
                return

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    begun = time.monotonic()
    own = Fetcher(allowed_private=frozenset({host}), limits=LIMITS)
    assert problem_of(own, f"http://{host}/") is Problem.TIMEOUT
    assert time.monotonic() - begun < LIMITS.seconds + 1
    thread.join(5)
    server.close()


def test_a_server_that_never_answers_or_is_not_there_is_told_apart(
    fetcher: Fetcher, local_server: LocalServer
):
    silent = local_server.route("/a", Reply(delay=30))
    assert problem_of(fetcher, silent) is Problem.TIMEOUT
    with socket.create_server(("127.0.0.1", 0)) as free:
        host = f"127.0.0.1:{free.getsockname()[1]}"
    own = Fetcher(allowed_private=frozenset({host}), limits=LIMITS)
    assert problem_of(own, f"http://{host}/") is Problem.UNREACHABLE


def test_an_unknown_name_is_named(monkeypatch: pytest.MonkeyPatch):
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror("unknown")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(FetchError) as refusal:
        Fetcher(limits=LIMITS).fetch("http://nowhere.example/")
    said = str(refusal.value)
    # The same happens on a machine without any connection: nothing is known about the server.
    for part in ("nowhere.example", "from here", "spelling", "connection"):
        assert part in said
    assert "no server" not in said


def test_an_answer_that_breaks_off_or_is_no_http_is_broken(
    fetcher: Fetcher, local_server: LocalServer
):
    cut = local_server.route(
        "/a", Reply("half a page", headers={"Content-Length": "999"}, hang_up=True)
    )
    gone = local_server.route("/b", Reply(hang_up=True))
    assert problem_of(fetcher, cut) is Problem.BROKEN
    assert problem_of(fetcher, gone) is Problem.BROKEN


def test_an_error_status_is_told_with_its_number(fetcher: Fetcher, local_server: LocalServer):
    url = local_server.route("/a", Reply("busy", status=503, headers={"Retry-After": "7"}))
    with pytest.raises(FetchError, match="503 Service Unavailable") as refusal:
        fetcher.fetch(url)
    assert refusal.value.passing
    assert refusal.value.retry_after == 7.0


def test_an_unwanted_type_is_refused_before_its_body_is_loaded(
    fetcher: Fetcher, local_server: LocalServer
):
    sent: list[int] = []

    def chunks() -> Iterator[bytes]:
        for number in range(1_000):
            sent.append(number)
            yield bytes(50)

    def pdf(request: Request) -> Reply:
        return Reply(chunks=chunks(), chunk_delay=0.01, headers={"Content-Type": "application/pdf"})

    url = local_server.route("/a.pdf", pdf)
    with pytest.raises(FetchError) as refusal:
        fetcher.fetch(url, wanted=lambda media_type: media_type == "text/html")
    assert refusal.value.problem is Problem.MEDIA_TYPE
    assert len(sent) < 1_000


def test_proxies_of_the_environment_are_not_used(
    monkeypatch: pytest.MonkeyPatch, fetcher: Fetcher, local_server: LocalServer
):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    url = local_server.route("/a", "hello")
    own = Fetcher(allowed_private=frozenset({local_server.host}), limits=LIMITS)
    assert own.fetch(url).body == b"hello"
