"""What to do about an address or a file that was not read, and about a source as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sources.models import PageVisit, Reading, Source
from sources.selectors import SourceRow

_Outcome = PageVisit.Outcome
_OF_SITES: Final[Mapping[str, Promise]] = {
    _Outcome.ROBOTS: _(
        "If the site is yours, let its robots.txt allow Caudals, or add the page as a file."
    ),
    _Outcome.NOT_TEXT: _("If it holds answers, add it as a file that can be read."),
    _Outcome.TOO_LARGE: _("Add the part that matters as a file."),
    _Outcome.REDIRECTED: _("If that site is yours too, add it as a source of its own."),
    _Outcome.NO_TEXT: _("Its preview says what was left out and why."),
    _Outcome.BROWSER: _(
        "Choose “Open pages that need it in a browser” under Change and read the source again."
    ),
    _Outcome.EXCLUDED: _(
        "To read it after all, take the exclusion back or change the patterns, then read the source again."
    ),
    _Outcome.REFUSED: _("If it should lead to a page, correct the link on the site."),
    _Outcome.ERROR: _(
        "If it works in your own browser, read the source again; else correct the link or the address."
    ),
}
_OF_FILES: Final[Mapping[str, Promise]] = {
    _Outcome.TOO_LARGE: _("Divide it into smaller files."),
    _Outcome.NO_TEXT: _("Its preview says what was left out and why."),
    _Outcome.EXCLUDED: _(
        "To read it after all, take the exclusion back and read the source again."
    ),
}


def what_to_do(visit: PageVisit, source: Source) -> str:
    """What somebody may do about an address that was not read, "" where there is nothing."""
    if visit.outcome == _Outcome.REFUSED and visit.address == source.start_address:
        return str(_("Correct the address under Change."))
    table = _OF_FILES if source.kind == Source.SourceKind.FILES else _OF_SITES
    if visit.outcome == _Outcome.BROWSER and source.render:
        return ""
    return str(table.get(visit.outcome, ""))


def needs_attention(row: SourceRow) -> list[str]:
    """What a person should look at in a source, each as a phrase."""
    if row.reading and row.reading.status == Reading.Status.FAILED:
        # The reason says what the counts below would say again.
        return [row.reading.reason] if row.reading.reason else []
    found = []
    if row.reading and row.reading.status == Reading.Status.STOPPED:
        found.append(str(_("stopped before its end")))
    if row.documents and not row.passages:
        found.append(str(_("nothing of it is offered for questions")))
    if count := row.outcomes.get(_Outcome.BROWSER, 0):
        found.append(
            ngettext(
                "%(count)s page is empty without a browser",
                "%(count)s pages are empty without a browser",
                count,
            )
            % {"count": count}
        )
    if count := row.outcomes.get(_Outcome.ERROR, 0):
        if row.source.kind == Source.SourceKind.FILES:
            words = ngettext(
                "%(count)s file could not be opened", "%(count)s files could not be opened", count
            )
        else:
            words = ngettext(
                "%(count)s address could not be fetched",
                "%(count)s addresses could not be fetched",
                count,
            )
        found.append(words % {"count": count})
    return found
