"""Everything that reads which questions are possibly outdated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from core.models import Workspace
from sources.models import Passage
from testsets.models import FrozenQuestion, OutdatedMark, Question, TestSet, TestSetVersion
from testsets.records import HEAVY

# A passage that changed around its key facts leaves the expected answer standing.
SETS_ASIDE: Final = (OutdatedMark.Kind.PAGE, OutdatedMark.Kind.QUOTATION)


def setting_aside() -> QuerySet[Any]:
    """The open marks of frozen questions whose results wait until a person has judged them."""
    rows: QuerySet[Any] = OutdatedMark.objects.filter(
        frozen__isnull=False, kind__in=SETS_ASIDE, resolution__isnull=True
    )
    return rows


def mark(workspace: Workspace, pk: int) -> OutdatedMark:
    """One mark of the workspace; OutdatedMark.DoesNotExist for any other."""
    found: OutdatedMark = (
        OutdatedMark.objects.for_workspace(workspace)
        .select_related("reading", "question__test_set", "frozen__version__test_set")
        .get(pk=pk)
    )
    return found


def newer_passage(question: Question) -> Passage | None:
    """What the source says now where a question of a draft was drawn from; None where that stands."""
    found: OutdatedMark | None = (
        OutdatedMark.objects.filter(question=question, resolution__isnull=True)
        .select_related("after__document")
        .defer(*(f"after__document__{column}" for column in HEAVY))
        .order_by("-pk")
        .first()
    )
    return found.after if found is not None else None


def open_mark(question: FrozenQuestion) -> OutdatedMark | None:
    """The open mark of a frozen question, with the passage that it shows."""
    found: OutdatedMark | None = (
        OutdatedMark.objects.filter(frozen=question, resolution__isnull=True)
        .select_related("after", "reading")
        .first()
    )
    return found


@dataclass(frozen=True, slots=True)
class Outdated:
    """A question with an open mark, in the draft or in versions, or both; `marks` are alike."""

    marks: tuple[OutdatedMark, ...]

    @property
    def first(self) -> OutdatedMark:
        """The one about the draft, else about the newest version."""
        return self.marks[0]

    @property
    def places(self) -> tuple[int, ...]:
        """The numbers of the versions that hold it, 0 for the draft."""
        return tuple(one.frozen.version.number if one.frozen else 0 for one in self.marks)


def outdated(test_set: TestSet) -> list[Outdated]:
    """The possibly outdated questions of a set, each once with all the places where it is so.

    In the order of the draft; those that versions alone hold come last.
    """
    rows = (
        _open_in(test_set)
        .select_related("question", "frozen__version", "after__document__source", "reading__source")
        .defer(*(f"after__document__{column}" for column in ("raw", "text", "blocks", "left_out")))
    )
    found: dict[tuple[str, str], list[OutdatedMark]] = {}
    for row in sorted(rows, key=_order):
        uid = (row.frozen or row.question).uid
        found.setdefault((uid, row.state), []).append(row)
    return [Outdated(tuple(marks)) for marks in found.values()]


def _open_in(test_set: TestSet) -> QuerySet[Any]:
    rows: QuerySet[Any] = OutdatedMark.objects.filter(resolution__isnull=True).filter(
        Q(question__test_set=test_set, question__removed_at__isnull=True)
        | Q(frozen__version__test_set=test_set)
    )
    return rows


def _order(row: Any) -> tuple[int, int, int]:
    if row.question is not None:
        return 0, row.question.position, row.pk
    return 1, -row.frozen.version.number, row.frozen.position


def outdated_number(test_set: TestSet) -> int:
    """How many questions of the set are possibly outdated."""
    rows = _open_in(test_set).annotate(uid=Coalesce("frozen__uid", "question__uid"))
    count: int = rows.values("uid", "state").distinct().count()
    return count


def outdated_in_version(version: TestSetVersion) -> int:
    """How many questions of a version are possibly outdated."""
    rows = OutdatedMark.objects.filter(frozen__version=version, resolution__isnull=True)
    count: int = rows.values("frozen").distinct().count()
    return count
