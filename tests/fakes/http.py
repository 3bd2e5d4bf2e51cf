"""A real web server on this machine that answers as a test tells it to."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    """What the server was asked. Header names are in lower case."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic)

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Reply:
    """What the server answers: bytes, text or a value sent as JSON.

    `delay` passes before the first byte. `chunks` replaces the body by a chunked one with
    `chunk_delay` before each chunk. `hang_up` closes the connection instead of answering; with a
    body it does so in the middle of it.
    """

    body: Any = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    chunks: Iterable[bytes] | None = None
    chunk_delay: float = 0.0
    hang_up: bool = False

    def content(self) -> tuple[bytes, str]:
        """The body's bytes and the media type that goes with what the test gave."""
        if isinstance(self.body, bytes):
            return self.body, "application/octet-stream"
        if isinstance(self.body, str):
            return self.body.encode(), "text/html; charset=utf-8"
        return json.dumps(self.body).encode(), "application/json"


Answering = Reply | str | bytes | Callable[[Request], Reply | str | bytes]


class LocalServer:
    """A web server with routes; it records what it was asked.

    >>> with LocalServer() as server:
    ...     server.route("/faq", "<h1>FAQ</h1>")
    ...     server.route("/slow", Reply(chunks=[b"a", b"b"], chunk_delay=0.1))
    ...     server.route("/busy", in_turn(Reply(status=503), "fine now"))

    Other paths answer 404. A route ending in "*" takes every path below it.
    """

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.faults: list[BaseException] = []
        self.busiest = 0
        self._busy = 0
        self._routes: dict[tuple[str | None, str], Answering] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._serve, name="local-server", daemon=True)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def route(self, path: str, answer: Answering, *, method: str | None = None) -> str:
        """Answer the path in this way from now on; gives the full address."""
        with self._lock:
            self._routes[method, path] = answer
        return f"{self.url}{path.removesuffix('*')}"

    def asked(self, path: str) -> list[Request]:
        """The requests for one path, in order."""
        with self._lock:
            return [request for request in self.requests if request.path == path]

    def start(self) -> Self:
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop at once, even where an answer is still being delayed."""
        self._closing.set()
        self._server.shutdown()
        self._server.cut()
        self._server.server_close()  # waits for the threads that answer
        self._thread.join(5)

    def check(self) -> None:
        """Raise what went wrong inside a route, so that a test cannot pass over it."""
        if self.faults:
            raise self.faults[0]

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
        if error is None:
            self.check()

    def _serve(self) -> None:
        self._server.serve_forever(poll_interval=0.02)

    def _answer(self, request: Request) -> Reply:
        with self._lock:
            self.requests.append(request)
            answer = self._routed(request)
        given = answer(request) if callable(answer) else answer
        return given if isinstance(given, Reply) else Reply(given)

    def _routed(self, request: Request) -> Answering:
        for method in (request.method, None):
            if (method, request.path) in self._routes:
                return self._routes[method, request.path]
        for (method, path), answer in self._routes.items():
            below = path.endswith("*") and request.path.startswith(path[:-1])
            if below and method in (None, request.method):
                return answer
        return Reply("not found", status=404)


def in_turn(*answers: Answering) -> Callable[[Request], Reply | str | bytes]:
    """A route that gives one answer after the other and stays with the last."""
    left = list(answers)

    def answer(request: Request) -> Reply | str | bytes:
        given = left.pop(0) if len(left) > 1 else left[0]
        return given(request) if callable(given) else given

    return answer


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # so that closing waits for them
    # With the five that is usual twenty clients that come at once lose a second or two: the system
    # drops what does not fit, and they knock again after a while.
    request_queue_size = 128

    def __init__(self, owner: LocalServer) -> None:
        self.owner = owner
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        self.open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        self.open.discard(request)
        super().shutdown_request(request)

    def cut(self) -> None:
        """End the connections that clients keep open for later."""
        for connection in list(self.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Connections that the other side cut are ordinary here; nothing else goes unseen."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def _handle(self) -> None:
        owner = self.server.owner
        with owner._lock:
            owner._busy += 1
            owner.busiest = max(owner.busiest, owner._busy)
        try:
            self._send(owner._answer(self._request()))
        except ConnectionError:
            self.close_connection = True
        except BaseException as error:
            owner.faults.append(error)
            self.close_connection = True
            raise
        finally:
            with owner._lock:
                owner._busy -= 1

    do_GET = do_POST = do_HEAD = do_PUT = do_DELETE = _handle

    def _request(self) -> Request:
        address = urlsplit(self.path)
        length = int(self.headers.get("content-length") or 0)
        return Request(
            method=self.command,
            path=address.path,
            query=parse_qs(address.query),
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self.rfile.read(length),
        )

    def _send(self, reply: Reply) -> None:
        if self._interrupted(reply.delay):
            return
        content, media_type = reply.content()
        if reply.hang_up and not content and reply.chunks is None:
            self.close_connection = True
            return
        self.send_response(reply.status)
        headers = {"Content-Type": media_type} | dict(reply.headers)
        if reply.chunks is not None:
            headers["Transfer-Encoding"] = "chunked"
        else:
            headers.setdefault("Content-Length", str(len(content)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        if reply.chunks is not None:
            self._send_chunks(reply)
        elif reply.hang_up:
            self.wfile.write(content[: len(content) // 2])
            self.close_connection = True
        else:
            self.wfile.write(content)

    def _send_chunks(self, reply: Reply) -> None:
        for chunk in reply.chunks or ():
            if self._interrupted(reply.chunk_delay):
                return
            self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            self.wfile.flush()
        if reply.hang_up:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _interrupted(self, seconds: float) -> bool:
        """Wait; True when the server is closing and nobody needs the answer any more."""
        if seconds and self.server.owner._closing.wait(seconds):
            self.close_connection = True
            return True
        return False

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on stderr."""
