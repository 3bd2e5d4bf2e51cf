"""What staff see of sources; what is written once can only be looked at."""

from __future__ import annotations

from django.contrib import admin

from core.read_only_admin import ReadOnlyAdmin
from sources.models import Document, Exclusion, PageVisit, Passage, Reading, Source, Upload


@admin.register(Source)
class SourceAdmin(ReadOnlyAdmin):
    list_display = ("name", "kind", "workspace", "start_address", "created_at")
    list_filter = ("kind",)
    search_fields = ("name", "start_address")


@admin.register(Reading)
class ReadingAdmin(ReadOnlyAdmin):
    list_display = ("source", "status", "planned", "starts", "created_at", "finished_at")
    list_filter = ("status",)


@admin.register(Upload)
class UploadAdmin(ReadOnlyAdmin):
    list_display = ("name", "source", "uploaded_by", "uploaded_at")
    exclude = ("raw",)


@admin.register(Document)
class DocumentAdmin(ReadOnlyAdmin):
    list_display = ("title", "address", "language", "source", "fetched_at")
    list_filter = ("language",)
    search_fields = ("title", "address")
    exclude = ("raw", "blocks", "left_out")


@admin.register(Passage)
class PassageAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "kind", "language", "document")
    list_filter = ("kind", "language")
    raw_id_fields = ("document",)


@admin.register(PageVisit)
class PageVisitAdmin(ReadOnlyAdmin):
    list_display = ("address", "outcome", "detail", "at")
    list_filter = ("outcome",)
    search_fields = ("address",)


@admin.register(Exclusion)
class ExclusionAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "source", "address", "by", "at")
    search_fields = ("address", "text")
