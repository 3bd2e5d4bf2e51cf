"""Which kind of document some bytes are: by their content first, then by name and media type."""

from __future__ import annotations

import re
from enum import StrEnum

from sources.reading.unreadable import Unread, Unreadable


class FileKind(StrEnum):
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"


_ENDINGS = {
    **dict.fromkeys(("html", "htm", "xhtml", "xht", "shtml"), FileKind.HTML),
    **dict.fromkeys(("md", "markdown", "mdown", "mkd"), FileKind.MARKDOWN),
    **dict.fromkeys(("txt", "text"), FileKind.TEXT),
}
_MEDIA_TYPES = {
    "text/html": FileKind.HTML,
    "application/xhtml+xml": FileKind.HTML,
    "text/markdown": FileKind.MARKDOWN,
    "text/x-markdown": FileKind.MARKDOWN,
    "text/plain": FileKind.TEXT,
}
_MAGIC = (
    (b"%PDF-", Unread.PDF),
    (b"PK\x03\x04", Unread.OFFICE),
    (b"\xd0\xcf\x11\xe0", Unread.OFFICE),
    (b"\x89PNG", Unread.PICTURE),
    (b"\xff\xd8\xff", Unread.PICTURE),
    (b"GIF8", Unread.PICTURE),
    (b"RIFF", Unread.RECORDING),
    (b"\x1f\x8b", Unread.ARCHIVE),
    (b"BZh", Unread.ARCHIVE),
    (b"7z\xbc\xaf", Unread.ARCHIVE),
    (b"\x7fELF", Unread.PROGRAM),
    (b"MZ", Unread.PROGRAM),
    (b"{\\rtf", Unread.OFFICE),
    (b"ID3", Unread.RECORDING),
    (b"OggS", Unread.RECORDING),
    (b"wOF", Unread.PROGRAM),
)
# Text all the same, but nothing that people read as a page.
_NOT_PAGES = {
    **dict.fromkeys(("csv", "tsv"), Unread.TABLE),
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


def kind_of(raw: bytes, *, name: str, media_type: str | None = None) -> FileKind:
    """How to read the bytes; Unreadable, saying what they are, when they are no text to read."""
    if not raw.strip():
        raise Unreadable(Unread.EMPTY, name=name)
    for magic, what in _MAGIC:
        if raw.startswith(magic) and (len(magic) > 2 or _is_binary(raw)):
            raise Unreadable(what, name=name)
    endings = name.rsplit("/", 1)[-1].lower().split(".")[1:]
    if endings and endings[-1] in _NOT_PAGES:
        raise Unreadable(_NOT_PAGES[endings[-1]], name=name)
    if _is_binary(raw):
        raise Unreadable(Unread.BINARY, name=name)
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


def _ascii_head(raw: bytes) -> bytes:
    """The beginning without zero bytes, so that UTF-16 shows its tags."""
    return raw[:4096].replace(b"\x00", b"")


def _is_binary(raw: bytes) -> bool:
    head = raw[:8192]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or _looks_utf16(head):
        return False
    if b"\x00" in head and head.count(0) * 100 > len(head):
        return True
    controls = len(head) - len(head.translate(None, _CONTROL))
    return controls * 50 > len(head)


def _looks_utf16(head: bytes) -> bool:
    half = max(len(head) // 2, 1)
    even, odd = head[::2].count(0), head[1::2].count(0)
    return max(even, odd) > half * 0.6 and min(even, odd) < half * 0.1
