"""Which language model is asked, and the one limit on asking it that a process keeps."""

import atexit
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from core.deadlines import DeadlineTransport


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible server and the model to ask there.

    `base_url` ends where "/chat/completions" is added, usually in "/v1". `timeout_s` bounds one
    attempt. ValueError, which never quotes the key, when a value cannot work.
    """

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    concurrency: int = 8
    timeout_s: float = 60.0

    def __post_init__(self) -> None:
        try:
            address = httpx.URL(self.base_url)
        except httpx.InvalidURL:
            raise ValueError("The language model's address cannot be read.") from None
        if address.scheme not in {"http", "https"} or not address.host:
            raise ValueError("The language model's address must begin with http:// or https://.")
        if address.port is not None and not 0 < address.port < 65_536:
            raise ValueError("The port in the language model's address is not a port.")
        if address.userinfo:
            raise ValueError("The language model's address must not hold a user name or password.")
        if not self.model:
            raise ValueError("The name of the language model is missing.")
        if not (self.api_key.isascii() and self.api_key.isprintable() and " " not in self.api_key):
            raise ValueError("The language model's key holds a space or another odd character.")
        if self.concurrency < 1 or self.timeout_s <= 0:
            raise ValueError("The language model's limits must be above zero.")
        object.__setattr__(self, "base_url", self.base_url.rstrip("/"))


class Line:
    """The connection to one address: a client with kept connections, and a count of calls.

    All callers of the process share it, so that the limit is one limit.
    """

    def __init__(self) -> None:
        self.older_schema_form = False  # found out by asking
        self.client = httpx.Client(transport=DeadlineTransport(), follow_redirects=False)
        self._calls = 0
        self._free = threading.Condition()

    @contextmanager
    def place(self, limit: int, until: float) -> Iterator[bool]:
        """Wait for fewer than `limit` calls and count as one; False when `until` comes first."""
        with self._free:
            got = self._free.wait_for(
                lambda: self._calls < limit, timeout=max(0.0, until - time.monotonic())
            )
            self._calls += got
        try:
            yield got
        finally:
            if got:
                with self._free:
                    self._calls -= 1
                    self._free.notify()


_lines: dict[str, Line] = {}
_opening = threading.Lock()


def line_to(endpoint: Endpoint) -> Line:
    """The process's one line to the endpoint's address."""
    with _opening:
        if endpoint.base_url not in _lines:
            _lines[endpoint.base_url] = Line()
        return _lines[endpoint.base_url]


def forget(base_url: str) -> None:
    """Close the line to an address, if there is one. Calls that are under way fail."""
    with _opening:
        line = _lines.pop(base_url.rstrip("/"), None)
    if line is not None:
        line.client.close()


def _close_all() -> None:
    for address in list(_lines):
        forget(address)


def _start_over() -> None:
    """A forked process must not use the connections of its parent."""
    global _lines, _opening
    _lines, _opening = {}, threading.Lock()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_start_over)
