"""Cutting a document into passages: parts that stand on their own, on block boundaries.

A passage has 40 to 250 words where the page allows it. It never mixes two headings, never cuts a
sentence, keeps a list with the line that introduces it, and keeps an answer whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from core.language import detect
from core.text import sentences
from sources.reading.values import Block, BlockKind, PassageKind, ReadPassage

FEWEST, ENOUGH, MOST = 40, 120, 250
LONG_ITEM = 25
FREE, LEANING, LOST_ALONE = range(3)


@dataclass(frozen=True, slots=True)
class _Unit:
    """The smallest part a passage is made of: a block, or a sentence of a very long one.

    `ties` says how much it leans on the one before: not at all, better not parted, or lost alone.
    """

    start: int
    end: int
    words: int
    kind: BlockKind
    ties: int


def passages_of(
    text: str, blocks: Sequence[Block], *, language: str, without: frozenset[int] = frozenset()
) -> tuple[ReadPassage, ...]:
    """The passages of a text. Blocks numbered in `without` part those beside them."""
    questions = {block.entry: block for block in blocks if block.kind is BlockKind.QUESTION}
    found: list[ReadPassage] = []
    pages = [(block.start, block.page) for block in blocks]
    for run in _runs(blocks, without):
        asked = questions.get(run[0].entry)
        if asked is not None:
            cuts = [(run[0].start, run[-1].end, PassageKind.FAQ)]
            path, question = (*asked.heading_path, asked.text), asked.text
        else:
            cuts = [(chunk[0].start, chunk[-1].end, _kind(chunk)) for chunk in _chunks(_units(run))]
            path, question = run[0].heading_path, ""
        for start, end, kind in cuts:
            part = text[start:end]
            code = detect(part, hint=language).code
            page = pages[bisect_right(pages, start, key=itemgetter(0)) - 1][1]
            found.append(ReadPassage(part, start, end, path, code, kind, question, page))
    return tuple(found)


def _runs(blocks: Sequence[Block], without: frozenset[int]) -> list[list[Block]]:
    """Neighbouring blocks that may share a passage."""
    keyed: list[tuple[tuple[object, ...], Block]] = []
    gap = 0
    for number, block in enumerate(blocks):
        inside = bool(block.entry) and block.kind is not BlockKind.QUESTION
        if number in without or (
            block.kind in {BlockKind.HEADING, BlockKind.QUESTION} and not inside
        ):
            gap += 1
            continue
        keyed.append(((gap, block.entry) if inside else (gap, 0, block.heading_path), block))
    return [[block for _, block in group] for _, group in groupby(keyed, key=lambda pair: pair[0])]


def _units(run: Sequence[Block]) -> list[_Unit]:
    units: list[_Unit] = []
    before: Block | None = None
    for block in run:
        led_in = before is not None and before.text.endswith(":")
        same_list = before is not None and bool(block.list_id) and block.list_id == before.list_id
        count = len(block.text.split())
        if count <= MOST:
            # A nested item needs its parent; a long one, such as a definition, stands on its own.
            alone = led_in or (same_list and block.level > 1)
            ties = LOST_ALONE if alone else LEANING if same_list and count < LONG_ITEM else FREE
            units.append(_Unit(block.start, block.end, count, block.kind, ties))
        else:
            units.extend(_sentence_units(block))
        before = block
    return units


def _sentence_units(block: Block) -> list[_Unit]:
    return [
        _Unit(
            block.start + span.start, block.start + span.end,
            len(block.text[span.start : span.end].split()), block.kind, FREE,
        )
        for span in sentences(block.text)
    ]  # fmt: skip


def _chunks(units: Sequence[_Unit]) -> list[list[_Unit]]:
    chunks: list[list[_Unit]] = []
    current: list[_Unit] = []
    for unit in units:
        count = _words(current)
        if current and count + unit.words > MOST:
            cut = _last_start(current) if unit.ties == LOST_ALONE else len(current)
            chunks.append(current[:cut])
            current = current[cut:]
        elif count >= ENOUGH and unit.ties == FREE:
            chunks.append(current)
            current = []
        current.append(unit)
    if current:
        chunks.append(current)
    if (
        len(chunks) > 1
        and _words(chunks[-1]) < FEWEST
        and _words(chunks[-2]) + _words(chunks[-1]) <= MOST
    ):
        chunks[-2:] = [chunks[-2] + chunks[-1]]
    return chunks


def _last_start(chunk: Sequence[_Unit]) -> int:
    """Where a chunk can be parted so that what must stay together does; its end when it cannot."""
    places = (i for i in range(len(chunk) - 1, 0, -1) if chunk[i].ties != LOST_ALONE)
    start = next(places, len(chunk))
    return start if _words(chunk[:start]) >= FEWEST else len(chunk)


def _words(chunk: Sequence[_Unit]) -> int:
    return sum(unit.words for unit in chunk)


def _kind(chunk: Sequence[_Unit]) -> PassageKind:
    total = _words(chunk)
    for block_kind, kind in (
        (BlockKind.ROW, PassageKind.TABLE),
        (BlockKind.ITEM, PassageKind.LIST),
    ):
        if sum(unit.words for unit in chunk if unit.kind is block_kind) * 2 > total:
            return kind
    return PassageKind.PROSE
