"""Which addresses may be fetched, by their spelling; `core.net` judges where they lead."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from sources.fetching.problems import FetchError, Problem

LONGEST = 2000
LONGEST_NAME = 253

_PORTS = {"http": 80, "https": 443}
_NUMERIC_HOST = re.compile(r"^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+))*\.?$")
_CONTROL = re.compile(r"[\x00-\x20\x7f\ud800-\udfff]")
_NAME = re.compile(r"^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$")
_BRACKETED = re.compile(r"^\[[0-9a-fA-F:.]*:[0-9a-fA-F:.]*\](?::\d*)?$")
# Ports of services that would take a request of ours for commands of theirs: those that browsers
# refuse (the Fetch standard's list).
_REFUSED_PORTS = frozenset(
    (
        0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87,
        95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143,
        161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556,
        563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190,
        5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    )
)  # fmt: skip


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
    if "[" in parts.netloc and not _BRACKETED.match(parts.netloc):
        raise FetchError(Problem.MALFORMED)
    host = _plain_host(host)
    if port in _REFUSED_PORTS:
        raise FetchError(Problem.PORT, str(port))
    scheme = parts.scheme.lower()
    shown = f"[{host}]" if ":" in host else host
    netloc = shown if port in (None, _PORTS[scheme]) else f"{shown}:{port}"
    url = urlunsplit((scheme, netloc, parts.path or "/", parts.query, ""))
    return Address(url, scheme, host, port or _PORTS[scheme])


def _plain_host(host: str) -> str:
    """The host in ASCII. Numbers are accepted only in their usual spelling."""
    if ":" in host and "%" not in host:
        try:
            return str(ipaddress.IPv6Address(host))
        except ValueError as error:
            raise FetchError(Problem.MALFORMED) from error
    try:
        ascii_host = host.encode("idna").decode("ascii").lower()
    except UnicodeError as error:
        raise FetchError(Problem.MALFORMED) from error
    if len(ascii_host) > LONGEST_NAME or not _NAME.match(ascii_host):
        raise FetchError(Problem.MALFORMED)
    if _NUMERIC_HOST.match(ascii_host):
        try:
            return str(ipaddress.IPv4Address(ascii_host))
        except ValueError as error:
            raise FetchError(Problem.NOT_PUBLIC, host) from error
    return ascii_host
