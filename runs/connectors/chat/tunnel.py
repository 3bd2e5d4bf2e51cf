"""The only way out of a page's browser: a proxy on this machine that connects to checked addresses.

A page with a chat sends, streams and keeps sockets open, so its requests cannot be answered one by one
as those of a page that is only read. They go through here instead, all of them: the browser has no
other network, and the address that is judged is the one connected to.
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

from core.net import AddressRefused
from core.net.lookups import LOOKUP_SECONDS, begin_lookup

_HEAD: Final = 64 * 1024
_PIECE: Final = 64 * 1024
_CONNECT_SECONDS: Final = 10.0
_HOP_BY_HOP: Final = ("connection", "proxy-connection", "keep-alive", "proxy-authorization")


class Tunnel:
    """A proxy for one conversation, closed with everything in it when the block ends."""

    def __init__(
        self, *, allowed_private: Collection[str] = (), size: int, connections: int
    ) -> None:
        """At most `size` bytes from outside and `connections` connections in all."""
        self._allowed = frozenset(allowed_private)
        self._bytes_left, self._connections_left = size, connections
        self._server: asyncio.Server | None = None
        self._port = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._problems: dict[str, str] = {}

    @property
    def address(self) -> str:
        """Where the browser finds it."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def exhausted(self) -> bool:
        """Whether the page has loaded more than it may."""
        return self._bytes_left <= 0 or self._connections_left <= 0

    def problem(self, url: str) -> str:
        """Why the host of an address was not reached; "" when it was, or never asked for."""
        return self._problems.get((urlsplit(url).hostname or "").casefold(), "")

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0, limit=_HEAD)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if (task := asyncio.current_task()) is not None:
            self._tasks.add(task)
        try:
            with suppress(
                OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError
            ):
                await self._serve(reader, writer)
        except asyncio.CancelledError:
            pass  # closed; nobody waits for what this task would say
        finally:
            if task is not None:
                self._tasks.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.split("\r\n")
        method, target, _version = first.split(" ", 2)
        through = method == "CONNECT"
        parts = urlsplit(f"//{target}" if through else target)
        port = parts.port or 80
        self._connections_left -= 1
        if self.exhausted or not parts.hostname or (not through and parts.scheme != "http"):
            writer.write(
                b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            return
        try:
            out_reader, out_writer = await self._connected(parts.hostname, port)
        except OSError as error:
            self._problems[parts.hostname.casefold()] = _words(parts.hostname, error)
            writer.write(
                b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            return
        try:
            if through:
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                await self._both_ways(reader, writer, out_reader, out_writer)
            else:
                path = parts._replace(scheme="", netloc="").geturl() or "/"
                out_writer.write(_head(f"{method} {path} HTTP/1.1", lines))
                await self._one_request(lines, reader, writer, out_reader, out_writer)
        finally:
            out_writer.close()

    async def _connected(
        self, host: str, port: int
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        async with asyncio.timeout(LOOKUP_SECONDS):
            addresses = await asyncio.wrap_future(begin_lookup(host, port, self._allowed))
        failure: OSError = OSError("it has no address")
        for address in addresses:
            try:
                async with asyncio.timeout(_CONNECT_SECONDS):
                    return await asyncio.open_connection(address, port, limit=_HEAD)
            except OSError as error:
                failure = error
        raise failure

    async def _both_ways(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        out_reader: asyncio.StreamReader,
        out_writer: asyncio.StreamWriter,
    ) -> None:
        ways = [
            asyncio.create_task(self._carry(reader, out_writer, counted=False)),
            asyncio.create_task(self._carry(out_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _one_request(
        self,
        lines: list[str],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        out_reader: asyncio.StreamReader,
        out_writer: asyncio.StreamWriter,
    ) -> None:
        """One request a connection, or the next could be meant for another host."""
        length = next(
            (line.split(":", 1)[1] for line in lines if line.lower().startswith("content-length:")),
            "0",
        )
        left = int(length)
        while left > 0:
            piece = await reader.read(min(left, _PIECE))
            if not piece:
                return
            left -= len(piece)
            out_writer.write(piece)
            await out_writer.drain()
        status, answered = "HTTP/1.1 100", list[str]()
        while status.split(" ")[1].startswith("1"):
            head = (await out_reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            status, *answered = head.split("\r\n")
        writer.write(_head(status, answered))
        # A browser that leaves meanwhile must not keep an endless reply coming.
        gone = asyncio.create_task(_ended(reader))
        carrying = asyncio.create_task(self._carry(out_reader, writer))
        try:
            await asyncio.wait([gone, carrying], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, carrying):
                task.cancel()
            await asyncio.gather(gone, carrying, return_exceptions=True)

    async def _carry(
        self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, counted: bool = True
    ) -> None:
        while piece := await source.read(_PIECE):
            if counted:
                self._bytes_left -= len(piece)
                if self._bytes_left <= 0:
                    return
            to.write(piece)
            await to.drain()


async def _ended(reader: asyncio.StreamReader) -> None:
    """Come back once nobody sends any more; what was sent beyond the one request is for nobody."""
    while await reader.read(_PIECE):
        pass


def _head(first: str, lines: list[str]) -> bytes:
    kept = [line for line in lines if line and line.split(":")[0].lower() not in _HOP_BY_HOP]
    return "\r\n".join([first, *kept, "Connection: close", "", ""]).encode("latin-1")


def _words(host: str, error: OSError) -> str:
    if isinstance(error, AddressRefused):
        return str(error)
    if isinstance(error, TimeoutError):
        return f"connecting to {host} takes too long"
    return f"no connection to {host} ({error.strerror or error})"
