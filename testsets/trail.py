"""What test sets add to the trail of a workspace."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from core.models import User, Workspace
from core.trail import Event, Kind, Stream, past_of, who_of
from core.trail.comments import Named, comment_stream
from testsets.models import (
    Assignment,
    AttentionMark,
    OutdatedResolution,
    Question,
    QuestionAssignment,
    SignOff,
    TestSet,
    TestSetVersion,
)
from testsets.signing import blinded_to, visible_to
from testsets.wording import author_words, sign_off_words


def question_page(workspace: Workspace, key: int) -> str:
    """Where everything about a question stands, whether it is still in its set or not."""
    return reverse("testsets:history", args=[workspace.slug, key])


def _changed(workspace: Workspace, _reader: User) -> QuerySet[Any]:
    earlier = Question.history.filter(
        id=OuterRef("id"), history_id__lt=OuterRef("history_id")
    ).order_by("-history_id")
    rows: QuerySet[Any] = past_of(Question, workspace)
    with_earlier: QuerySet[Any] = rows.annotate(
        was_removed=Subquery(earlier.values("removed_at")[:1])
    )
    return with_earlier


def _changes(workspace: Workspace, rows: Sequence[Any]) -> list[Event]:
    return [
        Event(
            at=row.history_date,
            who=_writer(row),
            what=_what(row),
            about=row.text,
            path=question_page(workspace, row.id),
            record="testsets.question",
            record_id=row.id,
        )
        for row in rows
    ]


def _writer(row: Any) -> str:
    by_writer = row.history_type == "+" and row.written_by_id is None and row.writer
    return author_words(row.writer) if by_writer else who_of(row)


def _what(row: Any) -> str:
    if row.history_type == "+":
        return _("Wrote a question")
    if (row.removed_at is None) == (row.was_removed is None):
        return _("Changed a question")
    return _("Put a question back") if row.removed_at is None else _("Removed a question")


def _signed(workspace: Workspace, rows: Sequence[SignOff]) -> list[Event]:
    return [
        Event(
            at=row.at,
            who=row.by_name,
            what=sign_off_words(row),
            about=row.question.text,
            path=question_page(workspace, row.question_id),
            record="testsets.question",
            record_id=row.question_id,
            detail=row.reason,
        )
        for row in rows
    ]


def _versions(workspace: Workspace, rows: Sequence[TestSetVersion]) -> list[Event]:
    return [
        Event(
            at=row.approved_at,
            who=str(row.approved_by) if row.approved_by else "",
            what=_("Froze version %(number)s") % {"number": row.number},
            about=row.test_set.name,
            path=reverse("testsets:version", args=[workspace.slug, row.pk]),
            record="testsets.testsetversion",
            record_id=row.pk,
            detail=row.approved_despite,
        )
        for row in rows
    ]


def _sets(workspace: Workspace, rows: Sequence[Any]) -> list[Event]:
    return [
        Event(
            at=row.history_date,
            who=who_of(row),
            what=_("Made a test set") if row.history_type == "+" else _("Changed a test set"),
            about=row.name,
            path=reverse("testsets:detail", args=[workspace.slug, row.id]),
            record="testsets.testset",
            record_id=row.id,
        )
        for row in rows
    ]


def _assigned(workspace: Workspace, rows: Sequence[Any]) -> list[Event]:
    said = {"+": _("Assigned a test set to %(person)s"), "-": _("Took a test set from %(person)s")}
    return [
        Event(
            at=row.history_date,
            who=who_of(row),
            what=said[row.history_type] % {"person": row.user},
            about=row.test_set.name,
            path=reverse("testsets:detail", args=[workspace.slug, row.test_set_id]),
            record="testsets.assignment",
            record_id=row.id,
        )
        for row in rows
    ]


def _handed(workspace: Workspace, rows: Sequence[QuestionAssignment]) -> list[Event]:
    return [
        _of_question(
            workspace,
            row,
            _("Assigned a question to %(person)s") % {"person": row.person_name}
            if row.person_id
            else _("Took a question from whoever it was assigned to"),
        )
        for row in rows
    ]


def _marked(workspace: Workspace, rows: Sequence[AttentionMark]) -> list[Event]:
    return [
        _of_question(
            workspace,
            row,
            _("Marked a question for attention")
            if row.marked
            else _("Took the mark from a question"),
        )
        for row in rows
    ]


def _of_question(workspace: Workspace, row: Any, what: str) -> Event:
    return Event(
        at=row.at,
        who=row.by_name,
        what=what,
        about=row.question.text,
        path=question_page(workspace, row.question_id),
        record="testsets.question",
        record_id=row.question_id,
    )


def _judged(workspace: Workspace, rows: Sequence[Any]) -> list[Event]:
    return [
        Event(
            at=row.at,
            who=str(row.by),
            what=_("Judged a question that was possibly outdated: %(outcome)s")
            % {"outcome": row.get_outcome_display()},
            about=(row.mark.question or row.mark.frozen).text,
            path=question_page(workspace, row.mark.question_id) if row.mark.question_id else "",
            record="testsets.outdatedmark",
            record_id=row.mark_id,
            detail=row.reason,
        )
        for row in rows
    ]


def _named(workspace: Workspace, keys: Iterable[int]) -> Mapping[int, Named]:
    rows = Question.objects.filter(pk__in=keys).values_list("pk", "text")
    return {key: Named(text, question_page(workspace, key)) for key, text in rows}


STREAMS: Final = (
    Stream(
        "testsets.question", Kind.QUESTIONS, _changed, _changes,
        at="history_date", key="history_id", by="history_user",
    ),
    Stream(
        "testsets.signoff", Kind.SIGN_OFFS,
        lambda workspace, _reader: SignOff.objects.for_workspace(workspace).select_related(
            "question"
        ),
        _signed, seen=visible_to,
    ),
    Stream(
        "testsets.handed", Kind.QUESTIONS,
        lambda workspace, _reader: QuestionAssignment.objects.for_workspace(
            workspace
        ).select_related("question"),
        _handed,
    ),
    Stream(
        "testsets.marked", Kind.QUESTIONS,
        lambda workspace, _reader: AttentionMark.objects.for_workspace(workspace).select_related(
            "question"
        ),
        _marked,
    ),
    Stream(
        "testsets.version", Kind.VERSIONS,
        lambda workspace, _reader: TestSetVersion.objects.for_workspace(workspace).select_related(
            "test_set", "approved_by"
        ),
        _versions, at="approved_at", by="approved_by",
    ),
    Stream(
        "testsets.testset", Kind.PEOPLE,
        lambda workspace, _reader: past_of(TestSet, workspace),
        _sets, at="history_date", key="history_id", by="history_user",
    ),
    Stream(
        "testsets.assignment", Kind.PEOPLE,
        # By the set: an assignment that ended is gone, and that it ended is part of the trail.
        lambda workspace, _reader: Assignment.history.filter(
            test_set__in=TestSet.objects.for_workspace(workspace).values("pk"),
            history_type__in=("+", "-"),
        ).select_related("history_user", "user", "test_set"),
        _assigned, at="history_date", key="history_id", by="history_user",
    ),
    Stream(
        "testsets.judged", Kind.QUESTIONS,
        lambda workspace, _reader: OutdatedResolution.objects.for_workspace(workspace)
        .filter(by__isnull=False)
        .select_related("by", "mark__question", "mark__frozen"),
        _judged,
    ),
    comment_stream(
        "testsets.question", reached=Question.objects.for_workspace, named=_named,
        blinded=blinded_to,
    ),
)  # fmt: skip
