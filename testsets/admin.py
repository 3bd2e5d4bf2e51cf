"""Test sets in the admin, for looking only: changes go through the services."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from core.read_only_admin import ReadOnlyAdmin
from testsets.models import (
    Assignment,
    AttentionMark,
    CheckedQuestion,
    Checking,
    Drafting,
    FrozenQuestion,
    IndexedQuestion,
    KeyFact,
    OutdatedCheck,
    OutdatedMark,
    OutdatedResolution,
    Question,
    QuestionAssignment,
    RejectedDraft,
    SignOff,
    TestSet,
    TestSetVersion,
)


class LookOnly(ReadOnlyAdmin):
    """Rows can be seen and searched, and nothing else."""

    def get_queryset(self, request: HttpRequest) -> Any:
        """With what names of rows are made of."""
        return super().get_queryset(request).select_related()


admin.site.register(
    [
        Assignment, AttentionMark, CheckedQuestion, Checking, Drafting, FrozenQuestion,
        IndexedQuestion, KeyFact, OutdatedCheck, OutdatedMark, OutdatedResolution, Question,
        QuestionAssignment, RejectedDraft, SignOff, TestSet, TestSetVersion,
    ],
    LookOnly,
)  # fmt: skip
