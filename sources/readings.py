"""Carrying out a reading: from a source to stored documents and passages.

A reading may be carried out by one worker after another: each takes up what is stored already.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import jobs
from core.errors import DomainError
from core.models import User
from sources import files, services, walks
from sources.cutting import cut_passages
from sources.models import PageVisit, Reading, Source
from sources.reading.unreadable import READABLE
from sources.walks import Ended

# The reasons of so many files are told one by one.
FEW: Final = 3
Stop = Callable[[], bool]
Step = Callable[[Reading, Stop], Ended]


def run_reading(reading_id: int) -> None:
    """Read a source's site or files; does nothing when the reading ended or somebody is at it."""
    reading = Reading.objects.select_related("source__workspace").get(pk=reading_id)
    _carry_out(reading, _read_source)


def _read_source(reading: Reading, stop: Stop) -> Ended:
    if reading.source.kind == Source.SourceKind.SITE:
        return walks.walk(reading, stop)
    files.read_uploads(reading, stop)
    return Ended()


def read_folder(
    *, source: Source, directory: Path, by: User | None, limit: int = files.MOST_FILES
) -> Reading:
    """Read the pages in a folder and those below it; the ended reading comes back.

    DomainError when there is no such folder. A folder without usable text makes a failed reading,
    whose reason says so.
    """
    if not directory.is_dir():
        raise DomainError(_("%(path)s is not a folder.") % {"path": directory})
    reading = services.start_reading(source=source, by=by, queue=False)

    def read_directory(given: Reading, stop: Stop) -> Ended:
        files.read_directory(given, directory, limit, stop)
        return Ended()

    _carry_out(reading, read_directory)
    reading.refresh_from_db()
    return reading


def _carry_out(reading: Reading, step: Step) -> None:
    workspace = reading.source.workspace
    if not jobs.claim(reading, workspace=workspace):
        return
    with jobs.lease(reading) as held, translation.override(workspace.language):
        ended = step(reading, held.stop_requested)
        cut_passages(reading)
        if held.stop_requested():
            jobs.end(reading, workspace=workspace, status=Reading.Status.STOPPED)
        elif failure := _failure(reading):
            jobs.end(reading, workspace=workspace, status=Reading.Status.FAILED, reason=failure)
        else:
            status = Reading.Status.STOPPED if ended.stopped else Reading.Status.DONE
            jobs.end(reading, workspace=workspace, status=status, reason=ended.note)


def _failure(reading: Reading) -> str:
    """Why the whole reading is of no use, "" when some text was read."""
    visits = PageVisit.objects.filter(reading=reading)
    if visits.filter(outcome=PageVisit.Outcome.READ).exists():
        return ""
    first: PageVisit | None = visits.order_by("pk").first()
    if first is None:
        return _("There is nothing to read here.")
    count = visits.count()
    if count == 1 and first.detail:
        return first.detail
    if reading.source.kind == Source.SourceKind.SITE and first.outcome != PageVisit.Outcome.NO_TEXT:
        return first.detail or first.get_outcome_display()
    told = list(visits.exclude(detail="").order_by("pk").values_list("detail", flat=True)[:4])
    if len(told) == count <= FEW:
        return " ".join(dict.fromkeys(told))
    looked = ngettext(
        "None of the %(count)s page or file looked at has usable text.",
        "None of the %(count)s pages or files looked at has usable text.",
        count,
    ) % {"count": count}
    return f"{looked} {_(READABLE)}"
