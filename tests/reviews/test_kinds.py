"""What the queue counts a result under can be read back from its number."""

from itertools import product

import pytest

from reviews.kinds import TELLING_NOTHING, Kind, kind, kind_of, sureness_of
from reviews.models import Flag
from reviews.values import Sureness

REASONS = [reason.value for reason in Flag.Reason]
LABELS = ["", "correct", "partly_correct", "incorrect", "no_answer", "test_needs_review", "not_run"]


def test_every_kind_has_a_number_of_its_own_that_tells_it():
    some = [frozenset(), *(frozenset({reason}) for reason in REASONS), frozenset(REASONS)]
    kinds = [
        Kind(reasons, label, sure, critical)
        for reasons, label, sure, critical in product(some, LABELS, Sureness, (True, False))
    ]
    kinds += [Kind(reasons, None, None, critical) for reasons in some for critical in (True, False)]
    numbers = [one.number for one in kinds]
    assert len(set(numbers)) == len(kinds)
    assert [kind_of(number) for number in numbers] == kinds
    assert max(numbers) < 2**31


@pytest.mark.parametrize(
    ("confidence", "band"),
    [
        (None, Sureness.UNKNOWN), (0.0, Sureness.UNSURE), (0.5999, Sureness.UNSURE),
        (0.6, Sureness.MIDDLING), (0.8999, Sureness.MIDDLING), (0.9, Sureness.SURE),
        (1.0, Sureness.SURE),
    ],
)  # fmt: skip
def test_bands_of_sureness_meet_without_a_gap(confidence, band):
    assert sureness_of(confidence) is band


def test_a_hidden_grade_is_found_under_nothing_that_tells_it():
    found = kind(reasons=REASONS, label="incorrect", confidence=0.1, critical=True, hidden=True)
    assert (found.reasons, found.label, found.sure) == (TELLING_NOTHING, None, None)
