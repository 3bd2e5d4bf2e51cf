"""What only shows when the pages of a site are seen together: blocks that stand on most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sources.reading.passages import passages_of
from sources.reading.values import Block, BlockKind, FaqEntry, ReadDocument, Skipped, SkipReason

FEWEST_PAGES = 3
MOST_PAGES = 0.5
# Different blocks of a language counted at a time, and the share of pages up to which one is rare.
MOST_COUNTED, RARE = 60_000, 0.02
_HEADINGS = (BlockKind.HEADING, BlockKind.QUESTION)


class Repetition:
    """Counts, page by page, on how many pages of each language a block stands.

    Of many thousand different blocks, those that stood on few of the pages so far are forgotten now
    and then: the memory has an end, and a block on most pages is counted a little short at worst.
    """

    def __init__(self, *, most: int = MOST_COUNTED) -> None:
        self._pages: Counter[str] = Counter()
        self._seen: dict[str, Counter[int]] = {}
        self._most = most

    def add(self, language: str, blocks: Iterable[Block]) -> None:
        self._pages[language] += 1
        seen = self._seen.setdefault(language, Counter())
        seen.update({_key(block) for block in blocks if block.kind not in _HEADINGS})
        if len(seen) > self._most:
            rare = self._pages[language] * RARE
            self._seen[language] = Counter({key: n for key, n in seen.items() if n > rare})

    def repeated(self, language: str, blocks: Sequence[Block]) -> frozenset[int]:
        """The numbers of those blocks that stand on most pages of the language."""
        pages = self._pages[language]
        if pages < FEWEST_PAGES:
            return frozenset()
        least, seen = max(FEWEST_PAGES, pages * MOST_PAGES), self._seen[language]
        return frozenset(
            number
            for number, block in enumerate(blocks)
            if block.kind not in _HEADINGS and seen[_key(block)] >= least
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
    # A number takes a fraction of the memory of the text, which matters over thousands of pages; and
    # templates repeat themselves to the letter, so that folding, fifty times as slow, tells no more.
    return hash(" ".join(block.text.split()).casefold())
