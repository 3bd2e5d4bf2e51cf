"""What came of the disputes of a report's grades: beside the grade, as it stands when it is read.

A published version stays as it was published; whoever disputed one of its grades finds here what a
reviewer decided since.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reports.page.results import ResultView
from reviews.models import Dispute


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A dispute: the words of whoever raised it, and what was decided.

    `status` is open, changed or upheld; `label` is the grade decided, `who`, `at` and `reason` are of
    the decision, and all of them are empty while it is open.
    """

    words: str
    raised_by: str
    raised_at: datetime
    status: str
    label: str
    who: str
    at: datetime | None
    reason: str


def with_disputes(shown: Sequence[Sequence[ResultView]]) -> list[tuple[ResultView, ...]]:
    """The same lists of results, each result with its disputes, the oldest first."""
    keys = {result.record for rows in shown for result in rows if result.record is not None}
    found = _disputes(keys)
    return [
        tuple(replace(result, disputes=tuple(found.get(result.record or 0, ()))) for result in rows)
        for rows in shown
    ]


def _disputes(answers: Iterable[int]) -> dict[int, list[ShownDispute]]:
    rows = Dispute.objects.filter(answer__in=list(answers)).select_related("raised_by", "outcome")
    found: dict[int, list[ShownDispute]] = {}
    for row in rows.order_by("pk"):
        found.setdefault(row.answer_id, []).append(_shown(row))
    return found


def _shown(row: Dispute) -> ShownDispute:
    decision = row.outcome
    return ShownDispute(
        words=row.words,
        raised_by=str(row.raised_by),
        raised_at=row.raised_at,
        status=row.status,
        label=decision.label if decision else "",
        who=decision.reviewer_name if decision else "",
        at=decision.at if decision else None,
        reason=decision.explanation if decision else "",
    )
