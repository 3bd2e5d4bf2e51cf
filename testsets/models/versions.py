"""Frozen versions with their questions: written once and never changed."""

from django.conf import settings
from django.db import models

from core.models import FrozenModel
from testsets.models.questions import Question
from testsets.models.sets import TestSet


class TestSetVersion(FrozenModel):
    """A frozen version: every run of it asks exactly the same questions (M1.6)."""

    __test__ = False
    WORKSPACE_PATH = "test_set__workspace"

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    language = models.CharField(max_length=8)
    exploratory = models.BooleanField()
    writers = models.JSONField(help_text="[{name, fingerprint}] of what wrote the questions.")
    signed_off = models.BooleanField(help_text="Experts signed off every question before freezing.")
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    approved_at = models.DateTimeField()
    # What trying the questions on known answers gave (M4.3), and why it was approved all the same.
    checker = models.JSONField(
        default=dict, help_text="{grader, fingerprint, tried, unchecked: [uid], wrong: [{uid, …}]}"
    )
    approved_despite = models.TextField(blank=True)
    methods = models.JSONField(default=dict, help_text="{method: settings} besides the label.")

    class Meta:
        ordering = ["test_set", "number"]
        constraints = [
            models.UniqueConstraint(fields=["test_set", "number"], name="version_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.test_set} v{self.number}"


class FrozenQuestion(FrozenModel):
    """A question as frozen: everything that a run, a grader and a report need, and no more reading."""

    WORKSPACE_PATH = "version__test_set__workspace"

    version = models.ForeignKey(TestSetVersion, on_delete=models.PROTECT, related_name="questions")
    origin = models.ForeignKey(
        Question, on_delete=models.PROTECT, null=True, related_name="frozen", db_index=True
    )
    uid = models.CharField(max_length=40)
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    language = models.CharField(max_length=8)
    text = models.TextField()
    expected_answer = models.TextField()
    expects = models.CharField(max_length=20)
    critical = models.BooleanField()
    control = models.BooleanField()
    detail = models.TextField(blank=True)
    purpose = models.TextField(blank=True)
    topic = models.CharField(max_length=200, blank=True)
    needs = models.JSONField(default=dict, help_text="What the further methods need of it.")
    parent_uid = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(help_text="[{quotation, start, end, match, exact_value, passage}]")
    passages = models.JSONField(
        help_text="[{document, address, content_hash, heading_path, text, start, end, language}]"
    )
    carried = models.JSONField(
        default=list, help_text="Numbers of the passages that only a file brought."
    )
    custom = models.JSONField(default=dict, help_text="{column: value} as in the draft.")
    written_by = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, db_index=True)

    class Meta:
        ordering = ["version", "position"]
        constraints = [
            models.UniqueConstraint(fields=["version", "uid"], name="frozen_uid_once"),
            models.UniqueConstraint(fields=["version", "position"], name="frozen_position_once"),
        ]

    def __str__(self) -> str:
        return self.text[:80]
