"""What assistants and runs add to the trail of a workspace."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from core.models import Transition, User, Workspace
from core.trail import Event, Kind, Stream, past_of, who_of
from runs.models import AnswerCorrection, AnswerUpload, Assistant, Run


def _started(workspace: Workspace, rows: Sequence[Run]) -> list[Event]:
    return [
        _of_run(workspace, row, row.created_at, str(row.started_by) if row.started_by else "",
                _("Started a run"))
        for row in rows
    ]  # fmt: skip


def _moves(workspace: Workspace, _reader: User) -> QuerySet[Any]:
    mine = Run.objects.for_workspace(workspace).order_by().values("pk")
    rows = Transition.objects.filter(workspace=workspace, record="runs.run", record_id__in=mine)
    # Whether a worker has a run in hand is of no interest later.
    ended = rows.filter(new__in=("done", "stopped")) | rows.filter(old="stopped", new="waiting")
    return ended.select_related("by")


def _moved(workspace: Workspace, rows: Sequence[Transition]) -> list[Event]:
    said = {
        "done": _("The run came to its end"),
        "stopped": _("The run was stopped"),
        "waiting": _("Resumed the run"),
    }
    runs = Run.objects.filter(pk__in={row.record_id for row in rows}).defer("pinned")
    found = {run.pk: run for run in runs.select_related("version__test_set", "assistant")}
    return [
        _of_run(workspace, found[row.record_id], row.at, str(row.by) if row.by else "",
                said[row.new], row.reason)
        for row in rows
    ]  # fmt: skip


def _of_run(
    workspace: Workspace, run: Run, at: Any, who: str, what: str, detail: str = ""
) -> Event:
    return Event(
        at=at,
        who=who,
        what=what,
        about=f"{run.pk} · {run.version.test_set.name} · {run.assistant.name}",
        path=reverse("runs:detail", args=[workspace.slug, run.pk]),
        record="runs.run",
        record_id=run.pk,
        detail=detail,
    )


def _assistants(workspace: Workspace, rows: Sequence[Any]) -> list[Event]:
    return [
        Event(
            at=row.history_date,
            who=who_of(row),
            what=_("Added an assistant") if row.history_type == "+" else _("Changed an assistant"),
            about=row.name,
            path=reverse("runs:assistant", args=[workspace.slug, row.id]),
            record="runs.assistant",
            record_id=row.id,
        )
        for row in rows
    ]


def _uploads(workspace: Workspace, rows: Sequence[AnswerUpload]) -> list[Event]:
    return [
        Event(
            at=row.uploaded_at,
            who=str(row.uploaded_by) if row.uploaded_by else "",
            what=_("Uploaded answers"),
            about=row.name,
            path=reverse("runs:assistant", args=[workspace.slug, row.assistant_id]),
            record="runs.answerupload",
            record_id=row.pk,
        )
        for row in rows
    ]


def _corrections(workspace: Workspace, rows: Sequence[AnswerCorrection]) -> list[Event]:
    return [
        Event(
            at=row.at,
            who=row.by_name,
            what=_("Withdrew the correction of an answer")
            if row.withdraws
            else _("Corrected an answer by hand"),
            about=row.answer.question.text[:120],
            path=reverse("runs:correct", args=[workspace.slug, row.answer_id]),
            record="runs.answercorrection",
            record_id=row.pk,
            detail=row.reason,
        )
        for row in rows
    ]


STREAMS: Final = (
    Stream(
        "runs.started", Kind.RUNS,
        lambda workspace, _reader: Run.objects.for_workspace(workspace)
        .select_related("version__test_set", "assistant", "started_by")
        .defer("pinned"),
        _started, at="created_at", by="started_by",
    ),
    Stream("runs.moved", Kind.RUNS, _moves, _moved),
    Stream(
        "runs.assistant", Kind.RUNS,
        lambda workspace, _reader: past_of(Assistant, workspace),
        _assistants, at="history_date", key="history_id", by="history_user",
    ),
    Stream(
        "runs.correction", Kind.RUNS,
        lambda workspace, _reader: AnswerCorrection.objects.for_workspace(workspace)
        .select_related("answer__question"),
        _corrections, at="at", by="by",
    ),
    Stream(
        "runs.upload", Kind.RUNS,
        lambda workspace, _reader: AnswerUpload.objects.for_workspace(workspace)
        .select_related("uploaded_by")
        .defer("raw", "rows"),
        _uploads, at="uploaded_at", by="uploaded_by",
    ),
)  # fmt: skip
