"""httpx transports that resolve a host once, judge its addresses, and connect to one of those.

Checking a URL before handing it to a client is not enough: the name may resolve differently the
second time. Here the check and the connection use the same address; the Host header and the name for
TLS stay those of the URL.
"""

import asyncio
import ssl
from collections.abc import Collection, Iterable
from typing import Any

import httpcore
import httpx

from core.net.addresses import AddressRefused
from core.net.lookups import begin_lookup, lookup_seconds


class _GuardedBackend(httpcore.NetworkBackend):
    """Connects to checked addresses only; what it refuses is the cause of its ConnectError."""

    def __init__(self, allowed_private: Collection[str]) -> None:
        self._allowed = frozenset(allowed_private)
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        begun = begin_lookup(host, port, self._allowed)
        try:
            addresses = begun.result(lookup_seconds(timeout))
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(_too_long(host)) from error
        except OSError as error:
            raise httpcore.ConnectError(_words(host, error)) from error
        failure: httpcore.ConnectError | None = None
        for address in addresses:
            try:
                return self._inner.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except httpcore.ConnectError as error:
                failure = error
        raise failure or httpcore.ConnectError(f"{host} has no address")


class _GuardedAsyncBackend(httpcore.AsyncNetworkBackend):
    def __init__(self, allowed_private: Collection[str]) -> None:
        self._allowed = frozenset(allowed_private)
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            addresses = await guarded_addresses(host, port, self._allowed, timeout)
        except httpx.ConnectTimeout as error:
            raise httpcore.ConnectTimeout(str(error)) from error.__cause__
        except httpx.ConnectError as error:
            raise httpcore.ConnectError(str(error)) from error.__cause__
        failure: httpcore.ConnectError | None = None
        for address in addresses:
            try:
                return await self._inner.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except httpcore.ConnectError as error:
                failure = error
        raise failure or httpcore.ConnectError(f"{host} has no address")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def guarded_addresses(
    host: str, port: int, allowed_private: Collection[str], timeout: float | None
) -> list[str]:
    """The addresses of a host that may be connected to.

    httpx.ConnectTimeout when looking it up takes longer than `timeout`, httpx.ConnectError with a
    sentence when it is not known or one of its addresses is not public.
    """
    begun = begin_lookup(host, port, allowed_private)
    try:
        async with asyncio.timeout(lookup_seconds(timeout)):
            return await asyncio.wrap_future(begun)
    except TimeoutError as error:
        raise httpx.ConnectTimeout(_too_long(host)) from error
    except OSError as error:
        raise httpx.ConnectError(_words(host, error)) from error


def _too_long(host: str) -> str:
    return f"looking up the name {host} takes too long"


def _words(host: str, error: OSError) -> str:
    if isinstance(error, AddressRefused):
        return str(error)
    return f"the name {host} is not known ({error.strerror or error})"


def guarded_transport(
    *, allowed_private: Collection[str] = (), limits: httpx.Limits | None = None
) -> httpx.HTTPTransport:
    """A transport that reaches public addresses and the hosts in `allowed_private` ("name" or "name:port").

    A refused address surfaces as httpx.ConnectError with a sentence.
    """
    transport = httpx.HTTPTransport(limits=limits or httpx.Limits(), trust_env=False)
    # httpx offers no parameter for this; the attribute is httpcore's own, public in its constructor.
    transport._pool._network_backend = _GuardedBackend(allowed_private)
    return transport


def guarded_async_transport(
    *,
    allowed_private: Collection[str] = (),
    limits: httpx.Limits | None = None,
    certificates: ssl.SSLContext | None = None,
) -> httpx.AsyncHTTPTransport:
    """The asynchronous twin of `guarded_transport`; `certificates` are the authorities it trusts."""
    transport = httpx.AsyncHTTPTransport(
        verify=certificates or True, limits=limits or httpx.Limits(), trust_env=False
    )
    transport._pool._network_backend = _GuardedAsyncBackend(allowed_private)
    return transport
