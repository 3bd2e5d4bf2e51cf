"""What a reading stores, page by page: the document, and the visit that brought it.

Everything here may run twice: a row that is there already is left as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from core.postgres.copying import copy_in
from sources.fetching import NO_VALIDATORS, Validators
from sources.models import Document, PageVisit, Reading
from sources.packing import packed
from sources.reading import BlockKind, ReadDocument

LONGEST_TITLE = Document._meta.get_field("title").max_length
LONGEST_ADDRESS = Document._meta.get_field("address").max_length
_HEADINGS = (BlockKind.HEADING, BlockKind.QUESTION)


@dataclass(frozen=True, slots=True)
class Page:
    """A page or file that was read, with what of its fetch is kept.

    `unchanged_from` is the key of the earlier document with the same bytes, `note` what is to be said
    of its visit.
    """

    address: str
    raw: bytes
    media_type: str
    document: ReadDocument
    validators: Validators = NO_VALIDATORS
    unchanged_from: int | None = None
    rendered: bool = False
    note: str = ""

    @property
    def outcome(self) -> PageVisit.Outcome:
        """What its visit is called."""
        if self.document.needs_browser:
            return PageVisit.Outcome.BROWSER
        has_text = any(block.kind not in _HEADINGS for block in self.document.blocks)
        return PageVisit.Outcome.READ if has_text else PageVisit.Outcome.NO_TEXT


@dataclass(frozen=True, slots=True)
class Arrival:
    """What came of one address or file, not stored yet: a page, or why there is none; and when."""

    address: str
    outcome: str
    detail: str = ""
    page: Page | None = None
    at: datetime = field(default_factory=lambda: timezone.now())


def store_page(
    reading: Reading,
    *,
    address: str,
    raw: bytes,
    media_type: str,
    document: ReadDocument,
    now: datetime | None = None,
) -> Document | None:
    """Store a page or file with the visit that brought it; None when it is stored already.

    A page without any text is stored too, so that its links are known when the reading goes on.
    """
    page = Page(address, raw, media_type, document)
    [stored] = store(reading, [Arrival(address, page.outcome, page=page, at=now or timezone.now())])
    return stored


def store_visit(
    reading: Reading, *, address: str, outcome: str, detail: str = "", now: datetime | None = None
) -> None:
    """Store why an address or a file gave no document."""
    store(reading, [Arrival(address, outcome, detail, at=now or timezone.now())])


def store(reading: Reading, arrivals: Sequence[Arrival]) -> list[Document | None]:
    """Store what arrived in one go; the documents made, None for what has none or was there already."""
    documents = [
        _document(reading, arrival.page, arrival.at) if arrival.page is not None else None
        for arrival in arrivals
    ]
    try:
        with transaction.atomic():
            copy_in([one for one in documents if one is not None])
            copy_in(
                [
                    PageVisit(
                        reading=reading,
                        address=arrival.address[:LONGEST_ADDRESS],
                        outcome=arrival.outcome,
                        detail=arrival.detail,
                        document=document,
                        at=arrival.at,
                    )
                    for arrival, document in zip(arrivals, documents, strict=True)
                ]
            )
    except IntegrityError:
        # Some of it was stored by a worker that was given up too early.
        if len(arrivals) > 1:
            return [store(reading, [arrival])[0] for arrival in arrivals]
        visited = arrivals[0].address[:LONGEST_ADDRESS]
        if not PageVisit.objects.filter(reading=reading, address=visited).exists():
            raise
        return [None]
    return documents


def _document(reading: Reading, page: Page, moment: datetime) -> Document:
    read = page.document
    return Document(
        source_id=reading.source_id,
        reading=reading,
        address=page.address[:LONGEST_ADDRESS],
        title=read.title[:LONGEST_TITLE],
        media_type=page.media_type[:120],
        encoding=read.encoding[:40],
        raw=page.raw,
        text=read.text,
        blocks=[packed(block) for block in read.blocks],
        left_out=[[part.reason, part.text] for part in read.skipped],
        language=read.language[:8],
        fetched_at=moment,
        content_hash=hashlib.sha256(page.raw).hexdigest(),
        etag=page.validators.etag,
        last_modified=page.validators.last_modified,
        unchanged_from_id=page.unchanged_from,
        rendered=page.rendered,
    )


class KnownTexts:
    """The texts of one reading, so that the same text under another address is recognised."""

    def __init__(self, reading: Reading) -> None:
        stored = Document.objects.filter(reading=reading).exclude(text="").order_by("pk")
        self._addresses: dict[bytes, str] = {}
        for text, address in stored.values_list("text", "address").iterator(50):
            self._addresses.setdefault(_digest(text), address)

    def first_address(self, text: str, address: str) -> str:
        """Where the text stood first, "" when it is new; an empty text is always new."""
        if not text:
            return ""
        first = self._addresses.setdefault(_digest(text), address)
        return "" if first == address else first


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
