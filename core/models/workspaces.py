"""Workspaces, their members, and what their owners agreed to."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.base import DraftModel, FrozenModel
from core.models.constraints import all_or_none, one_of
from core.permissions import Role


class Workspace(DraftModel):
    """One customer's everything."""

    class Plan(models.TextChoices):
        FREE = "free", _("Free")
        STANDARD = "standard", _("Standard")
        PILOT = "pilot", _("Pilot")

    WORKSPACE_PATH = "pk"
    # The test sets that the reader of a request may see, set by `core.access`; None means all.
    reach: frozenset[int] | None = None

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    plan = models.CharField(_("plan"), max_length=12, choices=Plan.choices, default=Plan.FREE)
    language = models.CharField(
        _("language"), max_length=8, choices=settings.LANGUAGES, default="en"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [one_of("plan", ["free", "standard", "pilot"], "workspace_plan_known")]

    def __str__(self) -> str:
        return self.name


class Membership(DraftModel):
    """A person's place in a workspace."""

    class RoleChoice(models.TextChoices):
        OWNER = Role.OWNER.value, _("Owner")
        EXPERT = Role.EXPERT.value, _("Expert")
        VIEWER = Role.VIEWER.value, _("Viewer")

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=12, choices=RoleChoice.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "user"], name="membership_once"),
            one_of("role", [role.value for role in Role], "membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class Invitation(DraftModel):
    """An offer of membership by e-mail. Only the digest of its token is stored."""

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="invitations")
    email = models.EmailField(_("e-mail address"))
    role = models.CharField(_("role"), max_length=12, choices=Membership.RoleChoice.choices)
    token_digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    accepted_at = models.DateTimeField(null=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True)
    # When the mail server took the mail; empty while it did not.
    sent_at = models.DateTimeField(null=True)
    # Test sets lie further right: their keys, for experts.
    test_sets = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        constraints = [
            all_or_none("accepted_by", "accepted_at", name="invitation_accepted_whole"),
            all_or_none("revoked_by", "revoked_at", name="invitation_revoked_whole"),
            models.CheckConstraint(
                condition=models.Q(accepted_at=None) | models.Q(revoked_at=None),
                name="invitation_ends_once",
            ),
        ]

    def __str__(self) -> str:
        return self.email


class Consent(FrozenModel):
    """What an owner agreed to or withdrew, in their words, on a day (M8.4)."""

    WORKSPACE_PATH = "workspace"

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="consents")
    subject = models.CharField(max_length=60)
    granted = models.BooleanField()
    wording = models.TextField()
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.subject
