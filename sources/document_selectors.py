"""Everything that reads one document, always within one workspace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from django.db.models.functions import MD5

from core.models import Workspace
from sources.excluding import exclusions
from sources.models import Document, Exclusion, Passage

MOST_VERSIONS = 20


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """What was fetched of an address at one time, and whether its text differs from the time before.

    `before` is the key of the version before it; None, as `changed` is, for the first.
    """

    pk: int
    fetched_at: datetime
    changed: bool | None
    before: int | None


def document(workspace: Workspace, pk: int) -> Document:
    """One document of the workspace; Document.DoesNotExist for any other."""
    found: Document = (
        Document.objects.for_workspace(workspace)
        .select_related("source", "reading")
        .defer("raw")
        .get(pk=pk)
    )
    return found


def passages(document: Document) -> list[Passage]:
    """The document's passages in reading order, each with the one that it nearly repeats."""
    chosen = Passage.objects.filter(document=document)
    light = chosen.select_related("near_duplicate_of__document").defer(
        *(
            f"near_duplicate_of__document__{column}"
            for column in ("raw", "text", "blocks", "left_out")
        )
    )
    return list(light.order_by("position"))


def versions(document: Document) -> list[DocumentVersion]:
    """The newest versions of the document's address in its source, the newest first."""
    rows = list(
        Document.objects.filter(source=document.source_id, address=document.address)
        .annotate(digest=MD5("text"))
        .order_by("-pk")
        .values_list("pk", "fetched_at", "digest")[: MOST_VERSIONS + 1]
    )
    found = []
    for (pk, at, digest), earlier in zip_longest(rows, rows[1:]):
        changed = None if earlier is None else digest != earlier[2]
        found.append(DocumentVersion(pk, at, changed, None if earlier is None else earlier[0]))
    return found[:MOST_VERSIONS]


def shutting_out(document: Document) -> list[Exclusion]:
    """The exclusions that cover this document or a part of it, the newest first."""
    return [one for one in exclusions(document.source) if one.address in {"", document.address}]


def once_excluded(document: Document) -> set[str]:
    """The fingerprints of blocks that were excluded when the document was cut, or at another time."""
    rows = Exclusion.history.filter(source=document.source_id).exclude(block_hash="")
    return set(rows.values_list("block_hash", flat=True))
