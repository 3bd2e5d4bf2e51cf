"""Which results a person should look at (M5.2)."""

from collections.abc import Sequence

from grading.values import (
    Case,
    Finding,
    Findings,
    FlagReason,
    Label,
    RuleResult,
)


def flags(
    case: Case,
    *,
    label: Label,
    findings: Findings,
    confidence: float | None,
    enough: float,
    opinion: Label | None = None,
    rules: Sequence[RuleResult] = (),
) -> tuple[str, ...]:
    """The reasons to look at a result, in a fixed order; empty when there are none.

    `enough` is the confidence below which the grader counts as unsure.
    """
    reasons = {
        FlagReason.TEST_MAY_BE_WRONG: bool(findings.test_doubt),
        FlagReason.CAPTURE_LOOKS_WRONG: bool(findings.capture_doubt),
        FlagReason.NOT_CONFIDENT: confidence is not None and confidence < enough,
        FlagReason.RULE_DISAGREES: rule_disagrees(findings, rules),
        FlagReason.OPINION_DIFFERS: opinion is not None and opinion is not label,
        FlagReason.CRITICAL_NOT_PASSED: case.critical and label is not Label.CORRECT,
    }
    return tuple(reason.value for reason, holds in reasons.items() if holds)


def rule_disagrees(findings: Findings, rules: Sequence[RuleResult]) -> bool:
    """True where a fact is said to be present and its exact value is not found, or the reverse."""
    by_fact: dict[str, bool] = {}
    for rule in rules:
        by_fact[rule.fact] = by_fact.get(rule.fact, True) and rule.holds
    return any(
        by_fact[fact.fact] != (fact.finding is Finding.PRESENT)
        for fact in findings.facts
        if fact.fact in by_fact
    )
