"""Publishing: versions that never change and can be made again."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from core.errors import DomainError
from core.models import FrozenError
from reports import services
from reports.models import Report, ReportVersion
from reports.verification import verify
from tests.reports.records import (
    AT,
    answer_to,
    bad,
    decide,
    good,
    grade,
    lost,
    make_run,
    raise_flag,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(world):
    return make_run(world.acme, [good("q-1"), bad("q-2"), lost("q-3")])


def test_publishing_keeps_figures_pdf_level_and_evidence(world, run):
    version = services.publish(run=run, by=world.ada)
    assert version.number == 1
    assert version.snapshot["headline"]["correct"] == 1
    assert version.snapshot["coverage"]["planned"] == 3
    assert (version.level, version.complete) == ("preliminary", False)
    assert bytes(version.pdf).startswith(b"%PDF-")
    assert version.published_by == world.ada


def test_publishing_unchanged_figures_twice_gives_the_same_version(world, run):
    first = services.publish(run=run, by=world.ada)
    again = services.publish(run=run, by=world.rosa, reason="Just to be sure.")
    assert again.pk == first.pk
    assert ReportVersion.objects.count() == 1


def test_a_correction_is_a_new_version_with_its_reason_and_the_old_one_stays(world, run):
    """M5.4."""
    first = services.publish(run=run, by=world.ada)
    decide(answer_to(run, "q-2"), "correct", by=world.rosa)
    second = services.publish(run=run, by=world.ada, reason="A grade was disputed and changed.")
    assert (second.number, second.reason) == (2, "A grade was disputed and changed.")
    assert second.snapshot["headline"]["correct"] == 2
    kept = ReportVersion.objects.get(pk=first.pk)
    assert kept.snapshot["headline"]["correct"] == 1
    assert kept.digest == first.digest


def test_a_correction_without_a_reason_is_refused(world, run):
    services.publish(run=run, by=world.ada)
    decide(answer_to(run, "q-2"), "correct", by=world.rosa)
    with pytest.raises(DomainError, match="Say what this one corrects"):
        services.publish(run=run, by=world.ada, reason="  ")


def test_a_run_that_still_asks_is_not_published(world):
    run = make_run(world.acme, [good("q-1")], status="running")
    with pytest.raises(DomainError, match="still asks"):
        services.publish(run=run, by=world.ada)
    assert not Report.objects.exists()


def test_a_published_version_is_never_changed_or_deleted(world, run, raw_sql):
    """M6.3."""
    version = services.publish(run=run, by=world.ada)
    version.level = "expert_reviewed"
    with pytest.raises(FrozenError):
        version.save()
    with pytest.raises(FrozenError):
        ReportVersion.objects.all().delete()
    for statement in (
        "UPDATE reports_reportversion SET level = 'expert_reviewed'",
        "DELETE FROM reports_reportversion",
    ):
        with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
            raw_sql(statement)


def test_a_published_report_comes_out_of_its_evidence_again(world, run):
    """M6.3: whatever was graded, decided, flagged, renamed or asked since."""
    version = services.publish(run=run, by=world.ada)
    answer = answer_to(run, "q-2")
    decide(answer, "correct", by=world.rosa)
    grade(answer, good("q-2"), by="Another grader")
    raise_flag(answer, "disputed")
    world.acme.name = "Renamed"
    world.acme.save()
    test_set = run.version.test_set
    test_set.name = "Renamed too"
    test_set.save()
    report = Report.objects.get(run=run)
    report.title = "Renamed as well"
    report.save()
    world.rosa.memberships.all().delete()
    found = verify(ReportVersion.objects.get(pk=version.pk))
    assert found.identical
    assert found.pdf_identical
    assert found.differing == ()


def test_a_run_that_was_resumed_does_not_change_what_was_published(world):
    from runs.models import Answer, Run

    plan = [good("q-1"), lost("q-2", fails=""), good("q-3", label=None)]
    run = make_run(world.acme, plan, status="stopped")
    version = services.publish(run=run, by=world.ada)
    Run.objects.filter(pk=run.pk).update(
        status="running", started_at=AT + timedelta(days=1), finished_at=None
    )
    question = run.version.questions.get(uid="q-2")
    Answer.objects.create(
        run=run, question=question, tries=1, text="It is €14.50.", raw="", asked_at=AT, seconds=1.0
    )
    assert verify(ReportVersion.objects.get(pk=version.pk)).identical


def test_figures_that_do_not_fit_their_evidence_are_noticed(world, run):
    version = services.publish(run=run, by=world.ada)
    snapshot = version.snapshot | {"exploratory": True}
    from core.fingerprint import fingerprint

    forged = ReportVersion.objects.create(
        report=version.report, number=2, snapshot=snapshot, evidence=version.evidence,
        digest=fingerprint(snapshot), level=version.level, complete=version.complete,
        pdf=version.pdf, published_by=world.ada, published_at=AT + timedelta(days=2),
    )  # fmt: skip
    found = verify(forged)
    assert not found.identical
    assert found.differing == ("exploratory",)


def test_figures_that_lost_their_digest_are_noticed(world, run):
    version = services.publish(run=run, by=world.ada)
    forged = ReportVersion.objects.create(
        report=version.report, number=2, snapshot=version.snapshot, evidence=version.evidence,
        digest="0" * 64, level=version.level, complete=version.complete, pdf=b"",
        published_by=world.ada, published_at=AT,
    )  # fmt: skip
    found = verify(forged)
    assert not found.snapshot_intact
    assert not found.identical


def test_the_command_says_that_a_version_is_identical(world, run, capsys):
    version = services.publish(run=run, by=world.ada)
    call_command("verify_report", str(version.pk))
    assert "identical" in capsys.readouterr().out


def test_the_command_fails_with_a_sentence_when_it_is_not(world, run):
    version = services.publish(run=run, by=world.ada)
    forged = ReportVersion.objects.create(
        report=version.report, number=2, snapshot=version.snapshot, evidence=version.evidence,
        digest="0" * 64, level=version.level, complete=version.complete, pdf=b"",
        published_by=world.ada, published_at=AT,
    )  # fmt: skip
    with pytest.raises(CommandError, match="the stored figures have the digest"):
        call_command("verify_report", str(forged.pk))
    with pytest.raises(CommandError, match="There is no published version"):
        call_command("verify_report", "999999")


def test_the_report_speaks_the_language_of_its_test_set(world):
    spanish = make_run(world.acme, [good("q-1")], language="es")
    german = make_run(world.other, [good("q-1")], language="de")
    assert services.publish(run=spanish, by=None).snapshot["language"] == "es"
    # Reports know no German; the workspace of Otto is Spanish.
    assert services.publish(run=german, by=None).snapshot["language"] == "es"
