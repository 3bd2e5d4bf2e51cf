"""The pieces a page falls into while it is read, before they have a place in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

QUESTION_LEVEL = 7
TRAILING_WORDS = 5
_SENTENCE_END = re.compile(r"[.!?。？！]\s*$")


class PieceKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"


@dataclass(slots=True)
class Piece:
    """A heading, paragraph, list item or table row.

    `under` names the headings it stands below, outermost first, by their `heading_id`. The shares
    tell how much of the text stands in links (`link`), in links to places on the same page
    (`anchor`) and in small print (`small`). The `level` of an item is its depth in nested lists,
    `page` the page of a PDF it begins on.
    """

    kind: PieceKind
    text: str
    under: tuple[int, ...] = ()
    heading_id: int = 0
    level: int = 0
    asked: bool = False
    list_id: int = 0
    link: float = 0.0
    anchor: float = 0.0
    small: float = 0.0
    page: int = 0

    @property
    def is_heading(self) -> bool:
        return self.kind is PieceKind.HEADING


@dataclass(slots=True)
class Line:
    """Text gathered between two block boundaries, with how much of it is linked, small or code."""

    parts: list[str] = field(default_factory=list)
    linked: int = 0
    anchored: int = 0
    small: int = 0
    coded: int = 0
    links: list[bool] = field(default_factory=list)

    def add(self, text: str, *, link: str | None, small: bool, code: bool) -> None:
        self.parts.append(text)
        self.links.append(link is not None)
        if text.isspace() or (link is None and not small and not code):
            return
        letters = _letters(text)
        # An address to write to or a number to call is what the text says, not where it leads.
        if link is not None and not link.startswith(("mailto:", "tel:")):
            self.linked += letters
            self.anchored += letters if link.startswith("#") else 0
        self.small += letters if small else 0
        self.coded += letters if code else 0

    def add_break(self, mark: str) -> None:
        self.parts.append(mark)
        self.links.append(False)

    def without_trailing_links(self) -> list[str]:
        """The parts without links that follow the last sentence: sources, or "Read more"."""
        if True not in self.links:
            return self.parts
        end = len(self.parts)
        while end and (self.links[end - 1] or not any(map(str.isalnum, self.parts[end - 1]))):
            end -= 1
        trailing = "".join(self.parts[end:])
        whole_before = "".join(self.parts[:end]).rstrip()
        pointer = 0 < len(trailing.split()) <= TRAILING_WORDS and not _SENTENCE_END.search(trailing)
        return self.parts[:end] if pointer and _SENTENCE_END.search(whole_before) else self.parts

    @property
    def chars(self) -> int:
        """How many letters the line has; counted only for lines that hold more than plain text."""
        return sum(map(_letters, self.parts))

    def share(self, counted: int) -> float:
        return counted / self.chars if counted else 0.0


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))
