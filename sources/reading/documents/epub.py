"""Reading an e-book: its chapters in the order of its spine, as one page."""

from __future__ import annotations

import posixpath
import re
import zipfile
from typing import Any
from urllib.parse import unquote

from lxml import etree

from sources.reading.documents.budget import Budget
from sources.reading.documents.opening import Unopened, checked
from sources.reading.encodings import decode
from sources.reading.unreadable import Unread, Unreadable

MOST_CHARS = 5_000_000
_BODY = re.compile(r"<body\b[^>]*>(.*)</body\s*>", re.IGNORECASE | re.DOTALL)


def extract(raw: bytes, budget: Budget) -> dict[str, Any]:
    """The chapters as one HTML page, with the book's title and language."""
    with budget.running(), checked(raw) as book:
        root = _parsed(book, "META-INF/container.xml")
        place = next((node.get("full-path") for node in root.iter("{*}rootfile")), None)
        if not place:
            raise Unopened(Unread.BROKEN)
        package = _parsed(book, place)
        items = {
            item.get("id"): item
            for item in package.iter("{*}item")
            if "html" in (item.get("media-type") or "")
        }
        parts: list[str] = []
        chars = 0
        for reference in package.iter("{*}itemref"):
            item = items.get(reference.get("idref"))
            if item is None or "nav" in (item.get("properties") or "").split():
                continue
            name = posixpath.join(posixpath.dirname(place), unquote(item.get("href") or ""))
            text = _chapter(book, posixpath.normpath(name))
            chars += len(text)
            if chars > MOST_CHARS:
                break
            parts.append(text)
    return {
        "html": "<article>" + "</article>\n<article>".join(parts) + "</article>",
        "title": _said(package, "title"),
        "language": _said(package, "language")[:2].lower(),
        "skipped": [],
    }


def _parsed(book: zipfile.ZipFile, name: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    try:
        root: etree._Element | None = etree.fromstring(book.read(name), parser)
    except (KeyError, zipfile.BadZipFile, etree.XMLSyntaxError):
        root = None
    if root is None:
        raise Unopened(Unread.BROKEN)
    return root


def _chapter(book: zipfile.ZipFile, name: str) -> str:
    try:
        text = decode(book.read(name), name=name).text
    except (KeyError, Unreadable, zipfile.BadZipFile):
        return ""
    body = _BODY.search(text)
    return body.group(1) if body else text


def _said(package: etree._Element, what: str) -> str:
    dublin = "{http://purl.org/dc/elements/1.1/}"
    return next((" ".join((n.text or "").split()) for n in package.iter(f"{dublin}{what}")), "")
