"""What reading a document gives: its text, the blocks it consists of, and passages cut from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PassageKind(StrEnum):
    PROSE = "prose"
    FAQ = "faq"
    LIST = "list"
    TABLE = "table"


class BlockKind(StrEnum):
    HEADING = "heading"
    QUESTION = "question"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"


class SkipReason(StrEnum):
    """Why a piece of a page is not part of its text."""

    NAVIGATION = "navigation"
    NOTICE = "notice"
    LINKS = "links"
    CONTENTS = "contents"
    COMMENTS = "comments"
    HIDDEN = "hidden"
    CODE = "code"
    EMPTY_HEADING = "empty_heading"
    FRAGMENT = "fragment"
    SMALL_PRINT = "small_print"
    CITATION = "citation"
    EXCLUDED = "excluded"
    REPEATED = "repeated"
    MARGIN = "margin"
    REVISION = "revision"
    LIMIT = "limit"
    DAMAGED = "damaged"
    COLUMN = "column"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Skipped:
    reason: SkipReason
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """One block of the document's text: `document.text[start:end] == text`.

    `entry` numbers the question-and-answer entry the block belongs to, 0 when it belongs to none.
    `list_id` is shared by the items of one list and the rows of one table, 0 for everything else.
    `page` is the page of a PDF it begins on, counted from 1; 0 where there are no pages.
    """

    kind: BlockKind
    text: str
    start: int
    end: int
    heading_path: tuple[str, ...]
    level: int = 0
    entry: int = 0
    list_id: int = 0
    page: int = 0


@dataclass(frozen=True, slots=True)
class FaqEntry:
    """A question of the document and the place of its answer in the document's text."""

    question: str
    answer: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A part of the document's text that stands on its own.

    `question` is what the passage answers, word for word, and empty unless the kind is FAQ. `page` is
    that of its first block.
    """

    text: str
    start: int
    end: int
    heading_path: tuple[str, ...]
    language: str
    kind: PassageKind
    question: str = ""
    page: int = 0


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """Everything read from one document; each passage is `text[start:end]` of it.

    `needs_browser` says that the page is empty until its programs have run.
    """

    title: str
    text: str
    language: str
    encoding: str
    blocks: tuple[Block, ...]
    faq: tuple[FaqEntry, ...]
    passages: tuple[ReadPassage, ...]
    skipped: tuple[Skipped, ...]
    canonical: str = ""
    links: tuple[str, ...] = ()
    needs_browser: bool = False
