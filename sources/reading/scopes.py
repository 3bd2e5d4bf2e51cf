"""Which headings hold where: each up to the next of its rank, or to the end of its part."""

from __future__ import annotations

from dataclasses import dataclass

_CLOSES_SECTION = frozenset(("section", "article", "aside", "blockquote", "table"))
_CLOSES_QUESTION = frozenset(("div", "li", "td", "ul", "ol"))


@dataclass(slots=True)
class Heading:
    """A heading whose scope is open. `depth` is that of the element that its scope ends with."""

    heading_id: int
    level: int
    depth: int
    asked: bool
    filled: bool = False


class Scopes:
    """The headings open at one place of a page, outermost first."""

    def __init__(self) -> None:
        self._open: list[Heading] = []

    def under(self) -> tuple[int, ...]:
        return tuple(heading.heading_id for heading in self._open)

    def fill(self) -> None:
        """Note that text stands below every open heading."""
        for heading in self._open:
            heading.filled = True

    def any_inside(self, depth: int) -> bool:
        return any(heading.depth >= depth for heading in self._open)

    def level(self) -> int:
        """The rank of the innermost open heading; 0 when none is open."""
        return self._open[-1].level if self._open else 0

    def any_of(self, level: int) -> bool:
        return any(heading.level == level for heading in self._open)

    def open(self, heading: Heading) -> None:
        """Open a heading; it ends those of its own and lower ranks."""
        while self._open and self._open[-1].level >= heading.level:
            self._open.pop()
        self._open.append(heading)

    def close(self, tag: str, depth: int) -> None:
        """End the headings that an element of this depth takes along; others rise to its parent."""
        kept: list[Heading] = []
        for heading in self._open:
            if heading.depth >= depth:
                if _ends_with(tag, heading):
                    break
                heading.depth = depth - 1
            kept.append(heading)
        self._open = kept


def _ends_with(tag: str, heading: Heading) -> bool:
    """An entry ends what was opened in it, a section what already has text, a div a question."""
    if heading.level == 1 or (tag != "entry" and not heading.filled):
        return False
    if tag == "entry" or tag in _CLOSES_SECTION:
        return True
    return tag in _CLOSES_QUESTION and heading.asked
