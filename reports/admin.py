"""Reports in the admin: to read, never to write."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from reports.models import Report, ReportVersion, ShareLink


class ReadOnly(admin.ModelAdmin[Any]):
    """Shows records and changes none."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Reports by their runs."""

    list_display = ("title", "run", "created_at")
    list_select_related = ("run__version__test_set", "run__assistant")


@admin.register(ReportVersion)
class ReportVersionAdmin(ReadOnly):
    """Published versions without the file itself."""

    list_display = ("report", "number", "level", "complete", "published_by", "published_at")
    list_filter = ("level", "complete")
    list_select_related = ("report", "published_by")
    exclude = ("pdf",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Without what a list need not load."""
        return super().get_queryset(request).defer("snapshot", "evidence", "pdf")


@admin.register(ShareLink)
class ShareLinkAdmin(ReadOnly):
    """Links to published versions; the token itself is stored nowhere."""

    list_display = ("version", "expires_at", "withdrawn_at", "created_by")
