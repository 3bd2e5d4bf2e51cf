"""The likely cause of a failure (M2.11): a guess from what the findings show."""

from grading.graders.builtin.context import Context
from grading.values import Cause, Finding, Findings, Label, failing
from grading.verdict import contradicts
from testsets.values import Expects


def likely_cause(context: Context, label: Label, findings: Findings) -> str:
    """The cause that fits best, or "" where nothing points to one."""
    if not failing(label):
        return ""
    if context.case.expects == Expects.DECLINE:
        return Cause.OUT_OF_SCOPE if findings.asserts else ""
    if contradicts(findings) or context.case.expects == Expects.CORRECT_PREMISE:
        return Cause.INVENTED
    if label is Label.NO_ANSWER:
        # Asking back, a greeting or a referral says nothing about what the assistant knows.
        return Cause.KNOWLEDGE_GAP if findings.declines and not findings.asks_back else ""
    missing = [fact for fact in findings.facts if fact.finding is Finding.MISSING]
    if len(missing) == len(findings.facts) and findings.asserts:
        return Cause.WRONG_SOURCE
    return Cause.KNOWLEDGE_GAP if missing else ""
