"""Holding what questions were drawn from against what a reading says now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from core.fingerprint import fingerprint
from core.text import find_quotation, normalise, words
from sources.comparisons import Fate, fates
from sources.models import Document, Passage, Reading
from testsets.drawn import Drawn
from testsets.models import OutdatedMark

Kind = OutdatedMark.Kind
# The strongest first: the one that counts where a question rests on several passages.
_BY_STRENGTH: Final = (Kind.PAGE, Kind.QUOTATION, Kind.PASSAGE)
# A passage with fewer words in common is shown for no new wording of the old one.
_ALIKE: Final = 0.3


@dataclass(frozen=True, slots=True)
class Finding:
    """What is no longer as it was; `state` is the same whenever the same is found."""

    kind: Kind
    address: str
    before: str
    after: int | None = None
    missing: tuple[str, ...] = ()
    detail: str = ""
    said: str = field(default="", repr=False)

    @property
    def state(self) -> str:
        return fingerprint(
            {
                "kind": self.kind.value, "address": self.address, "before": self.before,
                "missing": list(self.missing), "said": self.said,
            }
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a question's passages came to: whether all could be looked at, and the worst that was found."""

    known: bool
    finding: Finding | None


class Held:
    """One reading, and what was found on its pages; each page is looked at once."""

    def __init__(self, reading: Reading, drawn: Iterable[Drawn]) -> None:
        self._reading = reading
        self._found: dict[Drawn, Finding | None] = {}
        self._unreached: set[str] = set()
        by_address: dict[str, list[Drawn]] = {}
        for one in set(drawn):
            by_address.setdefault(one.address, []).append(one)
        self._look(by_address)

    def verdict(self, drawn: Sequence[Drawn]) -> Verdict:
        """What a question that rests on these passages has to be told."""
        found = [finding for one in drawn if (finding := self._found.get(one))]
        worst = min(found, key=lambda finding: _BY_STRENGTH.index(finding.kind), default=None)
        return Verdict(not any(one.address in self._unreached for one in drawn), worst)

    def _look(self, by_address: dict[str, list[Drawn]]) -> None:
        pages = Document.objects.filter(
            reading=self._reading, address__in=list(by_address), passages__isnull=False
        ).distinct()
        there = set()
        columns = ("address", "content_hash", "pk", "text")
        for address, digest, pk, text in pages.values_list(*columns).iterator(50):
            there.add(address)
            # The same bytes say the same, even where reading has learned to take them otherwise.
            changed = [one for one in by_address[address] if one.content_hash != digest]
            if changed:
                page = _Page(pk, address, text)
                self._found.update((one, page.finding(one)) for one in changed)
        lost = fates(by_address.keys() - there, self._reading)
        for address, (fate, why) in lost.items():
            if fate is not Fate.GONE:
                self._unreached.add(address)
                continue
            for one in by_address[address]:
                self._found[one] = None if self._elsewhere(one) else _gone(one, why)

    def _elsewhere(self, one: Drawn) -> bool:
        """Whether the passage stands word for word on another page: it moved."""
        return Passage.objects.filter(document__reading=self._reading, text=one.text).exists()


def _gone(one: Drawn, why: str) -> Finding:
    return Finding(Kind.PAGE, one.address, one.text, missing=one.quotations, detail=why)


class _Page:
    """A page as it is now."""

    def __init__(self, pk: int, address: str, text: str) -> None:
        self._pk, self._address, self._text = pk, address, text
        self._plain = normalise(text)
        self._passages: list[tuple[int, str, Counter[str]]] | None = None

    def finding(self, one: Drawn) -> Finding | None:
        if normalise(one.text) in self._plain:
            return None
        missing = tuple(
            quotation
            for quotation in one.quotations
            if find_quotation(quotation, self._text) is None
        )
        after, said = self._most_like(one.text)
        kind = Kind.QUOTATION if missing else Kind.PASSAGE
        return Finding(kind, self._address, one.text, after, missing, said=said)

    def _most_like(self, text: str) -> tuple[int | None, str]:
        if self._passages is None:
            rows = Passage.objects.filter(document=self._pk).order_by("position")
            self._passages = [
                (pk, said, Counter(words(said))) for pk, said in rows.values_list("pk", "text")
            ]
        own = Counter(words(text))
        rated = [
            (2 * (own & theirs).total() / (own.total() + theirs.total()), -pk, said)
            for pk, said, theirs in self._passages
            if theirs or own
        ]
        share, pk, said = max(rated, default=(0.0, 0, ""))
        return (-pk, said) if share >= _ALIKE else (None, "")
