"""What changed between two versions of a document, block by block and word by word."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final

from core.text.marking import Marked, marked_parts
from sources.reading.values import Block, BlockKind

# A block is another version of one that went when at least so much of its words is the same.
ALIKE: Final = 0.5
# So many of the blocks that went before and behind its place are looked at for each that came.
_NEAREST: Final = 12
# Beyond so many words two texts are shown whole: difflib takes the square of their number.
_MOST_WORDS: Final = 1_500

_TOKEN: Final = re.compile(r"\w+(?:[.,:’'\-]\w+)*|\s+|[^\w\s]")


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class ChangedBlock:
    """A block that is not as it was; `before` or `after` is None where it is in one version only."""

    change: Change
    before: Block | None
    after: Block | None

    @property
    def heading_path(self) -> tuple[str, ...]:
        """Where it stands now, or stood."""
        block = self.after or self.before
        return block.heading_path if block else ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changed blocks in the order of the page, and how many are as they were.

    A block that stands elsewhere in the page than before counts as unchanged.
    """

    changed: tuple[ChangedBlock, ...]
    unchanged: int


def compare(before: Sequence[Block], after: Sequence[Block]) -> Comparison:
    """What came, went and changed. White space and case aside, equal blocks are the same block."""
    gone, common = _missing(before, after)
    came, _ = _missing(after, before)
    places = _places(before, after)
    pairs = _pairs(before, after, gone, came, places)
    changes: list[tuple[float, int, ChangedBlock]] = []
    for number in came:
        old = pairs.get(number)
        change = Change.ADDED if old is None else Change.CHANGED
        block = ChangedBlock(change, None if old is None else before[old], after[number])
        changes.append((places[number], number, block))
    changes += [
        (number, -1, ChangedBlock(Change.REMOVED, before[number], None))
        for number in sorted(set(gone) - set(pairs.values()))
    ]
    changes.sort(key=lambda one: one[:2])
    return Comparison(tuple(block for _, _, block in changes), common)


def marked_changes(before: str, after: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Both texts in parts, those that differ with the kind "removed" or "added", the rest with "".

    Joined, the parts give the texts.
    """
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if max(len(old), len(new)) > _MOST_WORDS:
        return [(before, "removed")], [(after, "added")]
    removed: list[Marked] = []
    added: list[Marked] = []
    for tag, i, j, k, m in _gathered(SequenceMatcher(None, old, new, autojunk=False), old):
        if tag:
            removed += _span(old, i, j, "removed")
            added += _span(new, k, m, "added")
    return marked_parts(before, removed), marked_parts(after, added)


def _gathered(
    matcher: SequenceMatcher[str], old: Sequence[str]
) -> Iterator[tuple[bool, int, int, int, int]]:
    """(differs, stretch of the old, stretch of the new); blanks alone between two changes join them."""
    held: tuple[int, int, int, int] | None = None
    for tag, i, j, k, m in matcher.get_opcodes():
        blank = tag == "equal" and not "".join(old[i:j]).strip()
        if tag != "equal" or (blank and held is not None):
            held = (held[0], j, held[2], m) if held else (i, j, k, m)
            continue
        if held:
            yield True, *held
            held = None
        yield False, i, j, k, m
    if held:
        yield True, *held


def _span(tokens: Sequence[str], start: int, end: int, kind: str) -> list[Marked]:
    begin = sum(map(len, tokens[:start]))
    text = "".join(tokens[start:end])
    inner = text.strip()
    if not inner:
        return []
    begin += len(text) - len(text.lstrip())
    return [Marked(begin, begin + len(inner), kind)]


def _missing(these: Sequence[Block], others: Sequence[Block]) -> tuple[list[int], int]:
    """The numbers of the blocks that the others lack, and how many of them they have."""
    left = Counter(map(_key, others))
    missing = []
    for number, block in enumerate(these):
        key = _key(block)
        if left[key]:
            left[key] -= 1
        else:
            missing.append(number)
    return missing, len(these) - len(missing)


def _places(before: Sequence[Block], after: Sequence[Block]) -> list[float]:
    """For each block where, in the numbers of the version before, it stands: behind the last it has."""
    numbers: dict[str, int] = {}
    for number, block in enumerate(before):
        numbers.setdefault(_key(block), number)
    places, last = [], -1.0
    for block in after:
        last = numbers.get(_key(block), last)
        places.append(last + 0.5)
    return places


def _pairs(
    before: Sequence[Block],
    after: Sequence[Block],
    gone: Sequence[int],
    came: Sequence[int],
    places: Sequence[float],
) -> dict[int, int]:
    """Which block that went each that came is another version of: the most alike are paired first."""
    words = {number: Counter(_words(before[number])) for number in gone}
    of_kind: dict[BlockKind, list[int]] = {}
    for number in gone:
        of_kind.setdefault(before[number].kind, []).append(number)
    rated: list[tuple[float, int, int]] = []
    for number in came:
        own = Counter(_words(after[number]))
        same_kind = of_kind.get(after[number].kind, [])
        middle = bisect(same_kind, places[number])
        for old in same_kind[max(0, middle - _NEAREST) : middle + _NEAREST]:
            alike = _alike(words[old], own)
            if alike >= ALIKE:
                rated.append((-alike, number, old))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, number, old in sorted(rated):
        if number not in pairs and old not in taken:
            pairs[number] = old
            taken.add(old)
    return pairs


def _alike(one: Counter[str], other: Counter[str]) -> float:
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def _words(block: Block) -> list[str]:
    return _key(block).split()


def _key(block: Block) -> str:
    return " ".join(block.text.split()).casefold()
