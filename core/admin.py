"""People in the admin: how they are described, and closing their accounts; nobody is deleted."""

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core import leaving
from core.errors import DomainError
from core.models import User


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
