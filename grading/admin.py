"""What staff see of grades. Services write them; nobody changes them here."""

from __future__ import annotations

from django.contrib import admin

from core.read_only_admin import ReadOnlyAdmin
from grading.models import (
    Assessment,
    CalibrationCase,
    CalibrationResult,
    GraderVersion,
    Grading,
    MethodScore,
)


@admin.register(Assessment)
class AssessmentAdmin(ReadOnlyAdmin):
    list_display = ("answer_id", "by", "label", "ungraded", "confidence", "reviewer_name", "at")
    list_filter = ("by", "label", "ungraded")
    raw_id_fields = ("answer",)


@admin.register(Grading)
class GradingAdmin(ReadOnlyAdmin):
    list_display = ("run_id", "grader", "status", "starts", "created_at", "finished_at")
    list_filter = ("status",)


@admin.register(GraderVersion)
class GraderVersionAdmin(ReadOnlyAdmin):
    list_display = ("name", "fingerprint", "first_used_at")


@admin.register(MethodScore)
class MethodScoreAdmin(ReadOnlyAdmin):
    list_display = ("answer_id", "method", "outcome", "score", "at")
    list_filter = ("method", "outcome")


@admin.register(CalibrationCase)
class CalibrationCaseAdmin(ReadOnlyAdmin):
    list_display = ("origin", "label", "judged_by", "at")
    list_filter = ("label",)


@admin.register(CalibrationResult)
class CalibrationResultAdmin(ReadOnlyAdmin):
    list_display = ("case", "grader", "label", "confidence", "at")
