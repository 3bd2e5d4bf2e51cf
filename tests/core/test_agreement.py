"""How far two people agree."""

import math

import pytest

from core.agreement import agreement, confusion


def pairs(table: dict[tuple[str, str], int]) -> list[tuple[str, str]]:
    return [pair for pair, count in table.items() for _ in range(count)]


def test_kappa_of_a_published_table() -> None:
    # Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions, table 18.1: 100 subjects,
    # three categories; raw agreement .89, kappa .68 (rounded to two places).
    table = {
        ("psychotic", "psychotic"): 75, ("psychotic", "neurotic"): 1, ("psychotic", "organic"): 4,
        ("neurotic", "psychotic"): 5, ("neurotic", "neurotic"): 4, ("neurotic", "organic"): 1,
        ("organic", "psychotic"): 0, ("organic", "neurotic"): 0, ("organic", "organic"): 10,
    }  # fmt: skip
    found = agreement(pairs(table))
    assert found.raw == pytest.approx(0.89)
    assert found.kappa == pytest.approx(0.6765, abs=5e-4)


def test_kappa_of_one_category_is_not_computable() -> None:
    found = agreement([("correct", "correct")] * 12)
    assert found.one_category
    assert found.kappa is None
    assert found.raw == 1.0


def test_nothing_judged_gives_no_figure() -> None:
    found = agreement([])
    assert (found.pairs, found.raw, found.kappa, found.one_category) == (0, None, None, False)


def test_a_missing_judgement_is_left_out_and_counted() -> None:
    found = agreement([("a", "a"), ("a", ""), ("", "b"), ("b", "a")])
    assert (found.pairs, found.same, found.differing, found.left_out) == (2, 1, 1, 2)


def test_full_agreement_keeps_an_interval() -> None:
    found = agreement([("a", "a")] * 5 + [("b", "b")] * 5)
    assert found.kappa == 1.0
    assert found.kappa_interval is not None
    assert found.kappa_interval.low < 0.7
    assert math.isclose(found.kappa_interval.high, 1.0)


def test_the_interval_holds_the_estimate() -> None:
    found = agreement([("a", "a")] * 20 + [("a", "b")] * 6 + [("b", "b")] * 9 + [("b", "a")] * 3)
    assert found.kappa_interval is not None
    assert found.kappa is not None
    assert found.kappa_interval.low < found.kappa < found.kappa_interval.high


def test_high_prevalence_shows_beside_a_small_kappa() -> None:
    found = agreement([("ok", "ok")] * 96 + [("ok", "bad")] * 2 + [("bad", "ok")] * 2)
    assert found.raw == 0.96
    assert found.kappa is not None
    assert found.kappa < 0
    assert found.shares[0] == ("ok", 0.98)


def test_confusion_counts_each_pair() -> None:
    counted = confusion([("a", "b"), ("a", "b"), ("b", "b"), ("", "b")])
    assert counted == {("a", "b"): 2, ("b", "b"): 1}
