"""What a run's page needs of its plan, as columns: the whole plan names every single question."""

from django.db.models import (
    F,
    Func,
    GeneratedField,
    IntegerField,
    JSONField,
    TextField,
    Value,
)
from django.db.models.functions import Cast, Coalesce

_LENGTH = "jsonb_array_length(%(expressions)s -> 'order')"


def planned_slots() -> GeneratedField:
    """A column with how many slots a run has: every pinned question, as often as it is repeated."""
    questions = Func(F("pinned"), template=_LENGTH, output_field=IntegerField())
    return GeneratedField(
        expression=Coalesce(questions, Value(0)) * F("repetitions"),
        output_field=IntegerField(),
        db_persist=True,
    )


def plan_without_questions() -> GeneratedField:
    """A column with what was pinned, without the order in which the questions are asked."""
    return GeneratedField(
        expression=Func(
            F("pinned"),
            Cast(Value("order"), TextField()),
            template="(%(expressions)s)",
            arg_joiner=" - ",
        ),
        output_field=JSONField(),
        db_persist=True,
    )
