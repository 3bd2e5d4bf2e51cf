"""Changes that a person asks for of many rows at once; `core.bulk` carries them out."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.constraints import one_of
from core.models.jobs import JobModel
from core.models.workspaces import Workspace


class BulkAction(JobModel):
    """One change asked of many rows, each only as it was on screen, and what came of it."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Under way")
        STOPPED = "stopped", _("Stopped")
        DONE = "done", _("Done")

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    record = models.CharField(max_length=60, help_text="The model's label, as testsets.question.")
    # Test sets lie further right; the rows of some actions are of one set.
    test_set = models.BigIntegerField(null=True)
    action = models.CharField(max_length=20)
    values = models.JSONField(default=dict, help_text="What the action needs: a person, a reason.")
    rows = models.JSONField(help_text="[[key, what was on screen of it]], each key once.")
    matched = models.PositiveIntegerField(
        null=True, help_text="How many rows the filters matched on screen; none: chosen one by one."
    )
    done = models.PositiveIntegerField(default=0, help_text="Rows gone through.")
    skipped = models.JSONField(default=list, help_text="[[key, why, what it is called]]")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.WAITING)
    back = models.CharField(max_length=500, help_text="The list that it was asked from.")
    key = models.UUIDField(help_text="The same form sent twice is one action.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["created_by", "key"], name="bulk_action_once"),
            one_of("status", ["waiting", "running", "stopped", "done"], "bulk_action_status"),
        ]

    def __str__(self) -> str:
        return f"{self.record} · {self.action}"
