"""The words of reviewing: why a result is flagged, what can be decided, what was decided."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.caudals import percent
from core.wording import LABELS
from grading.models import Assessment
from grading.values import Cause, Findings, RuleResult, UngradedReason
from reviews.models import Dispute, Flag
from reviews.values import Age, Choice, Order, Sureness

CHOICES: Final[Mapping[Choice, Promise]] = {
    Choice.CORRECT: LABELS["correct"],
    Choice.PARTLY: LABELS["partly_correct"],
    Choice.INCORRECT: LABELS["incorrect"],
    Choice.NO_ANSWER: LABELS["no_answer"],
    Choice.TEST_WRONG: gettext_lazy("The test is wrong"),
    Choice.CAPTURE_WRONG: gettext_lazy("The capture is wrong"),
    Choice.CANNOT_DECIDE: gettext_lazy("Cannot decide"),
}

KEYS: Final[Mapping[Choice, str]] = {
    Choice.CONFIRM: "c",
    Choice.CORRECT: "1",
    Choice.PARTLY: "2",
    Choice.INCORRECT: "3",
    Choice.NO_ANSWER: "4",
    Choice.TEST_WRONG: "t",
    Choice.CAPTURE_WRONG: "x",
    Choice.CANNOT_DECIDE: "u",
}

# In lists, where a whole sentence would not fit.
REASONS: Final[Mapping[str, Promise]] = {
    Flag.Reason.DISPUTED: gettext_lazy("Disputed"),
    Flag.Reason.DIFFER: gettext_lazy("Reviewers differ"),
    Flag.Reason.ASKED: gettext_lazy("Somebody asks for a look"),
    Flag.Reason.CRITICAL: gettext_lazy("Critical, did not pass"),
    Flag.Reason.TEST: gettext_lazy("Test may be wrong"),
    Flag.Reason.CAPTURE: gettext_lazy("Capture looks wrong"),
    Flag.Reason.CONFIDENCE: gettext_lazy("Grader not confident"),
    Flag.Reason.RULE: gettext_lazy("Rule disagrees"),
    Flag.Reason.OPINION: gettext_lazy("Opinion differs"),
    Flag.Reason.NOT_GRADED: gettext_lazy("Not graded"),
    Flag.Reason.OUTDATED: gettext_lazy("Source changed"),
    Flag.Reason.DRAWN: gettext_lazy("Drawn at random"),
}

SURENESS: Final[Mapping[str, Promise]] = {
    Sureness.UNSURE: gettext_lazy("under 60%"),
    Sureness.MIDDLING: gettext_lazy("60% to under 90%"),
    Sureness.SURE: gettext_lazy("90% and more"),
    Sureness.UNKNOWN: gettext_lazy("not said"),
}

AGES: Final[Mapping[str, Promise]] = {
    Age.DAY: gettext_lazy("since yesterday"),
    Age.WEEK: gettext_lazy("1 to 7 days ago"),
    Age.MONTH: gettext_lazy("8 to 30 days ago"),
    Age.OLDER: gettext_lazy("earlier"),
}

ORDERS: Final[Mapping[str, Promise]] = {
    Order.URGENT: gettext_lazy("Most urgent first"),
    Order.OLDEST: gettext_lazy("Longest waiting first"),
    Order.NEWEST: gettext_lazy("Newest first"),
    Order.UNSURE: gettext_lazy("Least sure first"),
}

CAUSES: Final[Mapping[str, Promise]] = {
    Cause.INVENTED: gettext_lazy("the assistant may have made it up"),
    Cause.OUTDATED: gettext_lazy("the assistant may have read an outdated document"),
    Cause.WRONG_SOURCE: gettext_lazy("the assistant may have read the wrong source"),
    Cause.KNOWLEDGE_GAP: gettext_lazy("the assistant may not have this in its material"),
    Cause.OUT_OF_SCOPE: gettext_lazy("the question may lie outside what the assistant is for"),
}

UNGRADED: Final[Mapping[str, Promise]] = {
    UngradedReason.UNAVAILABLE: gettext_lazy("The grader could not be reached."),
    UngradedReason.REFUSED: gettext_lazy("The grader’s service refused the request."),
    UngradedReason.UNREADABLE: gettext_lazy("The grader’s reply could not be read."),
    UngradedReason.WRONG_FACTS: gettext_lazy("The grader did not judge every key fact once."),
    UngradedReason.NO_EVIDENCE: gettext_lazy(
        "The grader quoted words that do not stand in the answer."
    ),
    UngradedReason.FAILED: gettext_lazy("The grader met a fault of its own."),
}

OUTCOMES: Final[Mapping[str, Promise]] = {
    Dispute.Status.OPEN: gettext_lazy("waits for a decision"),
    Dispute.Status.CHANGED: gettext_lazy("the grade was changed"),
    Dispute.Status.UPHELD: gettext_lazy("the grade was upheld"),
}


def why(reason: str, machine: Assessment | None, findings: Findings | None) -> str:
    """Why the result is flagged, in a sentence that says what exactly was seen."""
    if reason == Flag.Reason.CONFIDENCE and machine and machine.confidence is not None:
        return _("The grader is only %(share)s sure of its grade.") % {
            "share": percent(machine.confidence)
        }
    if reason == Flag.Reason.OPINION and machine and machine.opinion:
        return _(
            "Asked for an overall label, the grader says “%(opinion)s”. Its findings give “%(label)s”."
        ) % {"opinion": LABELS[machine.opinion], "label": LABELS[machine.label]}
    if reason == Flag.Reason.TEST:
        doubt = findings.test_doubt if findings else ""
        return doubt or _("The question or its expected answer may be wrong.")
    if reason == Flag.Reason.CAPTURE:
        doubt = findings.capture_doubt if findings else ""
        return doubt or _("What was captured may not be the assistant’s own reply.")
    return {
        Flag.Reason.CONFIDENCE: _("The grader is not sure of its grade."),
        Flag.Reason.OPINION: _("The grader’s overall opinion differs from its findings."),
        Flag.Reason.CRITICAL: _("The question is critical, and it did not pass."),
        Flag.Reason.RULE: _("A fixed rule for exact values and the grader disagree."),
        Flag.Reason.NOT_GRADED: _("The grader failed on it as often as it may try."),
        Flag.Reason.DISPUTED: _("Somebody says that the grade is wrong."),
        Flag.Reason.ASKED: _("Somebody asked that a person look at it."),
        Flag.Reason.DRAWN: _("It was drawn at random, to measure how often the grader is wrong."),
        Flag.Reason.DIFFER: _("Two people judged it apart from each other, and they differ."),
        Flag.Reason.OUTDATED: _(
            "The source of the question says something else by now, so the result is set aside."
        ),
    }.get(Flag.Reason(reason), reason)


def rule_words(rule: RuleResult) -> str:
    """What a fixed rule found."""
    if rule.holds:
        return _("The rule finds %(expected)s in the answer.") % {"expected": rule.expected}
    if rule.found:
        return _("The rule expects %(expected)s and finds %(found)s.") % {
            "expected": rule.expected,
            "found": rule.found,
        }
    return _("The rule does not find %(expected)s in the answer.") % {"expected": rule.expected}


def said(assessment: Assessment) -> str:
    """What an assessment says where it gives no label; "" where it gives one."""
    if assessment.withdraws:
        return _("withdrew the decision")
    if assessment.ungraded == "cannot_decide":
        return _("could not decide")
    return str(UNGRADED.get(assessment.ungraded, assessment.ungraded))


def behaviour_words(findings: Findings | None) -> list[str]:
    """What the machine saw in the reply beside the key facts."""
    if findings is None:
        return []
    seen = {
        _("The reply is empty."): findings.empty,
        _("The reply says that it cannot answer."): findings.declines,
        _("The reply corrects what the question assumes."): findings.corrects_premise,
        _("The reply refers elsewhere."): findings.deflects and not findings.offers_menu,
        _("The reply greets or offers a menu."): findings.offers_menu,
        _("The reply asks back."): findings.asks_back,
        _("The reply is about something else."): findings.off_topic,
    }
    return [sentence for sentence, holds in seen.items() if holds]
