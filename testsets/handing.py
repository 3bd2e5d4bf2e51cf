"""Who is to look at which questions, and which are marked for attention."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from testsets.models import AttentionMark, QuestionAssignment
from testsets.presenting import ShownQuestion


def assigned_to(person: int) -> QuerySet[Any]:
    """The questions that are the person's now, as keys for a filter."""
    rows: QuerySet[Any] = _newest(QuestionAssignment).filter(person=person)
    return rows.values("question")


def marked() -> QuerySet[Any]:
    """The questions that are marked now, as keys for a filter."""
    return _newest(AttentionMark).filter(marked=True).values("question")


def assignments(questions: Iterable[int]) -> Mapping[int, QuestionAssignment]:
    """What holds of who is to look at each of these questions; none where nobody was ever named."""
    rows = QuestionAssignment.objects.filter(question__in=list(questions))
    newest = rows.order_by("question_id", "-pk").distinct("question_id")
    return {row.question_id: row for row in newest}


def marks(questions: Iterable[int]) -> Mapping[int, AttentionMark]:
    """The marks that hold, by their question."""
    rows = AttentionMark.objects.filter(question__in=list(questions))
    newest = rows.order_by("question_id", "-pk").distinct("question_id")
    return {row.question_id: row for row in newest if row.marked}


def with_hands(shown: Sequence[ShownQuestion]) -> list[ShownQuestion]:
    """The questions, each with the name of whoever it is assigned to and of whoever marked it."""
    keys = [question.pk for question in shown]
    handed, seen = assignments(keys), marks(keys)
    return [
        replace(
            question,
            assigned=handed[question.pk].person_name if question.pk in handed else "",
            marked=seen[question.pk].by_name if question.pk in seen else "",
        )
        for question in shown
    ]


def _newest(model: Any) -> QuerySet[Any]:
    later = model.objects.filter(question=OuterRef("question"), pk__gt=OuterRef("pk"))
    rows: QuerySet[Any] = model.objects.filter(~Exists(later))
    return rows
