"""Which kind of document some bytes are: by their content first, then by name and media type."""

from __future__ import annotations

import re
from enum import StrEnum

from sources.reading.values import Unreadable


class FileKind(StrEnum):
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"


ACCEPTED = "HTML, Markdown and plain text"

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
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP or Office file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"RIFF", "an image or a recording"),
    (b"\x1f\x8b", "a compressed file"),
    (b"BZh", "a compressed file"),
    (b"7z\xbc\xaf", "a compressed file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"{\\rtf", "an RTF document"),
    (b"ID3", "a recording"),
    (b"OggS", "a recording"),
    (b"wOF", "a font"),
)
# Text all the same, but nothing that people read as a page.
_NOT_PAGES = {
    **dict.fromkeys(("csv", "tsv"), "a table"),
    **dict.fromkeys(("json", "jsonl", "xml", "map"), "data"),
    **dict.fromkeys(("rss", "atom"), "a feed"),
    **dict.fromkeys(("yaml", "yml", "toml", "ini", "cfg", "conf"), "settings"),
    **dict.fromkeys(("js", "mjs", "ts", "py", "rb", "php", "sh", "sql"), "a program"),
    **dict.fromkeys(("css", "scss"), "a style sheet"),
    **dict.fromkeys(("svg",), "an image"),
    **dict.fromkeys(("log",), "a log"),
}
_HTML_OPENING = re.compile(rb"<(?:!doctype\s+html|html|head|body)[\s>]", re.IGNORECASE)
_HTML_TAGS = re.compile(rb"</(?:p|div|li|h[1-6]|a|td|span)>", re.IGNORECASE)
_CONTROL = bytes(set(range(0x20)) - {0x09, 0x0A, 0x0C, 0x0D, 0x1B})


def kind_of(raw: bytes, *, name: str = "", media_type: str | None = None) -> FileKind:
    """How to read the bytes; Unreadable, saying what they are, when they are no text to read."""
    subject = f"“{name}”" if name else "The document"
    if not raw.strip():
        raise Unreadable(f"{subject} is empty. Check that the right file was chosen.")
    for magic, what in _MAGIC:
        if raw.startswith(magic) and (len(magic) > 2 or _is_binary(raw)):
            raise _refused(subject, what)
    endings = name.rsplit("/", 1)[-1].lower().split(".")[1:]
    if endings and endings[-1] in _NOT_PAGES:
        raise _refused(subject, _NOT_PAGES[endings[-1]])
    if _is_binary(raw):
        raise _refused(subject, "not text")
    if _HTML_OPENING.search(_ascii_head(raw)):
        return FileKind.HTML
    # A second ending is a language or an encoding: "page.html.de", "page.html.ko.euc-kr".
    for ending in endings:
        if ending in _ENDINGS:
            return _ENDINGS[ending]
    declared = (media_type or "").partition(";")[0].strip().lower()
    if declared in _MEDIA_TYPES:
        return _MEDIA_TYPES[declared]
    if declared and not declared.startswith("text/") and declared != "application/octet-stream":
        raise _refused(subject, f"of the type {declared}")
    return FileKind.HTML if len(_HTML_TAGS.findall(raw[:20_000])) >= 3 else FileKind.TEXT


def _refused(subject: str, what: str) -> Unreadable:
    return Unreadable(f"{subject} is {what}. {ACCEPTED} can be read.")


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
