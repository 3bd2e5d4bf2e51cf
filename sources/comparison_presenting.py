"""From what changed between two readings to what the pages show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sources.comparisons import Fate, PageChange, counted
from sources.reading.comparing import Change, ChangedBlock, Comparison, marked_changes

PER_PAGE: Final = 100

FATES: Final[Mapping[Fate, Promise]] = {
    Fate.CHANGED: gettext_lazy("Changed"),
    Fate.ADDED: gettext_lazy("Added"),
    Fate.GONE: gettext_lazy("Gone"),
    Fate.UNREACHED: gettext_lazy("Not reached"),
    Fate.UNCHANGED: gettext_lazy("Unchanged"),
}

CHANGES: Final[Mapping[Change, Promise]] = {
    Change.ADDED: gettext_lazy("Added"),
    Change.REMOVED: gettext_lazy("Removed"),
    Change.CHANGED: gettext_lazy("Changed"),
}

Parts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A page that changed, with its fate in words."""

    page: PageChange
    words: str


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block that changed, in both versions with the words that differ marked; empty for none."""

    words: str
    path: str
    before: Parts
    after: Parts


def changes_context(
    changes: Sequence[PageChange], *, shown: str, page: str, keep: Mapping[str, str]
) -> dict[str, Any]:
    """The list of pages with its filters; everything but the unchanged unless something is chosen.

    `keep` stands in the address of every other page of the list.
    """
    counts = counted(changes)
    differing = [one for one in changes if one.fate is not Fate.UNCHANGED]
    chosen = shown if shown in list(Fate) else ""
    rows = [one for one in changes if one.fate == chosen] if chosen else differing
    last = max(1, ceil(len(rows) / PER_PAGE))
    number = int(page) if page.isascii() and page.isdecimal() and len(page) < 6 else 1
    number = min(max(number, 1), last)
    first = (number - 1) * PER_PAGE
    visible = rows[first : first + PER_PAGE]

    def address(other: int) -> str:
        query = {**keep, "show": chosen, "page": str(other)}
        return f"?{urlencode({name: value for name, value in query.items() if value})}"

    choices = [("", _("All changes"), len(differing))]
    choices += [(fate.value, str(FATES[fate]), count) for fate, count in counts.items() if count]
    return {
        "rows": [ShownChange(one, str(FATES[one.fate])) for one in visible],
        "choices": choices,
        "chosen": chosen,
        "total": len(differing),
        "unchanged": counts[Fate.UNCHANGED],
        "keep": keep,
        "shown_words": _("%(first)s to %(last)s of %(total)s")
        % {"first": first + 1, "last": first + len(visible), "total": len(rows)}
        if len(rows) > PER_PAGE
        else "",
        "previous_page": address(number - 1) if number > 1 else "",
        "next_page": address(number + 1) if number < last else "",
    }


def comparison_context(comparison: Comparison) -> dict[str, Any]:
    """The blocks of a page that changed, and how many did not."""
    return {
        "blocks": [_shown(block) for block in comparison.changed],
        "unchanged": comparison.unchanged,
    }


def _shown(block: ChangedBlock) -> ShownBlock:
    before = block.before.text if block.before else ""
    after = block.after.text if block.after else ""
    # What is in one version alone needs no mark in every word.
    old: Parts = [(before, "")] if before else []
    new: Parts = [(after, "")] if after else []
    if before and after:
        old, new = marked_changes(before, after)
    return ShownBlock(str(CHANGES[block.change]), " › ".join(block.heading_path), old, new)
