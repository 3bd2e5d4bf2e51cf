"""Work that must be written down although the database server is away for a while."""

import logging
import time
from collections.abc import Callable
from subprocess import SubprocessError
from typing import Final, TypeVar

from django.db import InterfaceError, OperationalError, connection

PATIENCE_SECONDS: Final = 600.0
_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0

# The last is the embedded server that cannot be started again, perhaps because it is not yet gone.
AWAY: Final = (OperationalError, InterfaceError, SubprocessError)

T = TypeVar("T")

_log = logging.getLogger(__name__)


def outlasting(
    work: Callable[[], T],
    *,
    patience_s: float = PATIENCE_SECONDS,
    sleep: Callable[[float], None] = time.sleep,
) -> T:
    """Do `work`, again and again while the server is gone, and give what it gives.

    It may have been done already when the connection broke, so it has to be work that may be done
    twice. What the server raises last comes through after `patience_s`; errors that are not about
    the connection do so at once.
    """
    until, pause = time.monotonic() + patience_s, _FIRST_PAUSE
    while True:
        try:
            return work()
        except AWAY as error:
            if connection.in_atomic_block or time.monotonic() + pause > until:
                raise
            _log.warning("The database is away (%s); trying again.", str(error).split("\n")[0])
            connection.close()
        sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE)
