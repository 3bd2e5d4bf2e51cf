"""The page of an action on many rows: how far it is, what it changed, and what it left and why."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import jobs
from core.access import WorkspaceRequest, wants_fragment
from core.bulk.carrying import Why, changed
from core.models import BulkAction

_LIVE: Final = ("waiting", "running")
# Before this many rows the pace says nothing about the time left.
_FEWEST_FOR_PACE: Final = 100
NAMED: Final = 200
"""So many of the changed rows are named on the page."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How a part shows its actions: their title by code, their address, and the page of a row.

    `names` gives what some rows of the workspace are called, of those that its reader may see.
    """

    record: str
    titles: dict[str, Any]
    url: Callable[[int], str]
    path: Callable[[int], str]
    names: Callable[[Collection[int]], Mapping[int, str]]


@dataclass(frozen=True, slots=True)
class Left:
    """A row that was left as it is; `path` is "" where the person may not see it."""

    what: str
    path: str
    why: str


def outcome_page(request: WorkspaceRequest, pk: int, shown: Shown) -> HttpResponseBase:
    """What came of an action, for the person who asked for it; a POST asks it to stop."""
    action = (
        BulkAction.objects.for_workspace(request.workspace)
        .filter(pk=pk, created_by=request.user, record=shown.record)
        .first()
    )
    if action is None:
        raise Http404
    if request.method == "POST":
        jobs.request_stop(action, workspace=request.workspace, by=request.user)
        return redirect(shown.url(pk))
    total, left = len(action.rows), len(action.skipped)
    live = action.status in _LIVE
    context = {
        "action": action,
        "url": shown.url(pk),
        "title": shown.titles[action.action],
        "live": live,
        "total": total,
        "changed": action.done - left,
        "untouched": total - action.done,
        "left": [_left(row, shown) for row in action.skipped],
        "named": _named(action, shown),
        "named_most": NAMED,
        "missing": max(0, action.matched - total) if action.matched is not None else 0,
        "sentence": _("%(done)s of %(total)s gone through") % {"done": action.done, "total": total},
        "time_left": _time_left(action, timezone.now()) if live else "",
    }
    name = "core/_bulk_outcome.html" if wants_fragment(request) else "core/bulk.html"
    return TemplateResponse(request, name, context)


def _named(action: BulkAction, shown: Shown) -> list[tuple[str, str]]:
    """The first of the rows that were changed: what each is called, and its page."""
    keys = changed(action)[:NAMED]
    names = shown.names(keys)
    return [(names[key], shown.path(key)) for key in keys if key in names]


def _left(row: tuple[int, str, str], shown: Shown) -> Left:
    key, why, about = row
    # Nothing is told of a row that is not the person's to see, not even its page.
    return Left(
        about or _("A row that is not yours to change"),
        shown.path(key) if about else "",
        why_words(Why(why)),
    )


def why_words(why: Why) -> str:
    """Why a row was left as it is, in a sentence."""
    said = {
        Why.STALE: _("Somebody changed it after it was on your screen."),
        Why.GONE: _("It was taken out of the list."),
        Why.FORBIDDEN: _("You may not change it."),
        Why.OWN: _("You wrote or edited it. Somebody else has to judge it."),
        Why.REACH: _("The person whom you chose does not see its test set."),
        Why.ALREADY: _("It was that way already."),
        Why.DIFFER: _("Two people differ on it. That is settled on its own page."),
        Why.UNDECIDED: _("There is no decision to take back: it waits for one."),
    }
    return said[why]


def _time_left(action: BulkAction, now: datetime) -> str:
    if action.started_at is None or action.done < _FEWEST_FOR_PACE:
        return ""
    left: timedelta = (now - action.started_at) / action.done * (len(action.rows) - action.done)
    minutes = round(left.total_seconds() / 60)
    if minutes < 1:
        return _("less than a minute left")
    return ngettext("about %(count)s minute left", "about %(count)s minutes left", minutes) % {
        "count": minutes
    }
