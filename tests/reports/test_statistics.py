"""The statistics against published vectors, scipy and their own properties."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.statistics import (
    Share,
    exact_paired,
    narrowing,
    planned_half_width,
    share,
    wilson_bounds,
)


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(17, 20, 64.0, 94.8), (5, 5, 56.6, 100.0), (850, 1000, 82.7, 87.1), (0, 25, 0.0, 13.3)],
)
def test_the_interval_is_the_published_wilson_interval(hits, total, low, high):
    """M3.2."""
    found = share(hits, total)
    assert found is not None
    assert (round(found.low * 100, 1), round(found.high * 100, 1)) == (low, high)


@settings(deadline=None)
@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_agrees_with_scipy_for_any_count(counts):
    from scipy.stats import binomtest

    hits, total = counts
    found = share(hits, total)
    expected = binomtest(hits, total).proportion_ci(method="wilson")
    assert found is not None
    assert found.low == pytest.approx(expected.low, abs=1e-9)
    assert found.high == pytest.approx(expected.high, abs=1e-9)


@settings(deadline=None)
@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_its_rate_and_never_has_no_width(counts):
    found = share(*counts)
    assert found is not None
    assert 0 <= found.low <= found.rate <= found.high <= 1
    assert found.high - found.low > 0


def test_nothing_scored_has_no_share_rather_than_a_share_of_zero():
    assert share(0, 0) is None


@pytest.mark.parametrize(("hits", "total"), [(-1, 5), (6, 5), (1, 0)])
def test_impossible_counts_are_refused(hits, total):
    with pytest.raises(ValueError, match="is not a share"):
        share(hits, total)


def test_attempts_at_one_question_do_not_narrow_the_interval():
    """M3.9: 60 attempts at 20 questions tell as much as 20 answers, not as 60."""
    attempts, once, independent = share(51, 60, basis=20), share(17, 20), share(51, 60)
    assert isinstance(attempts, Share)
    assert isinstance(once, Share)
    assert isinstance(independent, Share)
    assert (attempts.low, attempts.high) == (once.low, once.high)
    assert attempts.high - attempts.low > independent.high - independent.low


def test_more_independent_observations_than_answers_are_refused():
    with pytest.raises(ValueError, match="cannot be"):
        share(1, 2, basis=3)


@pytest.mark.parametrize(("questions", "points"), [(15, 21), (30, 15), (100, 8), (400, 4)])
def test_the_planner_tells_what_a_number_of_questions_can_show(questions, points):
    """M3.13, at a pass rate near 80%."""
    half = planned_half_width(questions)
    assert half is not None
    assert round(half * 100) == points


def test_the_planner_promises_nothing_for_a_single_question():
    assert planned_half_width(1) is None


def test_the_interval_narrows_with_more_questions_and_stays_around_the_rate():
    reaches = narrowing(0.8, [20, 50, 100, 400])
    widths = [reach.high - reach.low for reach in reaches]
    assert all(wider > narrower for wider, narrower in pairwise(widths))
    assert all(reach.low < 0.8 < reach.high for reach in reaches)


def test_an_interval_needs_an_observation_and_a_rate():
    with pytest.raises(ValueError, match="at least one"):
        wilson_bounds(0.5, 0)
    with pytest.raises(ValueError, match="not a rate"):
        wilson_bounds(1.5, 10)


@pytest.mark.parametrize(
    ("worse", "better", "p"), [(9, 7, 0.804), (2, 0, 0.5), (6, 0, 0.031), (0, 6, 0.031)]
)
def test_flips_are_tested_exactly(worse, better, p):
    """M3.5, with the vectors that others got wrong."""
    assert exact_paired(worse, better) == pytest.approx(p, abs=0.0005)


def test_without_a_flip_there_is_no_p_value():
    assert exact_paired(0, 0) is None


def test_negative_flips_are_refused():
    with pytest.raises(ValueError, match="from 0 up"):
        exact_paired(-1, 2)
