"""What drafting yields: how many drafts were kept and rejected, by check, type and job (M1.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.fields.json import KT

from testsets.models import Drafting, Question, RejectedDraft, TestSet
from testsets.records import HEAVY


@dataclass(frozen=True, slots=True)
class Yield:
    """So many drafts were kept and so many rejected."""

    kept: int
    rejected: int

    @property
    def share(self) -> float | None:
        """The share that was kept; None when there was no draft."""
        total = self.kept + self.rejected
        return self.kept / total if total else None


@dataclass(frozen=True, slots=True)
class Yields:
    """The yield of a set in all, of each job, and by type and check of the job that is looked at.

    A rejected draft counts for the first check that refused it.
    """

    whole: Yield
    jobs: list[tuple[Drafting, Yield]]
    types: list[tuple[str, Yield]]
    checks: list[tuple[str, int]]


def yields(test_set: TestSet, drafting: int | None = None) -> Yields:
    """Counted in the database; by type and by check only of that job, where one is given."""
    kept = list(
        Question.objects.filter(test_set=test_set, drafting__isnull=False)
        .order_by()
        .values_list("drafting", "type")
        .annotate(n=Count("pk"))
    )
    rejected = list(
        _rejected(test_set)
        .order_by()
        .annotate(check=KT("reasons__0__check"), type=KT("draft__type"))
        .values_list("drafting", "type", "check")
        .annotate(n=Count("pk"))
    )
    jobs_kept = _sums((job, n) for job, _type, n in kept)
    jobs_rejected = _sums((job, n) for job, _type, _check, n in rejected)
    if drafting is not None:
        kept = [row for row in kept if row[0] == drafting]
        rejected = [row for row in rejected if row[0] == drafting]
    types_kept = _sums((type_, n) for _job, type_, n in kept)
    types_rejected = _sums((type_ or "", n) for _job, type_, _check, n in rejected)
    of_types = {
        type_: Yield(types_kept[type_], types_rejected[type_])
        for type_ in types_kept | types_rejected
    }
    checks = _sums((check or "", n) for _job, _type, check, n in rejected)
    jobs = test_set.draftings.order_by("-pk")
    return Yields(
        whole=Yield(types_kept.total(), types_rejected.total()),
        jobs=[(job, Yield(jobs_kept[job.pk], jobs_rejected[job.pk])) for job in jobs],
        types=sorted(of_types.items(), key=lambda item: (item[1].share or 0.0, item[0])),
        checks=sorted(checks.items(), key=lambda item: (-item[1], item[0])),
    )


def rejected_drafts(
    test_set: TestSet, *, drafting: int | None = None, check: str = "", type_: str = ""
) -> QuerySet[Any]:
    """The rejected drafts that are asked for, the latest first, with their documents."""
    rows = _rejected(test_set)
    if drafting is not None:
        rows = rows.filter(drafting=drafting)
    if check:
        rows = rows.filter(reasons__0__check=check)
    if type_:
        rows = rows.filter(draft__type=type_)
    return (
        rows.select_related("passage__document")
        .defer(*(f"passage__document__{column}" for column in HEAVY))
        .order_by("-pk")
    )


def _rejected(test_set: TestSet) -> QuerySet[Any]:
    rows: QuerySet[Any] = RejectedDraft.objects.filter(drafting__test_set=test_set)
    return rows


def _sums(rows: Iterable[tuple[Any, int]]) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for key, count in rows:
        found[key] += count
    return found
