"""Progress of a step, looked up in the records while the step works."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

from pipeline.evaluate.saying import Saying

LOOK_EVERY_SECONDS: Final = 1.0


@contextmanager
def watching(counts: Callable[[], tuple[int, int]], what: str, saying: Saying) -> Iterator[None]:
    """Say (done, total) of the records every now and then for as long as the block lasts."""
    over = threading.Event()
    started = time.monotonic()

    def look() -> None:
        try:
            while not over.wait(LOOK_EVERY_SECONDS):
                done, total = counts()
                if total:
                    saying.progress(done, total, what, started)
        finally:
            connection.close()

    thread = threading.Thread(target=look, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
