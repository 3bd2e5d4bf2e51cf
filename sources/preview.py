"""The structure of a document: its blocks in order, and which of them make which passage."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from sources.excluding import block_hash, can_be_excluded, held_out
from sources.models import Document, Exclusion, Passage
from sources.packing import unpacked
from sources.reading import Block, BlockKind

KINDS: Final[Mapping[BlockKind, Promise]] = {
    BlockKind.HEADING: _("Heading"),
    BlockKind.QUESTION: _("Question"),
    BlockKind.PARAGRAPH: _("Paragraph"),
    BlockKind.ITEM: _("List item"),
    BlockKind.ROW: _("Table row"),
    BlockKind.CODE: _("Code"),
}
TITLES = (BlockKind.HEADING, BlockKind.QUESTION)
REPEATED = _("In no passage: it stands on most pages of the source.")
ONCE_EXCLUDED = _(
    "In no passage: it was excluded when the source was read. The next reading takes it in again."
)
WITH_QUESTION = _("Excluded together with its question.")


@dataclass(frozen=True, slots=True)
class Row:
    """A block on the page. `page` is the page of a PDF that begins here, 0 for none."""

    number: int
    kind: str
    word: Promise
    text: str
    level: int
    page: int
    exclusion: Exclusion | None
    why: str | Promise
    can_be_excluded: bool


@dataclass(frozen=True, slots=True)
class Bracket:
    """Neighbouring blocks, and the passages that they make together, if any."""

    passages: tuple[Passage, ...]
    rows: tuple[Row, ...]
    # Whether all these passages are kept out.
    withheld: bool


@dataclass(frozen=True, slots=True)
class Structure:
    """A document's blocks in brackets, and the keys of its passages that are kept out."""

    brackets: tuple[Bracket, ...]
    withheld: frozenset[int]


def structure_of(
    document: Document,
    passages: Sequence[Passage],
    *,
    exclusions: Sequence[Exclusion],
    once_excluded: Collection[str],
) -> Structure:
    """Which blocks make which passage, and what of them is kept out, by whom and why.

    `exclusions` are those that cover the document, the newest first; `once_excluded` has the
    fingerprints of blocks that were excluded at some time.
    """
    blocks = unpacked(document.text, document.blocks)
    by_hash = {one.block_hash: one for one in reversed(exclusions) if one.block_hash}
    held = held_out(blocks, by_hash)
    inside = _passages_of(blocks, passages)
    withheld = {one.pk for number in held for one in inside[number]}
    if any(not one.block_hash for one in exclusions):
        withheld = {one.pk for one in passages}
    rows = []
    for number, block in enumerate(blocks):
        why: str | Promise = ""
        if number in held:
            why = WITH_QUESTION
        elif not inside[number] and block.kind not in TITLES:
            why = ONCE_EXCLUDED if block_hash(block.text) in once_excluded else REPEATED
        exclusion = by_hash.get(block_hash(block.text)) if number in held else None
        before = blocks[number - 1].page if number else 0
        rows.append(_row(number, block, before=before, exclusion=exclusion, why=why))
    brackets = []
    for stretch in _stretches(inside):
        made = tuple(dict.fromkeys(one for number in stretch for one in inside[number]))
        out = bool(made) and all(one.pk in withheld for one in made)
        brackets.append(Bracket(made, tuple(rows[stretch.start : stretch.stop]), out))
    return Structure(tuple(brackets), frozenset(withheld))


def _passages_of(blocks: Sequence[Block], passages: Sequence[Passage]) -> list[list[Passage]]:
    """For every block the passages that hold it; a question stands with the passage that answers it."""
    inside: list[list[Passage]] = [[] for _ in blocks]
    first = 0
    for passage in passages:
        while first < len(blocks) and blocks[first].end <= passage.start:
            first += 1
        number = first
        while number < len(blocks) and blocks[number].start < passage.end:
            inside[number].append(passage)
            number += 1
    for number in range(len(blocks) - 2, -1, -1):
        block, following = blocks[number], inside[number + 1]
        asks = block.kind is BlockKind.QUESTION and not inside[number]
        if asks and following and following[0].question == block.text:
            inside[number].append(following[0])
    return inside


def _stretches(inside: Sequence[Sequence[Passage]]) -> Iterator[range]:
    """The numbers of neighbouring blocks that share passages, and of those that are in none."""
    start = 0
    for number in range(1, len(inside) + 1):
        if number == len(inside) or not _belong(inside[number - 1], inside[number]):
            yield range(start, number)
            start = number


def _belong(one: Sequence[Passage], other: Sequence[Passage]) -> bool:
    return one == other or (bool(one) and bool(other) and one[-1] == other[0])


def _row(
    number: int, block: Block, *, before: int, exclusion: Exclusion | None, why: str | Promise
) -> Row:
    return Row(
        number=number,
        kind=block.kind,
        word=KINDS[block.kind],
        text=block.text,
        level=min(max(block.level, 1), 6),
        page=block.page if block.page != before else 0,
        exclusion=exclusion,
        why="" if exclusion else why,
        can_be_excluded=can_be_excluded(block),
    )
