"""Who is to look at a question, and which questions are marked for attention; the newest row holds."""

from django.conf import settings
from django.db import models

from core.models import FrozenModel
from testsets.models.questions import Question


class QuestionAssignment(FrozenModel):
    """A question was given to a person, or to nobody any more."""

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="handed")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    person_name = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["question", "-id"], name="question_handed_newest")]

    def __str__(self) -> str:
        return self.person_name or "nobody"


class AttentionMark(FrozenModel):
    """A question was marked for attention, or the mark was taken away."""

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="attention")
    digest = models.CharField(max_length=64, help_text="Of the wording that was on screen.")
    marked = models.BooleanField(help_text="False takes the mark away.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["question", "-id"], name="question_marked_newest")]

    def __str__(self) -> str:
        return f"{'marked' if self.marked else 'unmarked'} · {self.by_name}"
