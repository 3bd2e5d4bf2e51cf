"""What reports add to the trail of a workspace: what was published, and who viewed it."""

from collections.abc import Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from core.models import Workspace
from core.permissions import Permission
from core.trail import Event, Kind, Stream
from reports.models import ReportRead, ReportVersion

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
)  # fmt: skip
