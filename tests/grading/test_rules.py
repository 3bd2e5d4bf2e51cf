"""Exact values: equal across notations, and never equal by accident."""

import pytest

from grading.rules.agreement import found
from grading.rules.check import check_facts
from grading.rules.extraction import values
from grading.values import CaseFact


def same(expected: str, language: str, given: str, given_language: str) -> bool:
    wanted = values(expected, language)
    assert wanted, f"no value in {expected!r}"
    return all(found(value, values(given, given_language)) for value in wanted)


EQUAL = [
    # numbers, amounts and percentages
    ("0,5 %", "de", "0.5%", "en"),
    ("0,5 %", "sv", "0.5 percent", "en"),
    ("12,5 Prozent", "de", "12.5 %", "en"),
    ("25 000", "sv", "25,000", "en"),
    ("25 000", "sv", "25.000", "es"),
    ("25.000", "de", "25'000", "de"),
    ("25\u202f000 kr", "sv", "SEK 25,000", "en"),
    ("25 000 kronor", "sv", "25 tkr", "sv"),
    ("1,2 miljoner kronor", "sv", "1.2 million SEK", "en"),
    ("4-6 MSEK", "sv", "4 to 6 million kronor", "en"),
    ("1.500", "es", "1500", "en"),
    ("1.5", "en", "1,5", "de"),
    ("1.234,56 €", "de", "EUR 1,234.56", "en"),
    ("½ litre", "en", "0,5 l", "de"),
    ("1½ hours", "en", "90 minutes", "en"),
    ("１５％", "en", "15 %", "en"),
    ("\u22125 °C", "sv", "-5 °C", "en"),
    ("(3.14)", "en", "3.14.", "en"),
    ("$20", "en", "20 dollars", "en"),
    ("$20", "en", "US$20.00", "en"),
    ("50 öre", "sv", "0,50 kr", "sv"),
    ("0 zł", "pl", "0 PLN", "en"),
    ("30 m²", "en", "30 kvm", "sv"),
    ("30 m²", "en", "30 square metres", "en"),
    ("30 m²", "en", "It is 30.", "en"),
    ("1 500 m", "sv", "1.5 km", "en"),
    ("fourteen days", "en", "14 días", "es"),
    ("einundzwanzig Tage", "de", "3 weeks", "en"),
    # dates
    ("15 februari", "sv", "February 15th", "en"),
    ("15 februari 2024", "sv", "15.02.2024", "de"),
    ("August 14, 2020", "en", "14 de agosto de 2020", "es"),
    ("August 14, 2020", "en", "14 August", "en"),
    ("1er août", "fr", "1 August", "en"),
    ("2024-02-15", "sv", "15. Februar 2024", "de"),
    # durations and times
    ("14 days", "en", "two weeks", "en"),
    ("24 Stunden", "de", "1 día", "es"),
    ("12 månader", "sv", "ett år", "sv"),
    ("30-tägige Frist", "de", "a 30-day period", "en"),
    ("9 am", "en", "09:00", "de"),
    ("from 10 am to 4 pm", "en", "from ten to four", "en"),
    ("from 10 am to 4 pm", "en", "We open at 10 in the morning and close at 4 in the afternoon.", "en"),
    ("10:00–16:00", "es", "de 10 de la mañana a 4 de la tarde", "es"),
    ("10:00–16:00", "sv", "10 till 16", "sv"),
    ("kl. 18", "sv", "6 p.m.", "en"),
    ("10:00–16:00", "es", "10.00-16.00 Uhr", "de"),
    # ranges and bounds
    ("10-20 days", "en", "10 to 20 days", "en"),
    ("400,000-900,000 SEK", "en", "400 000–900 000 kr", "sv"),
    ("15 €-20 €", "de", "between 15 and 20 euros", "en"),
    ("upp till 14 dagar", "sv", "up to 14 days", "en"),
    ("mindestens 18 Jahre", "de", "18 years or more", "en"),
    # addresses and codes
    ("+46 8 123 45 67", "en", "08-123 45 67", "sv"),
    ("info@example.org", "en", "Mail Info@Example.org.", "en"),
    ("https://www.example.org/a/", "en", "example.org/a", "en"),
    ("model RX-480", "en", "RX480", "en"),
    ("1960", "en", "July 4, 1960", "en"),
]  # fmt: skip

DIFFERENT = [
    ("11", "en", "711", "en"),
    ("49", "en", "149", "en"),
    ("49", "en", "4.9", "en"),
    ("1.500", "es", "1.5", "en"),
    ("0,5 %", "de", "5 %", "de"),
    ("5 %", "en", "5 euros", "en"),
    ("20 €", "de", "20 kr", "sv"),
    ("30 m²", "en", "30 days", "en"),
    ("30 m²", "en", "30 m", "en"),
    ("14 days", "en", "14 weeks", "en"),
    ("5 working days", "en", "5 days", "en"),
    ("-5 °C", "en", "5 °C", "en"),
    ("15 februari", "sv", "15 mars", "sv"),
    ("August 14, 2020", "en", "August 14, 2021", "en"),
    ("15 februari", "sv", "februari", "sv"),
    ("9 am", "en", "9 pm", "en"),
    ("from 10 am to 4 pm", "en", "from ten to five", "en"),
    ("from 10 am to 4 pm", "en", "open at 10 in the evening, closed at 4 in the morning", "en"),
    ("10 am", "en", "10 euros", "en"),
    ("10-20 days", "en", "15 days", "en"),
    ("10-20 days", "en", "10 days", "en"),
    ("up to 14 days", "en", "at least 14 days", "en"),
    ("X1", "en", "X2", "en"),
    ("version 2.4.1", "en", "version 2.4", "en"),
    ("+46 8 123 45 67", "en", "08-123 45 68", "sv"),
    ("½", "en", "12", "en"),
    ("1961", "en", "July 4, 1960", "en"),
    ("July 4, 1960", "en", "1960", "en"),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "language", "given", "given_language"), EQUAL)
def test_values_are_equal_across_notations(expected, language, given, given_language):
    """M2.4"""
    assert same(expected, language, given, given_language)


@pytest.mark.parametrize(("expected", "language", "given", "given_language"), DIFFERENT)
def test_values_that_differ_are_not_taken_for_equal(expected, language, given, given_language):
    """M2.4"""
    assert not same(expected, language, given, given_language)


@pytest.mark.parametrize(
    "text",
    ["You may apply. Feel free to march on.", "One can, a member may.", "1. First\n2. Second",
     "See note [3].", "F-skatt"],
)  # fmt: skip
def test_words_and_list_numbers_that_only_look_like_values_are_none(text):
    assert not values(text, "en")


def test_an_exact_value_is_checked_beside_the_grader_and_says_what_it_found():
    """M2.8"""
    facts = (CaseFact("Max 30 m² building area", "30 m²"), CaseFact("A permit is needed"))
    (result,) = check_facts(facts, answer="Up to 30 kvm is fine.", language="en")
    assert (result.rule, result.found, result.holds) == ("measure", "30 kvm", True)
    (result,) = check_facts(facts, answer="Up to 35 m² is fine.", language="en")
    assert (result.found, result.holds) == ("", False)


def test_an_exact_value_without_figures_is_checked_as_whole_words():
    fact = (CaseFact("Pay by bankgiro", "bankgiro"),)
    assert check_facts(fact, answer="Betala med BANKGIRO.", language="sv")[0].holds
    assert not check_facts(fact, answer="Bankgirot är stängt.", language="sv")[0].holds
