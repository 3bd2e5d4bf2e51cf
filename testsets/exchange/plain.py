"""What a field of any file holds, looked at before anybody knows whose it is."""

import json
from typing import Any


def filled(value: Any) -> bool:
    """Whether anything stands there."""
    return value not in (None, "", [], {}) and not (isinstance(value, str) and not value.strip())


def unpacked(value: Any) -> Any:
    """A value that a table holds as the text of JSON; any other text as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "[", '"'):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
