"""A server that answers with bytes as they are, right or wrong, and one that nobody may reach."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

Script = Callable[["Wire"], None]


class Wire:
    """One connection of a RawServer; `send` ends the script once the other side has gone."""

    def __init__(self, server: "RawServer", connection: socket.socket) -> None:
        self._server = server
        self._connection = connection

    def send(self, data: bytes) -> None:
        self._connection.sendall(data)
        self._server.sent += len(data)

    def wait(self, seconds: float) -> None:
        """Pass the time; ends the script when the server is closed meanwhile."""
        if self._server.closing.wait(seconds):
            raise ConnectionAbortedError


class RawServer:
    """Reads each request up to its empty line, or some of it, then runs the script on the connection.

    `connections` counts who came and `sent` what they were given, in bytes. It listens on every address
    of this machine, so that no spelling of it leads elsewhere.
    """

    def __init__(self, script: Script | None = None, *, at_once: bool = False) -> None:
        self.connections = 0
        self.sent = 0
        self.closing = threading.Event()
        self._script = script
        self._end = b"" if at_once else b"\r\n\r\n"
        self._listener = _listener()
        self._threads = [threading.Thread(target=self._serve, daemon=True)]

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}/"

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(5)

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            thread = threading.Thread(target=self._answer, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(5)
            request = b""
            while (part := connection.recv(65536)) and self._end not in (request := request + part):
                continue
            if self._script is not None and request:
                self._script(Wire(self, connection))


def _listener() -> socket.socket:
    if socket.has_dualstack_ipv6():
        with suppress(OSError):
            return socket.create_server(
                ("::", 0), family=socket.AF_INET6, dualstack_ipv6=True, backlog=50
            )
    return socket.create_server(("0.0.0.0", 0), backlog=50)
