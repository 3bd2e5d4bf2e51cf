"""What only shows when the pages of a site are seen together: blocks that stand on most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.text import normalise
from sources.reading.passages import passages_of
from sources.reading.values import Block, BlockKind, FaqEntry, ReadDocument, Skipped, SkipReason

FEWEST_PAGES = 3
MOST_PAGES = 0.5
_HEADINGS = (BlockKind.HEADING, BlockKind.QUESTION)


class Repetition:
    """Counts, page by page, on how many pages of each language a block stands."""

    def __init__(self) -> None:
        self._pages: Counter[str] = Counter()
        self._seen: Counter[tuple[str, int]] = Counter()

    def add(self, language: str, blocks: Iterable[Block]) -> None:
        self._pages[language] += 1
        self._seen.update(
            {(language, _key(block)) for block in blocks if block.kind not in _HEADINGS}
        )

    def repeated(self, language: str, blocks: Sequence[Block]) -> frozenset[int]:
        """The numbers of those blocks that stand on most pages of the language."""
        pages = self._pages[language]
        if pages < FEWEST_PAGES:
            return frozenset()
        least = max(FEWEST_PAGES, pages * MOST_PAGES)
        return frozenset(
            number
            for number, block in enumerate(blocks)
            if block.kind not in _HEADINGS and self._seen[language, _key(block)] >= least
        )


def without_repeated(documents: Sequence[ReadDocument]) -> list[ReadDocument]:
    """The documents of one site, whose passages leave out what stands on most of its pages.

    Text and blocks stay as they are, so every place in the text stays valid.
    """
    repetition = Repetition()
    for document in documents:
        repetition.add(document.language, document.blocks)
    return [
        _without(document, repetition.repeated(document.language, document.blocks))
        for document in documents
    ]


def _without(document: ReadDocument, numbers: frozenset[int]) -> ReadDocument:
    if not numbers:
        return document
    dropped = [document.blocks[number] for number in sorted(numbers)]
    return replace(
        document,
        passages=passages_of(
            document.text, document.blocks, language=document.language, without=numbers
        ),
        faq=tuple(entry for entry in document.faq if not _holds(entry, dropped)),
        skipped=(
            *document.skipped,
            *(Skipped(SkipReason.REPEATED, block.text[:300]) for block in dropped),
        ),
    )


def _holds(entry: FaqEntry, blocks: Sequence[Block]) -> bool:
    return any(entry.start <= block.start and block.end <= entry.end for block in blocks)


def _key(block: Block) -> int:
    # A number takes a fraction of the memory of the text, which matters over thousands of pages.
    return hash(normalise(block.text))
