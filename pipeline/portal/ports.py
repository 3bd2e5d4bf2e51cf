"""Ports on this machine."""

import json
import socket
from contextlib import suppress
from pathlib import Path

from django.core.management.base import CommandError


def refuse_taken_port(host: str, port: int) -> None:
    """CommandError, with what to do, when something else listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CommandError(
                f"Port {port} on {host} can't be used ({error}). Choose another: PORT=8010 make run."
            ) from None


def free_port(wanted: int) -> int:
    """`wanted` if it is free on this machine, else any that is."""
    for number in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", number))
            except (OSError, OverflowError):
                continue
            return int(probe.getsockname()[1])
    raise CommandError("No free port on this machine.")


def remembered_ports(file: Path, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Free ports, the same as last time where possible; stored evidence names addresses with them."""
    with suppress(FileNotFoundError, ValueError, TypeError):
        wanted = tuple(int(number) for number in json.loads(file.read_text(encoding="ascii")))
    found = tuple(free_port(number) for number in wanted)
    file.write_text(json.dumps(found), encoding="ascii")
    return found
