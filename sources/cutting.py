"""Cutting stored documents into passages, once all pages of a reading are known.

Everything here may run twice: a document that has passages is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from django.db import IntegrityError

from sources.beside import Beside
from sources.excluding import Excluded, excluded, held_out
from sources.models import Document, Passage, Reading
from sources.near_duplicates import Shelf
from sources.packing import unpacked
from sources.reading import Repetition, passages_of

# So many documents' passages are stored at a time.
BATCH = 50


def cut_passages(reading: Reading) -> int:
    """Cut every document of the reading that has none into passages; how many were cut.

    What stands on most pages of the reading is in no passage: only now are all pages known. Neither
    is what somebody keeps out. A passage that says nearly the same as an earlier one is marked.
    """
    shut = excluded(reading.source)
    repetition = Repetition()
    documents = Document.objects.filter(reading=reading).order_by("pk")
    for language, packed, text in documents.values_list("language", "blocks", "text").iterator(
        BATCH
    ):
        repetition.add(language, unpacked(text, packed))
    shelf = Shelf(reading)
    counts: list[int] = []

    def store(batch: list[Document], cut: list[list[Passage]]) -> None:
        counts.append(_store(batch, cut, shelf))

    # The bytes of a page are many times its text, and cutting has no use for them.
    light = documents.filter(passages__isnull=True).only("address", "language", "blocks", "text")
    waiting: Iterator[Document] = light.iterator(BATCH)
    with Beside() as beside:
        while batch := list(islice(waiting, BATCH)):
            cut = [_cut(document, repetition, shut) for document in batch]
            beside.run(partial(store, batch, cut))
    return sum(counts)


def _store(
    documents: Sequence[Document], passages: Sequence[Sequence[Passage]], shelf: Shelf
) -> int:
    rows = [passage for cut in passages for passage in cut]
    try:
        shelf.store(rows)
    except IntegrityError:
        # One of them was cut by a worker that was given up too early; that one is passed over.
        if len(documents) == 1:
            return 0
        return sum(
            _store([document], [_unsaved(cut)], shelf)
            for document, cut in zip(documents, passages, strict=True)
        )
    return len(rows)


def _unsaved(passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages without the keys that a refused insert gave them."""
    for passage in passages:
        passage.pk, passage._state.adding = None, True
        passage.near_duplicate_of_id = None
    return passages


def _cut(document: Document, repetition: Repetition, shut: Excluded) -> list[Passage]:
    blocks = unpacked(document.text, document.blocks)
    without = repetition.repeated(document.language, blocks)
    passages = passages_of(
        document.text,
        blocks,
        language=document.language,
        without=without | held_out(blocks, shut.hashes(document.address)),
    )
    return [
        Passage(
            document=document,
            position=position,
            kind=passage.kind,
            question=passage.question,
            heading_path=list(passage.heading_path),
            text=passage.text,
            start=passage.start,
            end=passage.end,
            language=passage.language[:8],
            page=passage.page or None,
        )
        for position, passage in enumerate(passages)
    ]
