"""Opening the containers of Office files and e-books without being drowned by them."""

from __future__ import annotations

import io
import zipfile
from typing import Final

from sources.reading.unreadable import Unread

MOST_PARTS: Final = 10_000
MOST_BYTES: Final = 200_000_000
# A part may unpack to this many times its size; small parts of spaces do so innocently.
RATIO: Final = 200
SMALL: Final = 5_000_000


class Unopened(Exception):
    """The file cannot be read, and why."""

    def __init__(self, why: Unread) -> None:
        super().__init__(why)
        self.why = why


def checked(raw: bytes) -> zipfile.ZipFile:
    """The container, once its parts are known to unpack to a bearable size; Unopened otherwise.

    What the directory says of a size holds: Python's reader gives no byte more than that.
    """
    try:
        container = zipfile.ZipFile(io.BytesIO(raw))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise Unopened(Unread.BROKEN) from None
    parts = container.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
        raise Unopened(Unread.BOMB)
    for part in parts:
        if part.file_size > max(SMALL, part.compress_size * RATIO):
            raise Unopened(Unread.BOMB)
        if part.flag_bits & 0x1:
            raise Unopened(Unread.ENCRYPTED)
    return container
