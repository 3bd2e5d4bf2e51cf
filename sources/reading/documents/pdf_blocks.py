"""From the lines of a PDF to headings, paragraphs, items and rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from sources.reading.documents.pdf_lines import Line
from sources.reading.documents.pdf_margins import is_leader
from sources.reading.documents.pdf_tables import table_at
from sources.reading.documents.pdf_words import Words, joined
from sources.reading.plain import BULLET, opens_entry

HEADING_WORDS = 18
# In font sizes: lines farther apart than this are of two paragraphs, deeper indents begin one.
LEADING, INDENT = 1.45, 0.8
SHORT_LINE = 0.85
_ENDS = re.compile(r"[.!?:;…。？！]['\"”’»)\]]*\d{0,2}$")
_CONTINUES = re.compile(r"^[a-zà-öø-ÿα-ωа-я(,;–]")
_DASHES = "•‣▪●○◦·*–—-\uf0b7\uf0a7§"
# A heading in capitals begins with a word, or with its number.
_OPENS = re.compile(r"^(?:[^\W\d_]|[\dIVX.]+[.)]\s|§)")
_LEADERS = re.compile(r"\s*(?:\.\s?){4,}\s*")
_MARKER = re.compile(rf"^[{re.escape(_DASHES)}]\s*(?=\S)")


@dataclass(slots=True)
class PdfBlock:
    """A block of the document.

    Its `kind` is heading, paragraph, item or row; contents and fragment are no part of the text.
    """

    kind: str
    text: str
    page: int
    level: int = 0
    size: float = 0.0
    bold: bool = False
    table: int = 0
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class _Style:
    """How the body of the document is set."""

    size: float
    bold: bool
    leading: float


def blocks_of(lines: Sequence[Line]) -> list[PdfBlock]:
    """The blocks of all pages, in reading order."""
    style = _style(lines)
    words = Words(lines)
    found: list[PdfBlock] = []
    index = tables = 0
    before: PdfBlock | None = None
    while index < len(lines):
        table = table_at(lines, index)
        if table is not None:
            tables += 1
            found.extend(PdfBlock("row", text, page, table=tables) for text, page in table.rows)
            index += table.height
            before = None
            continue
        line = lines[index]
        following = lines[index + 1] if index + 1 < len(lines) else None
        index += 1
        if before is None or not _goes_on(before, line, style, following):
            before = _unfinished(found, line) if before is None or _breaks(before, line) else None
            if before is None:
                before = _begun(line, style)
                found.append(before)
                continue
        before.lines.append(line)
    _as_headings(found, style)
    for block in found:
        if block.lines:
            block.text = joined([line.text for line in block.lines], words)
            if block.kind == "item":
                block.text = _MARKER.sub("", block.text)
        if block.kind != "contents":
            block.text = _LEADERS.sub(" ", block.text).strip()
        if block.kind != "contents" and not any(map(str.isalpha, block.text)):
            block.kind = "fragment"
    return [block for block in found if block.text]


def _breaks(block: PdfBlock, line: Line) -> bool:
    """Whether a line begins another column or page than the block before it."""
    last = block.lines[-1]
    return last.page != line.page or line.y > last.y


def _style(lines: Sequence[Line]) -> _Style:
    sizes: Counter[float] = Counter()
    bold = total = 0
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
        bold += len(line.text) if line.bold else 0
        total += len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    gaps: Counter[float] = Counter()
    for above, line in pairwise(lines):
        gap = above.y - line.y
        if above.page == line.page and 0 < gap < 3 * body and abs(line.size - body) < 0.6:
            gaps[round(gap * 2) / 2] += 1
    leading = gaps.most_common(1)[0][0] if gaps else body * 1.2
    return _Style(body, bold * 2 > total, leading)


def _begun(line: Line, style: _Style) -> PdfBlock:
    if is_leader(line):
        return PdfBlock("contents", line.text, line.page, lines=[line])
    kind = "item" if _MARKER.match(line.text) and len(line.text) > 3 else "paragraph"
    return PdfBlock(
        kind, line.text, line.page, size=line.size, bold=line.bold and not style.bold,
        lines=[line],
    )  # fmt: skip


def _goes_on(block: PdfBlock, line: Line, style: _Style, following: Line | None) -> bool:
    """Whether a line belongs to the block that the line before it belongs to."""
    last = block.lines[-1]
    if last.page != line.page or line.y >= last.y or _MARKER.match(line.text):
        return False
    if block.kind == "contents" or is_leader(line):
        return False
    size = max(line.size, last.size)
    usual = max(style.leading * size / style.size, LEADING * size / 1.25)
    if last.y - line.y > 1.25 * usual or abs(line.size - last.size) > 0.12 * size:
        return False
    if line.bold != last.bold and not style.bold and (last.bold or line.bold):
        # A bold word may end a line; a bold line is one of its own.
        return block.kind == "paragraph" and _CONTINUES.match(line.text) is not None and line.bold
    width = line.right - line.left
    short = last.x1 < line.left + SHORT_LINE * width
    ended = bool(_ENDS.search(last.text))
    if last.text.endswith("-") and _CONTINUES.match(line.text):
        return True
    if (ended or short) and (opens_entry(line.text) or BULLET.match(line.text)):
        return False
    if last.text.endswith(("?", "？")) and opens_entry(block.lines[0].text):
        return False
    if block.kind == "item":
        if _hangs_out(block) and ended and line.x0 - last.x0 > INDENT * size:
            return False
        return line.x0 >= block.lines[0].x0 - 0.3 * size or not ended
    hung = len(block.lines) > 1 and abs(block.lines[-2].x0 - last.x0) < 1
    if hung and last.x0 - line.x0 > INDENT * size:
        return False
    indented = line.x0 - line.left > INDENT * size
    if indented and last.x0 - line.left <= INDENT * size and line.x0 - last.x0 > INDENT * size:
        # A first line set in; a block whose later lines hang is one, too.
        hangs = following is not None and abs(following.x0 - line.x0) < 1 and not short
        return hangs and len(block.lines) == 1
    return not (short and ended and not _CONTINUES.match(line.text))


def _hangs_out(block: PdfBlock) -> bool:
    """Whether the lines of an item go on to the left of its mark."""
    return len(block.lines) > 1 and block.lines[1].x0 < block.lines[0].x0 - 0.5 * block.size


def _unfinished(found: Sequence[PdfBlock], line: Line) -> PdfBlock | None:
    """The paragraph that the column or page before broke off in the middle of, if it goes on here."""
    for block in reversed(found[-12:]):
        if not block.lines or block.kind not in {"paragraph", "item"}:
            return None
        last = block.lines[-1]
        if last.page == line.page and line.y < last.y and last.left <= line.x0 <= last.right:
            return None
        if abs(last.size - line.size) > 0.3 or last.bold != line.bold:
            # Footnotes stand between the parts of a paragraph.
            if last.size < line.size:
                continue
            return None
        if line.page - last.page > 1 or _ENDS.search(last.text) or _MARKER.match(line.text):
            return None
        long = last.x1 - last.left > 0.6 * (last.right - last.left)
        plain = line.x0 - line.left < INDENT * line.size
        broken = last.text.endswith("-") or _CONTINUES.match(line.text) is not None
        return block if broken or (long and plain and not last.bold) else None
    return None


def _as_headings(found: Sequence[PdfBlock], style: _Style) -> None:
    """Say which blocks are headings, and of which rank, by how they are set."""
    ranks: dict[tuple[float, bool], None] = {}
    for index, block in enumerate(found):
        if block.kind == "paragraph" and _is_heading(found, index, style):
            block.kind = "heading"
            ranks[(round(block.size), block.bold)] = None
    order = sorted(ranks, reverse=True)
    for block in found:
        if block.kind == "heading":
            block.level = min(order.index((round(block.size), block.bold)) + 1, 6)


def _is_heading(found: Sequence[PdfBlock], index: int, style: _Style) -> bool:
    block = found[index]
    text = " ".join(line.text for line in block.lines)
    letters = [letter for letter in text if letter.isalpha()]
    count = len(text.split())
    following = next((other for other in found[index + 1 :] if other.kind != "contents"), None)
    if following is None or count > HEADING_WORDS or len(letters) < 3 or len(block.lines) > 4:
        return False
    if len(letters) * 2 < len(text.replace(" ", "")) or text.endswith((",", ";")):
        return False
    larger = block.size > style.size * 1.12
    if larger and not (text.endswith(".") and count > 8):
        return True
    if block.size < style.size * 0.95 or text.endswith((".", ":")) or text[0] in "([":
        return False
    if block.bold:
        return True
    shouted = len(letters) >= 4 and all(map(str.isupper, letters)) and _OPENS.match(text)
    return bool(shouted) and count <= 12 and len(block.lines) <= 2
