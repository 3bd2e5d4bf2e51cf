"""Reports in the admin: to read, never to write."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from core.read_only_admin import ReadOnlyAdmin
from reports.models import (
    EvidenceBundle,
    Report,
    ReportRead,
    ReportVersion,
    RunCheck,
    ShareLink,
    ShareViews,
)


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports by their runs."""

    list_display = ("title", "run", "created_at")
    list_select_related = ("run__version__test_set", "run__assistant")


@admin.register(ReportVersion)
class ReportVersionAdmin(ReadOnlyAdmin):
    """Published versions without the file itself."""

    list_display = ("report", "number", "level", "complete", "published_by", "published_at")
    list_filter = ("level", "complete")
    list_select_related = ("report", "published_by")
    exclude = ("pdf",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Without what a list need not load."""
        return super().get_queryset(request).defer("snapshot", "evidence", "pdf")


@admin.register(EvidenceBundle)
class EvidenceBundleAdmin(ReadOnlyAdmin):
    """Packed evidence without the file itself."""

    list_display = ("version_id", "digest", "made_at")
    exclude = ("content",)
    raw_id_fields = ("version",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Without what a list need not load."""
        return super().get_queryset(request).defer("content")


@admin.register(ShareLink)
class ShareLinkAdmin(ReadOnlyAdmin):
    """Links to published versions; the token itself is stored nowhere."""

    list_display = ("version", "expires_at", "withdrawn_at", "created_by")
    exclude = ("token_digest",)


@admin.register(ReportRead)
class ReportReadAdmin(ReadOnlyAdmin):
    """Who viewed or took which version."""

    list_display = ("version_id", "form", "reader_name", "at")
    list_filter = ("form",)
    raw_id_fields = ("version",)


@admin.register(RunCheck)
class RunCheckAdmin(ReadOnlyAdmin):
    """What came of comparing scheduled runs."""

    list_display = ("__str__", "pairs", "worse", "better", "checked_at")
    list_filter = ("verdict",)
    raw_id_fields = ("run", "before")


@admin.register(ShareViews)
class ShareViewsAdmin(ReadOnlyAdmin):
    """How often links were opened, by day."""

    list_display = ("link_id", "day", "count")
    raw_id_fields = ("link",)
