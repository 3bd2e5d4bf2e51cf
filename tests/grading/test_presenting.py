"""How findings become marks, flags and sentences."""

import pytest

from grading.explanations import Doubt, doubt, explain
from grading.flags import flags, rule_disagrees
from grading.presenting import answer_parts
from grading.values import Cause, FactFinding, Finding, Findings, Label, RuleResult
from grading.wording import cause_words
from tests.grading.cases import answering

P, M, C = Finding.PRESENT, Finding.MISSING, Finding.CONTRADICTED


def test_the_words_that_show_and_that_deny_are_marked_where_they_stand():
    findings = Findings(
        facts=(FactFinding("a", P, "costs €14"), FactFinding("b", C, "dogs pay")),
        contradictions=("dogs pay half",),
    )
    assert answer_parts("It costs €14, dogs pay half.", findings) == [
        ("It ", ""),
        ("costs €14", "evidence"),
        (", ", ""),
        ("dogs pay half", "contradiction"),
        (".", ""),
    ]


def test_overlapping_evidence_loses_no_character():
    findings = Findings(facts=(FactFinding("a", P, "one two"), FactFinding("b", P, "two three")))
    text = "one two three"
    assert answer_parts(text, findings) == [(text, "evidence")]


def test_an_answer_nobody_graded_is_shown_unmarked():
    assert answer_parts("Text.", None) == [("Text.", "")]


def test_findings_survive_being_stored():
    findings = Findings(
        facts=(FactFinding("a", P, "x"), FactFinding("b", M)), unverified=("y",), declines=True
    )
    assert Findings.from_json(findings.as_json()) == findings


@pytest.mark.parametrize(
    ("finding", "holds", "disagrees"),
    [(P, True, False), (P, False, True), (M, True, True), (M, False, False), (C, False, False)],
)
def test_rule_and_grader_disagree_both_ways(finding, holds, disagrees):
    """M2.8"""
    findings = Findings(facts=(FactFinding("a", finding, "x"),))
    rule = RuleResult("amount", "a", "€14", "€14" if holds else "", holds)
    assert rule_disagrees(findings, [rule]) is disagrees


def test_each_reason_to_look_at_a_result_raises_its_own_flag():
    """M5.2"""
    findings = Findings(facts=(FactFinding("a", M),), test_doubt="Unclear.")
    given = {"findings": findings, "label": Label.NEEDS_REVIEW, "enough": 0.7}
    case = answering("x", critical=True)
    assert flags(case, confidence=0.69, opinion=Label.CORRECT, **given) == (
        "test_may_be_wrong",
        "grader_not_confident",
        "opinion_differs",
        "critical_not_passed",
    )
    sound = Findings(facts=(FactFinding("a", P, "x"),))
    assert flags(case, label=Label.CORRECT, findings=sound, confidence=0.7, enough=0.7) == ()


@pytest.mark.parametrize("language", ["en", "es", "de", "sv"])
def test_every_label_is_explained_in_the_language_of_the_test(language):
    """M2.10"""
    partly = Findings(facts=(FactFinding("FACT ONE", P, "x"), FactFinding("FACT TWO", M)))
    sentence = explain(Label.PARTLY, partly, language=language, limits=False)
    assert "FACT ONE" in sentence
    assert "FACT TWO" in sentence
    seen = {
        explain(label, findings, language=language, limits=limits)
        for label, findings, limits in [
            (Label.CORRECT, Findings(facts=(FactFinding("f", P, "x"),)), False),
            (Label.INCORRECT, Findings(facts=(FactFinding("f", M),)), False),
            (Label.INCORRECT, Findings(facts=(FactFinding("f", C, "y"),)), False),
            (Label.NO_ANSWER, Findings(facts=(FactFinding("f", M),), declines=True), False),
            (Label.NO_ANSWER, Findings(empty=True), False),
            (Label.CORRECT, Findings(declines=True), True),
            (Label.CORRECT, Findings(corrects_premise=True), True),
            (Label.INCORRECT, Findings(asserts=True), True),
            (Label.NO_ANSWER, Findings(), True),
            (Label.NOT_CAPTURED, Findings(capture_doubt=doubt(Doubt.REPEATS_QUESTION, language)),
             False),
        ]
    }  # fmt: skip
    assert len(seen) == 10
    english = explain(Label.NO_ANSWER, Findings(empty=True), language="en", limits=False)
    assert (english in seen) == (language == "en")


def test_a_language_without_sentences_is_explained_in_english():
    sentence = explain(Label.NO_ANSWER, Findings(empty=True), language="fi", limits=False)
    assert sentence == "The reply is empty."


def test_a_partial_answer_lacks_at_most_what_is_missing():
    """M2.11"""
    partly = cause_words(Cause.KNOWLEDGE_GAP, Label.PARTLY)
    assert partly != cause_words(Cause.KNOWLEDGE_GAP, Label.NO_ANSWER)
    assert "missing" in str(partly)
    assert cause_words("", Label.PARTLY) == ""
