"""A stored assessment read back as the values it was made from."""

from grading.models import Assessment
from grading.values import Findings, Graded, Label, RuleResult


def findings_of(assessment: Assessment) -> Findings | None:
    """The findings of an automated grade; None where there are none (a failed attempt, a person)."""
    return Findings.from_json(assessment.findings) if assessment.findings else None


def rules_of(assessment: Assessment) -> tuple[RuleResult, ...]:
    """What the fixed rules said."""
    return tuple(RuleResult(**rule) for rule in assessment.evidence.get("rules", ()))


def graded_from(assessment: Assessment) -> Graded:
    """The grade as its grader gave it."""
    return Graded(
        label=Label(assessment.label),
        findings=Findings.from_json(assessment.findings),
        explanation=assessment.explanation,
        confidence=assessment.confidence,
        flags=tuple(assessment.flags),
        cause=assessment.cause,
        opinion=Label(assessment.opinion) if assessment.opinion else None,
        rules=rules_of(assessment),
    )
