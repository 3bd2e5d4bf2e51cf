"""Which test sets are whose to sign off."""

from django.conf import settings
from django.db import models

from core.models import DraftModel
from testsets.models.sets import TestSet


class Assignment(DraftModel):
    """A test set that an expert sees and signs off; an expert sees no others."""

    WORKSPACE_PATH = "test_set__workspace"

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="assignments")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="assignments"
    )
    # Empty where no person chose it: what experts saw before there were assignments.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["test_set", "user"], name="assignment_once")]

    def __str__(self) -> str:
        return f"{self.test_set} · {self.user}"
