"""What lists of questions are narrowed and counted by, kept beside each question."""

from functools import reduce
from operator import add
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, Q, Value, When

from core.models import OperationalModel, one_of
from testsets.kinds import FLAGS, ROOM_FOR_SIDE, ROOM_FOR_SIGN_OFF, SIDES, SIGN_OFFS
from testsets.models.questions import Question
from testsets.models.sets import TestSet

_FLAGGED = {
    "warnings": ~Q(warnings=[]),
    "bare": Q(without_passage=True),
    "exact": Q(exact=True),
    "contract": ~Q(contract=[]),
    "apart": ~Q(sign_off_for={}),
}


def _kind() -> Any:
    """`testsets.kinds` in the database's words."""
    step = ROOM_FOR_SIGN_OFF * ROOM_FOR_SIDE
    return reduce(
        add,
        [
            _first_of("sign_off", SIGN_OFFS, 1),
            _first_of("side", SIDES, ROOM_FOR_SIGN_OFF),
            *(
                Case(When(_FLAGGED[flag], then=Value(step << place)), default=Value(0))
                for place, flag in enumerate(FLAGS)
            ),
        ],
    )


def _first_of(column: str, values: tuple[str, ...], times: int) -> Any:
    """The place of the column's value among these, from 0, so many times."""
    cases = [When(**{column: value}, then=Value(n * times)) for n, value in enumerate(values)]
    return Case(*cases[1:], default=Value(0), output_field=models.IntegerField())


class IndexedQuestion(OperationalModel):
    """What is worked out of a question's present wording, and what lists go by of the question itself.

    A trigger deletes the row when anything about its question changes or it is taken out: a row that
    is there holds, and whoever finds one missing works it out anew.
    """

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.OneToOneField(Question, on_delete=models.CASCADE, related_name="indexed")
    test_set = models.ForeignKey(
        TestSet, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    language = models.CharField(max_length=8)
    critical = models.BooleanField()
    control = models.BooleanField()
    changed_at = models.DateTimeField(help_text="When the wording that was looked at was written.")
    digest = models.CharField(max_length=64, help_text="Of that wording.")
    warnings = ArrayField(
        models.CharField(max_length=40), default=list, help_text="Checks that it fails."
    )
    without_passage = models.BooleanField(help_text="Nothing stored shows the answer (M1.5).")
    exact = models.BooleanField(help_text="A key fact has an exact value.")
    contract = ArrayField(
        models.CharField(max_length=40), default=list, help_text="What is wrong with its contract."
    )
    documents = ArrayField(
        models.BigIntegerField(), default=list, help_text="Those that its key facts stand in."
    )
    # The right answer of a yes/no question; "" for every other question.
    side = models.CharField(max_length=8, blank=True)
    sign_off = models.CharField(
        max_length=8, help_text="What experts said of it, as everybody may know it."
    )
    # For whoever has said a word that others do not see yet.
    sign_off_for = models.JSONField(default=dict, help_text="{key of a person: state}")
    kind = models.GeneratedField(
        expression=_kind(), output_field=models.IntegerField(), db_persist=True
    )

    class Meta:
        constraints = [
            one_of("side", list(SIDES), "indexed_side"),
            one_of("sign_off", list(SIGN_OFFS), "indexed_sign_off"),
        ]
        # A set is counted, and a page of its list found, from an index alone.
        indexes = [
            models.Index(
                fields=["test_set", "type", "language", "critical", "control", "kind"],
                name="indexed_by_kind",
            ),
            models.Index(
                fields=["test_set", "position", "question"],
                include=("type", "language", "critical", "control", "kind"),
                name="indexed_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question_id}: {self.sign_off}"
