"""Cutting a document into passages: parts that stand on their own, on block boundaries.

A passage has 40 to 250 words where the page allows it. It never cuts a sentence, keeps a list with the
line that introduces it, and carries the question that it answers. Only these are longer or shorter:

- longer: a single sentence of more than 250 words;
- shorter: everything that stands under one heading, or the answer to one question, where that is all
  there is of it, or where its neighbour under the same heading is too long to take it in.

Two headings never share a passage, except sections of a few words each ("Phone", "Mail"): neighbours of
one level are kept together with their headings, for three words alone tell nobody anything.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter

from core.language import detect, plainly
from core.text import sentences
from sources.reading.values import Block, BlockKind, PassageKind, ReadPassage

FEWEST, ENOUGH, MOST = 40, 120, 250
# A section of fewer words is kept together with its short neighbours.
TINY = 5
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


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring blocks that may share a passage; `first` and `last` are their numbers."""

    first: int
    last: int
    path: tuple[str, ...]
    question: str = ""


def passages_of(
    text: str, blocks: Sequence[Block], *, language: str, without: frozenset[int] = frozenset()
) -> tuple[ReadPassage, ...]:
    """The passages of a text. Blocks numbered in `without` are in none and part those beside them."""
    found: list[ReadPassage] = []
    for run in _gathered(_runs(blocks, without), blocks, without):
        for chunk in _chunks(_units(blocks[run.first : run.last + 1]), whole=bool(run.question)):
            if all(unit.kind is BlockKind.CODE for unit in chunk):
                # More code than fits beside the line that explains it says nothing by itself.
                continue
            start, end = chunk[0].start, chunk[-1].end
            part = text[start:end]
            code = language if plainly(part, language) else detect(part, hint=language).code
            page = blocks[bisect_right(blocks, start, key=attrgetter("start")) - 1].page
            kind = PassageKind.FAQ if run.question else _kind(chunk)
            found.append(ReadPassage(part, start, end, run.path, code, kind, run.question, page))
    return tuple(found)


def _runs(blocks: Sequence[Block], without: frozenset[int]) -> list[_Run]:
    asked = {block.entry: block for block in blocks if block.kind is BlockKind.QUESTION}
    keyed: list[tuple[tuple[object, ...], int]] = []
    gap = 0
    for number, block in enumerate(blocks):
        inside = bool(block.entry) and block.kind is not BlockKind.QUESTION
        if number in without or (
            block.kind in {BlockKind.HEADING, BlockKind.QUESTION} and not inside
        ):
            gap += 1
            continue
        keyed.append(((gap, block.entry) if inside else (gap, 0, block.heading_path), number))
    runs = []
    for _key, group in groupby(keyed, key=itemgetter(0)):
        numbers = [number for _, number in group]
        first = blocks[numbers[0]]
        question = asked.get(first.entry)
        path = (*question.heading_path, question.text) if question else first.heading_path
        runs.append(_Run(numbers[0], numbers[-1], path, question.text if question else ""))
    return runs


def _gathered(runs: Sequence[_Run], blocks: Sequence[Block], without: frozenset[int]) -> list[_Run]:
    """The runs, those of tiny sections beside short ones of their level made one."""
    gathered: list[_Run] = []
    own: tuple[str, ...] = ()  # the path of the last section taken up
    for run in runs:
        before = gathered[-1] if gathered else None
        if before is not None and _share(before, own, run, blocks, without):
            first = before.first - (before.path == own)
            gathered[-1] = _Run(first, run.last, run.path[:-1])
        else:
            gathered.append(run)
        own = run.path
    return gathered


def _share(
    before: _Run, own: tuple[str, ...], run: _Run, blocks: Sequence[Block], without: frozenset[int]
) -> bool:
    """Whether a section belongs into the passage of the one before it, whose path is `own`."""
    if before.question or run.question or not run.path or run.path[:-1] != own[:-1]:
        return False
    # The section has its heading before it, and so has the one it joins.
    if run.first != before.last + 2 or run.first - 1 in without or before.first - 1 in without:
        return False
    headings = (blocks[run.first - 1], blocks[before.first - (before.path == own)])
    if before.first == 0 or any(one.kind is not BlockKind.HEADING for one in headings):
        return False
    counts = [_count(blocks[one.first : one.last + 1]) for one in (before, run)]
    return max(counts) < FEWEST and min(counts) < TINY


def _units(run: Sequence[Block]) -> list[_Unit]:
    units: list[_Unit] = []
    before: Block | None = None
    for block in run:
        led_in = before is not None and (
            before.text.endswith(":") or before.kind is BlockKind.HEADING
        )
        same_list = before is not None and bool(block.list_id) and block.list_id == before.list_id
        count = _count([block])
        if count <= MOST:
            # A nested item needs its parent, code the line that explains it; a long item, such as a
            # definition, stands on its own.
            code = block.kind is BlockKind.CODE
            alone = led_in or code or (same_list and block.level > 1)
            ties = LOST_ALONE if alone else LEANING if same_list and count < LONG_ITEM else FREE
            units.append(_Unit(block.start, block.end, count, block.kind, ties))
        else:
            units.extend(_sentence_units(block))
        before = block
    return units


def _sentence_units(block: Block) -> list[_Unit]:
    spans = sentences(block.text)
    starts = [0, *(span.start for span in spans[1:])]
    ends = [*(span.end for span in spans[:-1]), len(block.text)]
    return [
        _Unit(
            block.start + start, block.start + end,
            len(block.text[start:end].split()), block.kind, FREE,
        )
        for start, end in zip(starts, ends, strict=True)
    ]  # fmt: skip


def _chunks(units: Sequence[_Unit], *, whole: bool) -> list[list[_Unit]]:
    """The units in stretches of a passage each; `whole` keeps an answer in one where it may be."""
    total = _words(units)
    if len(units) < 2 or total <= (MOST if whole else ENOUGH):
        return [list(units)]
    chunks: list[list[_Unit]] = []
    current: list[_Unit] = []
    for unit in units:
        count = _words(current)
        if current and count + unit.words > MOST:
            cut = _last_start(current, unit) if unit.ties == LOST_ALONE else len(current)
            chunks.append(current[:cut])
            current = current[cut:]
        elif count >= ENOUGH and unit.ties == FREE:
            chunks.append(current)
            current = []
        current.append(unit)
    chunks.append(current)
    return _joined(chunks)


def _joined(chunks: Sequence[list[_Unit]]) -> list[list[_Unit]]:
    """The chunks, each short one made one with the shorter neighbour that can take it in."""
    joined = [chunks[0]]
    for position, chunk in enumerate(chunks[1:], start=1):
        before, count = _words(joined[-1]), _words(chunk)
        after = _words(chunks[position + 1]) if position + 1 < len(chunks) else MOST
        # A short chunk waits for the next one where that is shorter than the one before it.
        waits = count < FEWEST <= before and after < before and count + after <= MOST
        if before + count <= MOST and (before < FEWEST or (count < FEWEST and not waits)):
            joined[-1] = joined[-1] + chunk
        else:
            joined.append(chunk)
    return joined


def _last_start(chunk: Sequence[_Unit], following: _Unit) -> int:
    """Where a chunk can be parted so that what must stay together does; its end when it cannot."""
    places = (i for i in range(len(chunk) - 1, 0, -1) if chunk[i].ties != LOST_ALONE)
    start = next(places, len(chunk))
    fits = _words(chunk[start:]) + following.words <= MOST
    return start if fits and _words(chunk[:start]) >= FEWEST else len(chunk)


def _words(chunk: Sequence[_Unit]) -> int:
    return sum(unit.words for unit in chunk)


def _count(blocks: Sequence[Block]) -> int:
    return sum(len(block.text.split()) for block in blocks)


def _kind(chunk: Sequence[_Unit]) -> PassageKind:
    total = _words(chunk)
    for block_kind, kind in (
        (BlockKind.ROW, PassageKind.TABLE),
        (BlockKind.ITEM, PassageKind.LIST),
    ):
        if sum(unit.words for unit in chunk if unit.kind is block_kind) * 2 > total:
            return kind
    return PassageKind.PROSE
