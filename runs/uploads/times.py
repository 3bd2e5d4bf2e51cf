"""Moments as exports write them: seconds or milliseconds since 1970, or ISO 8601."""

from datetime import UTC, datetime
from typing import Any, Final

# Later than the year 5000 in seconds: then it is milliseconds.
_MILLISECONDS: Final = 1e11


def moment(value: Any) -> float | None:
    """Seconds since 1970; None when the value tells no moment."""
    if isinstance(value, bool) or value in (None, ""):
        return None
    if isinstance(value, str):
        text = value.strip()
        try:
            read = datetime.fromisoformat(text)
        except ValueError:
            try:
                value = float(text)
            except ValueError:
                return None
        else:
            value = (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    if not isinstance(value, int | float):
        return None
    try:
        seconds = float(value) / 1000 if value > _MILLISECONDS else float(value)
    except OverflowError:  # a whole number of hundreds of digits
        return None
    return seconds if 0 < seconds < _MILLISECONDS else None


def as_iso(seconds: float | None) -> str:
    """The moment in words of ISO 8601; "" for None."""
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat()
