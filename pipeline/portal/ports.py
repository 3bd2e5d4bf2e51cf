"""Ports on this machine."""

import socket

from django.core.management.base import CommandError


def refuse_taken_port(host: str, port: int) -> None:
    """CommandError, with what to do, when something else listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CommandError(
                f"Port {port} on {host} can't be used ({error}). Choose another with --port."
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
