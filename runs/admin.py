"""Assistants, runs and answers in the admin: to read, never to write."""

from __future__ import annotations

from django.contrib import admin

from core.read_only_admin import ReadOnlyAdmin
from runs.models import (
    AdversarialAuthorisation,
    Answer,
    AnswerCorrection,
    AnswerFailure,
    AnswerUpload,
    Assistant,
    DueRun,
    Run,
    RunSchedule,
)


@admin.register(Assistant)
class AssistantAdmin(ReadOnlyAdmin):
    list_display = ("name", "connector", "workspace", "created_at")
    list_filter = ("connector",)
    list_select_related = ("workspace",)
    exclude = ("credentials",)


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "status", "started_by", "created_at", "finished_at")
    list_filter = ("status",)
    list_select_related = ("version__test_set", "assistant", "started_by")


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "run_id", "question_id", "repetition", "asked_at")
    raw_id_fields = ("run", "question")


@admin.register(AnswerCorrection)
class AnswerCorrectionAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "answer_id", "by_name", "withdraws", "at")
    raw_id_fields = ("answer",)


@admin.register(AnswerFailure)
class AnswerFailureAdmin(ReadOnlyAdmin):
    list_display = ("kind", "run_id", "question_id", "number", "at")
    list_filter = ("kind",)
    raw_id_fields = ("run", "question")


@admin.register(AnswerUpload)
class AnswerUploadAdmin(ReadOnlyAdmin):
    list_display = ("name", "assistant", "uploaded_by", "uploaded_at")
    list_select_related = ("assistant", "uploaded_by")
    exclude = ("raw", "rows")


@admin.register(AdversarialAuthorisation)
class AdversarialAuthorisationAdmin(ReadOnlyAdmin):
    list_display = ("assistant", "granted", "authorised_by", "valid_from", "valid_until")
    list_select_related = ("assistant",)
    exclude = ("document",)


@admin.register(RunSchedule)
class RunScheduleAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "status", "next_at", "created_by")
    list_filter = ("status", "every")
    list_select_related = ("version__test_set", "assistant", "created_by")


@admin.register(DueRun)
class DueRunAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "run_id", "refused", "at")
    list_select_related = ("schedule__version__test_set", "schedule__assistant")
    raw_id_fields = ("run",)
