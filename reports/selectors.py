"""Everything that reads about reports, always from one workspace."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from core.models import Workspace
from reports.assembly import report_input
from reports.document import report_json
from reports.evidence import gather
from reports.figures import Figures, figures
from reports.models import EvidenceBundle, Report, ReportVersion
from reports.naming import title_of
from reports.wording import Wording, sentences, wording
from runs.models import Run

PER_PAGE: Final = 30
_ENDED: Final = (Run.Status.DONE, Run.Status.STOPPED)
# What a list needs of a version; snapshot and PDF may be megabytes.
_LISTED: Final = (
    "pk", "number", "level", "complete", "published_at", "report__run_id",
    "snapshot__headline", "snapshot__exploratory",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Published:
    """The newest published version of a report, as far as a list shows it."""

    number: int
    level: str
    complete: bool
    exploratory: bool
    headline: str
    published_at: datetime


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A run and its report in the list."""

    run: Run
    title: str
    published: Published | None


def open_number(workspace: Workspace) -> int:
    """How many ended runs have no published report yet."""
    ended = Run.objects.for_workspace(workspace).filter(status__in=_ENDED)
    return int(ended.exclude(report__versions__isnull=False).count())


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest published report, for the home of the workspace."""

    run_id: int
    number: int
    title: str
    level: str
    complete: bool
    headline: str
    point: float | None
    low: float | None
    high: float | None


def reports(
    workspace: Workspace, *, language: str, before: int | None = None
) -> tuple[list[ReportRow], int | None]:
    """Runs with their reports, newest first, and where the next page begins or None."""
    runs = Run.objects.for_workspace(workspace).select_related("version__test_set")
    if before is not None:
        runs = runs.filter(pk__lt=before)
    found = list(runs.order_by("-pk")[: PER_PAGE + 1])
    shown = found[:PER_PAGE]
    titles = dict(Report.objects.filter(run__in=shown).values_list("run_id", "title"))
    published = _newest(shown, wording(language))
    rows = [
        ReportRow(run, titles.get(run.pk) or title_of(run), published.get(run.pk)) for run in shown
    ]
    return rows, shown[-1].pk if len(found) > PER_PAGE else None


def _newest(runs: Sequence[Run], words: Wording) -> dict[int, Published]:
    rows = (
        ReportVersion.objects.filter(report__run__in=runs)
        .order_by("report", "-number")
        .distinct("report")
        .values(*_LISTED)
    )
    return {
        row["report__run_id"]: Published(
            number=row["number"],
            level=row["level"],
            complete=row["complete"],
            exploratory=row["snapshot__exploratory"],
            headline=_headline(row["snapshot__headline"], words),
            published_at=row["published_at"],
        )
        for row in rows
    }


def latest(workspace: Workspace, *, language: str) -> Latest | None:
    """The report published last; None when the workspace has none."""
    row = (
        ReportVersion.objects.for_workspace(workspace)
        .order_by("-pk")
        .values(*_LISTED, "report__title")
        .first()
    )
    if row is None:
        return None
    head = row["snapshot__headline"]
    low, high = head["interval"] or (None, None)
    return Latest(
        run_id=row["report__run_id"],
        number=row["number"],
        title=row["report__title"],
        level=row["level"],
        complete=row["complete"],
        headline=_headline(head, wording(language)),
        point=_share(head["pass_rate"]),
        low=_share(low),
        high=_share(high),
    )


def _headline(head: Mapping[str, Any], words: Wording) -> str:
    # Published pages speak the language of their report; lists of them that of the reader.
    return sentences.count_of(words, head["correct"], head["scored"])


def _share(percent: float | None) -> float | None:
    return None if percent is None else percent / 100


def run_of(workspace: Workspace, run_id: int) -> Run:
    """One run of the workspace; Run.DoesNotExist for any other."""
    found: Run = (
        Run.objects.for_workspace(workspace)
        .select_related("version__test_set__workspace", "assistant")
        .get(pk=run_id)
    )
    return found


def title(run: Run) -> str:
    """The title of the run's report, whether it was opened or not."""
    given = Report.objects.filter(run=run).values_list("title", flat=True).first()
    return given or title_of(run)


def live_figures(run: Run) -> Figures:
    """The figures as the records stand now."""
    return figures(report_input(gather(run, title=title(run))))


def live_document(run: Run, *, language: str) -> dict[str, Any]:
    """The report's data as the records stand now."""
    return report_json(live_figures(run), language=language)


def versions(run: Run) -> list[ReportVersion]:
    """The published versions of the run's report, newest first, without their contents."""
    return list(
        ReportVersion.objects.filter(report__run=run)
        .defer("snapshot", "evidence", "pdf")
        .select_related("published_by")
        .order_by("-number")
    )


def version_of(workspace: Workspace, run_id: int, number: int) -> ReportVersion:
    """One published version; ReportVersion.DoesNotExist for any other."""
    found: ReportVersion = (
        ReportVersion.objects.for_workspace(workspace)
        .select_related("report__run", "published_by")
        .get(report__run_id=run_id, number=number)
    )
    return found


def evidence_digest(version: ReportVersion) -> str:
    """The digest that the version's bundle of evidence was stored with; "" before it is made."""
    rows = EvidenceBundle.objects.filter(version=version).values_list("digest", flat=True)
    return rows.first() or ""


def records_of(run: Run) -> dict[tuple[str, int], int]:
    """The stored answers of a run: (uid, attempt) to their number."""
    rows = run.answers.values_list("question__uid", "repetition", "pk")
    return {(uid, attempt): pk for uid, attempt, pk in rows}
