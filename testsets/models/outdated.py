"""What the material says otherwise by now: questions that are possibly outdated, and what came of it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import FrozenModel, OperationalModel, one_of
from sources.models import Passage, Reading
from testsets.models.questions import Question
from testsets.models.versions import FrozenQuestion


class OutdatedMark(FrozenModel):
    """A later reading of the source no longer says what a question was drawn from.

    It is about a question of a draft or about a frozen one, and open until it has a resolution.
    """

    class Kind(models.TextChoices):
        PAGE = "page_gone", _("The page is gone")
        QUOTATION = "quotation_gone", _("A key fact no longer stands there")
        PASSAGE = "passage_changed", _("The passage changed around its key facts")

    WORKSPACE_PATH = "reading__source__workspace"
    TEST_SET_PATHS = ("question__test_set", "frozen__version__test_set")

    reading = models.ForeignKey(Reading, on_delete=models.PROTECT, related_name="+")
    question = models.ForeignKey(
        Question, on_delete=models.PROTECT, null=True, related_name="outdated"
    )
    frozen = models.ForeignKey(
        FrozenQuestion, on_delete=models.PROTECT, null=True, related_name="outdated"
    )
    kind = models.CharField(max_length=16, choices=Kind.choices)
    address = models.CharField(max_length=2000)
    before = models.TextField(help_text="The passage that the question was drawn from.")
    after = models.ForeignKey(
        Passage, on_delete=models.PROTECT, null=True, related_name="+",
        help_text="The passage of the reading that is most like it.",
    )  # fmt: skip
    missing = models.JSONField(default=list, help_text="The quotations that stand nowhere there.")
    detail = models.TextField(blank=True)
    state = models.CharField(max_length=64, help_text="Digest of what was found.")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(question__isnull=True, frozen__isnull=False)
                | models.Q(question__isnull=False, frozen__isnull=True),
                name="outdated_mark_of_one",
            ),
            one_of(
                "kind", ["page_gone", "quotation_gone", "passage_changed"], "outdated_mark_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.address}: {self.kind}"


class OutdatedResolution(FrozenModel):
    """Why a mark is no longer open."""

    class Outcome(models.TextChoices):
        STANDS = "stands_again", _("Stands there again")
        OTHERWISE = "otherwise", _("Says something else again")
        RIGHT = "still_right", _("Still right")

    WORKSPACE_PATH = "mark__reading__source__workspace"
    TEST_SET_PATHS = ("mark__question__test_set", "mark__frozen__version__test_set")

    mark = models.OneToOneField(OutdatedMark, on_delete=models.PROTECT, related_name="resolution")
    outcome = models.CharField(max_length=16, choices=Outcome.choices)
    reading = models.ForeignKey(Reading, on_delete=models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(outcome="still_right", by__isnull=False, reading__isnull=True)
                | models.Q(
                    outcome__in=["stands_again", "otherwise"], by__isnull=True,
                    reading__isnull=False,
                ),
                name="outdated_resolution_by_whom",
            )
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.outcome


class OutdatedCheck(OperationalModel):
    """When the questions were last held against a reading."""

    WORKSPACE_PATH = "reading__source__workspace"

    reading = models.OneToOneField(Reading, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.reading} · {self.at}"
