"""What lists of questions are narrowed and counted by, kept beside each question."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from core.models import OperationalModel, one_of
from testsets.models.questions import Question


class IndexedQuestion(OperationalModel):
    """What is worked out of a question's present wording.

    It holds as long as `changed_at` is that of the question; whoever finds it behind works it out anew.
    """

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.OneToOneField(Question, on_delete=models.CASCADE, related_name="indexed")
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
    # The right answer of a yes/no question; "" for every other question.
    side = models.CharField(max_length=8, blank=True)
    sign_off = models.CharField(
        max_length=8, help_text="What experts said of it, as everybody may know it."
    )
    # For whoever has said a word that others do not see yet.
    sign_off_for = models.JSONField(default=dict, help_text="{key of a person: state}")

    class Meta:
        constraints = [
            one_of("side", ["", "yes", "no", "unclear"], "indexed_side"),
            one_of(
                "sign_off",
                ["open", "half", "signed", "changes", "differ", "void"],
                "indexed_sign_off",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question_id}: {self.sign_off}"
