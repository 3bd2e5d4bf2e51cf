"""What a reading stores, page by page: the document, and the visit that brought it.

Everything here may run twice: a row that is there already is left as it is.
"""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from sources.models import Document, PageVisit, Reading
from sources.packing import packed
from sources.reading import ReadDocument

LONGEST_TITLE = Document._meta.get_field("title").max_length
LONGEST_ADDRESS = Document._meta.get_field("address").max_length


def store_page(
    reading: Reading,
    *,
    address: str,
    raw: bytes,
    media_type: str,
    document: ReadDocument,
    visited: str = "",
    now: datetime | None = None,
) -> Document | None:
    """Store a page with the visit that brought it; None when it is stored already.

    `visited` is the address the visit began with, where that is another than the page's own.
    A page without any text is stored too, so that its links are known when the reading goes on.
    """
    moment = now or timezone.now()
    begun = (visited or address)[:LONGEST_ADDRESS]
    outcome = PageVisit.Outcome.READ if document.passages else PageVisit.Outcome.NO_TEXT
    try:
        with transaction.atomic():
            stored = Document.objects.create(
                source_id=reading.source_id,
                reading=reading,
                address=address[:LONGEST_ADDRESS],
                title=document.title[:LONGEST_TITLE],
                media_type=media_type[:120],
                encoding=document.encoding[:40],
                raw=raw,
                text=document.text,
                blocks=[packed(block) for block in document.blocks],
                left_out=[[part.reason, part.text] for part in document.skipped],
                language=document.language[:8],
                fetched_at=moment,
                content_hash=hashlib.sha256(raw).hexdigest(),
            )
            PageVisit.objects.create(
                reading=reading,
                address=begun,
                outcome=outcome,
                document=stored,
                at=moment,
            )
            return stored
    except IntegrityError:
        if PageVisit.objects.filter(reading=reading, address=begun).exists():
            return None
        raise


def store_visit(
    reading: Reading, *, address: str, outcome: str, detail: str = "", now: datetime | None = None
) -> None:
    """Store why an address or a file gave no document."""
    PageVisit.objects.get_or_create(
        reading=reading,
        address=address[:LONGEST_ADDRESS],
        defaults={"outcome": outcome, "detail": detail, "at": now or timezone.now()},
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
