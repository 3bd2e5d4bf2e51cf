"""Which kind of document some bytes are: by their content first, then by name and media type."""

from __future__ import annotations

import io
import re
import zipfile
from enum import StrEnum
from typing import Final

from sources.reading.unreadable import Unread, Unreadable
from sources.reading.wide import wide_encoding


class FileKind(StrEnum):
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"
    PDF = "pdf"
    WORD = "word"
    WORKBOOK = "workbook"
    TABLE = "table"
    EPUB = "epub"
    ARCHIVE = "archive"


_OFFICE = "application/vnd.openxmlformats-officedocument."
_ENDINGS = {
    **dict.fromkeys(("html", "htm", "xhtml", "xht", "shtml"), FileKind.HTML),
    **dict.fromkeys(("md", "markdown", "mdown", "mkd"), FileKind.MARKDOWN),
    **dict.fromkeys(("txt", "text"), FileKind.TEXT),
    **dict.fromkeys(("csv", "tsv", "tab"), FileKind.TABLE),
}
_MEDIA_TYPES = {
    "text/html": FileKind.HTML,
    "application/xhtml+xml": FileKind.HTML,
    "text/markdown": FileKind.MARKDOWN,
    "text/x-markdown": FileKind.MARKDOWN,
    "text/plain": FileKind.TEXT,
    "text/csv": FileKind.TABLE,
    "text/tab-separated-values": FileKind.TABLE,
}
# What a walk over a site may fetch to read; an archive is no page of one.
READABLE_MEDIA_TYPES: Final = frozenset(_MEDIA_TYPES) | {
    "application/pdf",
    "application/x-pdf",
    "application/csv",
    "application/epub+zip",
    f"{_OFFICE}wordprocessingml.document",
    f"{_OFFICE}spreadsheetml.sheet",
}
_MAGIC = (
    (b"\x89PNG", Unread.PICTURE),
    (b"\xff\xd8\xff", Unread.PICTURE),
    (b"GIF8", Unread.PICTURE),
    (b"II*\x00", Unread.PICTURE),
    (b"MM\x00*", Unread.PICTURE),
    (b"RIFF", Unread.RECORDING),
    (b"\x1f\x8b", Unread.ARCHIVE),
    (b"BZh", Unread.ARCHIVE),
    (b"7z\xbc\xaf", Unread.ARCHIVE),
    (b"Rar!", Unread.ARCHIVE),
    (b"\xfd7zXZ", Unread.ARCHIVE),
    (b"\x7fELF", Unread.PROGRAM),
    (b"MZ", Unread.PROGRAM),
    (b"{\\rtf", Unread.OPEN_DOCUMENT),
    (b"ID3", Unread.RECORDING),
    (b"OggS", Unread.RECORDING),
    (b"wOF", Unread.PROGRAM),
)
# Text all the same, but nothing that people read as a page.
_NOT_PAGES = {
    **dict.fromkeys(("json", "jsonl", "xml", "map"), Unread.DATA),
    **dict.fromkeys(("rss", "atom"), Unread.DATA),
    **dict.fromkeys(("yaml", "yml", "toml", "ini", "cfg", "conf"), Unread.DATA),
    **dict.fromkeys(("js", "mjs", "ts", "py", "rb", "php", "sh", "sql"), Unread.PROGRAM),
    **dict.fromkeys(("css", "scss"), Unread.PROGRAM),
    **dict.fromkeys(("svg",), Unread.PICTURE),
    **dict.fromkeys(("log",), Unread.DATA),
}
_HTML_OPENING = re.compile(rb"<(?:!doctype\s+html|html|head|body)[\s>]", re.IGNORECASE)
_HTML_TAGS = re.compile(rb"</(?:p|div|li|h[1-6]|a|td|span)>", re.IGNORECASE)
_CONTROL = bytes(set(range(0x20)) - {0x09, 0x0A, 0x0C, 0x0D, 0x1B})
_OLE = b"\xd0\xcf\x11\xe0"
# Every PDF reader looks for the mark a little way in: mailers and servers put lines before it.
_PDF_WITHIN = 1024


def kind_of(raw: bytes, *, name: str, media_type: str | None = None) -> FileKind:
    """How to read the bytes; Unreadable, saying what they are, when there is nothing to read."""
    if not raw.strip():
        raise Unreadable(Unread.EMPTY, name=name)
    if b"%PDF-" in raw[:_PDF_WITHIN]:
        return FileKind.PDF
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _packed_kind(raw, name)
    if raw.startswith(_OLE):
        raise Unreadable(_compound_kind(raw), name=name)
    for magic, what in _MAGIC:
        if raw.startswith(magic) and (len(magic) > 2 or _is_binary(raw)):
            raise Unreadable(what, name=name)
    endings = name.rsplit("/", 1)[-1].lower().split(".")[1:]
    if endings and endings[-1] in _NOT_PAGES:
        raise Unreadable(_NOT_PAGES[endings[-1]], name=name)
    if _is_binary(raw):
        raise Unreadable(Unread.BINARY, name=name)
    if endings and _ENDINGS.get(endings[-1]) is FileKind.TABLE:
        return FileKind.TABLE
    if _HTML_OPENING.search(_ascii_head(raw)):
        return FileKind.HTML
    # A second ending is a language or an encoding: "page.html.de", "page.html.ko.euc-kr".
    for ending in endings:
        if ending in _ENDINGS:
            return _ENDINGS[ending]
    declared = (media_type or "").partition(";")[0].strip().lower()
    if declared in _MEDIA_TYPES:
        return _MEDIA_TYPES[declared]
    return FileKind.HTML if len(_HTML_TAGS.findall(raw[:20_000])) >= 3 else FileKind.TEXT


def _packed_kind(raw: bytes, name: str) -> FileKind:
    """What a ZIP container holds."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as container:
            names = set(container.namelist())
            mimetype = container.infolist()[0] if names else None
            said = b""
            if mimetype is not None and mimetype.filename == "mimetype":
                with container.open(mimetype) as file:
                    said = file.read(100)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, RuntimeError, OSError, EOFError):
        raise Unreadable(Unread.BROKEN, name=name) from None
    if said.startswith(b"application/epub"):
        return FileKind.EPUB
    if said.startswith(b"application/vnd.oasis") or "Index/Document.iwa" in names:
        raise Unreadable(Unread.OPEN_DOCUMENT, name=name)
    if "word/document.xml" in names or "word/document2.xml" in names:
        return FileKind.WORD
    if "xl/workbook.xml" in names:
        return FileKind.WORKBOOK
    if "ppt/presentation.xml" in names:
        raise Unreadable(Unread.SLIDES, name=name)
    if "xl/workbook.bin" in names:
        raise Unreadable(Unread.OLD_OFFICE, name=name)
    return FileKind.ARCHIVE


def _compound_kind(raw: bytes) -> Unread:
    """Old Office files and protected new ones share a container; its folders tell them apart."""
    if "EncryptedPackage".encode("utf-16-le") in raw:
        return Unread.ENCRYPTED
    slides = "PowerPoint Document".encode("utf-16-le") in raw
    return Unread.SLIDES if slides else Unread.OLD_OFFICE


def _ascii_head(raw: bytes) -> bytes:
    """The beginning without zero bytes, so that UTF-16 shows its tags."""
    return raw[:4096].replace(b"\x00", b"")


def _is_binary(raw: bytes) -> bool:
    head = raw[:8192]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or wide_encoding(head):
        return False
    if b"\x00" in head and head.count(0) * 100 > len(head):
        return True
    controls = len(head) - len(head.translate(None, _CONTROL))
    return controls * 50 > len(head)
