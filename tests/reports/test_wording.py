"""The words of reports in both languages."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from grading.graders.builtin import BuiltinGrader
from grading.values import Cause, Finding, FlagReason, Label, UngradedReason
from reports.figures.input import FactRecord
from reports.figures.values import Incompleteness, ReviewLevel, SetAside, Shortfall
from reports.wording import names, percent_value, results, sentences, wording
from runs.values import FailureKind
from tests.reports import samples
from testsets.values import BY_HAND, Family, QuestionType
from testsets.writers.builtin import BuiltinWriter


def test_codes_that_other_parts_use_have_names():
    for language in ("en", "es"):
        words = wording(language)
        for code in (*QuestionType, *FlagReason, *Cause, *UngradedReason, *FailureKind):
            name = {
                QuestionType: names.question_type,
                FlagReason: names.flag,
                Cause: names.cause,
                UngradedReason: names.ungraded,
                FailureKind: names.failure,
            }[type(code)](words, code.value)
            assert name != code.value
            assert "_" not in name
        for family in Family:
            assert "?" in names.family(words, family.value)
        assert len({names.label(words, label) for label in [*Label, None]}) == 8
        assert all(names.label_meaning(words, label) for label in [*Label, None])
        assert len({names.level(words, level) for level in ReviewLevel}) == 3
        assert len({names.set_aside(words, reason) for reason in SetAside}) == 4


def test_built_in_writers_and_graders_are_named_in_both_languages():
    told = f"{BuiltinWriter.name}, {BY_HAND}, qwen3"
    assert (
        names.makers(wording("en"), f"{told}, {BuiltinGrader.name}")
        == f"{told}, {BuiltinGrader.name}"
    )
    assert names.makers(wording("es"), told) == (
        "Redactor incorporado (reglas, sin modelo de lenguaje), A mano, qwen3"
    )
    assert "Calificador" in names.makers(wording("es"), BuiltinGrader.name)


def test_an_unknown_code_is_shown_as_it_is():
    assert names.question_type(wording("en"), "of_our_own") == "of_our_own"


def test_numbers_and_dates_are_written_as_each_language_writes_them():
    english, spanish = wording("en"), wording("es")
    assert (english.percent(0.857), spanish.percent(0.857)) == ("85.7%", "85,7\u00a0%")
    assert (english.count(10_485_760), spanish.count(10_485_760)) == ("10,485,760", "10.485.760")
    moment = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    assert english.moment(moment) == "1 March 2026, 23:30 UTC"
    assert spanish.moment(moment) == "1 de marzo de 2026, 23:30 UTC"


def test_a_percentage_is_rounded_once_and_the_same_everywhere():
    assert percent_value(2 / 3) == 66.7
    assert wording("en").percent(2 / 3) == "66.7%"


@pytest.mark.parametrize(
    ("code", "language"), [("es-MX", "es"), ("es_ES", "es"), ("de", "en"), ("", "en"), ("EN", "en")]
)
def test_a_language_without_a_catalogue_gets_english(code, language):
    assert wording(code).language == language


def test_one_answer_is_not_spoken_of_as_many():
    from reports.figures import figures

    tally = figures(samples.given([samples.result()])).headline
    assert sentences.headline(wording("en"), tally) == "1 of 1 answer correct"
    assert sentences.headline(wording("es"), tally) == "1 de 1 respuesta correcta"


@pytest.mark.parametrize("shortfall", list(Shortfall))
def test_each_shortfall_has_its_sentence(shortfall):
    from reports.figures import figures

    tally = figures(samples.given(samples.results(correct=1, not_run=9))).headline
    told = sentences.incompleteness(wording("en"), Incompleteness(shortfall, ("q-1",)), tally)
    assert told.endswith(".")


def test_evidence_of_a_contradiction_is_not_said_to_show_the_fact():
    denied = FactRecord("12 euros for adults", Finding.CONTRADICTED, "15 euros for adults")
    shown = FactRecord("12 euros for adults", Finding.PRESENT, "Adults pay 12 euros.")
    assert results.fact_remarks(wording("en"), denied) == ["contradicted by “15 euros for adults”"]
    assert results.fact_remarks(wording("es"), denied) == ["lo contradice «15 euros for adults»"]
    assert results.fact_remarks(wording("en"), shown) == ["shown by “Adults pay 12 euros.”"]


def test_how_sure_the_grader_is_is_given_in_whole_percent():
    assert (wording("en").whole_percent(0.934), wording("es").whole_percent(0.934)) == (
        "93%", "93\u00a0%",
    )  # fmt: skip
    record = replace(samples.result(), confidence=0.934)
    assert any(told.endswith(": 93%") for told in results.asides(wording("en"), record))
