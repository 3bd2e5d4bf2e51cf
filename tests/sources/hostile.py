"""What the hostile tables share: a trap, a watch over every connection made, and one way to fetch."""

import ipaddress
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from core.net import is_public
from sources.fetching import Fetched, FetchError, Limits, Problem, fetch_now
from tests.fakes.raw import RawServer

LIMITS = Limits(body_bytes=100_000, seconds=1.0, wait_seconds=0.6, redirects=3)


class Watch:
    """Every connection that this process tries to make, and every name it asks for.

    Connections to addresses beyond this machine fail at once: no test leaves it. `names` maps names to
    the answers that their resolution gives, one after the other and the last for ever.
    """

    def __init__(self, trap: RawServer) -> None:
        self.trap = trap
        self.tried: list[tuple[str, int]] = []
        self.names: dict[str, list[Sequence[str]]] = {}

    def connecting(self, address: object) -> None:
        if not isinstance(address, tuple):
            return
        host, port = str(address[0]), int(address[1])
        self.tried.append((host, port))
        if not ipaddress.ip_address(host.partition("%")[0]).is_loopback:
            raise OSError("nothing beyond this machine is reached in tests")

    def answer(self, name: str) -> Sequence[str] | None:
        if name not in self.names:
            return None
        answers = self.names[name]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def private(self, allowed: str = "") -> list[str]:
        """The addresses tried that are neither public nor the one allowed host and port."""
        return [
            f"{host}:{port}"
            for host, port in self.tried
            if f"{host}:{port}" != allowed and not is_public(ipaddress.ip_address(host))
        ]


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """Watch every connection; at the end none may have gone to the trap."""
    connect, connect_ex, resolve = (
        socket.socket.connect,
        socket.socket.connect_ex,
        socket.getaddrinfo,
    )
    with RawServer() as trap:
        watch = Watch(trap)

        def watched(self: socket.socket, address: object) -> None:
            watch.connecting(address)
            connect(self, address)

        def watched_ex(self: socket.socket, address: object) -> int:
            watch.connecting(address)
            return connect_ex(self, address)

        def resolved(host: object, port: object, *more: object, **named: object) -> list:
            name = host.decode() if isinstance(host, bytes) else str(host)
            answers = watch.answer(name)
            if answers is None:
                return resolve(host, port, *more, **named)
            return [
                (socket.AF_INET6 if ":" in ip else socket.AF_INET, socket.SOCK_STREAM, 6, "",
                 (ip, port, 0, 0) if ":" in ip else (ip, port))
                for ip in answers
            ]  # fmt: skip

        monkeypatch.setattr(socket.socket, "connect", watched)
        monkeypatch.setattr(socket.socket, "connect_ex", watched_ex)
        monkeypatch.setattr(socket, "getaddrinfo", resolved)
        yield watch
        assert trap.connections == 0


def fetched(url: str, *, allowed: Sequence[str] = (), limits: Limits = LIMITS) -> Fetched:
    """Fetch as a reading does; everything in the tables goes through here."""
    return fetch_now(url, allowed_private=frozenset(allowed), limits=limits)


def refusal(url: str, *, allowed: Sequence[str] = (), limits: Limits = LIMITS) -> Problem:
    """Why the address was not fetched, told in a sentence."""
    with pytest.raises(FetchError) as refused:
        fetched(url, allowed=allowed, limits=limits)
    assert str(refused.value).endswith(".")
    return refused.value.problem
