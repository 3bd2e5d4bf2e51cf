"""What reports add to the trail of a workspace: what was published, and who viewed it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from core.models import User, Workspace
from core.permissions import Permission
from core.trail import Event, Kind, Stream
from reports.models import ReportRead, ReportVersion, ShareLink

_HEAVY: Final = ("snapshot", "evidence", "pdf")


def _published(workspace: Workspace, rows: Sequence[ReportVersion]) -> list[Event]:
    return [
        Event(
            at=row.published_at,
            who=str(row.published_by) if row.published_by else "",
            what=_("Published version %(number)s") % {"number": row.number},
            about=row.report.title,
            path=_page(workspace, row),
            record="reports.reportversion",
            record_id=row.pk,
            detail=row.reason,
        )
        for row in rows
    ]


def _read(workspace: Workspace, rows: Sequence[ReportRead]) -> list[Event]:
    said = {
        ReportRead.Form.PAGE.value: _("Viewed version %(number)s"),
        ReportRead.Form.PDF.value: _("Downloaded version %(number)s as PDF"),
        ReportRead.Form.DATA.value: _("Downloaded version %(number)s as data"),
        ReportRead.Form.EVIDENCE.value: _("Downloaded the evidence of version %(number)s"),
    }
    return [
        Event(
            at=row.at,
            who=row.reader_name,
            what=said[row.form] % {"number": row.version.number},
            about=row.version.report.title,
            path=_page(workspace, row.version),
            record="reports.reportversion",
            record_id=row.version_id,
        )
        for row in rows
    ]


def _shared(workspace: Workspace, rows: Sequence[ShareLink]) -> list[Event]:
    return [_of_link(workspace, row, row.created_at, row.created_by, ended=False) for row in rows]


def _withdrawn(workspace: Workspace, rows: Sequence[ShareLink]) -> list[Event]:
    return [
        _of_link(workspace, row, row.withdrawn_at, row.withdrawn_by, ended=True)
        for row in rows
        if row.withdrawn_at is not None and row.withdrawn_by is not None
    ]


def _of_link(
    workspace: Workspace, row: ShareLink, at: datetime, who: User, *, ended: bool
) -> Event:
    said = _("Withdrew a link to version %(number)s") if ended else _(
        "Made a link to version %(number)s"
    )  # fmt: skip
    return Event(
        at=at,
        who=str(who),
        what=said % {"number": row.version.number},
        about=row.version.report.title,
        path=_page(workspace, row.version),
        record="reports.reportversion",
        record_id=row.version_id,
    )


def _links(workspace: Workspace, _reader: User) -> QuerySet[Any]:
    rows = ShareLink.objects.for_workspace(workspace)
    return rows.select_related("version__report", "created_by", "withdrawn_by").defer(
        *(f"version__{name}" for name in _HEAVY)
    )


def _page(workspace: Workspace, version: ReportVersion) -> str:
    return reverse("reports:version", args=[workspace.slug, version.report.run_id, version.number])


STREAMS: Final = (
    Stream(
        "reports.version", Kind.REPORTS,
        lambda workspace, _reader: ReportVersion.objects.for_workspace(workspace)
        .select_related("report", "published_by")
        .defer(*_HEAVY),
        _published, at="published_at", by="published_by",
    ),
    Stream(
        "reports.read", Kind.READS,
        lambda workspace, _reader: ReportRead.objects.for_workspace(workspace)
        .select_related("version__report")
        .defer(*(f"version__{name}" for name in _HEAVY)),
        # Who reads what is for those who answer for the workspace, not for every colleague.
        _read, by="reader", requires=Permission.MANAGE,
    ),
    Stream("reports.link", Kind.REPORTS, _links, _shared, at="created_at", by="created_by"),
    Stream(
        "reports.unlinked", Kind.REPORTS,
        lambda workspace, reader: _links(workspace, reader).exclude(withdrawn_at=None),
        _withdrawn, at="withdrawn_at", by="withdrawn_by",
    ),
)  # fmt: skip
