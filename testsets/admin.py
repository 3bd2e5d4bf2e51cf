"""Test sets in the admin, for looking only: changes go through the services."""

from typing import Any, cast

from django.contrib import admin
from django.http import HttpRequest

from core.models import User
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
from testsets.signing import sealed_to


class LookOnly(ReadOnlyAdmin):
    """Rows can be seen and searched, and nothing else."""

    def get_queryset(self, request: HttpRequest) -> Any:
        """With what names of rows are made of."""
        return super().get_queryset(request).select_related()


@admin.register(SignOff)
class SignOffs(LookOnly):
    """Sign-offs, without those that are still sealed to the person who looks."""

    def get_queryset(self, request: HttpRequest) -> Any:
        """What the person may see of them."""
        rows = super().get_queryset(request)
        return rows.exclude(pk__in=sealed_to(cast("User", request.user)))


@admin.register(IndexedQuestion)
class IndexedQuestions(LookOnly):
    """What lists are narrowed by, without what only those who said a word may know."""

    exclude = ("sign_off_for",)


admin.site.register(
    [
        Assignment, AttentionMark, CheckedQuestion, Checking, Drafting, FrozenQuestion,
        KeyFact, OutdatedCheck, OutdatedMark, OutdatedResolution, Question,
        QuestionAssignment, RejectedDraft, TestSet, TestSetVersion,
    ],
    LookOnly,
)  # fmt: skip
