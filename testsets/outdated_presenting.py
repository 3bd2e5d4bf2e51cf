"""From marks to what pages show of possibly outdated questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sources.reading.comparing import marked_changes
from testsets.models import OutdatedMark
from testsets.outdated_selectors import SETS_ASIDE, Outdated

Parts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ShownMark:
    """What a source says otherwise by now: the passage as it was beside the one most like it now."""

    pk: int
    words: str
    detail: str
    address: str
    source: int
    document: int | None
    missing: list[str]
    before: Parts
    after: Parts
    at: datetime
    sets_aside: bool


@dataclass(frozen=True, slots=True)
class ShownOutdated:
    """A possibly outdated question with its mark; `question` is the key of its draft, None for none."""

    uid: str
    text: str
    question: int | None
    places: str
    versions: list[tuple[int, int]]
    mark: ShownMark


def shown_mark(mark: OutdatedMark) -> ShownMark:
    """One mark with the words that differ marked in both passages."""
    before: Parts = [(mark.before, "")]
    after: Parts = []
    if mark.after is not None:
        before, after = marked_changes(mark.before, mark.after.text)
    return ShownMark(
        pk=mark.pk,
        words=str(OutdatedMark.Kind(mark.kind).label),
        detail=mark.detail,
        address=mark.address,
        source=mark.reading.source_id,
        document=mark.after.document_id if mark.after else None,
        missing=list(mark.missing),
        before=before,
        after=after,
        at=mark.at,
        sets_aside=mark.kind in SETS_ASIDE,
    )


def outdated_context(found: Sequence[Outdated], chosen: str) -> dict[str, Any]:
    """The questions that are possibly outdated, narrowed to the draft (`0`) or a version's number."""
    numbers = sorted({place for one in found for place in one.places})
    known = {str(number) for number in numbers}
    chosen = chosen if chosen in known else ""
    rows = [one for one in found if not chosen or int(chosen) in one.places]
    choices: list[tuple[str, str, int]] = [("", _("All"), len(found))]
    for number in numbers:
        words = _("Version %(number)s") % {"number": number} if number else _("Draft")
        choices.append((str(number), words, sum(number in one.places for one in found)))
    return {
        "questions": [_shown(one) for one in rows],
        "choices": choices,
        "chosen": chosen,
        "total": len(found),
    }


def _shown(one: Outdated) -> ShownOutdated:
    first: Any = one.first
    row = first.question or first.frozen
    versions = [
        (mark.frozen.version.number, mark.frozen.version_id) for mark in one.marks if mark.frozen
    ]
    return ShownOutdated(
        uid=row.uid,
        text=row.text,
        question=first.question_id,
        places=_places(in_draft=first.question is not None, versions=len(versions)),
        versions=versions,
        mark=shown_mark(first),
    )


def _places(*, in_draft: bool, versions: int) -> str:
    counted = ngettext("in %(count)s version", "in %(count)s versions", versions) % {
        "count": versions
    }
    if not in_draft:
        return counted
    return (
        _("in the draft and %(versions)s") % {"versions": counted}
        if versions
        else _("in the draft")
    )
