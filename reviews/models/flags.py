"""Why a person should look at a result: flags, and what customers say is wrong."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import OperationalModel, one_of
from grading.models import Assessment
from runs.models import Answer


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
        DIFFER = "reviewers_differ", _("Two reviewers judge it differently")
        ASKED = "person_asks", _("A person asks for a look")
        DRAWN = "drawn", _("Drawn at random")

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
                    "disputed", "outdated", "reviewers_differ", "person_asks", "drawn",
                ],
                "flag_reason_known",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.reason


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
