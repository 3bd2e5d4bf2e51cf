"""The queue: what waits in it, who is on what, and the views that people keep of it."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import OperationalModel, Workspace
from runs.models import Answer, Assistant, Run
from testsets.models import TestSet


def _index(*fields: str, name: str) -> models.Index:
    # With its test set, so that what an expert may not see is left out without reading the entry.
    return models.Index(fields=list(fields), include=["test_set"], name=name)


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
    # The newest assessment that was known, 0 for none: a later one makes the entry behind.
    through = models.BigIntegerField(default=0)
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    needs = models.PositiveSmallIntegerField(
        default=1, help_text="How many people must still judge it apart from each other."
    )
    blinded = models.BooleanField(
        default=False, help_text="Nobody may learn yet what others think of it."
    )
    hidden = models.BooleanField(
        default=False, help_text="Whoever judges it does not see the machine's grade."
    )

    # What orders and counts read, so that a page of a long queue reads no entry but those it shows.
    sureness = models.FloatField(default=-1.0, help_text="The confidence; -1 for none or hidden.")
    kind = models.IntegerField(default=0, help_text="What filters count it under: `reviews.kinds`.")

    class Meta:
        indexes = [
            _index("workspace", "-urgency", "answer", name="entry_of_workspace"),
            _index("workspace", "flagged_at", "answer", name="entry_by_age"),
            _index("workspace", "sureness", "answer", name="entry_by_sureness"),
            _index("workspace", "kind", name="entry_by_kind"),
            _index("run", name="entry_by_run"),
            _index("-urgency", "answer", name="entry_of_all"),
            _index("flagged_at", "answer", name="entry_of_all_by_age"),
            _index("sureness", "answer", name="entry_of_all_by_sureness"),
            _index("kind", name="entry_of_all_by_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {', '.join(self.reasons)}"


class Claim(OperationalModel):
    """Who is looking at an answer, and until when nobody else is sent to it."""

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="claims")
    # One for each person that the result still needs.
    slot = models.PositiveSmallIntegerField(default=1)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["answer", "slot"], name="claim_slot_once")]

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
