"""Finding a quotation in its text: exact, folded, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import Match, find_quotation


def quoted(quotation, text):
    found = find_quotation(quotation, text)
    return found and (text[found.start : found.end], found.match)


def test_a_quotation_is_found_word_for_word_with_its_place():
    """M1.15."""
    text = "Refunds take 14 days. Fees are not refunded."
    found = find_quotation("14 days", text)
    assert found is not None
    assert (found.start, found.end, found.match) == (13, 20, Match.EXACT)


@pytest.mark.parametrize(
    ("quotation", "text", "stands_as"),
    [
        ("It's free", "It’s free now", "It’s free"),
        ('the "fine" print', "the “fine” print.", "the “fine” print"),
        ('dit "gratuit" ici', "Il dit «\u00a0gratuit\u00a0» ici.", "dit «\u00a0gratuit\u00a0» ici"),
        ("« gratuit »", "dit «\u202fgratuit\u202f»,", "«\u202fgratuit\u202f»"),
        ("10 000 kr", "10\u2009000\u2009kr", "10\u2009000\u2009kr"),
        ("free if you don't cancel", "It’s free if you don’t cancel", "free if you don’t cancel"),
        ("3-5 days", "takes 3–5 days", "3–5 days"),
        ("non-refundable fee", "a non‑refundable fee applies", "non‑refundable fee"),
        ("25 000 kr", "kostar 25\u202f000\u00a0kr.", "25\u202f000\u00a0kr"),
        (
            "cancellation",
            "The can\u00adcel\u00adla\u00adtion fee",
            "can\u00adcel\u00adla\u00adtion",
        ),
        ("the office files", "in the oﬃce ﬁles.", "the oﬃce ﬁles"),
        ("and so on...", "and so on…", "and so on…"),
        ("料金は500円", "料金は５００円です", "料金は５００円"),
        ("below -5 °C", "below −5 °C", "below −5 °C"),
        ("two words", "two\n   words", "two\n   words"),
        ("café", "the cafe\u0301 opens", "cafe\u0301"),
    ],
)
def test_a_quotation_that_differs_in_typography_only_is_a_folded_match(quotation, text, stands_as):
    assert quoted(quotation, text) == (stands_as, Match.FOLDED)


def test_an_exact_place_is_preferred_to_an_earlier_folded_one():
    text = "It’s here. It's there."
    assert quoted("It's", text) == ("It's", Match.EXACT)


def test_a_quotation_stitched_together_from_two_places_is_not_verbatim():
    text = "Refunds take 14 days. Exchanges are free."
    assert find_quotation("Refunds are free", text) is None
    assert find_quotation("Refunds take 14 days ... are free", text) is None


@pytest.mark.parametrize(
    ("quotation", "text"),
    [
        ("11 days", "within 711 days"),
        ("49", "149"),
        ("5 %", "0.5 %"),
        ("5 %", "0,5 %"),
        ("10", "10.000 people"),
        ("10", "10,5 metres"),
        ("000 kr", "25 000 kr"),
        ("25", "25 000 kr"),
        ("25", "25\u202f000 kr"),
        ("5 °C", "at -5 °C"),
        ("5 °C", "at −5 °C"),
        ("11", "form A11"),
        ("27", "27a §"),
        ("visit", "the visits"),
        ("able", "unable to pay"),
        ("cafe", "cafe\u0301"),
    ],
)
def test_a_stretch_that_cuts_a_word_or_number_is_no_quotation(quotation, text):
    assert find_quotation(quotation, text) is None


def test_a_whole_number_is_found_behind_one_that_only_contains_it():
    assert quoted("11 days", "after 711 days, or 11 days") == ("11 days", Match.EXACT)


@pytest.mark.parametrize(
    ("quotation", "text"),
    [
        ("返品は30日", "ご返品は30日以内"),
        ("30일", "30일은 무료"),
        ("2024", "in 2024, 300 people"),
        ("5 days", "3-5 days"),
        ("$20", "costs $20."),
        ("3.14", "(3.14)"),
    ],
)
def test_scripts_without_spaces_and_plain_neighbours_are_no_cut(quotation, text):
    assert quoted(quotation, text) == (quotation, Match.EXACT)


def test_case_counts():
    assert find_quotation("refunds take", "Refunds take 14 days") is None


@pytest.mark.parametrize("nothing", ["", "  \n", "\u00ad", "\u200b\ufeff"])
def test_nothing_is_quoted_from_no_text(nothing):
    assert find_quotation(nothing, "any \u00ad text") is None
    assert find_quotation("any", nothing) is None


@given(st.text(max_size=30), st.text(max_size=60))
def test_what_is_found_is_a_stretch_of_the_text(quotation, text):
    found = find_quotation(quotation, text)
    if found is not None:
        assert 0 <= found.start < found.end <= len(text)
        if found.match is Match.EXACT:
            assert text[found.start : found.end] == quotation.strip()
