"""From records to the input of a report."""

import pytest

from grading.values import Finding, Label
from reports.assembly import report_input
from reports.evidence import Evidence, gather
from reports.figures import figures
from reports.figures.values import ReviewLevel, Shortfall
from tests.reports.records import (
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


def made_from(run):
    return figures(report_input(gather(run, title="Report")))


def result(run, uid):
    return next(each for each in made_from(run).results if each.uid == uid)


def test_every_planned_question_is_in_the_report_in_the_order_of_the_test_set(world):
    run = make_run(world.acme, [good("q-1"), lost("q-2"), bad("q-3")])
    assert [each.uid for each in made_from(run).results] == ["q-1", "q-2", "q-3"]


def test_a_question_without_an_answer_in_an_ended_run_has_not_run(world):
    """Derived, with what went wrong; no grade was ever stored for it."""
    found = result(make_run(world.acme, [good("q-1"), lost("q-2")]), "q-2")
    assert (found.label, found.failure, found.tries) == (Label.NOT_RUN, "timeout", 3)
    assert found.failure_detail == "No reply within 60 seconds."
    assert [fact.finding for fact in found.facts] == [None]


def test_a_question_of_a_stopped_run_that_was_never_asked_has_not_run(world):
    found = result(
        make_run(world.acme, [good("q-1"), lost("q-2", fails="")], status="stopped"), "q-2"
    )
    assert (found.label, found.tries) == (Label.NOT_RUN, 0)


def test_a_run_that_still_asks_makes_an_incomplete_report(world):
    run = make_run(world.acme, [good("q-1"), lost("q-2", fails="")], status="running")
    made = made_from(run)
    assert Shortfall.NOT_ENDED in [reason.shortfall for reason in made.incomplete]
    assert made.results[1].label is None


def test_a_report_is_not_finished_while_grades_are_missing(world):
    run = make_run(world.acme, [good("q-1"), good("q-2", label=None)])
    made = made_from(run)
    assert Shortfall.NOT_ENDED in [reason.shortfall for reason in made.incomplete]
    assert (made.headline.correct, made.headline.scored) == (1, 1)


def test_an_answer_that_could_not_be_graded_is_neither_right_nor_wrong(world):
    run = make_run(world.acme, [good("q-1"), good("q-2", label=None, ungraded="unreadable")])
    found = result(run, "q-2")
    assert (found.label, found.ungraded) == (None, "unreadable")
    assert Shortfall.NOT_ENDED not in [reason.shortfall for reason in made_from(run).incomplete]


def test_findings_stand_with_their_facts(world):
    found = result(make_run(world.acme, [bad("q-1")]), "q-1")
    fact = found.facts[0]
    assert (fact.quotation, fact.finding) == ("A day ticket costs €14.50", Finding.CONTRADICTED)
    assert (fact.evidence, fact.start, fact.end) == ("€19.00", 0, 25)


def test_a_persons_decision_is_in_force_beside_the_automated_grade(world):
    """M5.3."""
    run = make_run(world.acme, [bad("q-1")])
    decide(answer_to(run, "q-1"), "correct", by=world.rosa)
    found = result(run, "q-1")
    assert (found.label, found.automated_label) == (Label.CORRECT, Label.INCORRECT)
    assert found.decision is not None
    assert (found.decision.person, found.decision.expert) == ("Rosa", True)
    assert found.explanation == "Another price."
    assert made_from(run).review.level is ReviewLevel.REVIEWED


def test_a_withdrawn_decision_leaves_the_automated_grade_current_again(world):
    run = make_run(world.acme, [bad("q-1")])
    answer = answer_to(run, "q-1")
    decide(answer, "correct", by=world.rosa)
    decide(answer, "", by=world.rosa, withdraws=True)
    found = result(run, "q-1")
    assert (found.label, found.decision) == (Label.INCORRECT, None)


def test_the_owner_is_no_domain_expert(world):
    run = make_run(world.acme, [bad("q-1")], signed_off=True)
    decide(answer_to(run, "q-1"), "incorrect", by=world.ada)
    assert made_from(run).review.level is ReviewLevel.REVIEWED
    decide(answer_to(run, "q-1"), "incorrect", by=world.rosa)
    assert made_from(run).review.level is ReviewLevel.EXPERT


def test_a_regraded_answer_counts_with_its_newest_grade_and_two_graders_are_told(world):
    run = make_run(world.acme, [bad("q-1"), good("q-2")])
    grade(answer_to(run, "q-1"), good("q-1"), by="Another grader")
    made = made_from(run)
    assert made.headline.correct == 2
    assert made.mixed_graders


def test_flags_of_grader_and_reviewers_come_together_once(world):
    run = make_run(world.acme, [bad("q-1")])
    answer = answer_to(run, "q-1")
    raise_flag(answer, "grader_not_confident")
    raise_flag(answer, "disputed")
    assert result(run, "q-1").flags == ("grader_not_confident", "disputed")


def test_an_exploratory_version_makes_an_exploratory_report(world):
    run = make_run(world.acme, [good("q-1"), good("q-2", passages=())], exploratory=True)
    made = made_from(run)
    assert made.exploratory
    assert [each.without_source for each in made.results] == [False, True]


def test_a_question_without_facts_shows_the_finding_on_its_expected_answer(world):
    found = result(make_run(world.acme, [good("q-1", passages=())]), "q-1")
    assert [fact.finding for fact in found.facts] == [Finding.PRESENT]


def test_the_methodology_comes_from_what_the_run_pinned(world):
    run = make_run(world.acme, [good("q-1")])
    run.assistant.name = "Renamed"
    run.assistant.save()
    method = made_from(run).methodology
    assert (method.assistant, method.writer) == ("Ferry help desk", "Built-in writer")
    assert (method.grader, method.tries_allowed) == ("Built-in grader", 3)
    assert method.version_digest == run.version.digest
    assert method.grader_settings == {
        "extra details": "recorded as unverified", "rules › numbers": "on",
    }  # fmt: skip
    assert method.assistant_settings["configuration › url"] == "http://127.0.0.1:9/"
    assert method.run_settings["policy › concurrency"] == "8"


def test_a_grader_other_than_the_one_fixed_at_the_start_is_told(world):
    """M6.2."""
    from reports.wording import notes, wording

    run = make_run(world.acme, [good("q-1")])
    made = made_from(run)
    assert run.pinned["grader"]["fingerprint"] == made.methodology.pinned_grader_fingerprint
    assert any("was fixed" in note for note in notes.peculiarities(wording("en"), made))


def test_without_a_grade_the_methodology_names_the_grader_that_was_fixed(world):
    method = made_from(make_run(world.acme, [lost("q-1")])).methodology
    assert method.grader_fingerprint == method.pinned_grader_fingerprint != ""


def test_evidence_survives_being_stored(world):
    run = make_run(world.acme, [good("q-1"), lost("q-2")])
    evidence = gather(run, title="Report")
    assert Evidence.from_json(evidence.as_json()) == evidence


def test_the_number_of_queries_does_not_grow_with_the_results(world):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for number in (1, 8):
        run = make_run(world.acme, [good(f"q-{n}") for n in range(number)] + [lost("x"), bad("y")])
        with CaptureQueriesContext(connection) as queries:
            made_from(run)
        counts.append(len(queries))
    assert counts[0] == counts[1]
