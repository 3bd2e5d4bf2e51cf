"""What people are told, and what they say to each other beside a record."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.base import FrozenModel, OperationalModel
from core.models.constraints import one_of
from core.models.workspaces import Workspace


class Notice(OperationalModel):
    """Something that happened and that one person should know of; `core.notices` tells it."""

    class Kind(models.TextChoices):
        ASSIGNED = "assigned", _("Assigned to me")
        SIGN_OFF_VOID = "sign_off_void", _("Sign-off no longer holds")
        CHANGES_ASKED = "changes_asked", _("Changes asked for")
        SENT_BACK = "sent_back", _("Questions sent back")
        MENTION = "mention", _("Mentioned")
        RUN_FINISHED = "run_finished", _("Run finished")
        DISPUTE_RAISED = "dispute_raised", _("Grade disputed")
        DISPUTE_SETTLED = "dispute_settled", _("Dispute settled")
        WORDS_DIFFER = "words_differ", _("Two people differ")
        WORDS_SETTLED = "words_settled", _("Difference settled")
        REGRESSED = "regressed", _("Run got worse")
        SCHEDULE_PAUSED = "schedule_paused", _("Schedule paused")

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    params = models.JSONField(default=dict, help_text="What its sentence is filled in with.")
    path = models.CharField(max_length=500, help_text="The page it leads to.")
    # Test sets lie further right; whoever cannot see this one any more is not told.
    test_set = models.BigIntegerField(null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    by_name = models.CharField(max_length=200, blank=True)
    key = models.CharField(max_length=200, help_text="The same event is told once.")
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    # False where the person wanted no mail when it happened.
    to_mail = models.BooleanField()
    mailed_at = models.DateTimeField(null=True)
    # A mail server that refuses one person's mail is asked again later and later.
    mail_tries = models.PositiveSmallIntegerField(default=0)
    mail_tried_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="notice_once"),
            one_of(
                "kind",
                [
                    "assigned", "sign_off_void", "changes_asked", "mention", "run_finished",
                    "dispute_raised", "dispute_settled", "sent_back", "words_differ",
                    "words_settled", "regressed", "schedule_paused",
                ],
                "notice_kind_known",
            ),
        ]  # fmt: skip
        indexes = [
            models.Index(fields=["person", "-id"], name="notice_newest"),
            models.Index(
                fields=["person", "id"],
                condition=models.Q(read_at__isnull=True),
                name="notice_unread",
            ),
            models.Index(
                fields=["person", "at"],
                condition=models.Q(to_mail=True, mailed_at__isnull=True, read_at__isnull=True),
                name="notice_unmailed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} · {self.person}"


class Comment(FrozenModel):
    """What somebody says beside a record of any part; `core.comments` writes and reads it."""

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="+")
    record = models.CharField(max_length=60, help_text="The model's label, as testsets.question.")
    record_id = models.BigIntegerField()
    text = models.TextField()
    internal = models.BooleanField(help_text="Only Caudals' own staff see it.")
    mentions = ArrayField(models.BigIntegerField(), default=list, help_text="Keys of people.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200)
    key = models.CharField(
        max_length=120, unique=True, help_text="A second delivery changes nothing."
    )
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["record", "record_id", "id"], name="comment_of_record")]

    def __str__(self) -> str:
        return self.text[:80]
