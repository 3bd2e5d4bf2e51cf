"""Grades: which grader, what it found, what people decided."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.models import FrozenModel, JobModel, Workspace, one_of
from runs.models import Answer, Run

LABELS = [
    ("correct", _("Correct")),
    ("partly_correct", _("Partly correct")),
    ("incorrect", _("Incorrect")),
    ("no_answer", _("No answer")),
    ("test_needs_review", _("Test needs review")),
    ("not_captured", _("Not captured")),
    ("not_run", _("Not run")),
]


class GraderVersion(FrozenModel):
    """What made a grade: name, instructions, model, settings, and their fingerprint."""

    WORKSPACE_PATH = None

    name = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64, unique=True)
    description = models.JSONField()
    first_used_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Grading(JobModel):
    """The job of grading a run with one grader."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", pgettext_lazy("state of work", "Grading")
        STOPPED = "stopped", _("Stopped")
        DONE = "done", _("Graded")

    WORKSPACE_PATH = "run__version__test_set__workspace"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="gradings")
    grader = models.ForeignKey(GraderVersion, on_delete=models.PROTECT, related_name="gradings")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.WAITING)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "grader"], name="grading_once"),
            one_of("status", ["waiting", "running", "stopped", "done"], "grading_status"),
        ]

    def __str__(self) -> str:
        return f"{self.run} · {self.grader}"


class Assessment(FrozenModel):
    """One judgement of one answer, by a grader or by a person; none is ever written over."""

    class By(models.TextChoices):
        GRADER = "grader", _("Automated")
        PERSON = "person", _("Person")

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="assessments")
    by = models.CharField(max_length=8, choices=By.choices)
    grader = models.ForeignKey(
        GraderVersion, on_delete=models.PROTECT, null=True, related_name="assessments"
    )
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reviewer_name = models.CharField(max_length=200, blank=True)
    # A grade has a label; a grader that could not judge has a reason instead; a person who withdraws
    # a decision has neither, and the automated grade is current again.
    label = models.CharField(max_length=20, choices=LABELS, blank=True)
    ungraded = models.CharField(max_length=40, blank=True)
    withdraws = models.BooleanField(default=False)
    attempt = models.PositiveSmallIntegerField(default=1)
    findings = models.JSONField(default=dict)
    explanation = models.TextField(blank=True)
    confidence = models.FloatField(null=True)
    cause = models.CharField(max_length=40, blank=True)
    flags = models.JSONField(default=list)
    opinion = models.CharField(max_length=20, blank=True)
    evidence = models.JSONField(default=dict, help_text="Rules, passages, the grader's raw reply.")
    subject = models.CharField(
        max_length=64,
        db_index=True,
        help_text="Digest of the frozen question and the answer's text.",
    )
    key = models.CharField(
        max_length=120, unique=True, help_text="Makes a second delivery of the same decision fail."
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="assessment_by_whom",
                condition=models.Q(by="grader", grader__isnull=False, reviewer__isnull=True)
                | models.Q(by="person", grader__isnull=True, reviewer__isnull=False),
            ),
            models.CheckConstraint(
                name="assessment_says_one_thing",
                condition=(~models.Q(label="") & models.Q(ungraded="", withdraws=False))
                | (models.Q(label="", withdraws=False) & ~models.Q(ungraded=""))
                | models.Q(label="", ungraded="", withdraws=True),
            ),
            one_of("label", ["", *(value for value, _name in LABELS)], "assessment_label_known"),
        ]
        indexes = [models.Index(fields=["answer", "by", "-id"], name="assessment_current")]

    def __str__(self) -> str:
        return self.label or self.ungraded or "withdrawn"


class MethodScore(FrozenModel):
    """The outcome of one further method on one answer (M2.15): never mixed into the label."""

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="method_scores")
    method = models.CharField(max_length=40)
    fingerprint = models.CharField(max_length=64)
    outcome = models.CharField(max_length=40, help_text="pass, fail, invalid, or a custom label.")
    score = models.FloatField(null=True)
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["answer", "method", "fingerprint"], name="method_score_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.method}: {self.outcome}"


class CalibrationCase(FrozenModel):
    """An answer that a person judged, to judge graders by (M4.1)."""

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    case = models.JSONField(help_text="Question, expected answer, facts, passages, answer.")
    label = models.CharField(max_length=20, choices=LABELS)
    judged_by = models.CharField(max_length=200)
    origin = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.origin}: {self.label}"


class CalibrationResult(FrozenModel):
    """What a grader said of a calibration case."""

    WORKSPACE_PATH = "case__workspace"

    case = models.ForeignKey(CalibrationCase, on_delete=models.PROTECT, related_name="results")
    grader = models.ForeignKey(GraderVersion, on_delete=models.PROTECT, related_name="+")
    label = models.CharField(max_length=20, choices=LABELS, blank=True)
    confidence = models.FloatField(null=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["case", "grader", "attempt"], name="calibration_result_once"
            )
        ]

    def __str__(self) -> str:
        return self.label
