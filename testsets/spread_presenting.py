"""The spread of a set as its page draws it: bars with their figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from testsets.battery import DEFAULT_SHARES, quotas
from testsets.spread_wording import is_thin, sentences
from testsets.spreading import Spread
from testsets.values import FAMILY_OF, Family, QuestionType
from testsets.wording import FAMILIES, TYPES, language_words

MOST_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: so many questions, how long its bar is and where the mark of the usual share stands."""

    name: str
    count: int
    share: float
    length: float  # from 0 to 1, of the longest in its table
    query: str = ""  # of the list with these questions
    usual: float | None = None
    mark: float = 0.0
    thin: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FamilyBars:
    """A family with its types."""

    name: str
    count: int
    share: float
    usual: float
    query: str
    control: int
    bars: list[Bar]

    @property
    def development(self) -> int:
        """Its questions that are in everyday work."""
        return self.count - self.control


def spread_context(spread: Spread) -> dict[str, Any]:
    """Everything that the page shows."""
    documents = sorted(spread.documents.items(), key=lambda item: (item[1], item[0].title))
    topics = sorted(spread.topics.items(), key=lambda item: (item[1], item[0]))
    return {
        "spread": spread,
        "thin": sentences(spread),
        "families": _families(spread),
        "documents": _bars(
            spread.total,
            [
                (place.title, count, {"document": place.address}, place.source)
                for place, count in documents[:MOST_SHOWN]
            ],
        ),
        "more_documents": max(0, len(documents) - MOST_SHOWN),
        "topics": _bars(
            spread.total,
            [
                (topic or _("No topic given"), count, {"topic": topic} if topic else {}, "")
                for topic, count in topics[:MOST_SHOWN]
            ],
        )
        if set(spread.topics) - {""}
        else [],
        "spoken": _bars(
            spread.total,
            [
                (language_words(code), count, {"language": code}, "")
                for code, count in sorted(spread.languages.items(), key=lambda item: item[1])
            ],
        ),
        "answers": _bars(
            spread.balance.yes + spread.balance.no + spread.balance.unclear, _answers(spread)
        ),
        "kinds": _bars(spread.total, _kinds(spread)),
        "unasked": spread.unasked[:MOST_SHOWN],
        "more_unasked": max(0, len(spread.unasked) - MOST_SHOWN),
        "documents_there": len(documents) + len(spread.unasked),
    }


def _answers(spread: Spread) -> list[tuple[str, int, Mapping[str, str], str]]:
    sides = [
        (_("Yes"), spread.balance.yes, {"only": "yes"}, ""),
        (_("No"), spread.balance.no, {"only": "no"}, ""),
    ]
    if spread.balance.unclear:
        sides.append((_("Neither yes nor no"), spread.balance.unclear, {"only": "unclear"}, ""))
    return sorted(sides, key=lambda side: side[1])


def _kinds(spread: Spread) -> list[tuple[str, int, Mapping[str, str], str]]:
    kinds = [
        (_("With an exact value"), spread.exact, {"only": "exact"}, ""),
        (_("Critical"), spread.critical, {"only": "critical"}, ""),
        (_("Control"), spread.control, {"only": "control"}, ""),
        (_("Without a passage"), spread.bare, {"only": "bare"}, ""),
    ]
    return sorted(kinds, key=lambda kind: kind[1])


def _families(spread: Spread) -> list[FamilyBars]:
    whole = sum(DEFAULT_SHARES.values())
    due = quotas(spread.total, DEFAULT_SHARES)
    longest = max(
        [
            *(count / max(1, spread.total) for count in spread.types.values()),
            *(share / whole for share in DEFAULT_SHARES.values()),
        ]
    )
    found = []
    for family in Family:
        types = [t for t in QuestionType if FAMILY_OF[t] is family]
        bars = []
        for type_ in types:
            count, usual = spread.types.get(type_.value, 0), DEFAULT_SHARES.get(type_, 0) / whole
            share = count / spread.total if spread.total else 0.0
            bars.append(
                Bar(
                    name=str(TYPES[type_]),
                    count=count,
                    share=share,
                    length=share / longest,
                    query=urlencode({"type": type_.value}) if count else "",
                    usual=usual,
                    mark=usual / longest,
                    thin=is_thin(count, due.get(type_, 0)),
                )
            )
        count = sum(bar.count for bar in bars)
        found.append(
            FamilyBars(
                name=str(FAMILIES[family]),
                count=count,
                share=count / spread.total if spread.total else 0.0,
                usual=sum(bar.usual or 0.0 for bar in bars),
                query=urlencode({"type": family.value}) if count else "",
                control=sum(spread.controls.get(t.value, 0) for t in types),
                bars=sorted(bars, key=lambda bar: (bar.count, bar.name)),
            )
        )
    return sorted(found, key=lambda family: family.share - family.usual)


def _bars(total: int, rows: Iterable[tuple[str, int, Mapping[str, str], str]]) -> list[Bar]:
    rows = list(rows)
    longest = max((count for _name, count, _query, _detail in rows), default=0)
    return [
        Bar(
            name=name,
            count=count,
            share=count / total if total else 0.0,
            length=count / longest if longest else 0.0,
            query=urlencode(query) if count else "",
            detail=detail,
        )
        for name, count, query, detail in rows
    ]
