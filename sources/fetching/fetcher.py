"""Fetching one address safely: checked hosts, followed redirects, limits on bytes and time."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self
from urllib.parse import urljoin

import httpx

from core.deadlines import DeadlineTransport, deadline
from core.net import AddressRefused, GuardedBackend
from sources.fetching.addresses import Address, parse_address
from sources.fetching.bodies import read_body
from sources.fetching.problems import FetchError, Problem

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
    """A page as it came: where from in the end, what kind of thing it says it is, and its bytes."""

    address: str
    media_type: str
    charset: str
    body: bytes
    headers: dict[str, str]


class Fetcher:
    """Fetches addresses over checked connections, which it keeps open until it is closed."""

    def __init__(
        self, *, allowed_private: frozenset[str] = frozenset(), limits: Limits | None = None
    ) -> None:
        self._limits = limits or Limits()
        self._client = httpx.Client(
            transport=DeadlineTransport(keep=4, network=GuardedBackend(allowed_private)),
            trust_env=False,
            follow_redirects=False,
            timeout=httpx.Timeout(self._limits.wait_seconds),
            headers={
                "User-Agent": USER_AGENT,
                "Accept": "text/html, application/xhtml+xml, text/markdown, text/plain, */*;q=0.1",
                "Accept-Encoding": "gzip, deflate",
            },
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def fetch(
        self,
        url: str,
        *,
        stays: Callable[[Address], bool] | None = None,
        wanted: Callable[[str], bool] | None = None,
    ) -> Fetched:
        """The page at the address, or FetchError.

        `stays` is asked about every redirect's target, and `wanted` about the media type before the
        body is loaded.
        """
        address = parse_address(url)
        with deadline(time.monotonic() + self._limits.seconds):
            for _ in range(self._limits.redirects + 1):
                step = self._step(address, wanted)
                if isinstance(step, Fetched):
                    return step
                if stays is not None and not stays(step):
                    raise FetchError(Problem.REDIRECTED_AWAY, step.url)
                address = step
        raise FetchError(Problem.REDIRECTS)

    def _step(self, address: Address, wanted: Callable[[str], bool] | None) -> Fetched | Address:
        try:
            with self._client.stream("GET", address.url) as response:
                if response.status_code in _REDIRECTS and "location" in response.headers:
                    return parse_address(urljoin(address.url, response.headers["location"]))
                return self._read(address, response, wanted)
        except httpx.TimeoutException as error:
            raise FetchError(Problem.TIMEOUT, address.host) from error
        except httpx.ConnectError as error:
            raise FetchError(_connect_problem(error), address.host) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise FetchError(Problem.BROKEN, address.host) from error
        except ValueError as error:
            # A Location header that is no address.
            raise FetchError(Problem.MALFORMED) from error

    def _read(
        self, address: Address, response: httpx.Response, wanted: Callable[[str], bool] | None
    ) -> Fetched:
        if response.status_code >= 400:
            error = FetchError(Problem.STATUS, _status_line(response), status=response.status_code)
            error.retry_after = _seconds(response.headers.get("retry-after", ""))
            raise error
        media_type, _, parameters = response.headers.get("content-type", "").partition(";")
        media_type = media_type.strip().lower()
        if wanted is not None and not wanted(media_type):
            raise FetchError(Problem.MEDIA_TYPE, media_type[:60] or "something unnamed")
        limit = self._limits.body_bytes
        declared = response.headers.get("content-length", "")
        if declared.isdigit() and int(declared) > limit:
            raise FetchError(Problem.TOO_LARGE, f"{limit // 1_000_000} MB")
        coding = response.headers.get("content-encoding", "")
        body = read_body(response.iter_raw(), coding=coding, limit=limit)
        kept = {
            key: response.headers[key]
            for key in ("etag", "last-modified")
            if key in response.headers
        }
        return Fetched(address.url, media_type, _charset(parameters), body, kept)


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
    return float(text) if text.strip().isdigit() else None


def _connect_problem(error: BaseException) -> Problem:
    """What kept a connection from being made, from the innermost cause that tells."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, AddressRefused):
            return Problem.NOT_PUBLIC
        if isinstance(seen, socket.gaierror):
            return Problem.UNKNOWN_HOST
        if isinstance(seen, ssl.SSLError):
            return Problem.CERTIFICATE
        seen = seen.__cause__ or seen.__context__
    return Problem.UNREACHABLE
