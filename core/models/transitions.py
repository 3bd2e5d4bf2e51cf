"""The trail of operational records: one row for each change of a status."""

from django.conf import settings
from django.db import models

from core.models.base import FrozenModel
from core.models.workspaces import Workspace


class Transition(FrozenModel):
    """A record moved from one status to another."""

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    record = models.CharField(max_length=60, help_text="The model's label, such as runs.run.")
    record_id = models.BigIntegerField()
    old = models.CharField(max_length=20)
    new = models.CharField(max_length=20)
    reason = models.TextField(blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["record", "record_id", "at"], name="transition_of_record")]

    def __str__(self) -> str:
        return f"{self.record} {self.record_id}: {self.old} → {self.new}"
