"""Where questions come from: sources, what was read from them, and the passages in it."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.models import DraftModel, FrozenModel, JobModel, Workspace, one_of


class Source(DraftModel):
    """A website or a pile of uploaded files."""

    class SourceKind(models.TextChoices):
        SITE = "site", _("Website")
        FILES = "files", _("Files")

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="sources")
    kind = models.CharField(_("kind"), max_length=12, choices=SourceKind.choices)
    name = models.CharField(_("name"), max_length=200)
    start_address = models.URLField(_("start address"), max_length=2000, blank=True)
    page_limit = models.PositiveIntegerField(
        _("page limit"), default=40, validators=[MinValueValidator(1), MaxValueValidator(5000)]
    )
    # How many links away from the start a page may be; patterns as `sources.crawling` reads them.
    depth_limit = models.PositiveSmallIntegerField(
        _("depth"), default=20, validators=[MinValueValidator(0), MaxValueValidator(50)]
    )
    include = ArrayField(models.CharField(max_length=300), default=list, blank=True)
    exclude = ArrayField(models.CharField(max_length=300), default=list, blank=True)
    # Pages that are empty without JavaScript are opened in a browser.
    render = models.BooleanField(_("open pages that need it in a browser"), default=False)
    # host[:port] that an operator allowed on the command line although it is not public
    allowed_private_host = models.CharField(max_length=255, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # Archived: offered for nothing new; all that was read stays.
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [one_of("kind", ["site", "files"], "source_kind_known")]

    def __str__(self) -> str:
        return self.name


class Reading(JobModel):
    """One reading of a source, from its first address to its last."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Reading")
        STOPPED = "stopped", pgettext_lazy("a source", "Stopped")
        DONE = "done", pgettext_lazy("a source", "Read")
        FAILED = "failed", _("Could not be read")

    WORKSPACE_PATH = "source__workspace"

    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="readings")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.WAITING)
    planned = models.PositiveIntegerField(null=True, help_text="Pages to read, once known.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            one_of("status", ["waiting", "running", "stopped", "done", "failed"], "reading_status")
        ]

    def __str__(self) -> str:
        return f"{self.source} · {self.get_status_display()}"


class Upload(FrozenModel):
    """A file as a person gave it; a later upload of the same name takes its place in readings."""

    WORKSPACE_PATH = "source__workspace"

    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="uploads")
    name = models.CharField(max_length=255)
    media_type = models.CharField(max_length=120, blank=True)
    raw = models.BinaryField()
    content_hash = models.CharField(max_length=64, help_text="SHA-256 of the raw bytes.")
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    uploaded_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Document(FrozenModel):
    """A page or file as it was fetched; a later fetch is another document."""

    WORKSPACE_PATH = "source__workspace"

    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="documents")
    reading = models.ForeignKey(Reading, on_delete=models.PROTECT, related_name="documents")
    address = models.CharField(max_length=2000, help_text="URL, or the path of the file.")
    title = models.CharField(max_length=500)
    media_type = models.CharField(max_length=120)
    encoding = models.CharField(max_length=40)
    raw = models.BinaryField()
    text = models.TextField(blank=True)
    # What the text consists of, as places in it, and what of the page was left out with the reason.
    blocks = models.JSONField(default=list)
    left_out = models.JSONField(default=list)
    language = models.CharField(max_length=8, blank=True)
    fetched_at = models.DateTimeField()
    content_hash = models.CharField(max_length=64, help_text="SHA-256 of the raw bytes.")
    # What the server said to ask with the next time, and the document it confirmed when asked.
    etag = models.CharField(max_length=300, blank=True)
    last_modified = models.CharField(max_length=80, blank=True)
    unchanged_from = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="+"
    )
    rendered = models.BooleanField(default=False, help_text="Opened in a browser.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["reading", "address"], name="document_once_a_reading")
        ]

    def __str__(self) -> str:
        return self.title or self.address


class Passage(FrozenModel):
    """A stretch of a document's text: `document.text[start:end] == text`, always."""

    class PassageKind(models.TextChoices):
        PROSE = "prose", _("Prose")
        FAQ = "faq", _("Question and answer")
        LIST = "list", _("List")
        TABLE = "table", _("Table")

    WORKSPACE_PATH = "document__source__workspace"

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="passages")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=PassageKind.choices)
    question = models.TextField(blank=True, help_text="The question that a FAQ passage answers.")
    heading_path = ArrayField(models.TextField(), default=list)
    text = models.TextField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    language = models.CharField(max_length=8)
    page = models.PositiveIntegerField(null=True, help_text="The page of a PDF it begins on.")
    # The first passage of the reading that says nearly the same.
    near_duplicate_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="near_duplicates"
    )

    class Meta:
        ordering = ["document", "position"]
        constraints = [
            models.UniqueConstraint(fields=["document", "position"], name="passage_position_once"),
            models.CheckConstraint(
                condition=models.Q(end__gt=models.F("start")), name="passage_not_empty"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80]


class PageVisit(FrozenModel):
    """What became of one address or file of a reading: read, or why not."""

    class Outcome(models.TextChoices):
        READ = "read", _("Read")
        ROBOTS = "robots", _("Not allowed by robots.txt")
        NOT_TEXT = "not_text", _("Holds no text that can be read")
        TOO_LARGE = "too_large", _("Too large")
        REDIRECTED = "redirected", _("Redirected away")
        DUPLICATE = "duplicate", _("Duplicate")
        NO_TEXT = "no_text", _("No usable text")
        BROWSER = "browser", _("Empty without a browser")
        EXCLUDED = "excluded", _("Excluded")
        REFUSED = "refused", _("Address not allowed")
        ERROR = "error", _("Could not be fetched")

    WORKSPACE_PATH = "reading__source__workspace"

    reading = models.ForeignKey(Reading, on_delete=models.PROTECT, related_name="visits")
    address = models.CharField(max_length=2000)
    outcome = models.CharField(max_length=12, choices=Outcome.choices)
    detail = models.TextField(blank=True)
    document = models.ForeignKey(
        Document, on_delete=models.PROTECT, null=True, related_name="visits"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["reading", "address"], name="visit_once_a_reading")
        ]

    def __str__(self) -> str:
        return f"{self.address}: {self.outcome}"


class Exclusion(DraftModel):
    """A page, or a block of pages, that somebody keeps out of passages; deleting takes it back.

    Without an `address` the block is kept out of every page of the source; without a `block_hash`
    the whole page is.
    """

    WORKSPACE_PATH = "source__workspace"

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="exclusions")
    address = models.CharField(max_length=2000, blank=True)
    block_hash = models.CharField(max_length=64, blank=True, help_text="SHA-256 of its text.")
    text = models.TextField(blank=True, help_text="The block, or the title of the page.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "address", "block_hash"], name="exclusion_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(address="", block_hash=""), name="exclusion_of_something"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80] or self.address
