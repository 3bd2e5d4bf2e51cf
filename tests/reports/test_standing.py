"""What a report may call itself: the tables of conditions."""

from datetime import timedelta

import pytest

from grading.values import Label
from reports.figures import figures
from reports.figures.values import ReviewLevel, Shortfall
from tests.reports import samples
from tests.reports.samples import STARTED, decided, result

BEFORE = STARTED - timedelta(days=1)
AFTER = STARTED + timedelta(hours=1)


def shortfalls(*members, **changes):
    made = figures(samples.given(members, **changes))
    return [reason.shortfall for reason in made.incomplete]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"correct": 10}, []),
        ({"correct": 9, "not_run": 1}, []),
        ({"correct": 8, "incorrect": 1, "test_needs_review": 1}, []),
        ({"correct": 89, "not_run": 11}, [Shortfall.TOO_FEW_SCORED]),
        ({"correct": 8, "not_captured": 2}, [Shortfall.TOO_FEW_SCORED]),
        ({"not_run": 3}, [Shortfall.NOTHING_SCORED]),
        ({}, [Shortfall.NOTHING_SCORED]),
    ],
)
def test_fewer_than_ninety_percent_scored_is_incomplete(counts, expected):
    """M3.4."""
    assert shortfalls(*samples.results(**counts)) == expected


@pytest.mark.parametrize("label", [Label.NEEDS_REVIEW, Label.NOT_CAPTURED, Label.NOT_RUN, None])
def test_a_critical_test_that_could_not_be_assessed_makes_it_incomplete(label):
    """M3.4, even where ninety percent are scored."""
    members = [*samples.results(correct=19), result("q-critical", label, critical=True)]
    made = figures(samples.given(members))
    assert [reason.shortfall for reason in made.incomplete] == [Shortfall.CRITICAL_NOT_ASSESSED]
    assert made.incomplete[0].uids == ("q-critical",)


def test_a_critical_test_that_failed_was_assessed():
    assert shortfalls(result("q", Label.INCORRECT, critical=True)) == []


def test_a_run_that_still_asks_is_incomplete():
    assert shortfalls(result("q"), ended=False) == [Shortfall.NOT_ENDED]


FLAGGED = {"flags": ("grader_not_confident",)}
SIGNED = {"signed_off_at": BEFORE}
ROSA, EXPERT = decided("Rosa"), decided("Eva", expert=True)

LEVELS = [
    # name, results, level
    ("nothing at all", [], ReviewLevel.PRELIMINARY),
    ("nothing flagged, nobody there", [result("a")], ReviewLevel.PRELIMINARY),
    ("a flag nobody checked", [result("a", **FLAGGED)], ReviewLevel.PRELIMINARY),
    (
        "one of two flags checked",
        [result("a", decision=ROSA, **FLAGGED), result("b", **FLAGGED)],
        ReviewLevel.PRELIMINARY,
    ),
    (
        "an answer without a grade counts as flagged",
        [result("a", decision=ROSA), result("b", None)],
        ReviewLevel.PRELIMINARY,
    ),
    (
        "disputed after the decision",
        [result("a", decision=ROSA, flags_open=True, **FLAGGED)],
        ReviewLevel.PRELIMINARY,
    ),
    ("every flag checked", [result("a", decision=ROSA, **FLAGGED)], ReviewLevel.REVIEWED),
    ("nothing flagged, one looked at", [result("a", decision=ROSA)], ReviewLevel.REVIEWED),
    (
        "signed off and failures checked, by no expert",
        [result("a", Label.INCORRECT, decision=ROSA, **SIGNED)],
        ReviewLevel.REVIEWED,
    ),
    (
        "failures checked by an expert, not signed off",
        [result("a", Label.INCORRECT, decision=EXPERT)],
        ReviewLevel.REVIEWED,
    ),
    (
        "signed off only after the run began",
        [result("a", Label.INCORRECT, decision=EXPERT, signed_off_at=AFTER)],
        ReviewLevel.REVIEWED,
    ),
    (
        "one question not signed off",
        [result("a", Label.INCORRECT, decision=EXPERT, **SIGNED), result("b")],
        ReviewLevel.REVIEWED,
    ),
    (
        "one failure not checked by an expert",
        [
            result("a", Label.INCORRECT, decision=EXPERT, **SIGNED),
            result("b", Label.PARTLY, **SIGNED),
        ],
        ReviewLevel.REVIEWED,
    ),
    (
        "a failure that a layman turned into a pass",
        [
            result("a", decision=EXPERT, **SIGNED),
            result("b", decision=ROSA, automated_label=Label.INCORRECT, **SIGNED),
        ],
        ReviewLevel.REVIEWED,
    ),
    (
        "everything signed off, no failure, no expert on record",
        [result("a", decision=ROSA, **SIGNED)],
        ReviewLevel.REVIEWED,
    ),
    (
        "signed off before, failures checked by experts",
        [
            result("a", Label.NO_ANSWER, decision=EXPERT, **SIGNED, **FLAGGED),
            result("b", **SIGNED),
        ],
        ReviewLevel.EXPERT,
    ),
    (
        "signed off, a flag left open",
        [result("a", Label.NO_ANSWER, decision=EXPERT, **SIGNED), result("b", **SIGNED, **FLAGGED)],
        ReviewLevel.PRELIMINARY,
    ),
]


@pytest.mark.parametrize(
    ("members", "level"), [row[1:] for row in LEVELS], ids=[row[0] for row in LEVELS]
)
def test_the_review_level_follows_from_recorded_decisions_alone(members, level):
    """M5.1."""
    assert figures(samples.given(members)).review.level is level


def test_overturned_grades_are_counted():
    changed = result("a", Label.CORRECT, decision=ROSA, automated_label=Label.INCORRECT)
    kept = result("b", Label.CORRECT, decision=ROSA)
    review = figures(samples.given([changed, kept])).review
    assert (review.decisions, review.overturned) == (2, 1)
