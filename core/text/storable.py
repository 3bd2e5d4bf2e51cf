"""Text that a database and an encoder accept."""

import re
from typing import Final

_REFUSED: Final = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """The text with what PostgreSQL and UTF-8 refuse made visible.

    NUL becomes its picture "␀", half of a surrogate pair the replacement character. Where the
    original matters, keep its bytes beside this.
    """
    return _REFUSED.sub(lambda found: "␀" if found[0] == "\x00" else "\ufffd", text)
