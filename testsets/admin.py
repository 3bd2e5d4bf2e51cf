"""Test sets in the admin, for looking only: changes go through the services."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from testsets.models import (
    Drafting,
    FrozenQuestion,
    KeyFact,
    OutdatedMark,
    OutdatedResolution,
    Question,
    RejectedDraft,
    SignOff,
    TestSet,
    TestSetVersion,
)


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # used for all models of the app
    """Rows can be seen and searched, and nothing else."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: services write."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def get_queryset(self, request: HttpRequest) -> Any:
        """With what names of rows are made of."""
        return super().get_queryset(request).select_related()


admin.site.register(
    [
        Drafting, FrozenQuestion, KeyFact, OutdatedMark, OutdatedResolution, Question,
        RejectedDraft, SignOff, TestSet, TestSetVersion,
    ],
    LookOnly,
)  # fmt: skip
