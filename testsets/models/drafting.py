"""A job of writing questions, and the drafts that it rejected."""

from typing import Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import FrozenModel, JobModel, one_of
from sources.models import Passage, Source
from testsets.models.sets import TestSet

# The reason of a drafting that is stopped until it may take more tokens.
TOKENS_SPENT: Final = "tokens"


class Drafting(JobModel):
    """One job of writing questions; what it kept and rejected are rows of their own."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Writing")
        STOPPED = "stopped", _("Stopped")
        DONE = "done", _("Written")
        FAILED = "failed", _("Failed")

    WORKSPACE_PATH = "test_set__workspace"

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="draftings")
    sources = models.ManyToManyField(Source, related_name="+")
    wanted = models.PositiveIntegerField()
    # Which types of question to write; none chosen: the default battery.
    types = ArrayField(models.CharField(max_length=20), default=list, blank=True)
    language = models.CharField(max_length=8, blank=True)
    writer = models.CharField(max_length=200, blank=True, help_text="Name of the writer used.")
    writer_fingerprint = models.CharField(max_length=64, blank=True)
    token_limit = models.PositiveBigIntegerField(null=True, help_text="None: no limit.")
    tokens_reported = models.PositiveBigIntegerField(
        default=0, help_text="Of prompts and replies, as the server counted them."
    )
    tokens_estimated = models.PositiveBigIntegerField(
        default=0, help_text="Reckoned, of calls whose tokens the server did not report."
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.WAITING)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            one_of("status", ["waiting", "running", "stopped", "done", "failed"], "drafting_status")
        ]

    def __str__(self) -> str:
        return f"{self.test_set} · {self.get_status_display()}"


class RejectedDraft(FrozenModel):
    """A draft that failed a check, with the reasons (M1.3)."""

    WORKSPACE_PATH = "drafting__test_set__workspace"

    drafting = models.ForeignKey(Drafting, on_delete=models.PROTECT, related_name="rejected")
    passage = models.ForeignKey(Passage, on_delete=models.PROTECT, null=True, related_name="+")
    question = models.TextField(blank=True)
    draft = models.JSONField(help_text="The draft as it was written.")
    reasons = models.JSONField(help_text="[{check, message}]")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.question[:80]
