"""A test set: what everything else here belongs to."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models import DraftModel, Workspace


class TestSet(DraftModel):
    """A set of questions in the making, and its frozen versions."""

    __test__ = False  # not a test, whatever pytest makes of the name
    WORKSPACE_PATH = "workspace"
    TEST_SET_PATHS = ("pk",)

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="test_sets")
    name = models.CharField(_("name"), max_length=200)
    language = models.CharField(
        _("language"), max_length=8, blank=True, help_text=_("Empty: the language of each source.")
    )
    reviewers = models.PositiveSmallIntegerField(
        _("sign-offs per question"), default=1, help_text="Two people who decide apart, or one."
    )
    # From when on words stay sealed until two people have given theirs; empty with one reviewer.
    blind_since = models.DateTimeField(null=True, blank=True)
    methods = models.JSONField(default=dict, blank=True, help_text="{method: settings}")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(reviewers=1, blind_since__isnull=True)
                | models.Q(reviewers=2, blind_since__isnull=False),
                name="test_set_reviewers",
            )
        ]

    def __str__(self) -> str:
        return self.name
