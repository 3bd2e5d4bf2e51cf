"""Reports and their published versions."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import DraftModel, FrozenModel, OperationalModel, all_or_none, one_of
from runs.models import Run


class Report(DraftModel):
    """The report of one run; what is published of it are its versions."""

    WORKSPACE_PATH = "run__version__test_set__workspace"

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="report")
    title = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.title


class ReportVersion(FrozenModel):
    """A report as published: its figures, their digest and the PDF made from them."""

    WORKSPACE_PATH = "report__run__version__test_set__workspace"

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    snapshot = models.JSONField(help_text="The report as data, the same that report.json holds.")
    evidence = models.JSONField(help_text="Which assessment of each answer it was made from.")
    digest = models.CharField(max_length=64)
    level = models.CharField(max_length=20)
    complete = models.BooleanField()
    pdf = models.BinaryField()
    reason = models.TextField(blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["report", "number"]
        constraints = [
            models.UniqueConstraint(fields=["report", "number"], name="report_version_once")
        ]

    def __str__(self) -> str:
        return f"{self.report} v{self.number}"


class EvidenceBundle(FrozenModel):
    """Everything that a published version is recomputed from, packed; `reports.bundle` makes it.

    `digest` is that of the list of the digests of all files in it.
    """

    WORKSPACE_PATH = "version__report__run__version__test_set__workspace"

    version = models.OneToOneField(ReportVersion, on_delete=models.PROTECT, related_name="bundle")
    digest = models.CharField(max_length=64)
    content = models.BinaryField(help_text="A ZIP.")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest


class ShareLink(DraftModel):
    """A link to a published version that expires and can be withdrawn.

    Only the digest of its token is stored.
    """

    WORKSPACE_PATH = "version__report__run__version__test_set__workspace"

    version = models.ForeignKey(ReportVersion, on_delete=models.PROTECT, related_name="links")
    token_digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            all_or_none("withdrawn_at", "withdrawn_by", name="share_link_withdrawn_whole")
        ]

    def __str__(self) -> str:
        return f"{self.version} · {self.expires_at:%Y-%m-%d}"


class ShareViews(OperationalModel):
    """How often a link was opened on one day. Nothing is kept of who opened it."""

    WORKSPACE_PATH = "link__version__report__run__version__test_set__workspace"

    link = models.ForeignKey(ShareLink, on_delete=models.PROTECT, related_name="views")
    day = models.DateField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["link", "day"], name="share_views_once")]

    def __str__(self) -> str:
        return f"{self.day}: {self.count}"


class ReportRead(FrozenModel):
    """Somebody viewed a published version, or took it away as a file."""

    class Form(models.TextChoices):
        PAGE = "page", _("Page")
        PDF = "pdf", _("PDF")
        DATA = "data", _("Data")
        EVIDENCE = "evidence", _("Evidence")

    WORKSPACE_PATH = "version__report__run__version__test_set__workspace"

    version = models.ForeignKey(ReportVersion, on_delete=models.PROTECT, related_name="reads")
    form = models.CharField(max_length=8, choices=Form.choices)
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reader_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = [one_of("form", ["page", "pdf", "data", "evidence"], "report_read_form")]
        indexes = [
            models.Index(fields=["version", "reader", "form", "-at"], name="report_read_last")
        ]

    def __str__(self) -> str:
        return f"{self.version} · {self.reader_name}"


class RunCheck(FrozenModel):
    """What came of holding a scheduled run against the one before it, when its grades were complete."""

    WORKSPACE_PATH = "run__version__test_set__workspace"

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="run_check")
    before = models.ForeignKey(Run, on_delete=models.PROTECT, null=True, related_name="+")
    verdict = models.CharField(max_length=12, blank=True, help_text="Empty: there was none before.")
    pairs = models.PositiveIntegerField(default=0)
    worse = models.PositiveIntegerField(default=0)
    better = models.PositiveIntegerField(default=0)
    # Of repetitions with nothing changed; no pairs where the noise was not measured.
    noise_pairs = models.PositiveIntegerField(default=0)
    noise_changed = models.PositiveIntegerField(default=0)
    checked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(before__isnull=True, verdict="")
                | models.Q(
                    before__isnull=False,
                    verdict__in=["too_few", "same", "noise", "chance", "regressed", "improved"],
                ),
                name="run_check_verdict",
            )
        ]

    def __str__(self) -> str:
        return f"{self.run_id} · {self.verdict}"
