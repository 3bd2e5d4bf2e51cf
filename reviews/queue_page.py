"""The page of the queue, and the part of the queue that stands beside a result."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import Value
from django.utils.translation import gettext as _

from core.models import User, Workspace
from core.wording import LABELS
from reviews import queue, views_kept
from reviews.listing import Row, rows
from reviews.places import first_of, place_of
from reviews.queue import Counts, NamedRun
from reviews.values import Order, Wanted
from reviews.wording import AGES, ORDERS, REASONS, SURENESS
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
    """The filters and the order as they stand in an address or in hidden fields."""
    given = {
        "reason": wanted.reason,
        "label": wanted.label,
        "sure": wanted.sure or "",
        "age": wanted.age or "",
        "run": str(wanted.run or ""),
        "assistant": str(wanted.assistant or ""),
        "workspace": str(wanted.workspace or ""),
        "critical": "1" if wanted.critical else "",
        "mine": "1" if wanted.mine is not None else "",
        "order": "" if wanted.order is Order.URGENT else wanted.order.value,
        "across": "1" if wanted.across else "",
    }
    return {name: value for name, value in given.items() if value}


def address(wanted: Wanted, **more: object) -> str:
    """The query of an address with these filters, with its question mark; "" for none."""
    query = urlencode(parameters(wanted) | {name: str(value) for name, value in more.items()})
    return f"?{query}" if query else ""


def queue_context(
    workspace: Workspace | None, wanted: Wanted, *, after: int | None, reader: User
) -> dict[str, Any]:
    """What the list of waiting results shows; without a workspace, those of all of them."""
    counts = queue.counts(workspace)
    found = queue.queue(workspace, wanted, kinds=counts.kinds)
    narrowed = bool(parameters(wanted).keys() - {"order", "across"})
    place = place_of(workspace, after) if after is not None else None
    here = first_of(found, place.behind(found, wanted.order), PER_PAGE + 1) if place else found
    page = rows(here, limit=PER_PAGE + 1, reader=reader)
    shown = page[:PER_PAGE]
    # A list that ends on its first page is counted by looking at it.
    whole = place is None and len(page) == len(shown)
    matching = len(page) if whole else queue.how_many(workspace, wanted, counts)
    return {
        "rows": [shown_row(row) for row in shown],
        "total": counts.total,
        "matching": matching,
        "selects": _selects(counts, queue.runs_waiting(workspace), wanted),
        "critical_count": counts.critical,
        "wanted": wanted,
        "narrowed": narrowed,
        "parameters": parameters(wanted),
        "filters": address(wanted),
        "shown": _("%(shown)s of %(all)s results") % {"shown": len(shown), "all": matching},
        "next_page": address(wanted, after=shown[-1].pk) if len(page) > PER_PAGE else "",
        "first_page": (address(wanted) or "?") if place else "",
        "kept": views_kept.of(reader, workspace),
        "bulk": None,  # what can be done with several rows; the views know who may
    }


def shown_row(row: Row) -> ShownRow:
    """A row as lists print it."""
    return ShownRow(row, ", ".join(str(REASONS[code]) for code in REASONS if code in row.reasons))


def beside(
    workspace: Workspace | None, wanted: Wanted, answer: Answer, *, reader: User
) -> tuple[list[ShownRow], Row | None]:
    """The queue around a result, and the result before it."""
    found = queue.queue(workspace, wanted)
    place = place_of(workspace, answer.pk)
    if place is None:
        return [], None
    parts = [(stretch, AHEAD, -1) for stretch in place.ahead(found, wanted.order)]
    parts += [(stretch, BEHIND, 1) for stretch in place.behind(found, wanted.order)]
    first, *others = (
        stretch.values("answer", side=Value(side))[:most] for stretch, most, side in parts
    )
    sides: dict[int, list[int]] = {-1: [], 1: []}
    for row in first.union(*others, all=True):
        sides[row["side"]].append(row["answer"])
    ahead = sides[-1][:AHEAD]
    around = found.filter(answer__in=[*ahead, answer.pk, *sides[1][:BEHIND]])
    shown = rows(around, limit=AHEAD + BEHIND + 1, reader=reader)
    before = next((row for row in shown if ahead and row.pk == ahead[0]), None)
    return [shown_row(row) for row in shown], before


def _selects(counts: Counts, runs: Sequence[NamedRun], wanted: Wanted) -> list[Select]:
    selects = [
        Select("reason", _("Why flagged"), _options(REASONS, counts.reasons, wanted.reason)),
        Select("label", _("Label"), _options(LABELS, counts.labels, wanted.label)),
        Select("sure", _("How sure"), _options(SURENESS, counts.sure, wanted.sure)),
        Select("age", _("Flagged"), _options(AGES, counts.ages, wanted.age)),
        _summed("assistant", _("Assistant"), runs, wanted.assistant),
        Select(
            "run",
            _("Run"),
            _options(
                {str(run.pk): run.words for run in runs},
                {str(run.pk): run.waiting for run in runs},
                wanted.run,
            ),
        ),
        Select(
            "order",
            _("Order"),
            [(code, str(words), code == wanted.order) for code, words in ORDERS.items()],
        ),
    ]
    if wanted.across:
        selects.insert(0, _summed("workspace", _("Workspace"), runs, wanted.workspace))
    return selects


def _summed(name: str, words: str, runs: Sequence[NamedRun], chosen: int | None) -> Select:
    """A filter by something that runs share, with what waits in all of those runs."""
    names: dict[str, str] = {}
    waiting = Counter[str]()
    for run in runs:
        key = str(getattr(run, name))
        names[key] = getattr(run, f"{name}_name")
        waiting[key] += run.waiting
    ordered = dict(sorted(names.items(), key=lambda pair: pair[1].casefold()))
    return Select(name, words, _options(ordered, waiting, chosen))


def _options(
    names: Mapping[str, object], counts: Mapping[str, int], chosen: object
) -> list[tuple[str, str, bool]]:
    wish = str(chosen or "")
    known: Iterable[str] = (code for code in names if counts.get(code) or code == wish)
    rest = [(code, f"{names[code]} ({counts.get(code, 0)})", code == wish) for code in known]
    return [("", _("Any"), not wish), *rest]
