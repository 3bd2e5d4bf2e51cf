"""What needs a person: flags, who is on them, and disputes."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import OperationalModel, Workspace, one_of
from grading.models import Assessment
from runs.models import Answer, Assistant, Run
from testsets.models import TestSet


class Flag(OperationalModel):
    """A reason why a person should look at a result (M5.2)."""

    class Reason(models.TextChoices):
        TEST = "test_may_be_wrong", _("The test may be wrong")
        CONFIDENCE = "grader_not_confident", _("The grader is not confident")
        CAPTURE = "capture_looks_wrong", _("The capture looks wrong")
        CRITICAL = "critical_not_passed", _("A critical question did not pass")
        RULE = "rule_disagrees", _("Rule and grader disagree")
        OPINION = "opinion_differs", _("The grader's overall opinion differs from its findings")
        NOT_GRADED = "not_graded", _("It could not be graded")
        DISPUTED = "disputed", _("Disputed by the customer")
        OUTDATED = "outdated", _("The source says something else by now")

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="flags")
    reason = models.CharField(max_length=24, choices=Reason.choices)
    raised_by = models.ForeignKey(
        Assessment, on_delete=models.PROTECT, null=True, related_name="raised"
    )
    raised_at = models.DateTimeField()
    resolved_by = models.ForeignKey(
        Assessment, on_delete=models.PROTECT, null=True, related_name="resolved"
    )
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["answer", "reason"], name="flag_reason_once"),
            # A source that says the same again resolves a flag without anybody's decision.
            models.CheckConstraint(
                condition=models.Q(resolved_by__isnull=True, resolved_at__isnull=True)
                | models.Q(resolved_by__isnull=False, resolved_at__isnull=False)
                | models.Q(reason="outdated", resolved_at__isnull=False),
                name="flag_resolved_whole",
            ),
            one_of(
                "reason",
                [
                    "test_may_be_wrong", "grader_not_confident", "capture_looks_wrong",
                    "critical_not_passed", "rule_disagrees", "opinion_differs", "not_graded",
                    "disputed", "outdated",
                ],
                "flag_reason_known",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.reason


class QueueEntry(OperationalModel):
    """A result with an open flag, as the queue lists, narrows, counts and orders it.

    Nothing is decided from it: it is worked out from the flags, the grade and the question, by
    `reviews.entries` and by nothing else, and may be thrown away and made again.
    """

    WORKSPACE_PATH = "workspace"
    TEST_SET_PATHS = ("test_set",)

    answer = models.OneToOneField(Answer, on_delete=models.PROTECT, related_name="entry")
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="+")
    assistant = models.ForeignKey(Assistant, on_delete=models.PROTECT, related_name="+")
    label = models.CharField(max_length=20, blank=True, help_text="In force; empty for none.")
    confidence = models.FloatField(null=True, help_text="The machine's, 0 to 1.")
    critical = models.BooleanField()
    urgency = models.PositiveSmallIntegerField(help_text="2 for a dispute, 1 more if critical.")
    reasons = ArrayField(models.CharField(max_length=24), help_text="Of its open flags.")
    flagged_at = models.DateTimeField(help_text="When the first open flag was raised.")
    renewed_at = models.DateTimeField(help_text="When the last open flag was raised.")
    # The newest assessment that was known: a later one makes the entry behind.
    through = models.BigIntegerField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["workspace", "-urgency", "answer"], name="entry_of_workspace"),
            models.Index(fields=["-urgency", "answer"], name="entry_of_all"),
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {', '.join(self.reasons)}"


class Claim(OperationalModel):
    """Who is looking at an answer, and until when nobody else is sent to it."""

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.OneToOneField(Answer, on_delete=models.PROTECT, related_name="claim")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    until = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.person)


class SavedView(OperationalModel):
    """Filters of the queue that a person keeps under a name; without a workspace, across all."""

    WORKSPACE_PATH = None

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, null=True, related_name="+")
    name = models.CharField(_("name"), max_length=60)
    query = models.CharField(max_length=300, help_text="As it stands in the address.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "workspace", "name"],
                nulls_distinct=False,
                name="saved_view_name_once",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Dispute(OperationalModel):
    """A customer says that a grade is wrong (M5.4)."""

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        CHANGED = "changed", _("Grade changed")
        UPHELD = "upheld", _("Grade upheld")

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="disputes")
    words = models.TextField(_("what is wrong"))
    raised_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    raised_at = models.DateTimeField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    outcome = models.ForeignKey(
        Assessment, on_delete=models.PROTECT, null=True, related_name="disputes"
    )

    class Meta:
        constraints = [one_of("status", ["open", "changed", "upheld"], "dispute_status")]

    def __str__(self) -> str:
        return self.words[:80]
