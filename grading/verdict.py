"""The verdict table: findings in, label out, the same way for every grader."""

from grading.values import Finding, Findings, Label, present
from testsets.values import Expects

VERSION = "1"
"""Part of every grader's fingerprint: raise it when the table decides differently."""


def verdict(*, ran: bool, findings: Findings | None, expects: str) -> Label:
    """The label that the findings lead to.

    The order of the lines is the rule: the first that applies decides. `findings` is None when the
    answer was captured and no grader could judge it; its test is then set aside for review.
    """
    if not ran:
        return Label.NOT_RUN
    if findings is None:
        return Label.NEEDS_REVIEW
    if findings.capture_doubt:
        return Label.NOT_CAPTURED
    if findings.test_doubt:
        return Label.NEEDS_REVIEW
    if expects in (Expects.DECLINE, Expects.CORRECT_PREMISE):
        return _of_limits(findings)
    return _of_answer(findings)


def _of_limits(findings: Findings) -> Label:
    """The label where the material says that there is nothing to answer, or a wrong premise."""
    if findings.declines or findings.corrects_premise:
        return Label.CORRECT
    if findings.asserts or contradicts(findings):
        return Label.INCORRECT
    return Label.NO_ANSWER


def _of_answer(findings: Findings) -> Label:
    """The label where the material holds the answer."""
    if contradicts(findings):
        return Label.INCORRECT
    found = present(findings.facts)
    if found and found == len(findings.facts):
        return Label.CORRECT
    if found:
        return Label.PARTLY
    if is_no_answer(findings):
        return Label.NO_ANSWER
    return Label.INCORRECT


def contradicts(findings: Findings) -> bool:
    """True when the answer says the opposite of a key fact or of the cited material."""
    return bool(findings.contradictions) or any(
        fact.finding is Finding.CONTRADICTED for fact in findings.facts
    )


def is_no_answer(findings: Findings) -> bool:
    """True when the reply does not try to answer the question that was asked."""
    return any(
        (
            findings.empty,
            findings.declines,
            findings.deflects,
            findings.asks_back,
            findings.off_topic,
        )
    )
