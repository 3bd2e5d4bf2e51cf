"""Assistants, runs of a frozen version against them, and what was captured."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import DraftModel, FrozenModel, JobModel, Workspace, one_of
from runs.plans import plan_without_questions, planned_slots
from runs.tokens import token_count
from testsets.models import FrozenQuestion, TestSetVersion


class Assistant(DraftModel):
    """The assistant under test and how to reach it."""

    class Connector(models.TextChoices):
        HTTP = "http", _("HTTP")
        OPENAI = "openai", _("OpenAI chat protocol")
        CHAT = "chat", _("Website chat")
        UPLOAD = "upload", _("Uploaded answers")

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="assistants")
    name = models.CharField(_("name"), max_length=200)
    connector = models.CharField(_("connector"), max_length=12, choices=Connector.choices)
    configuration = models.JSONField(default=dict, help_text="Everything but secrets.")
    # Encrypted; never shown again. Its history is kept as ciphertext only.
    credentials = models.TextField(blank=True)
    # host[:port] that an operator allowed on the command line although it is not public
    allowed_private_host = models.CharField(max_length=255, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [one_of("connector", ["http", "openai", "chat", "upload"], "connector_known")]

    def __str__(self) -> str:
        return self.name


class AnswerUpload(FrozenModel):
    """A file of answers collected elsewhere, as uploaded."""

    WORKSPACE_PATH = "assistant__workspace"

    assistant = models.ForeignKey(Assistant, on_delete=models.PROTECT, related_name="uploads")
    name = models.CharField(max_length=300)
    raw = models.BinaryField()
    content_hash = models.CharField(max_length=64)
    rows = models.JSONField(help_text="[{uid, question, answer, contexts}] as read.")
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    uploaded_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class AdversarialAuthorisation(FrozenModel):
    """An owner's written permission to ask adversarial questions (M8.1)."""

    WORKSPACE_PATH = "assistant__workspace"

    assistant = models.ForeignKey(
        Assistant, on_delete=models.PROTECT, related_name="authorisations"
    )
    granted = models.BooleanField()
    authorised_by = models.CharField(max_length=200)
    scope = models.TextField()
    document = models.BinaryField()
    document_name = models.CharField(max_length=300)
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField()
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    recorded_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.assistant} · {self.authorised_by}"


class Run(JobModel):
    """One asking of a frozen version. What it asks, and how, is fixed when it starts (M6.2)."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Asking")
        STOPPED = "stopped", _("Stopped")
        DONE = "done", _("Asked")

    WORKSPACE_PATH = "version__test_set__workspace"

    version = models.ForeignKey(TestSetVersion, on_delete=models.PROTECT, related_name="runs")
    assistant = models.ForeignKey(Assistant, on_delete=models.PROTECT, related_name="runs")
    upload = models.ForeignKey(AnswerUpload, on_delete=models.PROTECT, null=True, related_name="+")
    pinned = models.JSONField(help_text="Everything that was fixed at the start.")
    repetitions = models.PositiveSmallIntegerField(default=1)
    planned = planned_slots()
    plan = plan_without_questions()
    # The run that this one does again with the same plan, to see what changes of itself (M3.7).
    repeats = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="repeated_by"
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.WAITING)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering = ["-pk"]
        constraints = [one_of("status", ["waiting", "running", "stopped", "done"], "run_status")]

    def __str__(self) -> str:
        return f"{self.version} · {self.assistant} · {self.pk}"


class Answer(FrozenModel):
    """What the assistant replied: one slot per question and repetition."""

    WORKSPACE_PATH = "run__version__test_set__workspace"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="answers")
    question = models.ForeignKey(FrozenQuestion, on_delete=models.PROTECT, related_name="answers")
    repetition = models.PositiveSmallIntegerField(default=1)
    tries = models.PositiveSmallIntegerField(help_text="How many tries it took.")
    text = models.TextField()
    raw = models.TextField(help_text="The reply as received, before anything was read from it.")
    contexts = models.JSONField(default=list)
    tools = models.JSONField(default=list)
    usage = models.JSONField(default=dict)
    tokens_given = token_count("prompt_tokens", "input_tokens")
    tokens_written = token_count("completion_tokens", "output_tokens")
    asked_at = models.DateTimeField()
    seconds = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run", "question", "repetition"], name="answer_slot_once"
            )
        ]
        # All that a run's page counts, so that it needs no look at the answers themselves.
        indexes = [
            models.Index(
                fields=["run"],
                include=["asked_at", "seconds", "tries", "tokens_given", "tokens_written"],
                name="answer_counted",
            )
        ]

    def __str__(self) -> str:
        return self.text[:80]


class AnswerCorrection(FrozenModel):
    """Another text that a person wrote for a captured answer: beside it, never in its place (M3.10).

    The newest of an answer counts; one that withdraws leaves none. None is graded or counted.
    """

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="corrections")
    text = models.TextField(_("corrected answer"), blank=True)
    reason = models.TextField(_("why"))
    withdraws = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(withdraws=True, text="")
                | models.Q(withdraws=False, text__gt=""),
                name="correction_text_or_withdrawal",
            )
        ]

    def __str__(self) -> str:
        return self.text[:80]


class AnswerFailure(FrozenModel):
    """One try that brought no answer."""

    class FailureKind(models.TextChoices):
        TIMEOUT = "timeout", _("No reply in time")
        CONNECTION = "connection", _("No connection")
        RATE_LIMIT = "rate_limit", _("Too many requests")
        SERVER_ERROR = "server_error", _("The assistant's server failed")
        UNAUTHORISED = "unauthorised", _("Sign-in not accepted")
        REFUSED = "refused", _("Refused by the assistant's server")
        MALFORMED = "malformed", _("Reply could not be read")
        TOO_LARGE = "too_large", _("Reply too large")
        MISSING = "missing", _("Not in the uploaded file")

    WORKSPACE_PATH = "run__version__test_set__workspace"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="failures")
    question = models.ForeignKey(FrozenQuestion, on_delete=models.PROTECT, related_name="failures")
    repetition = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField(help_text="Which try of the slot this was.")
    kind = models.CharField(max_length=16, choices=FailureKind.choices)
    detail = models.TextField()
    at = models.DateTimeField()
    seconds = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run", "question", "repetition", "number"], name="failure_try_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail[:60]}"
