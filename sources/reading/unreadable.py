"""Bytes that cannot be read, and what to tell the person who gave them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sources.marking import gettext_noop


class Unread(StrEnum):
    """What the bytes are instead of a page or a text."""

    EMPTY = "empty"
    ENCODING = "encoding"
    PDF = "pdf"
    OFFICE = "office"
    ARCHIVE = "archive"
    PICTURE = "picture"
    RECORDING = "recording"
    PROGRAM = "program"
    TABLE = "table"
    DATA = "data"
    BINARY = "binary"


SENTENCES: Final = {
    Unread.EMPTY: gettext_noop("“%(name)s” is empty. Check that it is the right file."),
    Unread.ENCODING: gettext_noop(
        "“%(name)s” is in an encoding that could not be recognised. "
        "Save it as UTF-8 and add it again."
    ),
    Unread.PDF: gettext_noop(
        "“%(name)s” is a PDF document. HTML, Markdown and plain text can be read."
    ),
    Unread.OFFICE: gettext_noop(
        "“%(name)s” is an Office document or an archive. HTML, Markdown and plain text can be read."
    ),
    Unread.ARCHIVE: gettext_noop(
        "“%(name)s” is a compressed file. HTML, Markdown and plain text can be read."
    ),
    Unread.PICTURE: gettext_noop(
        "“%(name)s” is a picture. HTML, Markdown and plain text can be read."
    ),
    Unread.RECORDING: gettext_noop(
        "“%(name)s” is a recording. HTML, Markdown and plain text can be read."
    ),
    Unread.PROGRAM: gettext_noop(
        "“%(name)s” is a program or a style sheet. HTML, Markdown and plain text can be read."
    ),
    Unread.TABLE: gettext_noop("“%(name)s” is a table. HTML, Markdown and plain text can be read."),
    Unread.DATA: gettext_noop(
        "“%(name)s” holds data or settings. HTML, Markdown and plain text can be read."
    ),
    Unread.BINARY: gettext_noop(
        "“%(name)s” is no text at all. HTML, Markdown and plain text can be read."
    ),
}


class Unreadable(Exception):
    """The bytes hold nothing that can be read; the text says what they are and what to do."""

    def __init__(self, why: Unread, *, name: str) -> None:
        super().__init__(SENTENCES[why] % {"name": name})
        self.why = why
        self.name = name
