"""The stored passages as writers and checks see them."""

from collections.abc import Iterable

from sources.models import Passage, Source
from sources.selectors import current_passages
from testsets.records import HEAVY
from testsets.values import Material


def material_of(sources: Iterable[Source]) -> list[Material]:
    """The passages of the sources as they were last read, in the order of their documents."""
    rows = current_passages(sources).defer(*(f"document__{column}" for column in HEAVY))
    return [as_material(passage) for passage in rows]


def as_material(passage: Passage) -> Material:
    """One passage as a plain value."""
    document = passage.document
    return Material(
        key=passage.pk,
        document_key=document.pk,
        document=document.title or document.address,
        address=document.address,
        language=passage.language,
        kind=passage.kind,
        question=passage.question,
        heading_path=tuple(passage.heading_path),
        text=passage.text,
    )
