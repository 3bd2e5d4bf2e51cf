"""Bytes that cannot be read, and what to tell the person who gave them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sources.marking import gettext_noop


class Unread(StrEnum):
    """What the bytes are instead of something to read, or what keeps them from being read."""

    EMPTY = "empty"
    ENCODING = "encoding"
    ENCRYPTED = "encrypted"
    SCANNED = "scanned"
    NO_TEXT = "no_text"
    BROKEN = "broken"
    TOO_LONG = "too_long"
    TOO_LARGE = "too_large"
    BOMB = "bomb"
    OLD_OFFICE = "old_office"
    SLIDES = "slides"
    OPEN_DOCUMENT = "open_document"
    ARCHIVE = "archive"
    PICTURE = "picture"
    RECORDING = "recording"
    PROGRAM = "program"
    DATA = "data"
    BINARY = "binary"


# What "can be read" everywhere a person is told so.
READABLE: Final = gettext_noop(
    "HTML, Markdown, text, PDF, Word, CSV, Excel, EPUB and ZIP can be read."
)

SENTENCES: Final = {
    Unread.EMPTY: gettext_noop("“%(name)s” is empty. Check that it is the right file."),
    Unread.ENCODING: gettext_noop(
        "“%(name)s” is in an encoding that could not be recognised. "
        "Save it as UTF-8 and add it again."
    ),
    Unread.ENCRYPTED: gettext_noop(
        "“%(name)s” is protected with a password. Save it without the password and add it again."
    ),
    Unread.SCANNED: gettext_noop(
        "“%(name)s” holds pictures of its pages and no text. "
        "Run text recognition (OCR) over it and add it again."
    ),
    Unread.NO_TEXT: gettext_noop("“%(name)s” holds no text. Check that it is the right file."),
    Unread.BROKEN: gettext_noop(
        "“%(name)s” is damaged and cannot be opened. Save it anew and add it again."
    ),
    Unread.TOO_LONG: gettext_noop(
        "“%(name)s” takes too long or too much memory to read. "
        "Divide it into smaller files and add those."
    ),
    Unread.TOO_LARGE: gettext_noop("“%(name)s” is too large. Divide it into smaller files."),
    Unread.BOMB: gettext_noop(
        "“%(name)s” unpacks to far more than its size. Unpack it and add the files that matter."
    ),
    Unread.OLD_OFFICE: gettext_noop(
        "“%(name)s” is in an old Office format. Save it as .docx, .xlsx or PDF and add it again."
    ),
    Unread.SLIDES: gettext_noop("“%(name)s” is a presentation. Save it as PDF and add it again."),
    Unread.OPEN_DOCUMENT: gettext_noop(
        "“%(name)s” is in a format that is not read. Save it as .docx, .xlsx or PDF and add it again."
    ),
    Unread.ARCHIVE: gettext_noop(
        "“%(name)s” is a compressed file. Unpack it and add what it holds."
    ),
    Unread.PICTURE: gettext_noop(
        "“%(name)s” is a picture. HTML, Markdown, text, PDF, Word, CSV, Excel, EPUB and ZIP can be read."
    ),
    Unread.RECORDING: gettext_noop(
        "“%(name)s” is a recording. HTML, Markdown, text, PDF, Word, CSV, Excel, EPUB and ZIP can be read."
    ),
    Unread.PROGRAM: gettext_noop(
        "“%(name)s” is a program or a style sheet. "
        "HTML, Markdown, text, PDF, Word, CSV, Excel, EPUB and ZIP can be read."
    ),
    Unread.DATA: gettext_noop(
        "“%(name)s” holds data or settings. "
        "HTML, Markdown, text, PDF, Word, CSV, Excel, EPUB and ZIP can be read."
    ),
    Unread.BINARY: gettext_noop(
        "“%(name)s” is no text at all. "
        "HTML, Markdown, text, PDF, Word, CSV, Excel, EPUB and ZIP can be read."
    ),
}


class Unreadable(Exception):
    """The bytes hold nothing that can be read; the text says what they are and what to do."""

    def __init__(self, why: Unread, *, name: str) -> None:
        super().__init__(SENTENCES[why] % {"name": name})
        self.why = why
        self.name = name
