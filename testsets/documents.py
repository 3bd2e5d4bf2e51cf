"""From which documents the questions of a draft come, counted from their index."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple, TypeVar

from django.db.models import Count

from sources.models import Document
from testsets.models import IndexedQuestion, KeyFact, TestSet

K = TypeVar("K", bound=Hashable)


class Cited(NamedTuple):
    """A document that key facts stand in."""

    key: int
    source: int
    address: str
    title: str


def questions_by(
    test_set: TestSet, told_by: Callable[[Cited], K], *, behind: bool
) -> Mapping[K, int]:
    """How many questions stand in documents that are told apart like this.

    One that stands in two of them counts under both; in two that are not told apart, once. Only where
    some are `behind` are questions looked at themselves.
    """
    groups = Counter[frozenset[int]]()
    indexed = IndexedQuestion.objects.filter(test_set=test_set).order_by()
    for documents, count in indexed.values_list("documents").annotate(n=Count("*")):
        groups[frozenset(documents)] += count
    if behind:
        groups.update(frozenset(documents) for documents in _of_unindexed(test_set).values())
    columns = ("pk", "source", "address", "title")
    rows = Document.objects.filter(pk__in=frozenset().union(*groups)).values_list(*columns)
    cited = {row[0]: told_by(Cited(*row)) for row in rows}
    counted = Counter[K]()
    for documents, count in groups.items():
        for name in {cited[key] for key in documents}:
            counted[name] += count
    return counted


def _of_unindexed(test_set: TestSet) -> dict[int, set[int]]:
    """The documents of the questions that are behind, by the question's key."""
    facts = KeyFact.objects.filter(
        question__test_set=test_set,
        question__removed_at__isnull=True,
        question__indexed__isnull=True,
        passage__isnull=False,
    )
    found: dict[int, set[int]] = {}
    for question, document in facts.order_by().values_list("question", "passage__document"):
        found.setdefault(question, set()).add(document)
    return found
