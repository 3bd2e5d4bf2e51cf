"""Looking up host names in time: the system's resolver knows no deadline of its own."""

import threading
from collections.abc import Collection
from concurrent.futures import Future
from typing import Final

from core.net.addresses import checked_addresses

LOOKUP_SECONDS: Final = 10.0


def begin_lookup(host: str, port: int, allowed_private: Collection[str]) -> Future[list[str]]:
    """The future of `checked_addresses`, for whoever waits no longer than it wants to.

    Each look-up has a thread of its own, which a resolver that hangs keeps from nothing else, the end
    of the process included.
    """
    found: Future[list[str]] = Future()

    def look_up() -> None:
        try:
            addresses = checked_addresses(host, port, allowed_private=allowed_private)
        except BaseException as error:
            outcome: list[str] | BaseException = error
        else:
            outcome = addresses
        if not found.set_running_or_notify_cancel():
            return
        if isinstance(outcome, BaseException):
            found.set_exception(outcome)
        else:
            found.set_result(outcome)

    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    return found


def lookup_seconds(timeout: float | None) -> float:
    """How long a look-up may take where connecting may take `timeout`."""
    return LOOKUP_SECONDS if timeout is None else min(timeout, LOOKUP_SECONDS)
