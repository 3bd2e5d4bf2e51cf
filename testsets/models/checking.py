"""Trying a set's questions on known answers, and what came of it (M4.3)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import FrozenModel, JobModel, one_of
from testsets.models.questions import Question
from testsets.models.sets import TestSet


class Checking(JobModel):
    """One job of trying a set's questions on answers whose right label is known (M4.3)."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Trying")
        STOPPED = "stopped", _("Stopped")
        DONE = "done", _("Tried")

    WORKSPACE_PATH = "test_set__workspace"

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="checkings")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.WAITING)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            one_of("status", ["waiting", "running", "stopped", "done"], "checking_status")
        ]

    def __str__(self) -> str:
        return f"{self.test_set} · {self.get_status_display()}"


class CheckedQuestion(FrozenModel):
    """How a grader labelled the known answers of one wording of a question (M4.3)."""

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="checks")
    digest = models.CharField(max_length=64, help_text="Of the wording that was tried.")
    grader = models.CharField(max_length=200)
    grader_fingerprint = models.CharField(max_length=64)
    outcomes = models.JSONField(help_text="[{alteration, text, right, label}]")
    wrong = models.PositiveIntegerField(help_text="Known answers that got another label.")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["question", "digest", "grader_fingerprint"], name="question_checked_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.question_id}: {self.wrong} wrong"
