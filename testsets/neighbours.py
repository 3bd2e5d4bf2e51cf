"""Where a question stands in its set, and which questions are beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from django.contrib.postgres.fields import ArrayField
from django.db.models import Count, Exists, F, Func, OuterRef, Q, Value
from django.db.models.fields import IntegerField

from core.models import User
from testsets.listing import in_draft
from testsets.models import Question, SignOff, TestSet
from testsets.wishes import Wish


def numbered(test_set: TestSet, questions: Sequence[Question]) -> list[int]:
    """The number, from 1, of each of these questions among all of its set; they come in its order."""
    places = [question.position for question in questions]
    if not places:
        return []
    before = Func(
        F("position"), Value(places, output_field=ArrayField(IntegerField())),
        function="width_bucket", output_field=IntegerField(),
    )  # fmt: skip
    rows = in_draft(test_set).order_by().annotate(before=before).values_list("before")
    counted = dict(rows.annotate(n=Count("*")))
    sums = list(accumulate(counted.get(number, 0) for number in range(len(places))))
    return [count + 1 for count in sums]


def near(question: Question, *, before: int = 5, behind: int = 15) -> list[Question]:
    """The questions around this one in its set, and it itself, in their order, with their index."""
    rows = in_draft(question.test_set).select_related("indexed")
    earlier = rows.filter(position__lt=question.position).order_by("-position", "-pk")[:before]
    return [*reversed(earlier), *rows.filter(position__gte=question.position)[: behind + 1]]


def around(question: Question) -> tuple[int | None, int | None]:
    """The keys of the questions before and behind this one in its set."""
    rows = in_draft(question.test_set).values_list("pk", flat=True)
    before = rows.filter(position__lt=question.position).order_by("-position", "-pk").first()
    return before, rows.filter(position__gt=question.position).first()


def next_waiting(
    test_set: TestSet,
    after: Question | None = None,
    *,
    reader: User,
    settles: bool = False,
) -> int | None:
    """The key of the next question behind `after` that waits for the reader's word.

    From the start again at the end, and never that question itself. Where two people differ it waits
    for them, and for whoever `settles` such questions.
    """
    rows = in_draft(test_set, Wish(sign_off="waiting"), reader=reader)
    if not settles:
        own = SignOff.objects.filter(question=OuterRef("pk"), by=reader)
        differing = Q(indexed__sign_off="differ")
        rows = rows.filter(
            Q(indexed__isnull=True)
            | ~differing
            | Exists(own.filter(digest=OuterRef("indexed__digest")))
        )
    rows = rows.values_list("pk", flat=True)
    if after is None:
        return rows.first()
    behind = rows.filter(position__gt=after.position)
    return behind.first() or rows.exclude(pk=after.pk).first()
