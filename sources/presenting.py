"""From what selectors give to what the pages show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sources.models import Document, PageVisit, Passage
from sources.selectors import PER_PAGE, OutcomeCount, Progress
from sources.wording import SKIPPED


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of the page that is not in its text, and why."""

    why: str | Promise
    text: str


def progress_context(state: Progress) -> dict[str, Any]:
    """The state of a reading with the sentence on its bar."""
    sentence = _("%(read)s of at most %(planned)s read") % {
        "read": state.read,
        "planned": state.planned,
    }
    if state.stopping:
        sentence = _("Stopping after the page in hand")
    elif not state.live:
        pages = ngettext("%(count)s page read", "%(count)s pages read", state.read) % {
            "count": state.read
        }
        others = state.visited - state.read
        sentence = pages + (
            ", "
            + ngettext("%(count)s address not read", "%(count)s addresses not read", others)
            % {"count": others}
            if others
            else ""
        )
    return {"progress": state, "sentence": sentence, "time_left": _time_left(state)}


def _time_left(state: Progress) -> str:
    if state.left is None or not state.live:
        return ""
    minutes = round(state.left.total_seconds() / 60)
    if minutes < 1:
        return _("less than a minute left")
    return ngettext("about %(count)s minute left", "about %(count)s minutes left", minutes) % {
        "count": minutes
    }


def visits_context(
    counts: Sequence[OutcomeCount], visits: Sequence[PageVisit], chosen: str
) -> dict[str, Any]:
    """The addresses on the page, the filters above them and the address of the next page."""
    total = sum(entry.count for entry in counts)
    choices = [("", _("All"), total)]
    choices += [(entry.outcome, str(entry.words), entry.count) for entry in counts]
    shown = list(visits[:PER_PAGE])
    more = len(visits) > PER_PAGE
    query = f"?show={chosen}&after={shown[-1].pk}" if more else ""
    return {
        "visits": shown,
        "choices": choices,
        "chosen": chosen,
        "next_page": query,
        "shown_words": ngettext("%(count)s address", "%(count)s addresses", len(shown))
        % {"count": len(shown)},
    }


def document_context(document: Document, passages: Sequence[Passage]) -> dict[str, Any]:
    """A document with its passages and what was left out of it."""
    left_out = [LeftOut(SKIPPED.get(why, why), text) for why, text in document.left_out]
    return {
        "document": document,
        "source": document.source,
        "passages": passages,
        "left_out": left_out,
        "words": sum(len(passage.text.split()) for passage in passages),
    }
