"""The page of the queue, and the part of the queue that stands beside a result."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from core.models import User, Workspace
from core.wording import LABELS
from reviews import selectors
from reviews.listing import Row, rows
from reviews.values import Wanted
from reviews.wording import REASONS
from runs.models import Answer

PER_PAGE: Final = 50
AHEAD: Final = 4
BEHIND: Final = 16


@dataclass(frozen=True, slots=True)
class Select:
    """One filter: its parameter, its name, and (value, words, chosen) of each option."""

    name: str
    label: str
    options: list[tuple[str, str, bool]]


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the queue with its reasons in words."""

    row: Row
    why: str


def parameters(wanted: Wanted) -> dict[str, str]:
    """The filters as they stand in an address or in hidden fields."""
    given = {
        "reason": wanted.reason,
        "label": wanted.label,
        "run": str(wanted.run or ""),
        "critical": "1" if wanted.critical else "",
    }
    return {name: value for name, value in given.items() if value}


def address(wanted: Wanted, **more: object) -> str:
    """The query of an address with these filters, with its question mark; "" for none."""
    query = urlencode(parameters(wanted) | {name: str(value) for name, value in more.items()})
    return f"?{query}" if query else ""


def queue_context(
    workspace: Workspace, wanted: Wanted, *, after: int | None, reader: User
) -> dict[str, Any]:
    """What the list of waiting results shows."""
    counts = selectors.counts(workspace)
    found = selectors.queue(workspace, wanted)
    matching = found.count()
    place = selectors.place_of(workspace, after) if after is not None else None
    page = rows(place.behind(found) if place else found, limit=PER_PAGE + 1, reader=reader)
    shown = page[:PER_PAGE]
    return {
        "rows": [shown_row(row) for row in shown],
        "total": counts.total,
        "matching": matching,
        "selects": _selects(counts, wanted),
        "critical_count": counts.critical,
        "wanted": wanted,
        "narrowed": bool(parameters(wanted)),
        "parameters": parameters(wanted),
        "filters": address(wanted),
        "shown": _("%(shown)s of %(all)s results") % {"shown": len(shown), "all": matching},
        "next_page": address(wanted, after=shown[-1].pk) if len(page) > PER_PAGE else "",
        "first_page": (address(wanted) or "?") if place else "",
    }


def shown_row(row: Row) -> ShownRow:
    """A row as lists print it."""
    return ShownRow(row, ", ".join(str(REASONS[code]) for code in REASONS if code in row.reasons))


def beside(
    workspace: Workspace, wanted: Wanted, answer: Answer, *, reader: User
) -> tuple[list[ShownRow], int | None]:
    """The queue around a result, and the result before it."""
    found = selectors.queue(workspace, wanted)
    place = selectors.place_of(workspace, answer.pk)
    if place is None:
        return [], None
    ahead = list(place.ahead(found).values_list("answer", flat=True)[:AHEAD])
    behind = list(place.behind(found).values_list("answer", flat=True)[:BEHIND])
    around = found.filter(answer__in=[*ahead, answer.pk, *behind])
    shown = rows(around, limit=AHEAD + BEHIND + 1, reader=reader)
    return [shown_row(row) for row in shown], ahead[0] if ahead else None


def _selects(counts: selectors.Counts, wanted: Wanted) -> list[Select]:
    runs = {str(key): words for key, words in selectors.run_names(counts.runs).items()}
    per_run = {str(key): waiting for key, waiting in counts.runs.items()}
    chosen = str(wanted.run or "")
    return [
        Select("reason", _("Why flagged"), _options(REASONS, counts.reasons, wanted.reason)),
        Select("label", _("Label"), _options(LABELS, counts.labels, wanted.label)),
        Select("run", _("Run"), _options(runs, per_run, chosen)),
    ]


def _options(
    names: Mapping[str, object], counts: Mapping[str, int], chosen: str
) -> list[tuple[str, str, bool]]:
    known: Iterable[str] = (code for code in names if counts.get(code) or code == chosen)
    rest = [(code, f"{names[code]} ({counts.get(code, 0)})", code == chosen) for code in known]
    return [("", _("Any"), not chosen), *rest]
