"""The questions of a draft with their key facts, and what experts said of them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import DraftModel, FrozenModel, all_or_none, one_of
from sources.models import Passage
from testsets.models.drafting import Drafting
from testsets.models.sets import TestSet
from testsets.values import Expects, QuestionType


class Question(DraftModel):
    """One question of a draft, with its expected answer."""

    WORKSPACE_PATH = "test_set__workspace"

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="questions")
    drafting = models.ForeignKey(Drafting, on_delete=models.PROTECT, null=True, related_name="kept")
    uid = models.CharField(max_length=40)
    position = models.PositiveIntegerField()
    type = models.CharField(
        _("type"), max_length=20, choices=[(item.value, item.value) for item in QuestionType]
    )
    language = models.CharField(_("language"), max_length=8)
    text = models.TextField(_("question"))
    expected_answer = models.TextField(_("expected answer"))
    expects = models.CharField(
        _("right behaviour"),
        max_length=20,
        choices=[(item.value, item.value) for item in Expects],
        default=Expects.ANSWER.value,
    )
    critical = models.BooleanField(_("critical"), default=False)
    control = models.BooleanField(_("control"), default=False)
    # What the question makes up or asks for in vain: proven absent from the material (M1.19).
    detail = models.TextField(_("made-up detail"), blank=True)
    purpose = models.TextField(_("why it is asked"), blank=True)
    topic = models.CharField(_("topic"), max_length=200, blank=True)
    needs = models.JSONField(
        default=dict, blank=True, help_text="{keywords, tools, schema, reference, quotations}"
    )
    # All passages of a question of a file whose own stored ones would not say exactly the same.
    carried = models.JSONField(
        default=list, blank=True, help_text="[passage as frozen], as the file gave them."
    )
    custom = models.JSONField(
        default=dict, blank=True, help_text="{column: value} that only its owner reads."
    )
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="variants")
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    writer = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["test_set", "position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["test_set", "uid"], name="question_uid_once"),
            all_or_none("removed_by", "removed_at", name="question_removed_whole"),
            one_of("type", [item.value for item in QuestionType], "question_type_known"),
            one_of("expects", [item.value for item in Expects], "question_expects_known"),
        ]
        # A page of a long list is found, and counted up to, without reading its questions.
        indexes = [
            models.Index(
                fields=["test_set", "position", "id"],
                condition=models.Q(removed_at__isnull=True),
                name="question_in_order",
            ),
            # Few are removed: they are counted and listed without reading those that are there.
            models.Index(
                fields=["test_set", "-removed_at", "-id"],
                condition=models.Q(removed_at__isnull=False),
                name="question_removed",
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class KeyFact(DraftModel):
    """A quotation that the right answer must convey, and where it stands in its passage."""

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="facts")
    position = models.PositiveIntegerField()
    quotation = models.TextField(_("key fact"))
    passage = models.ForeignKey(Passage, on_delete=models.PROTECT, null=True, related_name="+")
    # Which of the question's carried passages it stands in; the stored one has the same text.
    carried = models.PositiveSmallIntegerField(null=True)
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    match = models.CharField(max_length=8, blank=True)
    exact_value = models.CharField(_("exact value"), max_length=200, blank=True)

    class Meta:
        ordering = ["question", "position"]
        constraints = [
            models.UniqueConstraint(fields=["question", "position"], name="key_fact_position_once"),
            models.CheckConstraint(
                condition=models.Q(
                    passage__isnull=True, carried__isnull=True, start__isnull=True, end__isnull=True
                )
                | models.Q(
                    models.Q(passage__isnull=False) | models.Q(carried__isnull=False),
                    start__isnull=False,
                    end__isnull=False,
                ),
                name="key_fact_place_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.quotation[:80]


class SignOff(FrozenModel):
    """An expert's word on a question, bound to the digest of what they saw.

    Taking a word back is a row of its own, `withdrawn`, that names the word; `settles` marks a word
    that decides where two people differ. `testsets.signing` says who may see which.
    """

    class Decision(models.TextChoices):
        APPROVED = "approved", _("Approved")
        CHANGES = "changes", _("Changes asked for")
        WITHDRAWN = "withdrawn", _("Taken back")

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="sign_offs")
    digest = models.CharField(max_length=64)
    decision = models.CharField(max_length=12, choices=Decision.choices)
    settles = models.BooleanField(default=False, help_text="It decides where two people differ.")
    withdraws = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="withdrawal"
    )
    reason = models.TextField(blank=True)
    key = models.CharField(
        max_length=120, blank=True, help_text="A second delivery changes nothing."
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            one_of("decision", ["approved", "changes", "withdrawn"], "sign_off_decision_known"),
            models.CheckConstraint(
                condition=models.Q(decision="withdrawn", withdraws__isnull=False)
                | (~models.Q(decision="withdrawn") & models.Q(withdraws__isnull=True)),
                name="sign_off_withdraws_one",
            ),
            models.UniqueConstraint(
                fields=["key"], condition=~models.Q(key=""), name="sign_off_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.decision} · {self.by_name}"
