"""The stored passages as writers and checks see them."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Exists, OuterRef

from sources.models import Document, Passage, Reading, Source
from testsets.values import Material

# Columns of a document that nobody who asks about its passages reads.
_HEAVY: Final = ("document__raw", "document__text", "document__blocks", "document__left_out")


def current_readings(sources: Iterable[Source]) -> list[int]:
    """The newest reading of each source that stored any document."""
    has_documents = Exists(Document.objects.filter(reading=OuterRef("pk")))
    newest = (
        Reading.objects.filter(has_documents, source__in=list(sources))
        .order_by("source_id", "-pk")
        .distinct("source_id")
    )
    return list(newest.values_list("pk", flat=True))


def material_of(sources: Iterable[Source]) -> list[Material]:
    """The passages of the sources as they were last read, in the order of their documents."""
    passages = (
        Passage.objects.filter(document__reading__in=current_readings(sources))
        .select_related("document")
        .defer(*_HEAVY)
        .order_by("document_id", "position")
    )
    return [as_material(passage) for passage in passages]


def as_material(passage: Passage) -> Material:
    """One passage as a plain value."""
    document = passage.document
    return Material(
        key=passage.pk,
        document_key=document.pk,
        document=document.title,
        address=document.address,
        language=passage.language,
        kind=passage.kind,
        question=passage.question,
        heading_path=tuple(passage.heading_path),
        text=passage.text,
    )
