"""The records of `core` in the admin: to read, but for people.

People are described and their accounts closed here; nobody is deleted.
"""

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core import leaving
from core.errors import DomainError
from core.models import (
    BulkAction,
    Comment,
    Consent,
    Invitation,
    Membership,
    Notice,
    Transition,
    TypedText,
    User,
    Workspace,
)
from core.read_only_admin import ReadOnlyAdmin
from core.trail.comments import sealed_to


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's admin is not generic at run time
    """Names and staff are changed here; accounts are closed by an action, which keeps decisions whole."""

    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    fields = ("email", "name", "language", "is_staff", "is_active", "last_login", "date_joined")
    # An address is confirmed by its person; closing an account takes more than a mark.
    readonly_fields = ("email", "is_active", "last_login", "date_joined")
    actions = ("deactivate", "erase")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: people come by invitation."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never: decisions point at the row."""
        return False

    @admin.action(description=_("Deactivate the accounts"), permissions=["change"])
    def deactivate(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Take memberships and the way in."""
        for person in chosen:
            try:
                leaving.deactivate(person=person, by=request.user)  # type: ignore[arg-type]  # staff
            except DomainError as refusal:
                self.message_user(request, f"{person}: {refusal}", messages.ERROR)

    @admin.action(description=_("Erase the accounts; names stay"), permissions=["change"])
    def erase(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Forget how the people are reached and sign in."""
        for person in chosen:
            try:
                leaving.erase(person=person, by=request.user)  # type: ignore[arg-type]  # staff
            except DomainError as refusal:
                self.message_user(request, f"{person}: {refusal}", messages.ERROR)


@admin.register(Workspace)
class WorkspaceAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "plan", "language", "created_at")
    list_filter = ("plan",)
    search_fields = ("name", "slug")


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("workspace", "user", "role", "created_at")
    list_filter = ("role",)
    list_select_related = ("workspace", "user")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("email", "workspace", "role", "invited_by", "expires_at", "accepted_at")
    list_select_related = ("workspace", "invited_by")
    exclude = ("token_digest",)


@admin.register(Consent)
class ConsentAdmin(ReadOnlyAdmin):
    list_display = ("workspace", "subject", "granted", "given_by", "given_at")
    list_select_related = ("workspace", "given_by")


@admin.register(Transition)
class TransitionAdmin(ReadOnlyAdmin):
    list_display = ("record", "record_id", "old", "new", "by", "at")
    list_filter = ("record",)
    list_select_related = ("by",)


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    list_display = ("person", "kind", "workspace", "at", "read_at", "mailed_at", "mail_tries")
    list_filter = ("kind",)
    list_select_related = ("person", "workspace")


@admin.register(BulkAction)
class BulkActionAdmin(ReadOnlyAdmin):
    list_display = ("record", "action", "workspace", "created_by", "created_at", "status", "done")
    list_filter = ("record", "action", "status")
    list_select_related = ("workspace", "created_by")


@admin.register(Comment)
class CommentAdmin(ReadOnlyAdmin):
    """Comments, but those on what two people still judge apart from each other."""

    list_display = ("__str__", "record", "record_id", "by_name", "internal", "at")
    list_filter = ("record", "internal")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What the person may read of them."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.exclude(pk__in=sealed_to(cast("User", request.user)))


@admin.register(TypedText)
class TypedTextAdmin(ReadOnlyAdmin):
    """That somebody has typed something and not sent it; what it says is theirs alone."""

    list_display = ("form", "person", "changed_at", "sent_at")
    list_select_related = ("person",)
    exclude = ("values",)
