"""Very many connections to one server, at a fraction of what a pool of them costs.

httpcore's pool goes through every connection and every waiting request each time a request begins or
ends: two hundred at a time cost fifty times what one does. Here each request has a connection to itself
while it is under way, and the rest is left to h11, which knows the protocol.
"""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import contextmanager
from typing import Final

import h11
import httpx

from core.net.guarded import guarded_addresses

_READ: Final = 65_536
# As long as httpx keeps one: servers tend to close what is idle for longer.
_KEPT_IDLE_S: Final = 5.0
_Origin = tuple[str, str, int]
_PORTS: Final = {"http": 80, "https": 443}


class Lanes(httpx.AsyncBaseTransport):
    """HTTP/1.1 over checked connections, kept open and used again, the warmest first.

    It reaches public addresses and the hosts in `allowed_private`, as `guarded_async_transport` does.
    There are as many connections as requests are under way: whoever asks keeps that in bounds.
    """

    def __init__(
        self, *, allowed_private: Collection[str] = (), certificates: ssl.SSLContext | None = None
    ) -> None:
        """`certificates` are the authorities it trusts, without it those of httpx."""
        self._allowed = frozenset(allowed_private)
        self._certificates = certificates
        self._idle: dict[_Origin, list[_Lane]] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request; its connection serves another when the response has been read."""
        url = request.url
        if url.scheme not in _PORTS or not url.host:
            raise httpx.UnsupportedProtocol(f"The address “{url}” is not one of the web.")
        host = url.raw_host.decode("ascii")
        origin = (url.scheme, host, url.port or _PORTS[url.scheme])
        content = await request.aread()
        waits = request.extensions.get("timeout", {})
        lane = self._kept(origin) or await self._opened(origin, waits.get("connect"))
        lane.longest_wait = waits.get("read")
        try:
            head = await lane.exchange(request, content)
        except BaseException:
            lane.cut()
            raise
        return httpx.Response(
            head.status_code,
            headers=list(head.headers.raw_items()),
            stream=_Body(lane, self._idle.setdefault(origin, [])),
            extensions={"http_version": b"HTTP/1.1", "reason_phrase": bytes(head.reason)},
        )

    async def aclose(self) -> None:
        """Close the idle connections; those under way close with their responses."""
        for lanes in self._idle.values():
            for lane in lanes:
                lane.cut()
        self._idle = {}

    def _kept(self, origin: _Origin) -> "_Lane | None":
        lanes = self._idle.get(origin, [])
        while lanes:
            lane = lanes.pop()
            if lane.usable():
                return lane
            lane.cut()
        return None

    async def _opened(self, origin: _Origin, patience: float | None) -> "_Lane":
        scheme, host, port = origin
        secured: ssl.SSLContext | None = None
        if scheme == "https":
            # Made when first needed: it takes longer than a request.
            self._certificates = self._certificates or httpx.create_ssl_context(trust_env=False)
            secured = self._certificates
        failure: Exception | None = None
        try:
            async with asyncio.timeout(patience):
                for address in await guarded_addresses(host, port, self._allowed, patience):
                    try:
                        return _Lane(
                            *await asyncio.open_connection(
                                address, port, ssl=secured,
                                server_hostname=host if secured else None,
                            )
                        )  # fmt: skip
                    except OSError as error:  # the errors of TLS are among them
                        failure = error
        except TimeoutError:
            raise httpx.ConnectTimeout(f"connecting to {host} takes too long") from None
        raise httpx.ConnectError(_words(host, failure)) from failure


def _words(host: str, failure: Exception | None) -> str:
    if failure is None:
        return f"{host} has no address"
    return str(failure) or type(failure).__name__


class _Lane:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._protocol = h11.Connection(h11.CLIENT)
        self._used = time.monotonic()
        self.longest_wait: float | None = None

    def usable(self) -> bool:
        """Whether another request may be sent: not closed by the other side, nor idle for long."""
        idle = time.monotonic() - self._used
        return idle < _KEPT_IDLE_S and not (
            self._reader.at_eof() or self._writer.is_closing() or self._writer.transport is None
        )

    def cut(self) -> None:
        """Close the connection without waiting."""
        self._writer.transport.abort()

    async def exchange(self, request: httpx.Request, content: bytes) -> h11.Response:
        """Send the request and come back with the head of its response."""
        with _as_httpx():
            begun = h11.Request(
                method=request.method, target=request.url.raw_path, headers=request.headers.raw
            )
            parts = [self._protocol.send(begun)]
            if content:
                parts.append(self._protocol.send(h11.Data(data=content)))
            parts.append(self._protocol.send(h11.EndOfMessage()))
            self._writer.write(b"".join(part for part in parts if part))
            await self._writer.drain()
            while True:
                event = await self._next()
                if isinstance(event, h11.Response):
                    return event

    async def body(self) -> AsyncIterator[bytes]:
        """The pieces of the body as they come."""
        with _as_httpx():
            while True:
                event = await self._next()
                if isinstance(event, h11.Data):
                    yield bytes(event.data)
                elif isinstance(event, h11.EndOfMessage):
                    return

    def ready_again(self) -> bool:
        """Prepare for another request; False when the connection cannot serve one."""
        protocol = self._protocol
        if protocol.our_state is not h11.DONE or protocol.their_state is not h11.DONE:
            return False
        protocol.start_next_cycle()
        self._used = time.monotonic()
        return True

    async def _next(self) -> object:
        while (event := self._protocol.next_event()) is h11.NEED_DATA:
            async with asyncio.timeout(self.longest_wait):
                data = await self._reader.read(_READ)
            if not data and self._protocol.their_state is h11.SEND_RESPONSE:
                raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
            self._protocol.receive_data(data)
        return event


class _Body(httpx.AsyncByteStream):
    """The body of a response; closing it gives its connection back, or ends it where more would come."""

    def __init__(self, lane: _Lane, idle: list[_Lane]) -> None:
        self._lane, self._idle, self._closed = lane, idle, False

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._lane.body()

    async def aclose(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._lane.ready_again():
            self._idle.append(self._lane)
        else:
            self._lane.cut()


@contextmanager
def _as_httpx() -> Iterator[None]:
    """Failures in the words of httpx, which is what callers know."""
    try:
        yield
    except TimeoutError:
        raise httpx.ReadTimeout("no reply in time") from None
    except h11.LocalProtocolError as error:
        raise httpx.LocalProtocolError(str(error)) from error
    except h11.RemoteProtocolError as error:
        raise httpx.RemoteProtocolError(str(error)) from error
    except OSError as error:
        raise httpx.ReadError(str(error) or type(error).__name__) from error
