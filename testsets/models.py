"""Test sets: drafts that people edit, and versions that never change."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import DraftModel, FrozenModel, JobModel, Workspace, all_or_none, one_of
from sources.models import Passage, Source
from testsets.values import Expects, QuestionType


class TestSet(DraftModel):
    """A set of questions in the making, and its frozen versions."""

    __test__ = False  # not a test, whatever pytest makes of the name
    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="test_sets")
    name = models.CharField(_("name"), max_length=200)
    language = models.CharField(
        _("language"), max_length=8, blank=True, help_text=_("Empty: the language of each source.")
    )
    methods = models.JSONField(default=dict, blank=True, help_text="{method: settings}")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


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
            )
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
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    match = models.CharField(max_length=8, blank=True)
    exact_value = models.CharField(_("exact value"), max_length=200, blank=True)

    class Meta:
        ordering = ["question", "position"]
        constraints = [
            models.UniqueConstraint(fields=["question", "position"], name="key_fact_position_once"),
            all_or_none("passage", "start", "end", name="key_fact_place_whole"),
        ]

    def __str__(self) -> str:
        return self.quotation[:80]


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


class SignOff(FrozenModel):
    """An expert's word on a question, bound to the digest of what they saw."""

    class Decision(models.TextChoices):
        APPROVED = "approved", _("Approved")
        CHANGES = "changes", _("Changes asked for")

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="sign_offs")
    digest = models.CharField(max_length=64)
    decision = models.CharField(max_length=12, choices=Decision.choices)
    reason = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.decision} · {self.by_name}"


class TestSetVersion(FrozenModel):
    """A frozen version: every run of it asks exactly the same questions (M1.6)."""

    __test__ = False
    WORKSPACE_PATH = "test_set__workspace"

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    language = models.CharField(max_length=8)
    exploratory = models.BooleanField()
    writers = models.JSONField(help_text="[{name, fingerprint}] of what wrote the questions.")
    signed_off = models.BooleanField(help_text="Experts signed off every question before freezing.")
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    approved_at = models.DateTimeField()
    # What trying the questions on known answers gave (M4.3), and why it was approved all the same.
    checker = models.JSONField(
        default=dict, help_text="{grader, fingerprint, tried, unchecked: [uid], wrong: [{uid, …}]}"
    )
    approved_despite = models.TextField(blank=True)
    methods = models.JSONField(default=dict, help_text="{method: settings} besides the label.")

    class Meta:
        ordering = ["test_set", "number"]
        constraints = [
            models.UniqueConstraint(fields=["test_set", "number"], name="version_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.test_set} v{self.number}"


class FrozenQuestion(FrozenModel):
    """A question as frozen: everything that a run, a grader and a report need, and no more reading."""

    WORKSPACE_PATH = "version__test_set__workspace"

    version = models.ForeignKey(TestSetVersion, on_delete=models.PROTECT, related_name="questions")
    origin = models.ForeignKey(
        Question, on_delete=models.PROTECT, null=True, related_name="frozen", db_index=True
    )
    uid = models.CharField(max_length=40)
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    language = models.CharField(max_length=8)
    text = models.TextField()
    expected_answer = models.TextField()
    expects = models.CharField(max_length=20)
    critical = models.BooleanField()
    control = models.BooleanField()
    detail = models.TextField(blank=True)
    purpose = models.TextField(blank=True)
    topic = models.CharField(max_length=200, blank=True)
    needs = models.JSONField(default=dict, help_text="What the further methods need of it.")
    parent_uid = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(help_text="[{quotation, start, end, match, exact_value, passage}]")
    passages = models.JSONField(
        help_text="[{document, address, content_hash, heading_path, text, start, end, language}]"
    )
    written_by = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, db_index=True)

    class Meta:
        ordering = ["version", "position"]
        constraints = [
            models.UniqueConstraint(fields=["version", "uid"], name="frozen_uid_once"),
            models.UniqueConstraint(fields=["version", "position"], name="frozen_position_once"),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class Checking(JobModel):
    """One job of trying a set's questions on answers whose right label is known (M4.3)."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Trying")
        STOPPED = "stopped", _("Stopped")
        DONE = "done", _("Tried")

    WORKSPACE_PATH = "test_set__workspace"

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="checkings")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.WAITING)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            one_of("status", ["waiting", "running", "stopped", "done"], "checking_status")
        ]

    def __str__(self) -> str:
        return f"{self.test_set} · {self.get_status_display()}"


class CheckedQuestion(FrozenModel):
    """How a grader labelled the known answers of one wording of a question (M4.3)."""

    WORKSPACE_PATH = "question__test_set__workspace"

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="checks")
    digest = models.CharField(max_length=64, help_text="Of the wording that was tried.")
    grader = models.CharField(max_length=200)
    grader_fingerprint = models.CharField(max_length=64)
    outcomes = models.JSONField(help_text="[{alteration, text, right, label}]")
    wrong = models.PositiveIntegerField(help_text="Known answers that got another label.")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["question", "digest", "grader_fingerprint"], name="question_checked_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.question_id}: {self.wrong} wrong"


# At the end: those models point at the ones above.
from testsets.indexed import IndexedQuestion  # noqa: E402, F401
from testsets.marks import OutdatedCheck, OutdatedMark, OutdatedResolution  # noqa: E402, F401
