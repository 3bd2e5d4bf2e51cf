"""What changed between two readings of a source, page by page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import Exists, OuterRef, TextField, Value
from django.db.models.functions import MD5, Concat
from django.utils.translation import gettext as _

from sources.models import Document, PageVisit, Passage, Reading, Source
from sources.packing import unpacked
from sources.reading import Block, BlockKind
from sources.reading.comparing import Comparison, compare

MOST_READINGS: Final = 50
_ENDED: Final = (Reading.Status.DONE, Reading.Status.STOPPED)
_NO_SUCH_PAGE: Final = re.compile(r"\b(?:404|410)\b")
# The address was asked for, and there is no page with a text of its own behind it any more.
_EMPTY: Final = frozenset(
    (
        PageVisit.Outcome.REDIRECTED,
        PageVisit.Outcome.DUPLICATE,
        PageVisit.Outcome.NO_TEXT,
        PageVisit.Outcome.NOT_TEXT,
    )
)


class Fate(StrEnum):
    """What became of a page from one reading to another.

    A page is gone when the later reading asked for it or looked at the whole site; where it did
    neither, or the page could not be looked at, it is unreached and nothing is known of it.
    """

    CHANGED = "changed"
    ADDED = "added"
    GONE = "gone"
    UNREACHED = "unreached"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class PageChange:
    """A page in two readings; `before` and `after` are the keys of its documents, None for none."""

    fate: Fate
    address: str
    title: str
    before: int | None
    after: int | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Page:
    pk: int
    title: str
    digest: str


def comparable(source: Source) -> list[Reading]:
    """The ended readings of the source that brought text, the newest first."""
    rows = Reading.objects.filter(source=source, status__in=_ENDED)
    with_text = rows.filter(documents__passages__isnull=False).distinct()
    return list(with_text.order_by("-pk")[:MOST_READINGS])


def page_changes(before: Reading, after: Reading) -> list[PageChange]:
    """Every page that had text in either reading, by its address.

    A page is unchanged while its passages are: what stands beside them tells nothing to ask about.
    """
    old, new = _pages(before), _pages(after)
    lost = fates(old.keys() - new.keys(), after)
    differing = [a for a in old.keys() & new.keys() if old[a].digest != new[a].digest]
    said = _said([pages[address].pk for address in differing for pages in (old, new)])
    found = []
    for address in sorted(old.keys() | new.keys()):
        was, now = old.get(address), new.get(address)
        if was is None or now is None:
            fate, why = (Fate.ADDED, "") if was is None else lost[address]
        else:
            same = was.digest == now.digest or said[was.pk] == said[now.pk]
            fate, why = (Fate.UNCHANGED if same else Fate.CHANGED), ""
        page = now or was
        title = page.title if page else ""
        keys = (was.pk if was else None, now.pk if now else None)
        found.append(PageChange(fate, address, title, *keys, why))
    return found


def counted(changes: Collection[PageChange]) -> dict[Fate, int]:
    """How many pages met each fate, in the order in which people ask."""
    counts = Counter(one.fate for one in changes)
    return {fate: counts[fate] for fate in Fate}


def fates(addresses: Collection[str], reading: Reading) -> dict[str, tuple[Fate, str]]:
    """Whether pages of which the reading has no text are gone, or were not reached, and why."""
    visits = {
        visit.address: visit
        for visit in PageVisit.objects.filter(reading=reading, address__in=list(addresses))
        .select_related("document")
        .only("address", "outcome", "detail", "document__address")
    }
    partly = _partly(reading)
    return {address: _fate(visits.get(address), partly) for address in addresses}


def compared(before: Document, after: Document) -> Comparison:
    """The blocks that came, went and changed, of those that passages are made of."""
    return compare(_told(before), _told(after))


def _told(document: Document) -> list[Block]:
    places = list(
        Passage.objects.filter(document=document).order_by("start").values_list("start", "end")
    )
    titles = (BlockKind.HEADING, BlockKind.QUESTION)
    return [
        block
        for block in unpacked(document.text, document.blocks)
        if block.kind in titles or any(a < block.end and block.start < b for a, b in places)
    ]


def _pages(reading: Reading) -> dict[str, _Page]:
    """The pages of a reading that have passages, by address, with the digests of their texts."""
    told = Exists(Passage.objects.filter(document=OuterRef("pk")))
    rows = Document.objects.filter(told, reading=reading).annotate(digest=MD5("text"))
    return {
        address: _Page(*page)
        for address, *page in rows.values_list("address", "pk", "title", "digest")
    }


def _said(document_ids: Sequence[int]) -> dict[int, str]:
    """What the passages of documents say, in whatever order, as a digest by the document's key."""
    passage = MD5(Concat("question", Value("\n"), "text", output_field=TextField()))
    rows = Passage.objects.filter(document__in=document_ids).order_by().values("document")
    said = rows.annotate(said=StringAgg(passage, delimiter="", order_by=passage))
    return dict(said.values_list("document", "said"))


def _partly(reading: Reading) -> str:
    """Why the reading did not look at everything, "" when it did."""
    if reading.status != Reading.Status.DONE:
        return _("The reading ended before it got here.")
    source = reading.source
    if source.kind != Source.SourceKind.SITE:
        return ""
    read = PageVisit.objects.filter(reading=reading, outcome=PageVisit.Outcome.READ).count()
    return _("Beyond the page limit of the reading.") if read >= source.page_limit else ""


def _fate(visit: PageVisit | None, partly: str) -> tuple[Fate, str]:
    if visit is None:
        if partly:
            return Fate.UNREACHED, partly
        return Fate.GONE, _("Nothing of the source leads to it any more.")
    why = " ".join(filter(None, (f"{visit.get_outcome_display()}.", visit.detail)))
    if visit.outcome == PageVisit.Outcome.READ and visit.document is not None:
        return Fate.GONE, _("Leads to %(address)s now.") % {"address": visit.document.address}
    missing = visit.outcome == PageVisit.Outcome.ERROR and _NO_SUCH_PAGE.search(visit.detail)
    return (Fate.GONE if missing or visit.outcome in _EMPTY else Fate.UNREACHED), why
