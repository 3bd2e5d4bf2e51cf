"""Connections that are checked where they are made.

The host name is resolved once, the result is checked, and the connection goes to that very
address; the name stays in the Host header and in TLS. So nothing that resolves differently a moment
later, and no redirect, reaches an address that was not looked at. Every wait ends at the deadline
of the request in hand, however slowly a server sends.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable, Iterator
from typing import Any, cast

import httpcore
import httpx

from sources.fetching.addresses import Gate

MOST_ATTEMPTS = 3


class CheckedTransport(httpx.BaseTransport):
    """Carries requests over checked connections; `deadline` is a reading of the monotonic clock."""

    def __init__(self, gate: Gate) -> None:
        self._backend = _CheckedBackend(gate)
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=8,
            keepalive_expiry=5.0,
            network_backend=self._backend,
        )

    def set_deadline(self, deadline: float) -> None:
        self._backend.deadline = deadline

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._pool.handle_request(
            httpcore.Request(
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
        )
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
        yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


class _CheckedBackend(httpcore.NetworkBackend):
    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._inner = httpcore.SyncBackend()
        self.deadline = float("inf")

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectError(host)
        for address in self._gate.resolve(host, port)[:MOST_ATTEMPTS]:
            try:
                stream = self._inner.connect_tcp(
                    address, port, self.time_left(timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _TimedStream(stream, self)
        raise failure

    def time_left(self, timeout: float | None) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("deadline")
        return left if timeout is None else min(left, timeout)


class _TimedStream(httpcore.NetworkStream):
    """A connection whose every wait is cut to what is left of the request's time."""

    def __init__(self, inner: httpcore.NetworkStream, backend: _CheckedBackend) -> None:
        self._inner = inner
        self._backend = backend

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._backend.time_left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._backend.time_left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        left = self._backend.time_left(timeout)
        secured = self._inner.start_tls(ssl_context, server_hostname, left)
        return _TimedStream(secured, self._backend)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
