"""What is thin or lopsided in the spread of a set, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.caudals import percent
from testsets.battery import DEFAULT_SHARES, quotas
from testsets.spreading import Spread
from testsets.wording import TYPES

# Fewer than half of what the default battery would have is thin.
_THIN_BELOW: Final = 0.5
# One document that more than so many of the questions come from makes a set look broader than it is.
_ONE_DOCUMENT: Final = 0.4


def sentences(spread: Spread) -> list[str]:
    """What is thin or lopsided, a sentence each; none for an empty set."""
    if not spread.total:
        return []
    return [
        sentence
        for sentence in (
            _thin_types(spread),
            _thin_documents(spread),
            _largest_document(spread),
            _thin_sources(spread.unasked_sources),
            _lopsided(spread),
            _no_control(spread),
        )
        if sentence
    ]


def _thin_types(spread: Spread) -> str:
    due = quotas(spread.total, DEFAULT_SHARES)
    thin = [t for t, wanted in due.items() if is_thin(spread.types.get(t.value, 0), wanted)]
    if not thin:
        return ""
    listed = ", ".join(
        _("%(type)s (%(count)s, usually %(usual)s)")
        % {"type": TYPES[t], "count": spread.types.get(t.value, 0), "usual": due[t]}
        for t in thin
    )
    return _("Fewer than half of what the default battery has: %(types)s.") % {"types": listed}


def _thin_documents(spread: Spread) -> str:
    if not spread.unasked:
        return ""
    there = len(spread.documents) + len(spread.unasked)
    return ngettext(
        "%(count)s of %(there)s documents has no question.",
        "%(count)s of %(there)s documents have no question.",
        len(spread.unasked),
    ) % {"count": len(spread.unasked), "there": there}


def _largest_document(spread: Spread) -> str:
    place, count = max(spread.documents.items(), key=lambda item: item[1], default=(None, 0))
    if place is None or len(spread.documents) + len(spread.unasked) < 3:
        return ""
    share = count / spread.total
    if share <= _ONE_DOCUMENT:
        return ""
    return _("%(share)s of the questions come from one document, “%(document)s”.") % {
        "share": percent(share), "document": place.title,
    }  # fmt: skip


def _thin_sources(names: Sequence[str]) -> str:
    if not names:
        return ""
    return ngettext(
        "No question comes from the source %(names)s.",
        "No question comes from the sources %(names)s.",
        len(names),
    ) % {"names": ", ".join(f"“{name}”" for name in names)}


def _lopsided(spread: Spread) -> str:
    if spread.balance.even:
        return ""
    return _(
        "Of the yes/no questions %(yes)s have “yes” as their right answer and %(no)s have “no”: an"
        " assistant that always says the same would do well on them."
    ) % {"yes": spread.balance.yes, "no": spread.balance.no}


def _no_control(spread: Spread) -> str:
    if spread.control:
        return ""
    return _("No question is kept as a control, so a later check has none that nobody tuned to.")


def is_thin(count: int, due: int) -> bool:
    """Whether so many are few beside what the default battery would have."""
    return count < _THIN_BELOW * due
