"""From the pieces of a page to the document's text, its blocks and its entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.text import normalise
from sources.reading.pieces import Piece, PieceKind
from sources.reading.signposts import is_signpost
from sources.reading.values import Block, BlockKind, FaqEntry

# An answer of this many words is still one answer; with headings inside it is an article sooner.
LONGEST_ANSWER = 400
LONGEST_WITH_HEADINGS = 250
SHORTEST_OPENING = 5
LIST_OF_QUESTIONS = 3
# A question that heads so many answers is asked of something that it doesn't name.
ASKED_OF_MANY = 3

_KINDS = {
    PieceKind.HEADING: BlockKind.HEADING,
    PieceKind.PARAGRAPH: BlockKind.PARAGRAPH,
    PieceKind.ITEM: BlockKind.ITEM,
    PieceKind.ROW: BlockKind.ROW,
    PieceKind.CODE: BlockKind.CODE,
}


@dataclass(frozen=True, slots=True)
class Assembled:
    text: str
    blocks: tuple[Block, ...]
    faq: tuple[FaqEntry, ...]


def assemble(pieces: Sequence[Piece]) -> Assembled:
    """The text of a document and where in it every block and entry stands."""
    titles = {piece.heading_id: piece.text for piece in pieces if piece.is_heading}
    entries = _entries(pieces)
    entry_of = {index: number for number, (_, answer) in enumerate(entries, 1) for index in answer}
    question_of = {question: number for number, (question, _) in enumerate(entries, 1)}
    parts: list[str] = []
    blocks: list[Block] = []
    position = 0
    for index, piece in enumerate(pieces):
        if blocks:
            same_list = piece.list_id and piece.list_id == pieces[index - 1].list_id
            gap = "\n" if same_list else "\n\n"
            parts.append(gap)
            position += len(gap)
        path = _path([titles[heading] for heading in piece.under if heading in titles])
        entry = entry_of.get(index) or question_of.get(index, 0)
        blocks.append(
            Block(
                kind=BlockKind.QUESTION if index in question_of else _KINDS[piece.kind],
                text=piece.text, start=position, end=position + len(piece.text), heading_path=path,
                level=piece.level, entry=entry, list_id=piece.list_id, page=piece.page,
            )
        )  # fmt: skip
        parts.append(piece.text)
        position += len(piece.text)
    text = "".join(parts)
    faq = []
    for question, answer in entries:
        start, end = blocks[answer[0]].start, blocks[answer[-1]].end
        faq.append(FaqEntry(blocks[question].text, text[start:end], start, end))
    return Assembled(text, tuple(blocks), tuple(faq))


def _path(titles: Sequence[str]) -> tuple[str, ...]:
    """The headings from outside to inside; a title repeated as the first heading stands once."""
    return tuple(
        title for index, title in enumerate(titles) if index == 0 or title != titles[index - 1]
    )


def _entries(pieces: Sequence[Piece]) -> list[tuple[int, range]]:
    """Each question's place among the pieces, with the places of its answer."""
    found: list[tuple[int, range]] = []
    times = Counter(normalise(piece.text) for piece in pieces if piece.is_heading and piece.asked)
    for index, piece in enumerate(pieces):
        if not piece.is_heading or not piece.asked or is_signpost(piece.text):
            continue
        if times[normalise(piece.text)] >= ASKED_OF_MANY:
            continue
        end = index + 1
        while end < len(pieces) and piece.heading_id in pieces[end].under:
            end += 1
        answer = _answer(pieces, range(index + 1, end))
        if answer:
            found.append((index, answer))
    return found


def _answer(pieces: Sequence[Piece], below: range) -> range:
    """What of the pieces below a question answers it; nothing when it heads a list of questions."""
    if sum(pieces[i].is_heading and pieces[i].asked for i in below) >= LIST_OF_QUESTIONS:
        return range(0)
    first_heading = next((i for i in below if pieces[i].is_heading), None)
    count = _words(pieces, below)
    if first_heading is None:
        return below if 0 < count <= LONGEST_ANSWER else range(0)
    if count <= LONGEST_WITH_HEADINGS and not any(pieces[i].asked for i in below):
        return below
    opening = range(below.start, first_heading)
    return opening if SHORTEST_OPENING <= _words(pieces, opening) <= LONGEST_ANSWER else range(0)


def _words(pieces: Sequence[Piece], places: range) -> int:
    return sum(len(pieces[i].text.split()) for i in places)
