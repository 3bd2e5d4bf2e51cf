"""Which addresses may be fetched, by their spelling; `core.net` judges where they lead."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from sources.fetching.problems import FetchError, Problem

LONGEST = 2000

_PORTS = {"http": 80, "https": 443}
_NUMERIC_HOST = re.compile(r"^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+))*\.?$")
_CONTROL = re.compile(r"[\x00-\x20\x7f]")


@dataclass(frozen=True, slots=True)
class Address:
    """A web address in its one spelling: lower-case host, no fragment, no default port."""

    url: str
    scheme: str
    host: str
    port: int

    @property
    def site(self) -> str:
        """Scheme, host and port as they stand at the front of the address."""
        return self.url.split("/", 3)[0] + "//" + self.url.split("/", 3)[2]


def parse_address(text: str) -> Address:
    """The address, checked as far as its spelling tells; FetchError for one that is never read."""
    text = text.strip()
    if len(text) > LONGEST or _CONTROL.search(text):
        raise FetchError(Problem.MALFORMED)
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError as error:
        raise FetchError(Problem.MALFORMED) from error
    if parts.scheme.lower() not in _PORTS:
        raise FetchError(Problem.SCHEME)
    if "@" in parts.netloc:
        raise FetchError(Problem.CREDENTIALS)
    host = _plain_host(host)
    scheme = parts.scheme.lower()
    shown = f"[{host}]" if ":" in host else host
    netloc = shown if port in (None, _PORTS[scheme]) else f"{shown}:{port}"
    url = urlunsplit((scheme, netloc, parts.path or "/", parts.query, ""))
    return Address(url, scheme, host, port or _PORTS[scheme])


def _plain_host(host: str) -> str:
    """The host in ASCII. Numbers are accepted only in their usual spelling."""
    if not host or "%" in host:
        raise FetchError(Problem.MALFORMED)
    if ":" in host:
        try:
            return str(ipaddress.IPv6Address(host))
        except ValueError as error:
            raise FetchError(Problem.MALFORMED) from error
    try:
        ascii_host = host.encode("idna").decode("ascii").lower()
    except UnicodeError as error:
        raise FetchError(Problem.MALFORMED) from error
    if _NUMERIC_HOST.match(ascii_host):
        try:
            return str(ipaddress.IPv4Address(ascii_host))
        except ValueError as error:
            raise FetchError(Problem.NOT_PUBLIC, host) from error
    return ascii_host
