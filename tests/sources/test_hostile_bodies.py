"""Hostile answers: whatever a server sends, a fetch ends in time, within its bytes, with its reason."""

import asyncio
import gzip
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator

import pytest

from sources.fetching import Fetcher, Problem
from tests.fakes.http import LocalServer, Reply
from tests.fakes.raw import RawServer, Wire
from tests.sources.hostile import LIMITS, Watch, fetched, refusal, watching

# Beyond the limit on bytes, what a fetch may hold or a server may push before it is cut off: read
# buffers here, and the buffers of the kernel there.
HELD, PUSHED = 3_000_000, 20_000_000
ZEROS = bytes(50_000_000)
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    with watching(monkeypatch) as watch:
        yield watch


def body(content: bytes, *headers: str) -> bytes:
    head = "".join(f"{header}\r\n" for header in headers).encode()
    return OK + head + b"Content-Length: %d\r\n\r\n" % len(content) + content


def raw_deflate(content: bytes) -> bytes:
    return zlib.compress(content, 9)[2:-4]


def bomb(coding: str, pack: Callable[[bytes], bytes]) -> bytes:
    return body(pack(ZEROS), f"Content-Encoding: {coding}")


def in_chunks(content: bytes, size: int) -> bytes:
    parts = [content[at : at + size] for at in range(0, len(content), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def status(line: str, *headers: str, content: bytes = b"") -> bytes:
    return body(content, *headers).replace(b"200 OK", line.encode(), 1)


CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
HELLO = gzip.compress(b"hello" * 1000)

# name, what is sent, the problem
SENT = [
    ("a gzip bomb", bomb("gzip", gzip.compress), Problem.TOO_LARGE),
    ("a gzip bomb under its old name", bomb("x-gzip", gzip.compress), Problem.TOO_LARGE),
    ("a deflate bomb", bomb("deflate", zlib.compress), Problem.TOO_LARGE),
    ("a deflate bomb without its frame", bomb("deflate", raw_deflate), Problem.TOO_LARGE),
    ("a bomb in small chunks", OK + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
     + in_chunks(gzip.compress(ZEROS), 50), Problem.TOO_LARGE),
    ("nested gzip", body(gzip.compress(HELLO), "Content-Encoding: gzip, gzip"), Problem.CODING),
    ("nested gzip in two headers", body(gzip.compress(HELLO), "Content-Encoding: gzip",
                                        "Content-Encoding: gzip"), Problem.CODING),
    ("brotli that nobody asked for", body(b"\x0b\x02\x80hi\x03", "Content-Encoding: br"), Problem.CODING),
    ("zstandard that nobody asked for", body(b"(\xb5/\xfd", "Content-Encoding: zstd"), Problem.CODING),
    ("an unknown coding", body(b"x", "Content-Encoding: " + "y" * 5000), Problem.CODING),
    ("gzip that is none", body(b"hello", "Content-Encoding: gzip"), Problem.BROKEN),
    ("gzip that breaks off", body(HELLO[:-20], "Content-Encoding: gzip"), Problem.BROKEN),
    ("gzip with a wrong checksum", body(HELLO[:-8] + bytes(8), "Content-Encoding: gzip"), Problem.BROKEN),
    ("deflate that breaks off", body(zlib.compress(HELLO)[:-9], "Content-Encoding: deflate"),
     Problem.BROKEN),
    ("more announced than sent", OK + b"Content-Length: 99\r\n\r\nhello", Problem.BROKEN),
    ("a negative length", OK + b"Content-Length: -5\r\n\r\nhello", Problem.BROKEN),
    ("a length in words", OK + b"Content-Length: five\r\n\r\nhello", Problem.BROKEN),
    ("a length of 5000 digits", OK + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", Problem.BROKEN),
    ("two lengths", OK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", Problem.BROKEN),
    ("a huge announced length", OK + b"Content-Length: 999999999999\r\n\r\n", Problem.TOO_LARGE),
    ("a chunk size in words", CHUNKED + b"five\r\nhello\r\n0\r\n\r\n", Problem.BROKEN),
    ("a negative chunk size", CHUNKED + b"-5\r\nhello\r\n0\r\n\r\n", Problem.BROKEN),
    ("a huge chunk size", CHUNKED + b"ffffffffffffffff\r\nhello", Problem.BROKEN),
    ("a chunk longer than it says", CHUNKED + b"1\r\nhello\r\n0\r\n\r\n", Problem.BROKEN),
    ("chunks without an end", CHUNKED + b"5\r\nhello\r\n", Problem.BROKEN),
    ("another transfer coding", OK + b"Transfer-Encoding: gzip\r\n\r\nhello", Problem.BROKEN),
    ("a huge header", OK + b"X-A: " + b"a" * 1_000_000 + b"\r\n\r\n", Problem.BROKEN),
    ("a flood of headers", OK + b"X-A: a\r\n" * 100_000 + b"\r\n", Problem.BROKEN),
    ("a NUL in a header", OK + b"X-A: a\x00b\r\n\r\n", Problem.BROKEN),
    ("a header without a name", OK + b": a\r\n\r\n", Problem.BROKEN),
    ("no status line", b"<html>hello</html>", Problem.BROKEN),
    ("a shell's greeting", b"SSH-2.0-OpenSSH_9.2\r\n", Problem.BROKEN),
    ("a mail server's greeting", b"220 mail.test ESMTP\r\n", Problem.BROKEN),
    ("HTTP/2 frames", b"\x00\x00\x12\x04\x00\x00\x00\x00\x00" * 20, Problem.BROKEN),
    ("a status of four digits", b"HTTP/1.1 2000 OK\r\n\r\n", Problem.BROKEN),
    ("a status below all statuses", b"HTTP/1.1 007 OK\r\n\r\n", Problem.BROKEN),
    ("other protocols from now on", status("101 Switching", "Upgrade: x"), Problem.BROKEN),
    ("nothing at all", b"", Problem.BROKEN),
    ("not changed, unasked", b"HTTP/1.1 304 Not Modified\r\n\r\n", Problem.NOT_ASKED),
    ("several choices", status("300 Choices", content=b"hello"), Problem.STATUS),
    ("use a proxy", status("305 Use", "Location: http://127.0.0.1/"), Problem.STATUS),
    ("a status beyond all statuses", status("999 No"), Problem.STATUS),
    ("an odd time to try again", status("429 No", "Retry-After: Mon, 99 Foo 99999 +9999999"), Problem.STATUS),
    ("an endless time to try again", status("429 No", "Retry-After: " + "9" * 5000), Problem.STATUS),
]  # fmt: skip


def named(cases: list[tuple]) -> list:
    return [pytest.param(*case[1:], id=case[0].replace(" ", "-")) for case in cases]


@pytest.mark.parametrize(("answer", "problem"), named(SENT))
def test_an_answer_is_refused_within_the_limits(watch: Watch, answer: bytes, problem: Problem):
    with RawServer(lambda wire: wire.send(answer)) as site:
        assert measured(site) is problem
        assert watch.private(site.host) == []


def flood(start: bytes, part: bytes, pause: float = 0.0) -> Callable[[Wire], None]:
    """Goes on for ever."""

    def script(wire: Wire) -> None:
        wire.send(start)
        while True:
            wire.send(part)
            wire.wait(pause)

    return script


ENDLESS = [
    ("a body", flood(OK + b"\r\n", bytes(65536)), Problem.TOO_LARGE),
    ("a body in chunks", flood(CHUNKED, b"%x\r\n%s\r\n" % (65536, bytes(65536))), Problem.TOO_LARGE),
    ("a body in small chunks", flood(CHUNKED, (b"32\r\n" + b"a" * 50 + b"\r\n") * 1000), Problem.TOO_LARGE),
    ("empty compressed blocks", flood(
        OK + b"Content-Encoding: deflate\r\n\r\n\x78\x9c", b"\x00\x00\x00\xff\xff" * 10_000),
     Problem.TOO_LARGE),
    ("a chunk's extension", flood(CHUNKED + b"5;a=", b"a" * 65536), Problem.BROKEN),
    ("trailers", flood(CHUNKED + b"0\r\n", b"X-A: a\r\n" * 1000), Problem.BROKEN),
    ("a header", flood(OK + b"X-A: ", b"a" * 65536), Problem.BROKEN),
    ("headers", flood(OK, b"X-A: a\r\n" * 1000), Problem.BROKEN),
    ("a status line", flood(b"HTTP/1.1 200 ", b"a" * 65536), Problem.BROKEN),
    ("continue", flood(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100), Problem.TIMEOUT),
    ("early hints", flood(b"", b"HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n", 0.01), Problem.TIMEOUT),
    ("a body byte by byte", flood(OK + b"\r\n", b"a", 0.05), Problem.TIMEOUT),
    ("half of gzip", flood(OK + b"Content-Encoding: gzip\r\n\r\n" + HELLO[:20], b"", 0.05), Problem.TIMEOUT),
    ("headers byte by byte", flood(OK + b"X-A: ", b"a", 0.05), Problem.TIMEOUT),
    ("silence", flood(b"", b"", 0.05), Problem.TIMEOUT),
    ("silence after the headers", flood(OK + b"\r\n", b"", 0.05), Problem.TIMEOUT),
]  # fmt: skip


@pytest.mark.parametrize(("script", "problem"), named(ENDLESS))
def test_an_answer_without_an_end_ends_within_the_limits(
    watch: Watch, script: Callable[[Wire], None], problem: Problem
):
    with RawServer(script) as site:
        assert measured(site) is problem
        assert site.sent < LIMITS.body_bytes + PUSHED
        assert watch.private(site.host) == []


def test_a_handshake_that_never_comes_about_ends_within_the_limits(watch: Watch):
    with RawServer(lambda wire: wire.send(b"HTTP/1.1 400 No\r\n\r\n"), at_once=True) as site:
        assert refusal(f"https://{site.host}/", allowed=[site.host]) is Problem.BROKEN
    with RawServer(flood(b"", b"", 0.05), at_once=True) as site:
        assert refusal(f"https://{site.host}/", allowed=[site.host]) is Problem.TIMEOUT


KEPT = [
    ("less announced than sent", OK + b"Content-Length: 5\r\n\r\nhello and more", b"hello"),
    ("a length and chunks", CHUNKED[:-2] + b"Content-Length: 9\r\n\r\n" + in_chunks(b"hello", 5), b"hello"),
    ("gzip inside gzip, unsaid", body(gzip.compress(HELLO), "Content-Encoding: gzip"), HELLO),
    ("words behind gzip", body(gzip.compress(b"hello") + b"more", "Content-Encoding: gzip"), b"hello"),
    ("continue, once", b"HTTP/1.1 100 Continue\r\n\r\n" + body(b"hello"), b"hello"),
    ("no reason", b"HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", b"hello"),
    ("an odd type", body(b"hello", "Content-Type: " + "x" * 50_000), b"hello"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "content"), named(KEPT))
def test_an_odd_answer_is_read_as_far_as_it_says(watch: Watch, answer: bytes, content: bytes):
    with RawServer(lambda wire: wire.send(answer)) as site:
        assert fetched(site.url, allowed=[site.host]).body == content
        assert watch.private(site.host) == []


def test_cookies_are_not_kept(watch: Watch, local_server: LocalServer):
    flood = {"Set-Cookie": "a=" + "b" * 4000 + "; Path=/; Max-Age=9999999"}
    url = local_server.route("/*", Reply("hello", headers=flood))

    async def twice() -> None:
        async with Fetcher(allowed_private=frozenset({local_server.host})) as fetcher:
            await fetcher.fetch(url + "first")
            await fetcher.fetch(url + "second")

    asyncio.run(twice())
    assert "cookie" not in local_server.asked("/second")[0].headers


def measured(site: RawServer) -> Problem:
    """Why the site's page was refused, within the limits on time and memory."""
    begun = time.monotonic()
    tracemalloc.start()
    try:
        problem = refusal(site.url, allowed=[site.host])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.monotonic() - begun < LIMITS.seconds + 3
    assert peak < LIMITS.body_bytes + HELD
    return problem
