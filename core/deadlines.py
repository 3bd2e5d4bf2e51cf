"""HTTP that ends in time, however slowly the other side sends.

Timeouts of HTTP clients count from one piece of data to the next, so a server that sends a byte
now and then is waited for without end. Here every wait is also bounded by a moment.
"""

import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final, cast

import httpcore
import httpx

_until: ContextVar[float | None] = ContextVar("deadline", default=None)


@contextmanager
def deadline(moment: float) -> Iterator[None]:
    """Within the block this thread's requests over a `DeadlineTransport` end by `moment`.

    The moment is one of `time.monotonic()`. What is not done by then ends as the timeout that
    httpx raises for it. Blocks nest; the earliest moment counts.
    """
    outer = _until.get()
    token = _until.set(moment if outer is None else min(outer, moment))
    try:
        yield
    finally:
        _until.reset(token)


@cache
def machine_certificates() -> ssl.SSLContext:
    """The authorities that the machine trusts; reading them takes longer than many a fetch."""
    return ssl.create_default_context()


class DeadlineTransport(httpx.BaseTransport):
    """A transport for `httpx.Client` that keeps to the deadline of the block it is used in.

    Connections are kept and shared between threads. Proxies named in the environment are not used.
    Looking up a host name is left to the operating system and is not cut short.
    """

    def __init__(self) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=machine_certificates(),
            max_connections=None,
            max_keepalive_connections=20,
            keepalive_expiry=15,
            network_backend=_DeadlineBackend(),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        core_request = httpcore.Request(
            method=request.method,
            url=httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            content=cast("Iterable[bytes]", request.stream),
            extensions=request.extensions,
        )
        with _httpx_errors():
            response = self._pool.handle_request(core_request)
        return httpx.Response(
            status_code=response.status,
            headers=response.headers,
            stream=_Body(response),
            extensions=response.extensions,
        )

    def close(self) -> None:
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        with _httpx_errors():
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


class _DeadlineBackend(httpcore.NetworkBackend):
    def __init__(self) -> None:
        self._network = httpcore.SyncBackend()

    def connect_tcp(self, *args: Any, **kwargs: Any) -> httpcore.NetworkStream:
        kwargs["timeout"] = _within(kwargs.get("timeout"), httpcore.ConnectTimeout)
        try:
            return _DeadlineStream(self._network.connect_tcp(*args, **kwargs))
        except (UnicodeError, OverflowError) as error:  # no host or port that could exist
            raise httpcore.ConnectError(str(error)) from error


class _DeadlineStream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _within(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _within(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        within = _within(timeout, httpcore.ConnectTimeout)
        return _DeadlineStream(self._stream.start_tls(ssl_context, server_hostname, within))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _within(timeout: float | None, late: type[httpcore.TimeoutException]) -> float | None:
    """The timeout, shortened to what is left of this thread's deadline."""
    moment = _until.get()
    if moment is None:
        return timeout
    left = moment - time.monotonic()
    if left <= 0:
        raise late("the deadline has passed")
    return left if timeout is None else min(timeout, left)


# The most particular first: the errors of httpcore form a tree.
_ERRORS: Final[tuple[tuple[type[Exception], type[httpx.TransportError]], ...]] = (
    (httpcore.ConnectTimeout, httpx.ConnectTimeout),
    (httpcore.ReadTimeout, httpx.ReadTimeout),
    (httpcore.WriteTimeout, httpx.WriteTimeout),
    (httpcore.PoolTimeout, httpx.PoolTimeout),
    (httpcore.TimeoutException, httpx.TimeoutException),
    (httpcore.ConnectError, httpx.ConnectError),
    (httpcore.ReadError, httpx.ReadError),
    (httpcore.WriteError, httpx.WriteError),
    (httpcore.NetworkError, httpx.NetworkError),
    (httpcore.UnsupportedProtocol, httpx.UnsupportedProtocol),
    (httpcore.LocalProtocolError, httpx.LocalProtocolError),
    (httpcore.RemoteProtocolError, httpx.RemoteProtocolError),
    (httpcore.ProtocolError, httpx.ProtocolError),
)


@contextmanager
def _httpx_errors() -> Iterator[None]:
    try:
        yield
    except tuple(core for core, _ in _ERRORS) as error:
        kind = next(ours for core, ours in _ERRORS if isinstance(error, core))
        raise kind(str(error) or type(error).__name__) from error
