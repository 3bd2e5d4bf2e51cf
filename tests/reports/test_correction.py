"""The corrected pass rate: against values worked out another way, at its limits, and in simulation."""

import random
from dataclasses import replace
from math import log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.correction import WANTED, Sample, corrected, paired_difference
from reports.statistics import wilson_bounds

Z = 1.959963984540054


def sample(passed=80, total=100, checked=40, false_passes=4, false_fails=1, **more):
    made = Sample(passed, total, total, checked, checked, false_passes, false_fails)
    return replace(made, **more)


@st.composite
def samples(draw):
    total = draw(st.integers(1, 400))
    passed = draw(st.integers(0, total))
    checked = draw(st.integers(1, total))
    false_passes = draw(st.integers(0, min(passed, checked)))
    false_fails = draw(st.integers(0, min(total - passed, checked - false_passes)))
    return Sample(passed, total, total, checked, checked, false_passes, false_fails)


def test_the_rate_is_the_machines_moved_by_the_mean_difference():
    """80 of 100 by the machine; of 40 checked 4 passed and 1 failed wrongly: 0.8 + (1 - 4) / 40."""
    assert corrected(sample()).rate == pytest.approx(0.725)


def test_the_rate_is_that_of_the_table_of_errors():
    """Rogan and Gladen by hand, where the sample has the machine's own proportions.

    Of 50 checked 40 were passed and 10 failed by the machine, as 80 and 20 of all 100. 4 of the 40 were
    wrong and 1 of the 10: truly right 36 + 1 = 37 of 50; sensitivity 36/37, specificity 9/13.
    """
    sensitivity, specificity = 36 / 37, 9 / 13
    gladen = (0.8 + specificity - 1) / (sensitivity + specificity - 1)
    assert corrected(sample(checked=50, checked_questions=50)).rate == pytest.approx(gladen)


def tango_by_likelihood(better, worse, pairs):
    """The bounds by maximising the likelihood numerically, and not by Tango's closed form."""
    from scipy.optimize import brentq, minimize_scalar

    def score(difference):
        def misfit(share):
            cells = (share + difference, share, 1 - 2 * share - difference)
            counts = (better, worse, pairs - better - worse)
            if min(cells) <= 0:
                return 1e9
            return -sum(count * log(cell) for count, cell in zip(counts, cells, strict=True))

        least, most = max(0.0, -difference), (1 - difference) / 2
        share = minimize_scalar(
            misfit, bounds=(least, most), method="bounded", options={"xatol": 1e-10}
        ).x
        variance = (2 * share + difference - difference**2) / pairs
        return ((better - worse) / pairs - difference) / sqrt(variance)

    found = (better - worse) / pairs
    low = brentq(lambda x: score(x) - Z, -0.999, found)
    return low, brentq(lambda x: score(x) + Z, found, 0.999)


@pytest.mark.parametrize(
    ("better", "worse", "pairs"), [(1, 4, 40), (7, 2, 60), (3, 3, 30), (12, 1, 25)]
)
def test_the_difference_has_the_interval_of_the_score_test(better, worse, pairs):
    wanted = tango_by_likelihood(better, worse, pairs)
    assert paired_difference(better, worse, pairs) == pytest.approx(wanted, abs=1e-5)


def test_without_a_found_error_the_interval_is_that_of_none_in_n():
    """By hand: n d = z**2 (1 - d), so d = z**2 / (n + z**2)."""
    bound = Z**2 / (50 + Z**2)
    assert paired_difference(0, 0, 50) == pytest.approx((-bound, bound))


def test_without_a_checked_result_there_is_no_corrected_rate():
    assert corrected(Sample(80, 100, 100, 0, 0, 0, 0)) is None
    assert corrected(Sample(0, 0, 0, 0, 0, 0, 0)) is None


@pytest.mark.parametrize(
    "impossible",
    [
        sample(passed=101), sample(checked=101), sample(false_passes=81), sample(false_fails=21),
        sample(false_passes=30, false_fails=20), sample(checked_questions=41),
        sample(checked_questions=0), sample(questions=0), sample(false_fails=-1),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(impossible):
    with pytest.raises(ValueError, match="cannot be"):
        corrected(impossible)


@given(samples())
@settings(deadline=None)
def test_the_interval_holds_the_rate_and_is_never_of_no_width(given_):
    found = corrected(given_)
    assert 0 <= found.low <= found.rate <= found.high <= 1
    assert found.margin > 0
    # It can't be surer than were every result judged by people.
    low, high = wilson_bounds(found.rate, given_.total)
    assert found.low <= low + 1e-9
    assert found.high >= high - 1e-9


@given(samples())
@settings(deadline=None)
def test_right_and_wrong_exchanged_is_the_mirror_image(given_):
    turned = replace(
        given_,
        passed=given_.total - given_.passed,
        false_passes=given_.false_fails,
        false_fails=given_.false_passes,
    )
    found, mirror = corrected(given_), corrected(turned)
    assert mirror.rate == pytest.approx(1 - found.rate)
    assert (mirror.low, mirror.high) == pytest.approx((1 - found.high, 1 - found.low))
    assert (mirror.more, mirror.more_for_grader) == (found.more, found.more_for_grader)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
@settings(deadline=None)
def test_when_people_judged_everything_it_is_the_interval_of_their_grades(counts):
    hits, total = counts
    found = corrected(Sample(total, total, total, total, total, total - hits, 0))
    assert (found.low, found.high) == pytest.approx(wilson_bounds(hits / total, total))
    assert found.more_for_grader == 0


def test_attempts_at_one_question_count_as_one():
    once, thrice = sample(), sample(questions=34, checked_questions=14)
    assert corrected(thrice).rate == corrected(once).rate
    assert corrected(thrice).margin > corrected(once).margin * 1.4


def test_so_many_more_grades_bring_it_to_three_points_and_one_fewer_does_not():
    found = corrected(sample(1600, 2000, 100, 6, 4))
    assert found is not None
    assert found.more is not None
    assert 0 < found.more < 1900
    enough, short = (
        _margin_at(sample(1600, 2000, 100, 6, 4), 100 + found.more - less) for less in (0, 1)
    )
    assert enough <= WANTED < short


def _margin_at(given_, checked):
    """The margin with so many checked, put together here once more from its two parts."""
    independent = float(checked)
    better = given_.false_fails / given_.checked * independent
    worse = given_.false_passes / given_.checked * independent
    low, high = paired_difference(better, worse, independent)
    shift = (better - worse) / independent
    rate = given_.passed / given_.total + shift
    left = 1 - checked / given_.total
    wilson = wilson_bounds(rate, given_.total)
    below = sqrt((rate - wilson[0]) ** 2 + left * (shift - low) ** 2)
    return (below + sqrt((wilson[1] - rate) ** 2 + left * (high - shift) ** 2)) / 2


def test_where_the_questions_alone_leave_more_no_number_of_grades_helps():
    """100 questions near 72% leave about nine points, whoever grades them."""
    found = corrected(sample())
    assert found.more is None
    assert found.floor == pytest.approx(0.0866, abs=0.001)
    assert 0 < found.more_for_grader <= 60


@pytest.mark.parametrize(
    ("truth", "total", "checked", "missed", "passed_wrongly", "most"),
    [
        (0.8, 300, 60, 0.05, 0.15, 0.975),
        (0.6, 200, 150, 0.10, 0.10, 0.975),
        (0.7, 400, 80, 0.15, 0.30, 0.975),
        # One or two errors are expected in the sample, and often none is there: cautious, as it must be.
        (0.9, 150, 30, 0.02, 0.30, 1.0),
    ],
)
def test_the_interval_covers_the_truth_nineteen_times_in_twenty(
    truth, total, checked, missed, passed_wrongly, most
):
    """Questions, grades and the draw are all made anew each time, from one seed."""
    chance, times, inside = random.Random(20261201), 1000, 0
    for _time in range(times):
        right = [chance.random() < truth for _each in range(total)]
        machine = [
            chance.random() >= missed if each else chance.random() < passed_wrongly
            for each in right
        ]
        drawn = chance.sample(range(total), checked)
        found = corrected(
            Sample(
                sum(machine), total, total, checked, checked,
                sum(machine[place] and not right[place] for place in drawn),
                sum(right[place] and not machine[place] for place in drawn),
            )
        )  # fmt: skip
        inside += found.low <= truth <= found.high
    # Three standard errors of 1,000 throws at 95% are 2.1 points.
    assert 0.93 <= inside / times <= most, inside / times
