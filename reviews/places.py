"""Where a result stands in a queue, and what comes before and after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import Count, Min, Q, QuerySet

from core.models import Workspace
from grading.models import Assessment
from reviews.models import Flag, QueueEntry
from reviews.values import Order
from runs.models import Answer

Entries: TypeAlias = QuerySet[QueueEntry]

# What each order goes by, and whether the largest comes first; the result itself decides last.
_BY: Final[Mapping[Order, tuple[tuple[str, bool], ...]]] = {
    Order.URGENT: (("urgency", True), ("answer", False)),
    Order.OLDEST: (("flagged_at", False), ("answer", False)),
    Order.NEWEST: (("flagged_at", True), ("answer", True)),
    Order.UNSURE: (("sureness", False), ("answer", False)),
}
_UNKNOWN: Final = -1.0


def ordered(rows: Entries, order: Order, *, backwards: bool = False) -> Entries:
    """The entries in the order that is wanted, or in the opposite one."""
    names = (("-" if largest != backwards else "") + name for name, largest in _BY[order])
    return rows.order_by(*names)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a result stands in the queue, or would stand if it were still there.

    What comes before or after it are stretches of the queue, the nearest first. Each is a reach of an
    index that begins where it begins; one condition for all of them would read the index from its
    start, however far behind the place is.
    """

    answer: int
    urgency: int
    flagged_at: datetime
    sureness: float

    def behind(self, rows: Entries, order: Order) -> list[Entries]:
        """The stretches of a queue in this order that come after it."""
        return self._beyond(rows, order, backwards=False)

    def ahead(self, rows: Entries, order: Order) -> list[Entries]:
        """The stretches of a queue in this order that come before it, each from its end."""
        return self._beyond(rows, order, backwards=True)

    def _beyond(self, rows: Entries, order: Order, *, backwards: bool) -> list[Entries]:
        level, found = Q(), []
        for name, largest in _BY[order]:
            side = "lt" if largest != backwards else "gt"
            beyond = rows.filter(level & Q((f"{name}__{side}", getattr(self, name))))
            found.append(ordered(beyond, order, backwards=backwards))
            level &= Q((name, getattr(self, name)))
        return found[::-1]


def first_of(rows: Entries, stretches: Sequence[Entries], limit: int) -> Entries:
    """Those of the entries that are the first of some stretches of them; a few more may come along."""
    first, *others = (stretch.values("answer")[:limit] for stretch in stretches)
    return rows.filter(answer__in=first.union(*others, all=True))


def place_of(workspace: Workspace | None, answer: int) -> Place | None:
    """The place of a result of the workspace, decided or not; None for any other."""
    rows: Any = Answer.objects.all()
    waiting: Any = QueueEntry.objects.all()
    if workspace is not None:
        rows = Answer.objects.for_workspace(workspace)
        waiting = QueueEntry.objects.for_workspace(workspace)
    columns = ("urgency", "flagged_at", "sureness")
    for entry in waiting.filter(answer=answer).values_list(*columns):
        return Place(answer, *entry)
    found = rows.filter(pk=answer).values_list("question__critical", "asked_at").first()
    if found is None:
        return None
    flags = Flag.objects.filter(answer=answer).aggregate(
        first=Min("raised_at"), disputed=Count("pk", filter=Q(reason=Flag.Reason.DISPUTED))
    )
    graded = Assessment.objects.filter(answer=answer, by=Assessment.By.GRADER).exclude(label="")
    newest = graded.order_by("-pk").values_list("confidence", flat=True).first()
    # What was disputed and is decided is not urgent any more: its place is that of its question.
    return Place(
        answer, int(found[0]), flags["first"] or found[1], _UNKNOWN if newest is None else newest
    )
