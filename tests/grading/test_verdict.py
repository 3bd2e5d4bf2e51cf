"""The verdict table: the first line that applies decides, over every combination of findings."""

from itertools import product

import pytest

from grading.values import FactFinding, Finding, Findings, Label
from grading.verdict import verdict

P, M, C = Finding.PRESENT, Finding.MISSING, Finding.CONTRADICTED
FACTS = [(), (P,), (M,), (C,), (P, P), (P, M), (M, M), (P, C), (M, C), (P, M, C)]
MANNERS = ["empty", "declines", "corrects_premise", "deflects", "asks_back", "off_topic", "asserts"]
EXPECTS = ["answer", "decline", "correct_premise"]


def _rows():
    """Every combination with the lines of the table that apply to it, in the table's order."""
    for facts, denies, test, capture, expects in product(
        FACTS, [False, True], ["", "unclear"], ["", "an error page"], EXPECTS
    ):
        for flags in product([False, True], repeat=len(MANNERS)):
            manner = dict(zip(MANNERS, flags, strict=True))
            findings = Findings(
                facts=tuple(FactFinding("f", finding) for finding in facts),
                contradictions=("x",) if denies else (),
                test_doubt=test,
                capture_doubt=capture,
                **manner,
            )
            yield findings, expects, _table(facts, denies, test, capture, expects, manner)


def _table(facts, denies, test, capture, expects, manner):
    wrong = denies or C in facts
    limits = expects != "answer"
    lines = [
        (bool(capture), Label.NOT_CAPTURED),
        (bool(test), Label.NEEDS_REVIEW),
        (limits and (manner["declines"] or manner["corrects_premise"]), Label.CORRECT),
        (limits and (manner["asserts"] or wrong), Label.INCORRECT),
        (limits, Label.NO_ANSWER),
        (wrong, Label.INCORRECT),
        (set(facts) == {P}, Label.CORRECT),
        (P in facts, Label.PARTLY),
        (
            any(manner[m] for m in ("empty", "declines", "deflects", "asks_back", "off_topic")),
            Label.NO_ANSWER,
        ),
        (True, Label.INCORRECT),
    ]
    return next(label for applies, label in lines if applies)


def test_the_first_line_of_the_table_that_applies_decides_for_every_combination():
    wrong = [
        (findings, expects, verdict(ran=True, findings=findings, expects=expects), label)
        for findings, expects, label in _rows()
        if verdict(ran=True, findings=findings, expects=expects) is not label
    ]
    assert not wrong[:3]


def test_a_question_that_was_never_answered_is_not_run_whatever_else():
    for findings, expects, _ in _rows():
        assert verdict(ran=False, findings=findings, expects=expects) is Label.NOT_RUN
    assert verdict(ran=False, findings=None, expects="answer") is Label.NOT_RUN


def test_an_answer_that_no_grader_could_judge_is_set_aside_for_review_and_is_not_wrong():
    for expects in EXPECTS:
        assert verdict(ran=True, findings=None, expects=expects) is Label.NEEDS_REVIEW


@pytest.mark.parametrize(
    ("findings", "expects", "label"),
    [
        # a fault of the capture or of the test never lowers the score (M2.14)
        (
            Findings(capture_doubt="an error page", test_doubt="unclear"),
            "answer",
            Label.NOT_CAPTURED,
        ),
        (
            Findings(facts=(FactFinding("f", C, "x"),), test_doubt="outdated"),
            "answer",
            Label.NEEDS_REVIEW,
        ),
        # no key fact at all is not "every key fact present"
        (Findings(), "answer", Label.INCORRECT),
        # declining is right where the material says so (M1.14, M2.6), and is no answer elsewhere
        (Findings(declines=True), "decline", Label.CORRECT),
        (Findings(declines=True, facts=(FactFinding("f", M),)), "answer", Label.NO_ANSWER),
        (Findings(corrects_premise=True, asserts=True), "correct_premise", Label.CORRECT),
        (Findings(asserts=True), "decline", Label.INCORRECT),
        (Findings(deflects=True), "decline", Label.NO_ANSWER),
        # one contradiction outweighs every present fact
        (
            Findings(facts=(FactFinding("f", P, "x"),), contradictions=("y",)),
            "answer",
            Label.INCORRECT,
        ),
    ],
)
def test_single_lines_of_the_table(findings, expects, label):
    assert verdict(ran=True, findings=findings, expects=expects) is label
