"""Cutting stored documents into passages, once all pages of a reading are known.

Everything here may run twice: a document that has passages is left as it is.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction

from sources.excluding import Excluded, excluded, held_out
from sources.models import Document, Passage, Reading
from sources.packing import unpacked
from sources.reading import Repetition, passages_of


def cut_passages(reading: Reading) -> int:
    """Cut every document of the reading that has none into passages; how many were cut.

    What stands on most pages of the reading is in no passage: only now are all pages known. Neither
    is what somebody keeps out.
    """
    shut = excluded(reading.source)
    repetition = Repetition()
    documents = Document.objects.filter(reading=reading).order_by("pk")
    for language, packed, text in documents.values_list("language", "blocks", "text").iterator(50):
        repetition.add(language, unpacked(text, packed))
    count = 0
    for document in documents.filter(passages__isnull=True).iterator(50):
        count += _cut(document, repetition, shut)
    return count


def _cut(document: Document, repetition: Repetition, shut: Excluded) -> int:
    blocks = unpacked(document.text, document.blocks)
    without = repetition.repeated(document.language, blocks)
    passages = passages_of(
        document.text,
        blocks,
        language=document.language,
        without=without | held_out(blocks, shut.hashes(document.address)),
    )
    rows = [
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
    try:
        with transaction.atomic():
            Passage.objects.bulk_create(rows)
    except IntegrityError:
        # Cut by a worker that was given up too early.
        return 0
    return len(rows)
