"""Which addresses may be fetched: http and https, without credentials, on public networks."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from sources.fetching.problems import FetchError, Problem

LONGEST = 2000
Ip = ipaddress.IPv4Address | ipaddress.IPv6Address

_PORTS = {"http": 80, "https": 443}
_NUMERIC_HOST = re.compile(r"^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+))*\.?$")
_CONTROL = re.compile(r"[\x00-\x20\x7f]")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_NAT64_LOCAL = ipaddress.IPv6Network("64:ff9b:1::/48")


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


def is_public(ip: Ip) -> bool:
    """Whether an address lies in the public internet, looking into addresses wrapped in others."""
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if inner is None and ip.teredo is not None:
            inner = ip.teredo[1]
        if inner is None and ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if ip in _NAT64_LOCAL or ip.is_site_local:
            return False
    return ip.is_global and not (
        ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback or ip.is_link_local
    )


@dataclass(frozen=True, slots=True)
class Gate:
    """Decides which network addresses a host name may stand for.

    `allowed_private` holds hosts, as `host` or `host:port`, that the operator named as their own.
    """

    allowed_private: frozenset[str] = frozenset()

    def allows_private(self, host: str, port: int) -> bool:
        shown = f"[{host}]" if ":" in host else host
        return bool({host, shown, f"{shown}:{port}"} & self.allowed_private)

    def resolve(self, host: str, port: int) -> list[str]:
        """The network addresses to connect to; FetchError when none may be connected to."""
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise FetchError(Problem.UNKNOWN_HOST, host) from error
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if self.allows_private(host, port):
            return addresses
        public = [text for text in addresses if is_public(ipaddress.ip_address(text.split("%")[0]))]
        if not public:
            raise FetchError(Problem.NOT_PUBLIC, host)
        return public
