"""From what selectors give to what the pages show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from sources.advice import what_to_do
from sources.models import PageVisit, Reading, Source
from sources.selectors import PER_PAGE, OutcomeCount, Progress
from sources.services import LARGEST_FILE, MOST_FILES


def progress_context(state: Progress, kind: str) -> dict[str, Any]:
    """The state of a reading with the sentence on its bar; `kind` is that of its source."""
    if state.stopping:
        sentence = _("Stopping after the page in hand")
    elif not state.live:
        sentence = counts_sentence(state, kind)
    elif not state.planned:
        sentence = _("Nothing read yet")
    else:
        sentence = _("%(read)s of at most %(planned)s read") % {
            "read": state.read,
            "planned": state.planned,
        }
    return {"progress": state, "sentence": sentence, "time_left": _time_left(state)}


def counts_sentence(state: Progress, kind: str) -> str:
    """How much of a source was read and how much was not, in pages or in files."""
    others = state.visited - state.read
    if kind == Source.SourceKind.FILES:
        read = ngettext("%(count)s file read", "%(count)s files read", state.read)
        left = ngettext("%(count)s file not read", "%(count)s files not read", others)
    else:
        read = ngettext("%(count)s page read", "%(count)s pages read", state.read)
        left = ngettext("%(count)s address not read", "%(count)s addresses not read", others)
    said = read % {"count": state.read} if state.read else _("Nothing read")
    return f"{said}, {left % {'count': others}}" if others else said


def _time_left(state: Progress) -> str:
    if state.left is None or not state.live:
        return ""
    minutes = round(state.left.total_seconds() / 60)
    if minutes < 1:
        return _("less than a minute left")
    return ngettext("about %(count)s minute left", "about %(count)s minutes left", minutes) % {
        "count": minutes
    }


@dataclass(frozen=True, slots=True)
class VisitLine:
    """An address with what became of it and what to do about that."""

    visit: PageVisit
    advice: str


def visits_context(
    counts: Sequence[OutcomeCount],
    visits: Sequence[PageVisit],
    chosen: str,
    *,
    source: Source,
    search: str = "",
    of: str = "",
) -> dict[str, Any]:
    """The addresses on the page, the filters above them and the address of the next page.

    `of` says which reading is shown; it is kept in that address, as is what was searched for.
    """
    total = sum(entry.count for entry in counts)
    files = source.kind == Source.SourceKind.FILES
    every = pgettext("files", "All") if files else _("All")
    choices = [("", every, total)]
    choices += [(entry.outcome, str(entry.words), entry.count) for entry in counts]
    shown = list(visits[:PER_PAGE])
    more = len(visits) > PER_PAGE
    kept = {"show": chosen, "after": shown[-1].pk if more else "", "q": search, "of": of}
    query = urlencode({name: value for name, value in kept.items() if value})
    words = (
        ngettext("%(count)s file", "%(count)s files", len(shown))
        if files
        else ngettext("%(count)s address", "%(count)s addresses", len(shown))
    )
    return {
        "lines": [VisitLine(visit, what_to_do(visit, source)) for visit in shown],
        "choices": choices,
        "chosen": chosen,
        "search": search,
        "searched_reading": of,
        "next_page": f"?{query}" if more else "",
        "shown_words": words % {"count": len(shown)},
    }


def kept_context(
    kept: Reading, state: Progress, newest: Progress, kind: str, *, of_newest: bool
) -> dict[str, Any]:
    """The reading whose documents stand while the newest one has none, and the choice of the two."""
    tries = [("", _("What was read"), state.visited), ("newest", _("Newest try"), newest.visited)]
    return {
        "kept": kept,
        "kept_sentence": counts_sentence(state, kind),
        "tries": tries if newest.visited else [],
        "of": "newest" if of_newest else "",
    }


def upload_limits() -> dict[str, Any]:
    """What a form that sends files says about how large and how many they may be."""
    return {
        "largest": str(LARGEST_FILE),
        "largest_words": f"{LARGEST_FILE // 1_000_000} MB",
        "most": str(MOST_FILES),
    }
