"""Reading a Word document: the simple page it would be, for the one reader of pages.

Text that was deleted, moved away or hidden stays out, as do comments, headers and footers. What
python-docx leaves to its users (content controls, text boxes, footnotes, formulas) is walked here.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from html import escape
from typing import Any

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from lxml import etree

from sources.reading.documents.budget import Budget
from sources.reading.documents.opening import checked
from sources.reading.documents.word_styles import Styles
from sources.reading.documents.word_text import WRAPPERS, Element, text_of, tidied
from sources.reading.values import SkipReason

HEADER_WORDS = 10
MOST_CHARS = 5_000_000
_COMPATIBLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_FOOTNOTES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
_ENDNOTES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/endnotes"
_COMMENTS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"


def extract(raw: bytes, budget: Budget) -> dict[str, Any]:
    """The document as HTML, its title and language, and what was left out with the reason."""
    checked(raw).close()
    with budget.running():
        document = Document(io.BytesIO(raw))
        page = _Page(document)
        page.blocks(document.element.body)
        page.end_list()
    return {
        "html": "\n".join(page.parts),
        "title": page.title,
        "language": tidied(document.core_properties.language or "")[:2].lower(),
        "skipped": [[reason, text[:300]] for reason, text in [*page.skipped, *_around(document)]],
    }


class _Page:
    """The page being written: its parts, the list that is open, the notes still to be set."""

    def __init__(self, document: WordDocument) -> None:
        self.parts: list[str] = []
        self.skipped: list[tuple[SkipReason, str]] = []
        self.title = ""
        self._styles = Styles(document)
        self._notes = {
            "footnote": _notes(document, _FOOTNOTES), "endnote": _notes(document, _ENDNOTES)
        }  # fmt: skip
        self._depth = 0
        self._chars = 0

    def blocks(self, parent: Element) -> None:
        """Write everything that stands in a body, a cell or a text box, up to the limit."""
        for child in parent:
            if self._chars > MOST_CHARS:
                return
            if child.tag == qn("w:p"):
                self._paragraph(child)
            elif child.tag == qn("w:tbl"):
                self._table(child)
            elif child.tag in WRAPPERS:
                self.blocks(child)

    def end_list(self, depth: int = 0) -> None:
        """Close lists down to a depth."""
        while self._depth > depth:
            self.parts.append("</ul>")
            self._depth -= 1

    def _paragraph(self, paragraph: Element) -> None:
        text = tidied(text_of(paragraph), breaks=True)
        gone = tidied("".join(node.text or "" for node in paragraph.iter(qn("w:delText"))))
        if gone:
            self.skipped.append((SkipReason.REVISION, gone))
        self._chars += len(text)
        if self._chars > MOST_CHARS:
            self.skipped.append((SkipReason.LIMIT, text))
        elif text:
            self._write(paragraph, text)
        for kind, notes in self._notes.items():
            for mark in paragraph.iter(qn(f"w:{kind}Reference")):
                if note := notes.get(mark.get(qn("w:id")) or ""):
                    self.end_list()
                    self.parts.append(f"<p>{escape(note)}</p>")
        for box in _boxes(paragraph):
            self.end_list()
            self.blocks(box)

    def _write(self, paragraph: Element, text: str) -> None:
        style = self._styles.of(paragraph)
        shown = escape(text).replace("\n", "<br>")
        if style.contents:
            self.skipped.append((SkipReason.CONTENTS, text))
        elif style.level:
            self.end_list()
            if style.is_title:
                self.title = self.title or text
            self.parts.append(f"<h{style.level}>{shown}</h{style.level}>")
        elif style.list_depth:
            while self._depth < style.list_depth:
                self.parts.append("<ul>")
                self._depth += 1
            self.end_list(style.list_depth)
            self.parts.append(f"<li>{shown}</li>")
        else:
            self.end_list()
            bold = self._styles.all_bold(paragraph)
            self.parts.append(f"<p><b>{shown}</b></p>" if bold else f"<p>{shown}</p>")

    def _table(self, table: Element) -> None:
        self.end_list()
        rows = [list(_cells(row)) for row in table.iter(qn("w:tr")) if _owner(row) is table]
        nested = any(node is not table for node in table.iter(qn("w:tbl")))
        if nested or max((len(row) for row in rows), default=0) < 2:
            for row in rows:
                for cell, _span in row:
                    self.blocks(cell)
            self.end_list()
            return
        grid: list[list[str]] = []
        for row in rows:
            texts: list[str] = []
            for cell, span in row:
                text = _cell_text(cell)
                merged = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
                if merged is not None and merged.get(qn("w:val")) != "restart" and grid:
                    above = grid[-1]
                    text = above[len(texts)] if len(texts) < len(above) else text
                texts.extend([text] * span if not grid else [text, *[""] * (span - 1)])
            grid.append(texts)
        headed = _is_header(table, grid)
        self.parts.append("<table>")
        for number, texts in enumerate(grid):
            tag = "th" if headed and number == 0 else "td"
            cells = "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)
            self.parts.append(f"<tr>{cells}</tr>")
        self.parts.append("</table>")


def _boxes(paragraph: Element) -> Iterator[Element]:
    """The text boxes of a paragraph; of a box kept in two forms, the first."""
    for box in paragraph.iter(qn("w:txbxContent")):
        if not any(above.tag == f"{_COMPATIBLE}Fallback" for above in box.iterancestors()):
            yield box


def _cells(row: Element) -> Iterator[tuple[Element, int]]:
    for child in row:
        if child.tag == qn("w:tc"):
            span = child.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}")
            given = span.get(qn("w:val")) if span is not None else None
            yield child, min(int(given), 64) if given and given.isdigit() else 1
        elif child.tag in WRAPPERS:
            yield from _cells(child)


def _owner(row: Element) -> Element | None:
    return next((above for above in row.iterancestors() if above.tag == qn("w:tbl")), None)


def _cell_text(cell: Element) -> str:
    return tidied(" ".join(text_of(paragraph) for paragraph in cell.iter(qn("w:p"))))


def _is_header(table: Element, grid: list[list[str]]) -> bool:
    """Whether the first row names the columns: it says so, or looks so."""
    if len(grid) < 2:
        return False
    first = grid[0]
    if next(table.iter(qn("w:tblHeader")), None) is not None:
        return True
    short = all(text and len(text.split()) <= HEADER_WORDS for text in first)
    figures = any(text[:1].isdigit() for text in first)
    return short and not figures and len(set(first)) == len(first)


def _notes(document: WordDocument, kind: str) -> dict[str, str]:
    """The foot- or endnotes by their numbers."""
    found: dict[str, str] = {}
    for root in _related(document, kind):
        for note in root:
            text = tidied(" ".join(text_of(paragraph) for paragraph in note.iter(qn("w:p"))))
            found[note.get(qn("w:id")) or ""] = text
    return found


def _related(document: WordDocument, kind: str) -> Iterator[Element]:
    for relation in document.part.rels.values():
        if relation.reltype == kind and not relation.is_external:
            parser = etree.XMLParser(resolve_entities=False, no_network=True)
            yield etree.fromstring(relation.target_part.blob, parser)


def _around(document: WordDocument) -> Iterator[tuple[SkipReason, str]]:
    """Comments, headers and footers."""
    for root in _related(document, _COMMENTS):
        for comment in root:
            if text := tidied(" ".join(text_of(p) for p in comment.iter(qn("w:p")))):
                yield SkipReason.REVISION, text
    seen: set[str] = set()
    for section in document.sections:
        for part in (section.header, section.footer):
            text = tidied(" ".join(paragraph.text for paragraph in part.paragraphs))
            if text and text not in seen:
                seen.add(text)
                yield SkipReason.MARGIN, text
