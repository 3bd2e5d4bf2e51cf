"""The words that pages show for the codes of grading."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from grading.checking_selectors import CheckingState
from grading.graders.builtin import BuiltinGrader
from grading.rules.check import TEXT_RULE
from grading.rules.value import Kind
from grading.selectors import Summary
from grading.values import Cause, FlagReason, Label, UngradedReason

# A cause is a guess and is worded as one (M2.11).
CAUSES: Final[Mapping[str, Promise]] = {
    Cause.INVENTED: gettext_lazy("It may be an invented answer."),
    Cause.OUTDATED: gettext_lazy("It may come from an outdated document."),
    Cause.WRONG_SOURCE: gettext_lazy("It may come from the wrong source."),
    Cause.KNOWLEDGE_GAP: gettext_lazy("The assistant may lack this knowledge."),
    Cause.OUT_OF_SCOPE: gettext_lazy("The question may lie outside what the assistant should answer."),
}  # fmt: skip

PART_UNKNOWN: Final = gettext_lazy("The assistant may lack the knowledge of what is missing.")


def cause_words(cause: str, label: str) -> str | Promise:
    """The hypothesis about a failure; a partial answer can only lack what it leaves out."""
    if cause == Cause.KNOWLEDGE_GAP and label == Label.PARTLY:
        return PART_UNKNOWN
    return CAUSES.get(cause, "")


UNGRADED: Final[Mapping[str, Promise]] = {
    UngradedReason.UNAVAILABLE: gettext_lazy("The grader's language model could not be reached."),
    UngradedReason.REFUSED: gettext_lazy("The grader's language model refused the request."),
    UngradedReason.UNREADABLE: gettext_lazy("The grader's reply could not be read."),
    UngradedReason.WRONG_FACTS: gettext_lazy("The grader did not give one finding for each fact."),
    UngradedReason.NO_EVIDENCE: gettext_lazy(
        "The grader named words as evidence that do not stand in the answer."
    ),
    UngradedReason.FAILED: gettext_lazy("The grader broke down on this answer."),
    "cannot_decide": gettext_lazy("This person could not decide."),
}

# A model is called what it is called; the built-in grader's name is ours.
GRADERS: Final[Mapping[str, Promise]] = {
    BuiltinGrader.name: gettext_lazy("Built-in grader (rules and embeddings, no language model)"),
}

RULES: Final[Mapping[str, Promise]] = {
    Kind.NUMBER: pgettext_lazy("kind of value", "Number"),
    Kind.PERCENT: pgettext_lazy("kind of value", "Percentage"),
    Kind.MONEY: pgettext_lazy("kind of value", "Amount"),
    Kind.MEASURE: pgettext_lazy("kind of value", "Measure"),
    Kind.DURATION: pgettext_lazy("kind of value", "Duration"),
    Kind.DATE: pgettext_lazy("kind of value", "Date"),
    Kind.TIME: pgettext_lazy("kind of value", "Time"),
    Kind.CODE: pgettext_lazy("kind of value", "Code or address"),
    TEXT_RULE: pgettext_lazy("kind of value", "Words"),
}

FLAGS: Final[Mapping[str, Promise]] = {
    FlagReason.TEST_MAY_BE_WRONG: gettext_lazy("The test itself may be wrong."),
    FlagReason.NOT_CONFIDENT: gettext_lazy("The grader is not confident."),
    FlagReason.CAPTURE_LOOKS_WRONG: gettext_lazy("The captured text may not be the assistant's reply."),
    FlagReason.CRITICAL_NOT_PASSED: gettext_lazy("A critical question did not pass."),
    FlagReason.RULE_DISAGREES: gettext_lazy("A fixed rule and the grader disagree."),
    FlagReason.OPINION_DIFFERS: gettext_lazy(
        "The grader's overall opinion differs from what its findings lead to."
    ),
    FlagReason.NOT_GRADED: gettext_lazy("It could not be graded."),
}  # fmt: skip

MANNERS: Final[Mapping[str, Promise]] = {
    "declines": gettext_lazy("declines to answer"),
    "corrects_premise": gettext_lazy("corrects the question's assumption"),
    "deflects": gettext_lazy("does not answer"),
    "offers_menu": gettext_lazy("greets or offers a menu"),
    "asks_back": gettext_lazy("asks back"),
    "off_topic": gettext_lazy("is about something else"),
}


def grader_name(name: str) -> str:
    """What a grader is called in the reader's language."""
    return str(GRADERS.get(name, name))


def progress_words(summary: Summary) -> str:
    """How far the grading is, as a sentence."""
    if not summary.answered:
        return _("There are no answers to grade yet.")
    sentence = ngettext(
        "%(graded)s of %(answered)s answer graded",
        "%(graded)s of %(answered)s answers graded",
        summary.answered,
    ) % {"graded": summary.graded, "answered": summary.answered}
    if summary.given_up:
        sentence += " · " + ngettext(
            "%(count)s could not be graded and is set aside",
            "%(count)s could not be graded and are set aside",
            summary.given_up,
        ) % {"count": summary.given_up}
    return sentence


def checking_words(state: CheckingState) -> str:
    """How far trying the questions of a set is, as a sentence."""
    if state.stopping:
        return _("Stopping after the answers in hand")
    return ngettext(
        "%(tried)s of %(total)s question tried on known answers",
        "%(tried)s of %(total)s questions tried on known answers",
        state.total,
    ) % {"tried": state.tried, "total": state.total}


def time_left(summary: Summary, *, now: datetime | None = None) -> str:
    """How long the rest will take at the pace so far; "" while nothing can be said."""
    return time_words(summary.seconds_left(now=now or timezone.now()))


def time_words(seconds: float | None) -> str:
    """A time that is left, in words; "" for None."""
    if seconds is None:
        return ""
    if seconds < 60:
        return _("less than a minute left")
    minutes = round(seconds / 60)
    return ngettext(
        "about %(count)s minute left", "about %(count)s minutes left", minutes
    ) % {"count": minutes}  # fmt: skip
