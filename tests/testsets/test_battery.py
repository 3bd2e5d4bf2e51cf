"""How many questions of each type a set gets, and which of them are still due."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testsets.battery import DEFAULT_SHARES, quotas, shares_of
from testsets.tallying import Tally
from testsets.values import FAMILY_OF, Family, QuestionType
from testsets.writers.builtin import BuiltinWriter
from testsets.writers.model.kinds import KINDS

EVERY = frozenset(KINDS)


@given(
    st.integers(0, 1000),
    st.dictionaries(st.sampled_from(QuestionType), st.integers(1, 50), max_size=14),
)
def test_quotas_add_up_to_what_is_wanted(wanted, shares):
    found = quotas(wanted, shares)

    assert sum(found.values()) in {0, wanted}
    assert set(found) <= set(shares)
    assert all(count > 0 for count in found.values())


def test_quotas_follow_the_shares():
    assert quotas(10, {QuestionType.DIRECT: 3, QuestionType.YES_NO: 1}) == {
        QuestionType.DIRECT: 8,
        QuestionType.YES_NO: 2,
    }


def test_a_type_that_comes_to_less_than_half_a_question_gets_none():
    assert QuestionType.TYPOS not in quotas(5, DEFAULT_SHARES)
    assert QuestionType.TYPOS in quotas(10, DEFAULT_SHARES)


def test_the_default_battery_tries_every_ability():
    """M1.12: each of the three families has its part."""
    parts = dict.fromkeys(Family, 0)
    for type_, count in quotas(100, DEFAULT_SHARES).items():
        parts[FAMILY_OF[type_]] += count

    assert all(count >= 15 for count in parts.values())


def test_chosen_types_and_no_others_are_drafted():
    assert set(shares_of([QuestionType.CROSS_LANGUAGE, QuestionType.YES_NO])) == {
        QuestionType.CROSS_LANGUAGE,
        QuestionType.YES_NO,
    }
    assert shares_of([]) == dict(DEFAULT_SHARES)


def test_limits_and_variants_come_up_to_their_quota_and_no_further():
    """A set must not fill up with them when the material gives little."""
    tally = Tally(20, EVERY, [])
    while tally.is_due(QuestionType.NOT_IN_MATERIAL):
        tally.add(QuestionType.NOT_IN_MATERIAL)

    assert 1 <= 20 - tally.missing <= 2
    for _ in range(tally.missing):
        assert tally.is_due(QuestionType.DIRECT)
        tally.add(QuestionType.DIRECT)
    assert tally.missing == 0


def test_a_type_that_nobody_wanted_is_never_due():
    tally = Tally(20, EVERY, [], chosen=[QuestionType.YES_NO])

    assert tally.is_due(QuestionType.YES_NO)
    assert not tally.is_due(QuestionType.DIRECT)
    assert tally.variants_due() == []


@pytest.mark.parametrize("wanted", [20, 50, 200])
def test_variants_keep_pace_with_the_questions_they_are_made_from(wanted):
    tally = Tally(wanted, EVERY, [])
    varied = 0
    while tally.missing > 0:
        tally.add(QuestionType.DIRECT)
        for type_ in tally.variants_due()[:1]:
            tally.add(type_)
            varied += 1

    assert varied == pytest.approx(wanted / 10, abs=1)


def test_what_the_writer_cannot_do_leaves_its_place_to_what_it_can():
    tally = Tally(20, BuiltinWriter().types, [])

    assert QuestionType.PARAPHRASE not in tally.shares
    assert QuestionType.DIRECT in tally.shares
