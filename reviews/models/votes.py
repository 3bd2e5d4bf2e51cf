"""Two people who judge the same results apart from each other (M4.5)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import DraftModel, FrozenModel, one_of
from grading.models import LABELS
from runs.models import Answer
from testsets.models import TestSet


class QueueSetting(DraftModel):
    """How the results of a test set are judged; a set without one is judged by one person."""

    WORKSPACE_PATH = "test_set__workspace"

    test_set = models.OneToOneField(TestSet, on_delete=models.PROTECT, related_name="queue_setting")
    reviewers = models.PositiveSmallIntegerField(
        _("reviewers"), choices=[(1, _("One person")), (2, _("Two people, apart from each other"))],
        default=1,
    )  # fmt: skip
    hide_grade = models.BooleanField(_("hide the machine’s grade"), default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(reviewers__in=[1, 2]), name="queue_setting_reviewers"
            )
        ]

    def __str__(self) -> str:
        return f"{self.test_set}: {self.reviewers}"


class Vote(FrozenModel):
    """What one of two people says of a result before either knows the other's word.

    It is about one state of the result: `seen` is the newest assessment there was, 0 for none. Once
    something else is said of the result, votes on the state before do not count any more.
    """

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="votes")
    voter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    voter_name = models.CharField(max_length=200)
    label = models.CharField(max_length=20, choices=LABELS, blank=True)  # "": cannot decide
    reason = models.TextField(blank=True)
    seen = models.BigIntegerField()
    subject = models.CharField(
        max_length=64, help_text="Digest of the frozen question and the answer's text."
    )
    machine_seen = models.BooleanField(help_text="The machine's grade was on screen.")
    key = models.CharField(
        max_length=120, unique=True, help_text="A second delivery of the same vote is the same row."
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            one_of("label", ["", *(value for value, _name in LABELS)], "vote_label_known")
        ]
        indexes = [models.Index(fields=["answer", "seen", "id"], name="vote_on_state")]

    def __str__(self) -> str:
        return f"{self.label or 'cannot decide'} · {self.voter_name}"


class Reveal(FrozenModel):
    """Somebody asked to see the machine's grade of a result before saying their own word."""

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="reveals")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["answer", "person"], name="reveal_once"),
        ]

    def __str__(self) -> str:
        return str(self.person)
