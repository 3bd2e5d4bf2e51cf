"""Flags, claims and disputes in the admin: to read, never to write."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from core.models import User
from core.read_only_admin import ReadOnlyAdmin
from reviews.models import (
    Claim,
    Dispute,
    Flag,
    QueueEntry,
    QueueSetting,
    RandomCheck,
    ResultAssignment,
    Reveal,
    SavedView,
    Vote,
)
from reviews.votes import seen_by


@admin.register(Flag)
class FlagAdmin(ReadOnlyAdmin):
    """Why results were sent to a person, and whether one has decided."""

    list_display = ("reason", "answer", "raised_at", "resolved_by", "resolved_at")
    list_filter = ("reason",)
    list_select_related = ("answer", "resolved_by")


@admin.register(Claim)
class ClaimAdmin(ReadOnlyAdmin):
    """Who is on which result; not where two judge apart, as it would tell of a word given."""

    list_display = ("answer", "person", "until")
    list_select_related = ("answer", "person")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The person's own, and those of results that one judges."""
        apart = Exists(QueueEntry.objects.filter(answer=OuterRef("answer"), blinded=True))
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.filter(~apart | Q(person=request.user.pk))


@admin.register(Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    """What customers say is wrong, and what came of it."""

    list_display = ("__str__", "raised_by", "raised_at", "status", "outcome")
    list_filter = ("status",)
    list_select_related = ("raised_by", "outcome")


@admin.register(QueueEntry)
class QueueEntryAdmin(ReadOnlyAdmin):
    """What the queue lists, made from flags and grades."""

    list_display = ("answer", "label", "reasons", "urgency", "flagged_at", "workspace")
    list_filter = ("label", "critical")
    list_select_related = ("answer", "workspace")
    exclude = ("needs",)  # one less than two tells of a word given


@admin.register(SavedView)
class SavedViewAdmin(ReadOnlyAdmin):
    """Filters that people keep."""

    list_display = ("name", "person", "workspace", "query")
    list_select_related = ("person", "workspace")


@admin.register(QueueSetting)
class QueueSettingAdmin(ReadOnlyAdmin):
    """Which sets' results two people judge apart."""

    list_display = ("test_set", "reviewers", "hide_grade")
    list_select_related = ("test_set",)


@admin.register(Vote)
class VoteAdmin(ReadOnlyAdmin):
    """What two people said apart, once both have: until then it is nobody's to read."""

    list_display = ("answer", "voter_name", "label", "machine_seen", "at")
    list_filter = ("label",)
    list_select_related = ("answer",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What the person may read of them."""
        return seen_by(cast("User", request.user), super().get_queryset(request))


@admin.register(Reveal)
class RevealAdmin(ReadOnlyAdmin):
    """Who asked to see the machine's grade before judging."""

    list_display = ("answer", "person", "at")
    list_select_related = ("answer", "person")


@admin.register(ResultAssignment)
class ResultAssignmentAdmin(ReadOnlyAdmin):
    """Who was given which result."""

    list_display = ("answer", "person_name", "by_name", "at")
    list_select_related = ("answer",)


@admin.register(RandomCheck)
class RandomCheckAdmin(ReadOnlyAdmin):
    """Draws of results, with what they were drawn from."""

    list_display = ("run_id", "by_name", "at", "seed")
    raw_id_fields = ("run",)
