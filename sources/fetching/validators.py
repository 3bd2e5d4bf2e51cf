"""What a server gives with a page to be asked with the next time: whether the page has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

LONGEST_TAG: Final = 300
LONGEST_DATE: Final = 80


@dataclass(frozen=True, slots=True)
class Validators:
    """The ETag and Last-Modified headers of a page, "" for one that did not come; false without any."""

    etag: str = ""
    last_modified: str = ""

    @classmethod
    def of(cls, headers: Mapping[str, str]) -> Self:
        """Those of a response; one that cannot be sent back as it came is left away."""
        return cls(
            _sendable(headers.get("etag", ""), LONGEST_TAG),
            _sendable(headers.get("last-modified", ""), LONGEST_DATE),
        )

    def __bool__(self) -> bool:
        return bool(self.etag or self.last_modified)

    def headers(self) -> dict[str, str]:
        """The headers to ask with."""
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in asked.items() if value}


NONE: Final = Validators()


def _sendable(value: str, longest: int) -> str:
    value = value.strip()
    return value if len(value) <= longest and value.isascii() and value.isprintable() else ""
