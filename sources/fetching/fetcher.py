"""Fetching one address safely: checked hosts, followed redirects, limits on bytes and time."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urljoin

import httpx

from core.deadlines import machine_certificates
from core.net import AddressRefused, guarded_async_transport
from sources.fetching.addresses import Address, parse_address
from sources.fetching.bodies import Body, too_large
from sources.fetching.problems import FetchError, Problem
from sources.fetching.validators import NONE, Validators

USER_AGENT: Final = "Caudals/0.1 (reads a site to test its assistant)"
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


@dataclass(frozen=True, slots=True)
class Limits:
    """What one fetch may cost."""

    body_bytes: int = 5_000_000
    seconds: float = 30.0
    wait_seconds: float = 10.0
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it came: where from in the end, what kind of thing it says it is, and its bytes.

    `unchanged` says that the server confirmed the earlier page that it was asked with; no bytes came.
    """

    address: str
    media_type: str
    charset: str
    body: bytes
    validators: Validators = NONE
    unchanged: bool = False


class Fetcher:
    """Fetches addresses over checked connections, which it keeps open until it is closed.

    Several may be fetched at a time, all in the event loop that the fetcher was entered in.
    """

    def __init__(
        self, *, allowed_private: frozenset[str] = frozenset(), limits: Limits | None = None
    ) -> None:
        self._limits = limits or Limits()
        transport = guarded_async_transport(
            allowed_private=allowed_private,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=16),
            certificates=machine_certificates(),
        )
        self._client = httpx.AsyncClient(
            transport=transport,
            trust_env=False,
            # A reader without a memory: pages come as to anybody, and no site fills it.
            cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=())),
            follow_redirects=False,
            timeout=httpx.Timeout(self._limits.wait_seconds),
            headers={
                "User-Agent": USER_AGENT,
                "Accept": "text/html, application/xhtml+xml, text/markdown, text/plain, */*;q=0.1",
                "Accept-Encoding": "gzip, deflate",
            },
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def fetch(
        self,
        url: str,
        *,
        stays: Callable[[Address], bool] | None = None,
        wanted: Callable[[str], bool] | None = None,
        earlier: Callable[[str], Validators] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Fetched:
        """The page at the address, or FetchError.

        `stays` is asked about every redirect's target, `wanted` about the media type before the
        body is loaded, and `earlier` what is known of an address from when it was fetched before.
        `headers` are for the address given and go to no other.
        """
        address = parse_address(url)
        try:
            async with asyncio.timeout(self._limits.seconds):
                for _ in range(self._limits.redirects + 1):
                    step = await self._step(address, wanted, earlier, headers or {})
                    if isinstance(step, Fetched):
                        return step
                    if stays is not None and not stays(step):
                        raise FetchError(Problem.REDIRECTED_AWAY, step.url)
                    address, headers = step, None
        except TimeoutError as error:
            raise FetchError(Problem.TIMEOUT, address.host) from error
        raise FetchError(Problem.REDIRECTS)

    async def _step(
        self,
        address: Address,
        wanted: Callable[[str], bool] | None,
        earlier: Callable[[str], Validators] | None,
        headers: Mapping[str, str],
    ) -> Fetched | Address:
        asked = earlier(address.url) if earlier is not None else NONE
        sent = {**headers, **asked.headers()}
        try:
            async with self._client.stream("GET", address.url, headers=sent) as response:
                if response.status_code in _REDIRECTS and "location" in response.headers:
                    return parse_address(urljoin(address.url, response.headers["location"]))
                return await self._read(address, response, wanted, asked)
        except httpx.TimeoutException as error:
            raise FetchError(Problem.TIMEOUT, address.host) from error
        except httpx.ConnectError as error:
            raise FetchError(_connect_problem(error), address.host) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise FetchError(Problem.BROKEN, address.host) from error
        except ValueError as error:
            # A Location header that is no address.
            raise FetchError(Problem.MALFORMED) from error

    async def _read(
        self,
        address: Address,
        response: httpx.Response,
        wanted: Callable[[str], bool] | None,
        asked: Validators,
    ) -> Fetched:
        if response.status_code >= 300 and response.status_code != httpx.codes.NOT_MODIFIED:
            error = FetchError(Problem.STATUS, _status_line(response), status=response.status_code)
            error.retry_after = _seconds(response.headers.get("retry-after", ""))
            raise error
        media_type, _, parameters = response.headers.get("content-type", "").partition(";")
        media_type, charset = media_type.strip().lower(), _charset(parameters)
        if response.status_code == httpx.codes.NOT_MODIFIED:
            if not asked:
                raise FetchError(Problem.NOT_ASKED, address.host)
            kept = Validators.of(response.headers) or asked
            return Fetched(address.url, media_type, charset, b"", kept, unchanged=True)
        if wanted is not None and not wanted(media_type):
            raise FetchError(Problem.MEDIA_TYPE, media_type[:60] or "something unnamed")
        limit = self._limits.body_bytes
        declared = response.headers.get("content-length", "")
        if declared.isdigit() and int(declared) > limit:
            raise too_large(limit)
        body = Body(coding=response.headers.get("content-encoding", ""), limit=limit)
        async for chunk in response.aiter_raw():
            body.add(chunk)
        kept = Validators.of(response.headers)
        return Fetched(address.url, media_type, charset, body.content(), kept)


def fetch_now(
    url: str,
    *,
    allowed_private: frozenset[str] = frozenset(),
    limits: Limits | None = None,
    **more: Any,
) -> Fetched:
    """One page, for whoever has no event loop; takes what `Fetcher` and its `fetch` take."""

    async def fetch() -> Fetched:
        async with Fetcher(allowed_private=allowed_private, limits=limits) as fetcher:
            return await fetcher.fetch(url, **more)

    return asyncio.run(fetch())


def _status_line(response: httpx.Response) -> str:
    phrase = httpx.codes.get_reason_phrase(response.status_code)
    return f"{response.status_code} {phrase}".strip()


def _charset(parameters: str) -> str:
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")[:40]
    return ""


def _seconds(text: str) -> float | None:
    """What a Retry-After header asks for: seconds, or a moment to wait for."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max((moment - datetime.now(UTC)).total_seconds(), 0.0)


def _connect_problem(error: BaseException) -> Problem:
    """What kept a connection from being made, from the innermost cause that tells."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, AddressRefused):
            return Problem.NOT_PUBLIC
        if isinstance(seen, socket.gaierror):
            return Problem.UNKNOWN_HOST
        if isinstance(seen, ssl.SSLCertVerificationError):
            return Problem.CERTIFICATE
        if isinstance(seen, ssl.SSLError):
            return Problem.BROKEN
        seen = seen.__cause__ or seen.__context__
    return Problem.UNREACHABLE
