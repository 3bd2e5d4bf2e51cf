"""What a page links to, without reading it whole."""

from __future__ import annotations

from sources.reading import markdown
from sources.reading.encodings import decode
from sources.reading.kinds import FileKind, kind_of
from sources.reading.page import facts_of
from sources.reading.tree import parse
from sources.reading.unreadable import Unreadable


def links_of(
    raw: bytes, *, name: str, media_type: str | None = None, declared_encoding: str | None = None
) -> tuple[tuple[str, ...], str]:
    """The `links` and the `canonical` that `read` would give; nothing for what has none."""
    try:
        kind = kind_of(raw, name=name, media_type=media_type)
        if kind not in (FileKind.HTML, FileKind.MARKDOWN):
            return (), ""
        text = decode(raw, declared=declared_encoding, name=name).text
    except Unreadable:
        return (), ""
    facts = facts_of(parse(text if kind is FileKind.HTML else markdown.to_html(text).html))
    return (facts.links if facts.follow else ()), facts.canonical
