"""What earlier readings of a source know of its pages: what to ask the server with, since when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sources.crawling import Before
from sources.fetching import NO_VALIDATORS, Validators
from sources.models import Document, Reading


@dataclass(frozen=True, slots=True)
class Earlier:
    """The newest document of an address, and since when its bytes have been the same."""

    pk: int
    before: Before
    since: datetime


class EarlierPages:
    """The pages of all readings of the source but the one given. What a page holds stays out of it."""

    def __init__(self, reading: Reading) -> None:
        self._pages: dict[str, Earlier] = {}
        rows = Document.objects.filter(source=reading.source_id, reading__lt=reading.pk)
        fields = (
            "pk",
            "address",
            "etag",
            "last_modified",
            "content_hash",
            "rendered",
            "fetched_at",
        )
        for pk, address, etag, modified, content_hash, rendered, at in (
            rows.order_by("pk").values_list(*fields).iterator(1000)
        ):
            digest = bytes.fromhex(content_hash)
            last = self._pages.get(address)
            since = last.since if last is not None and last.before.digest == digest else at
            # What a server says of a page tells nothing of what programs made of it in a browser.
            validators = NO_VALIDATORS if rendered else Validators(etag, modified)
            self._pages[address] = Earlier(pk, Before(validators, digest), since)

    def before(self, url: str) -> Before | None:
        """What a walk may know of the address."""
        found = self._pages.get(url)
        return found.before if found is not None else None

    def same(self, url: str, digest: bytes) -> Earlier | None:
        """The newest page of the address when it has these bytes."""
        found = self._pages.get(url)
        return found if found is not None and found.before.digest == digest else None

    def newest(self, url: str) -> Earlier:
        """The newest page of the address; KeyError when there is none."""
        return self._pages[url]
