"""The figures of a report: counted once, from records alone."""

from dataclasses import replace

import pytest

from grading.values import Finding, Label
from reports.figures import PassageRecord, figures
from reports.figures.tallies import weakest_first
from reports.figures.values import SetAside
from tests.reports import samples


def made(*members, **changes):
    return figures(samples.given(members, **changes))


def test_the_headline_is_a_count_with_its_interval():
    """M3.1, M3.2."""
    found = figures(samples.given(samples.results(correct=17, incorrect=3))).headline
    assert (found.correct, found.scored) == (17, 20)
    assert found.share is not None
    assert round(found.share.low * 100, 1) == 64.0


def test_a_partly_correct_answer_counts_half_in_the_quality_and_nothing_in_the_pass_rate():
    """M3.1."""
    found = figures(
        samples.given(samples.results(correct=2, partly_correct=1, incorrect=1))
    ).headline
    assert found.share is not None
    assert found.share.rate == 0.5
    assert found.quality == 0.625


def test_a_test_set_aside_never_lowers_the_score():
    """M2.14."""
    plain = samples.results(correct=3, no_answer=1)
    more = samples.results(correct=3, no_answer=1, test_needs_review=2, not_captured=1, not_run=1)
    without, with_aside = (figures(samples.given(each)).headline for each in (plain, more))
    assert without.share == with_aside.share
    assert without.quality == with_aside.quality


def test_coverage_tells_planned_run_scored_and_set_aside_by_reason():
    """M3.3."""
    waiting = samples.result("q-098", None, ungraded="unreadable")
    found = made(
        *samples.results(correct=3, test_needs_review=2, not_captured=1, not_run=4), waiting
    ).headline
    assert (found.planned, found.run, found.scored) == (11, 7, 3)
    assert found.set_aside == {
        SetAside.NEEDS_REVIEW: 2,
        SetAside.NOT_CAPTURED: 1,
        SetAside.NOT_RUN: 4,
        SetAside.NOT_GRADED: 1,
    }


def test_an_answer_without_a_grade_is_set_aside_and_neither_right_nor_wrong():
    waiting = samples.result("q-002", None)
    found = made(samples.result(), waiting).headline
    assert (found.scored, found.set_aside[SetAside.NOT_GRADED]) == (1, 1)


def test_a_question_still_to_be_asked_has_not_run():
    found = made(samples.result(), samples.result("q-002", None, answer=None)).headline
    assert found.set_aside[SetAside.NOT_RUN] == 1


def test_failed_grades_cannot_raise_the_score_unnoticed_since_the_bounds_widen():
    found = made(*samples.results(correct=6, incorrect=2, not_run=2))
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == (0.6, 0.8)


def test_bounds_are_left_out_when_nothing_is_set_aside():
    assert made(*samples.results(correct=6)).bounds is None


def test_an_empty_result_set_has_no_rate_no_quality_and_no_interval():
    """M3.4: never a perfect score."""
    found = made()
    assert found.headline.share is None
    assert found.headline.quality is None
    assert found.bounds is None
    assert found.narrowing == ()
    assert not found.complete


def test_nothing_scored_has_no_rate_however_much_was_planned():
    found = made(*samples.results(not_run=5))
    assert found.headline.share is None
    assert found.bounds is not None
    assert (found.bounds.worst, found.bounds.best) == (0.0, 1.0)


def test_an_average_does_not_hide_a_type_that_always_fails():
    """M3.8: 4 of 4, 0 of 2, 0 of 2."""
    members = [
        *(samples.result(f"a{place}", type="direct") for place in range(4)),
        *(samples.result(f"b{place}", Label.INCORRECT, type="yes_no") for place in range(2)),
        *(samples.result(f"c{place}", Label.NO_ANSWER, type="leading") for place in range(2)),
    ]
    found = made(*members)
    assert {group.key: (group.tally.correct, group.tally.scored) for group in found.by_type} == {
        "direct": (4, 4),
        "yes_no": (0, 2),
        "leading": (0, 2),
    }
    assert {group.key: group.tally.correct for group in found.by_family} == {
        "find": 4, "read": 0, "limits": 0,
    }  # fmt: skip
    shares = [group.tally.share for group in found.by_type]
    assert all(each is not None and each.low < each.high for each in shares)


def test_a_type_that_the_battery_does_not_know_is_counted_in_no_family():
    found = made(samples.result(type="of_our_own"))
    assert [group.key for group in found.by_type] == ["of_our_own"]
    assert [group.key for group in found.by_family] == [""]


def test_the_weakest_come_first_and_those_without_evidence_last():
    members = [
        samples.result("a", type="direct"),
        samples.result("b", Label.INCORRECT, type="yes_no"),
        samples.result("c", Label.NOT_RUN, type="typos"),
        *(samples.result(f"d{place}", Label.INCORRECT, type="current") for place in range(3)),
    ]
    order = [group.key for group in weakest_first(made(*members).by_type)]
    assert order == ["current", "yes_no", "direct", "typos"]


def test_results_are_told_by_topic_language_critical_and_control():
    """M1.11, M3.8."""
    found = made(
        samples.result("a", topic="Fares", language="en", critical=True),
        samples.result("b", Label.INCORRECT, topic="Dogs", language="es", control=True),
    )
    keys = [
        [group.key for group in groups]
        for groups in (found.by_topic, found.by_language, found.by_critical, found.by_control)
    ]
    assert keys == [
        ["Fares", "Dogs"], ["en", "es"], ["critical", "not_critical"], ["development", "control"],
    ]  # fmt: skip


def test_documents_of_one_title_are_told_apart():
    other = replace(samples.PASSAGE, address="https://kustlinjen.example/es/billetes")
    found = made(samples.result("a"), samples.result("b", passages=(other,)))
    assert [group.key for group in found.by_source] == [
        "Tickets and fares (https://kustlinjen.example/tickets)",
        "Tickets and fares (https://kustlinjen.example/es/billetes)",
    ]


def test_each_test_is_counted_in_one_source_however_many_it_cites():
    both = samples.result(passages=(samples.PASSAGE, PassageRecord("Dogs", "Dogs travel free.")))
    assert [group.key for group in made(both).by_source] == ["Tickets and fares"]


def test_variants_stand_beside_their_parents():
    """M1.13."""
    found = made(
        samples.result("a"),
        samples.result("a-typos", Label.INCORRECT, type="typos", parent="a"),
        samples.result("b", parent="gone"),
    )
    assert [(each.uid, each.label, each.parent_label) for each in found.variants] == [
        ("a-typos", Label.INCORRECT, Label.CORRECT)
    ]


def test_attempts_are_all_kept_and_are_not_independent_questions():
    """M3.9."""
    members = [
        samples.result(
            f"q{place}", Label.CORRECT if attempt < 3 else Label.INCORRECT, attempt=attempt
        )
        for place in range(5)
        for attempt in (1, 2, 3)
    ]
    found = made(*members)
    assert (found.headline.correct, found.headline.scored, found.questions) == (10, 15, 5)
    assert found.headline.share is not None
    assert found.headline.share.basis == 5


def test_answers_after_a_failed_try_are_named_and_failures_are_not_among_them():
    found = made(
        samples.result("a"), samples.result("b", tries=2), samples.result("c", Label.NOT_RUN)
    )
    assert found.retried == ("b",)


def test_a_corrected_answer_is_named():
    """M3.10."""
    found = made(samples.result("a"), samples.result("b", captured_answer="What came."))
    assert found.corrected == ("b",)


def test_grades_of_two_graders_are_noticed():
    found = made(samples.result("a"), samples.result("b", grader_fingerprint="other"))
    assert found.mixed_graders
    assert not made(samples.result("a")).mixed_graders


def test_questions_without_a_passage_make_the_report_exploratory():
    """M1.5."""
    assert made(samples.result("a"), samples.result("b", without_source=True)).exploratory
    assert not made(samples.result("a")).exploratory


def test_the_same_records_give_equal_figures():
    assert figures(samples.mixed()) == figures(samples.mixed())


@pytest.mark.parametrize("label", list(Label))
def test_every_label_is_counted_exactly_once(label):
    found = made(samples.result(label=label)).headline
    assert found.scored + sum(found.set_aside.values()) == found.planned == 1
    assert found.correct + found.partly + found.incorrect + found.no_answer == found.scored


def test_the_interval_is_shown_for_more_questions_than_there_are():
    """M3.2."""
    found = made(*samples.results(correct=17, incorrect=3))
    assert [reach.questions for reach in found.narrowing] == [20, 30, 50, 100, 200]


def test_findings_are_kept_with_their_facts():
    found = made(samples.result(label=Label.INCORRECT)).results[0]
    assert [fact.finding for fact in found.facts] == [Finding.CONTRADICTED]
