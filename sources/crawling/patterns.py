"""Which addresses of a site somebody wants read, and which not.

A pattern is held against the path of an address and the query behind it, from the first character
to the last: `/help/*` is all below that folder, `*.pdf` every PDF, `/news` that one page, `*sort=*`
what is sorted somehow. `*` stands for any characters or none; every other character stands for
itself, percent-encoded or not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import unquote, urlsplit

from sources.marking import gettext_noop

LONGEST: Final = 300
MOST: Final = 50
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


class Fault(StrEnum):
    EMPTY = "empty"
    OPENING = "opening"
    FRAGMENT = "fragment"
    LONG = "long"
    CONTROL = "control"


SENTENCES: Final = {
    Fault.EMPTY: gettext_noop("A pattern needs at least one character."),
    Fault.OPENING: gettext_noop(
        "“%(pattern)s” must begin with / or *, such as /help/* for everything below that folder."
    ),
    Fault.FRAGMENT: gettext_noop(
        "“%(pattern)s” contains #. What follows it is no part of the address of a page."
    ),
    Fault.LONG: gettext_noop("“%(pattern)s…” is longer than 300 characters."),
    Fault.CONTROL: gettext_noop("“%(pattern)s” contains a character that no address has."),
}


class BadPattern(ValueError):
    """A pattern that can match no address, with the fault that makes it a sentence."""

    def __init__(self, fault: Fault, pattern: str) -> None:
        super().__init__(SENTENCES[fault] % {"pattern": pattern})
        self.fault = fault
        self.pattern = pattern


def check(pattern: str) -> None:
    """BadPattern, with a sentence, for one that can match no address."""
    if not pattern:
        raise BadPattern(Fault.EMPTY, pattern)
    if len(pattern) > LONGEST:
        raise BadPattern(Fault.LONG, pattern[:40])
    if _CONTROL.search(pattern):
        raise BadPattern(Fault.CONTROL, _CONTROL.sub("␦", pattern))
    if not pattern.startswith(("/", "*")):
        raise BadPattern(Fault.OPENING, pattern)
    if "#" in pattern:
        raise BadPattern(Fault.FRAGMENT, pattern)


def matches(pattern: str, url: str) -> bool:
    """Whether an address is one of those that the pattern stands for."""
    return _fits(unquote(pattern).split("*"), _compared(url))


@dataclass(frozen=True, slots=True)
class Patterns:
    """What a source includes, all where nothing is named, and what it excludes even of that."""

    include: Sequence[str] = ()
    exclude: Sequence[str] = ()

    def barring(self, url: str) -> str | None:
        """None for a wanted address; else the pattern that excludes it, "" where none includes it."""
        for pattern in self.exclude:
            if matches(pattern, url):
                return pattern
        if self.include and not any(matches(pattern, url) for pattern in self.include):
            return ""
        return None


def _compared(url: str) -> str:
    parts = urlsplit(url)
    return unquote(f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/")


def _fits(parts: list[str], text: str) -> bool:
    """Whether the parts stand in the text one after another, the outer ones at its ends.

    The first place for each part is as good as any later one, so no pattern takes long.
    """
    first, *middle = parts
    if not middle:
        return text == first
    last = middle.pop()
    if not text.startswith(first) or len(text) < len(first) + len(last) or not text.endswith(last):
        return False
    place, end = len(first), len(text) - len(last)
    for part in middle:
        found = text.find(part, place, end)
        if found < 0:
            return False
        place = found + len(part)
    return True
