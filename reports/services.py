"""Everything that writes about reports."""

from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.fingerprint import fingerprint
from core.models import User
from reports.assembly import report_input
from reports.bundle.contents import data_files, texts
from reports.bundle.packing import packed, unpacked
from reports.bundle.verify import digest_of
from reports.document import report_json
from reports.evidence import gather
from reports.figures import figures
from reports.models import EvidenceBundle, Report, ReportRead, ReportVersion
from reports.naming import language_of, title_of
from reports.pdf import render_pdf
from runs.models import Run

# Turning its pages and narrowing its lists is one reading.
ONE_READING: Final = timedelta(hours=1)


def open_report(*, run: Run) -> Report:
    """The report of a run, made at the first call."""
    report, _made = Report.objects.get_or_create(run=run, defaults={"title": title_of(run)})
    return report


def publish(
    *,
    run: Run,
    by: User | None,
    reason: str = "",
    language: str = "",
    now: datetime | None = None,
) -> ReportVersion:
    """Publish the run's report as it stands.

    Unchanged figures give the version that there is: publishing twice makes one version. A version
    after the first is a correction and needs a reason. `language` "" is that of the test set.
    """
    if run.status in (Run.Status.WAITING, Run.Status.RUNNING):
        raise DomainError(_("The run still asks. Wait until it has ended, or stop it."))
    report = open_report(run=run)
    evidence = gather(run, title=report.title)
    made = figures(report_input(evidence))
    chosen = language or language_of(run)
    snapshot = report_json(made, language=chosen)
    digest = fingerprint(snapshot)
    latest = _latest(report)
    if latest is not None and latest.digest == digest:
        return latest
    if latest is not None and not reason.strip():
        raise DomainError(_("A version is published already. Say what this one corrects, and why."))
    # Drawing takes seconds, so it is done before the lock.
    pdf = render_pdf(made, chosen)
    with transaction.atomic():
        # One publisher at a time: two would take the same number.
        Report.objects.select_for_update().get(pk=report.pk)
        latest = _latest(report)
        if latest is not None and latest.digest == digest:
            return latest
        version: ReportVersion = ReportVersion.objects.create(
            report=report,
            number=latest.number + 1 if latest else 1,
            snapshot=snapshot,
            evidence=evidence.as_json(),
            digest=digest,
            level=made.review.level.value,
            complete=made.complete,
            pdf=pdf,
            reason=reason.strip(),
            published_by=by,
            published_at=now or timezone.now(),
        )
        bundle_of(version=version, now=version.published_at)
        return version


def bundle_of(*, version: ReportVersion, now: datetime | None = None) -> EvidenceBundle:
    """The evidence of a version as one file: the same bytes at every call.

    Versions that were published before there were bundles get theirs at the first call.
    """
    found: EvidenceBundle | None = EvidenceBundle.objects.filter(version=version).first()
    if found is not None:
        return found
    content = packed({**data_files(version), **texts()})
    try:
        with transaction.atomic():
            made: EvidenceBundle = EvidenceBundle.objects.create(
                version=version,
                digest=digest_of(unpacked(content)),
                content=content,
                made_at=now or timezone.now(),
            )
    except IntegrityError:  # two asked for it at once
        made = EvidenceBundle.objects.get(version=version)
    return made


def _latest(report: Report) -> ReportVersion | None:
    found: ReportVersion | None = (
        report.versions.defer("snapshot", "evidence", "pdf").order_by("-number").first()
    )
    return found


def note_read(
    *, version: ReportVersion, form: ReportRead.Form, by: User, now: datetime | None = None
) -> ReportRead | None:
    """Record that somebody viewed or took a published version; None for the same reading still."""
    moment = now or timezone.now()
    lately = ReportRead.objects.filter(
        version=version, reader=by, form=form, at__gt=moment - ONE_READING
    )
    if lately.exists():
        return None
    made: ReportRead = ReportRead.objects.create(
        version=version, form=form, reader=by, reader_name=str(by), at=moment
    )
    return made
