"""Results that a person has decided, newest decision first, so that they can be looked at again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery

from core.models import Workspace
from grading.models import Assessment

PER_PAGE: Final = 50
_HEAVY: Final = (
    "findings", "evidence", "answer__raw", "answer__text", "answer__contexts", "answer__tools",
    "answer__usage", "answer__question__passages", "answer__question__facts",
    "answer__run__pinned",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wish:
    """Which decisions are meant; what is empty narrows nothing."""

    person: int | None = None
    label: str = ""
    run: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A decided result as the list shows it; `seen` is the newest assessment of it."""

    pk: int
    question: str
    critical: bool
    label: str
    reason: str
    who: str
    at: datetime
    test_set: str
    assistant: str
    seen: int


def decisions(workspace: Workspace, wish: Wish) -> QuerySet[Any]:
    """The decisions in force in the workspace, the newest first."""
    said = Assessment.objects.filter(by=Assessment.By.PERSON, ungraded="")
    later = said.filter(answer=OuterRef("answer"), pk__gt=OuterRef("pk"))
    rows: QuerySet[Any] = Assessment.objects.for_workspace(workspace).filter(
        ~Exists(later), by=Assessment.By.PERSON, ungraded="", withdraws=False
    )
    if wish.person is not None:
        rows = rows.filter(reviewer=wish.person)
    if wish.label:
        rows = rows.filter(label=wish.label)
    if wish.run is not None:
        rows = rows.filter(answer__run=wish.run)
    return rows.order_by("-pk")


def with_newest(rows: QuerySet[Any]) -> QuerySet[Any]:
    """The decisions, each with the newest assessment of its result, whoever made it, and when."""
    newest = Assessment.objects.filter(answer=OuterRef("answer")).order_by("-pk")
    found: QuerySet[Any] = rows.annotate(
        newest=Subquery(newest.values("pk")[:1]), newest_at=Subquery(newest.values("at")[:1])
    )
    return found


def page(rows: QuerySet[Any], *, before: int | None) -> tuple[list[Row], int | None]:
    """Some rows behind the decision `before`, and the decision behind which the next ones are."""
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = with_newest(rows).select_related(
        "answer__question", "answer__run__assistant", "answer__run__version__test_set"
    )
    kept = list(found.defer(*_HEAVY)[: PER_PAGE + 1])
    following = kept[PER_PAGE - 1].pk if len(kept) > PER_PAGE else None
    return [_row(row) for row in kept[:PER_PAGE]], following


def _row(row: Any) -> Row:
    return Row(
        pk=row.answer_id,
        question=row.answer.question.text,
        critical=row.answer.question.critical,
        label=row.label,
        reason=row.explanation,
        who=row.reviewer_name,
        at=row.at,
        test_set=row.answer.run.version.test_set.name,
        assistant=row.answer.run.assistant.name,
        seen=row.newest,
    )


def deciders(workspace: Workspace) -> list[tuple[int, str]]:
    """Who has decided results of the workspace, by the name they had last."""
    rows = Assessment.objects.for_workspace(workspace).filter(by=Assessment.By.PERSON)
    newest = rows.order_by().values("reviewer").annotate(newest=Max("pk")).values("newest")
    named = Assessment.objects.filter(pk__in=newest).values_list("reviewer", "reviewer_name")
    return sorted(named, key=lambda pair: (pair[1].casefold(), pair[0]))
