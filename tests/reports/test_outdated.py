"""A result whose source says something else by now is set aside in figures, not in what was published."""

import pytest

from grading.values import Label
from reports.assembly import report_input
from reports.evidence import Evidence, gather
from reports.figures import figures
from reports.services import publish
from reports.verification import verify
from reviews.outdated import settle_outdated
from reviews.services import decide
from reviews.values import Choice
from tests.reviews.outdated import bicycle_run, read_dearer

pytestmark = pytest.mark.django_db


def made(run):
    return figures(report_input(gather(run, title="Report")))


def test_it_is_set_aside_in_coverage_until_a_person_judges_it(world):
    source, answer = bicycle_run(world.acme, world.ada)
    assert made(answer.run).headline.scored == 1
    read_dearer(source)
    settle_outdated(run=answer.run)
    found = made(answer.run)
    assert (found.headline.planned, found.headline.scored) == (1, 0)
    assert not found.complete
    (result,) = found.results
    assert (result.label, result.flags, result.flags_open) == (
        Label.NEEDS_REVIEW, ("outdated",), True,
    )  # fmt: skip
    newest = answer.assessments.order_by("-pk").first()
    decide(answer=answer, by=world.rosa, choice=Choice.CORRECT, seen=newest.pk, key="k",
           reason="Right on the day.")  # fmt: skip
    assert made(answer.run).headline.scored == 1


def test_what_was_published_before_and_after_comes_out_of_its_evidence_again(world):
    source, answer = bicycle_run(world.acme, world.ada)
    before = publish(run=answer.run, by=world.ada)
    read_dearer(source)
    after = publish(run=answer.run, by=world.ada, reason="The source changed.")
    assert after.number == 2
    assert verify(before).identical
    assert verify(after).identical


def test_evidence_stored_before_marks_were_made_is_still_read(world):
    _, answer = bicycle_run(world.acme, world.ada)
    stored = gather(answer.run, title="Report").as_json()
    for grade in stored["grades"]:
        del grade["outdated"]
    assert Evidence.from_json(stored).grades[0].outdated is None
