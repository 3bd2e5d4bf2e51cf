"""Bytes of a document to everything the portal knows about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.language import detect, plainly
from core.text import is_question
from sources.reading import markdown, plain
from sources.reading.article import article_of
from sources.reading.assembling import assemble
from sources.reading.documents.isolated import extract
from sources.reading.documents.pieces import Content, content_of
from sources.reading.encodings import decode
from sources.reading.endnotes import skip_endnotes
from sources.reading.kinds import FileKind, kind_of
from sources.reading.main_part import main_part
from sources.reading.page import PageFacts, facts_of, title_of, without_site_name
from sources.reading.passages import passages_of
from sources.reading.pieces import Piece, PieceKind
from sources.reading.pruning import prune
from sources.reading.questions import mark_questions
from sources.reading.shells import SHORTEST_TEXT, needs_browser
from sources.reading.structured import add_stated_pairs, stated_pairs
from sources.reading.tidying import tidy
from sources.reading.tree import Node, parse
from sources.reading.unreadable import Unread, Unreadable
from sources.reading.values import ReadDocument, Skipped, SkipReason
from sources.reading.walking import pieces_of

DETECTION_CHARS = 4_000
# What a document says of itself that is no page.
NO_FACTS = facts_of(Node("document"))


def read(
    raw: bytes, *, name: str, media_type: str | None = None, declared_encoding: str | None = None
) -> ReadDocument:
    """Everything read from the bytes; Unreadable, with a sentence, when there is nothing to read.

    A document without any usable text is read too: its text and passages are empty. An archive is
    no document: its members are.
    """
    kind = kind_of(raw, name=name, media_type=media_type)
    if kind is FileKind.ARCHIVE:
        raise Unreadable(Unread.ARCHIVE, name=name)
    if kind in {FileKind.PDF, FileKind.WORKBOOK, FileKind.TABLE}:
        content = content_of(raw, kind, name=name, declared=declared_encoding)
        return _of_content(content, kind=kind, name=name)
    if kind in {FileKind.WORD, FileKind.EPUB}:
        found = extract(kind, raw, name=name)
        left_out = [Skipped(SkipReason(reason), text) for reason, text in found["skipped"]]
        return _document(
            parse(found["html"]), kind=kind, name=name, title=found["title"],
            language=found["language"], encoding="", left_out=left_out,
        )  # fmt: skip
    decoded = decode(raw, declared=declared_encoding, name=name)
    title = language = ""
    if kind is FileKind.HTML:
        root = parse(decoded.text)
    elif kind is FileKind.MARKDOWN:
        page = markdown.to_html(decoded.text)
        root, title, language = parse(page.html), page.title, page.language
    else:
        root = parse(plain.to_html(decoded.text))
    document = _document(
        root, kind=kind, name=name, title=title, language=language, encoding=decoded.encoding
    )
    if kind is FileKind.HTML and len(document.text) < SHORTEST_TEXT:
        # Reading takes the tree apart, so these few pages are parsed once more.
        waits = needs_browser(parse(decoded.text), document.text)
        return replace(document, needs_browser=waits)
    return document


def _of_content(content: Content, *, kind: FileKind, name: str) -> ReadDocument:
    """A document that comes in pieces. What stands in a table is text, whatever it looks like."""
    pieces, skipped = content.pieces, content.skipped
    if kind is FileKind.PDF:
        pieces, set_aside = tidy(pieces)
        skipped = [*skipped, *set_aside]
    first = [piece.text for piece in pieces if piece.is_heading and piece.level == 1]
    headed = kind is FileKind.PDF and bool(first) and (len(first) == 1 or not content.title)
    return _assembled(
        NO_FACTS, pieces, skipped, name=name,
        title=first[0] if headed else content.title or name, language=content.language,
        encoding=content.encoding,
    )  # fmt: skip


def _document(
    root: Node,
    *,
    kind: FileKind,
    name: str,
    title: str,
    language: str,
    encoding: str,
    left_out: Iterable[Skipped] = (),
) -> ReadDocument:
    facts = facts_of(root)
    pairs = stated_pairs(root)
    mark_questions(root)
    skipped: list[Skipped] = [*left_out, *prune(root)]
    part = main_part(root) if kind is FileKind.HTML else root
    article = (
        article_of(part, root, facts.title, sections=not facts.dated) if facts.article else None
    )
    if article is not None:
        part, beside = article
        skipped.extend(beside)
    pieces = pieces_of(part)
    if article is not None and facts.dated:
        pieces, notes = skip_endnotes(pieces)
        skipped.extend(notes)
    pieces, set_aside = tidy(pieces)
    skipped.extend(set_aside)
    pieces = without_site_name(facts, pieces)
    if title:
        pieces = _under_title(pieces, title)
        facts = replace(facts, title=title)
    pieces = add_stated_pairs(pieces, pairs)
    return _assembled(
        facts, pieces, skipped, name=name, title=title, language=language, encoding=encoding
    )


def _under_title(pieces: list[Piece], title: str) -> list[Piece]:
    """The pieces below the document's own title, unless they open with it."""
    if not pieces or (pieces[0].is_heading and pieces[0].text.casefold() == title.casefold()):
        return pieces
    for piece in pieces:
        piece.under = (0, *piece.under)
    return [
        Piece(PieceKind.HEADING, title, heading_id=0, level=0, asked=is_question(title)),
        *pieces,
    ]


def _assembled(
    facts: PageFacts,
    pieces: list[Piece],
    skipped: list[Skipped],
    *,
    name: str,
    title: str,
    language: str,
    encoding: str,
) -> ReadDocument:
    assembled = assemble(pieces)
    hint = language or facts.language or None
    code = _language(assembled.text[:DETECTION_CHARS], hint)
    return ReadDocument(
        title=title or title_of(facts, pieces, name),
        text=assembled.text,
        language=code,
        encoding=encoding,
        blocks=assembled.blocks,
        faq=assembled.faq,
        passages=passages_of(assembled.text, assembled.blocks, language=code),
        skipped=tuple(skipped),
        canonical=facts.canonical,
        links=facts.links if facts.follow else (),
    )


def _language(text: str, hint: str | None) -> str:
    if not text or (hint and plainly(text, hint)):
        return hint or ""
    return detect(text, hint=hint).code
