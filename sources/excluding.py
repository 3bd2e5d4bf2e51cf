"""Keeping pages and blocks out of passages, and taking that back.

An exclusion holds from the moment it is made: what it covers is offered for nothing, is left out when
passages are cut the next time, and a page is not even fetched again. Questions that were drawn from it
before stay as they are.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Q, TextField, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import User
from sources.models import Document, Exclusion, Passage, Source
from sources.packing import unpacked
from sources.reading import Block, BlockKind
from sources.reading.passages import MOST


@dataclass(frozen=True, slots=True)
class Excluded:
    """What of one source is kept out: addresses of pages, and fingerprints of blocks by address."""

    pages: frozenset[str]
    blocks: Mapping[str, frozenset[str]]

    def hashes(self, address: str) -> frozenset[str]:
        """The fingerprints of the blocks that are kept out of the page at this address."""
        nothing: frozenset[str] = frozenset()
        return self.blocks.get("", nothing) | self.blocks.get(address, nothing)


def block_hash(text: str) -> str:
    """The fingerprint by which a block is known again on other pages and in later readings."""
    return hashlib.sha256(text.encode()).hexdigest()


def can_be_excluded(block: Block) -> bool:
    """Whether keeping the block out means anything: headings are in no passage themselves."""
    return block.kind is not BlockKind.HEADING


def held_out(blocks: Sequence[Block], hashes: Collection[str]) -> frozenset[int]:
    """The numbers of the blocks kept out; with a question, those of its answer."""
    if not hashes:
        return frozenset()
    found = {
        number
        for number, block in enumerate(blocks)
        if can_be_excluded(block) and block_hash(block.text) in hashes
    }
    entries = {blocks[number].entry for number in found if _is_question(blocks[number])}
    return frozenset(found | {n for n, block in enumerate(blocks) if block.entry in entries})


def _is_question(block: Block) -> bool:
    return block.kind is BlockKind.QUESTION and bool(block.entry)


def excluded(source: Source) -> Excluded:
    """What of the source is kept out just now."""
    rows = Exclusion.objects.filter(source=source).values_list("address", "block_hash")
    blocks: defaultdict[str, set[str]] = defaultdict(set)
    pages = set()
    for address, digest in rows:
        if digest:
            blocks[address].add(digest)
        else:
            pages.add(address)
    return Excluded(frozenset(pages), {key: frozenset(found) for key, found in blocks.items()})


def exclusions(source: Source) -> list[Exclusion]:
    """The exclusions of a source with who made them, the newest first."""
    return list(Exclusion.objects.filter(source=source).select_related("by").order_by("-pk"))


@transaction.atomic
def exclude_page(*, document: Document, by: User | None) -> Exclusion:
    """Keep the whole page at the document's address out; once is enough."""
    return _made(document.source, document.address, "", document.title, by)


@transaction.atomic
def exclude_block(
    *, document: Document, number: int, by: User | None, everywhere: bool = False
) -> Exclusion:
    """Keep a block of the document out of this page, or of every page of its source.

    DomainError for a number that no block has, and for a heading.
    """
    blocks = unpacked(document.text, document.blocks)
    if not 0 <= number < len(blocks) or not can_be_excluded(blocks[number]):
        raise DomainError(_("This part of the page cannot be excluded on its own."))
    text = blocks[number].text
    address = "" if everywhere else document.address
    return _made(document.source, address, block_hash(text), text, by)


def _made(source: Source, address: str, digest: str, text: str, by: User | None) -> Exclusion:
    # Two people who press at the same moment wait for each other here, and the second finds the row.
    Source.objects.select_for_update().get(pk=source.pk)
    there: Exclusion | None = Exclusion.objects.filter(
        source=source, address=address, block_hash=digest
    ).first()
    if there is not None:
        return there
    made = Exclusion(source=source, address=address, block_hash=digest, text=text, by=by)
    made._history_user = by  # type: ignore[attr-defined]  # simple-history reads it
    made.save()
    return made


@transaction.atomic
def take_back(*, source: Source, exclusion_id: int, by: User | None) -> bool:
    """Take an exclusion of the source back; False when that was done already."""
    there = Exclusion.objects.select_for_update().filter(source=source, pk=exclusion_id).first()
    if there is None:
        return False
    there._history_user = by
    there.delete()
    return True


def kept_out(readings: Mapping[int, int]) -> dict[int, set[int]]:
    """Reading → its passages that an exclusion covers; `readings` says which one of each source."""
    shut: defaultdict[int, list[Exclusion]] = defaultdict(list)
    for exclusion in Exclusion.objects.filter(source__in=list(readings)):
        shut[readings[exclusion.source_id]].append(exclusion)
    found: defaultdict[int, set[int]] = defaultdict(set)
    if shut:
        for reading, pk in _on_pages(shut):
            found[reading].add(pk)
        for reading, pk in _with_blocks(shut):
            found[reading].add(pk)
    return dict(found)


def _on_pages(shut: Mapping[int, Iterable[Exclusion]]) -> Iterable[tuple[int, int]]:
    """The passages of the pages excluded, each with its reading."""
    pages = {
        (reading, one.address)
        for reading, rows in shut.items()
        for one in rows
        if not one.block_hash
    }
    if not pages:
        return
    rows = Passage.objects.filter(
        document__reading__in=list(shut), document__address__in={address for _, address in pages}
    ).values_list("document__reading", "document__address", "pk")
    for reading, address, pk in rows:
        if (reading, address) in pages:
            yield reading, pk


def _with_blocks(shut: Mapping[int, Iterable[Exclusion]]) -> Iterable[tuple[int, int]]:
    """The passages that hold a block excluded, each with its reading."""
    hashes: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
    candidates = Q()
    for reading, rows in shut.items():
        for one in rows:
            if one.block_hash:
                hashes[reading, one.address].add(one.block_hash)
                candidates |= _may_hold(reading, one)
    if not hashes:
        return
    found = Passage.objects.filter(candidates).values_list("document", "pk", "start", "end")
    of_document: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for document, pk, start, end in found:
        of_document[document].append((pk, start, end))
    documents = Document.objects.filter(pk__in=of_document).values_list(
        "pk", "reading", "address", "text", "blocks"
    )
    for pk, reading, address, text, packed in documents.iterator(50):
        blocks = unpacked(text, packed)
        digests = hashes[reading, ""] | hashes[reading, address]
        held = [blocks[number] for number in held_out(blocks, digests)]
        for passage, start, end in of_document[pk]:
            if any(start < block.end and block.start < end for block in held):
                yield reading, passage


def _may_hold(reading: int, exclusion: Exclusion) -> Q:
    """Passages by their words alone; whether the words are that block is told by the document."""
    words = Q(text__contains=exclusion.text) | Q(question=exclusion.text)
    if len(exclusion.text.split()) > MOST:
        # So long a block is cut into several passages, each of which is a part of it.
        whole = Value(exclusion.text, output_field=TextField())
        words |= Q(GreaterThan(StrIndex(whole, F("text")), 0))
    there = Q(document__reading=reading) & words
    return there & Q(document__address=exclusion.address) if exclusion.address else there
