"""Runs that are started again and again, without anybody at the keyboard."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import FrozenModel, OperationalModel, one_of
from runs.models.asking import Assistant, Run
from testsets.models import TestSetVersion


class RunSchedule(OperationalModel):
    """That a frozen version is put to an assistant every week or month, and how."""

    class Every(models.TextChoices):
        WEEK = "week", _("Every week")
        MONTH = "month", _("Every month")

    class Status(models.TextChoices):
        ACTIVE = "active", _("Active")
        PAUSED = "paused", _("Paused")
        ENDED = "ended", _("Ended")

    WORKSPACE_PATH = "version__test_set__workspace"

    version = models.ForeignKey(TestSetVersion, on_delete=models.PROTECT, related_name="schedules")
    assistant = models.ForeignKey(Assistant, on_delete=models.PROTECT, related_name="schedules")
    every = models.CharField(max_length=8, choices=Every.choices)
    policy = models.JSONField(help_text="How each of its runs asks.")
    repetitions = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.ACTIVE)
    reason = models.TextField(blank=True, help_text="Why it is paused or ended.")
    # Due times are counted from here, so that the 31st comes back after a shorter month.
    first_at = models.DateTimeField()
    next_at = models.DateTimeField()
    # Failures before this moment do not count any more: somebody saw to them.
    active_since = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            one_of("every", ["week", "month"], "schedule_every"),
            one_of("status", ["active", "paused", "ended"], "schedule_status"),
            models.UniqueConstraint(
                fields=["version", "assistant"],
                condition=~models.Q(status="ended"),
                name="schedule_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["next_at"], condition=models.Q(status="active"), name="schedule_due"
            )
        ]

    def __str__(self) -> str:
        return f"{self.version} · {self.assistant} · {self.every}"


class DueRun(FrozenModel):
    """What was done at one due time of a schedule: a run was started, or why none was."""

    WORKSPACE_PATH = "schedule__version__test_set__workspace"

    schedule = models.ForeignKey(RunSchedule, on_delete=models.PROTECT, related_name="due")
    due_at = models.DateTimeField()
    run = models.OneToOneField(Run, on_delete=models.PROTECT, null=True, related_name="due")
    refused = models.TextField(blank=True, help_text="Why no run was started.")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["schedule", "due_at"], name="due_time_once"),
            models.CheckConstraint(
                condition=models.Q(run__isnull=False, refused="")
                | models.Q(run__isnull=True, refused__gt=""),
                name="due_run_or_refusal",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.schedule} · {self.due_at:%Y-%m-%d}"
