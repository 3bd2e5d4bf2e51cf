"""The words for what the further methods found."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grading.methods import Outcome, WhyNotJudged
from grading.models import MethodScore
from testsets.methods import Method
from testsets.methods_wording import LACKS

WHY: Final[Mapping[str, Promise]] = {
    WhyNotJudged.NO_MODEL: gettext_lazy("No language model is configured, and it takes one."),
    WhyNotJudged.NO_TOOLS_CAPTURED: gettext_lazy(
        "The connection to the assistant does not capture which tools it used."
    ),
    WhyNotJudged.UNREADABLE: gettext_lazy("The language model's reply could not be read."),
    WhyNotJudged.REFUSED: gettext_lazy("The language model refused the request."),
    WhyNotJudged.FAILED: gettext_lazy("The method broke down on this answer."),
}

QUALITIES: Final[Mapping[str, Promise]] = {
    "relevance": gettext_lazy("Relevance"),
    "groundedness": gettext_lazy("Groundedness"),
    "completeness": gettext_lazy("Completeness"),
    "abstention": gettext_lazy("Abstention"),
}

PARTS: Final[Mapping[str, Promise]] = {
    "schema": gettext_lazy("Schema"),
    "reference": gettext_lazy("Reference"),
    "evidence": gettext_lazy("Quotations"),
}

PROBLEMS: Final[Mapping[str, Promise]] = {
    "empty": gettext_lazy("the answer is empty"),
    "too_long": gettext_lazy("the answer is too long to be looked at"),
    "too_deep": gettext_lazy("the answer is nested too deep to be looked at"),
    "not_json": gettext_lazy("the answer is no JSON"),
    "missing_field": gettext_lazy("missing field"),
    "extra_field": gettext_lazy("field too many"),
    "unknown_value": gettext_lazy("value that the schema does not know"),
    "wrong_type": gettext_lazy("value of the wrong type"),
    "against_schema": gettext_lazy("breaks the schema"),
    "invented_value": gettext_lazy("invented value"),
    "other_value": gettext_lazy("other value"),
    "no_quotation": gettext_lazy("no quotation"),
    "invented_evidence": gettext_lazy("invented quotation"),
    "other_evidence": gettext_lazy("quotation for another claim"),
}


def score_words(score: MethodScore) -> str:
    """The score on its own scale; "" for a method without one."""
    if score.score is None:
        return ""
    if score.method == Method.TEXT_SIMILARITY:
        return number_format(score.score, decimal_pos=2, use_l10n=True)
    number = number_format(score.score, decimal_pos=0, use_l10n=True)
    if score.method == Method.GENERAL_QUALITY:
        return _("%(number)s%%") % {"number": number}
    return _("%(number)s of 100") % {"number": number}


def lines_of(score: MethodScore) -> list[str]:
    """What led to the outcome, a line each."""
    detail: Mapping[str, Any] = score.detail
    if score.outcome == Outcome.INVALID:
        return [_sentence(str(LACKS.get(lack, lack))) for lack in detail["lacks"]]
    if score.outcome == Outcome.NOT_JUDGED:
        return [str(WHY.get(detail["why"], detail["why"]))]
    return list(_lines(score.method, detail))


def _lines(method: str, detail: Mapping[str, Any]) -> Iterator[str]:
    if method == Method.STRUCTURED_ANSWER:
        for name, part in PARTS.items():
            yield f"{part}: {_part_words(detail[name])}"
        return
    if method == Method.GENERAL_QUALITY:
        for name, finding in detail["findings"].items():
            holds = _("holds") if finding["holds"] else _("does not hold")
            yield f"{QUALITIES[name]}: {holds}. {finding['reason']}"
        return
    if method == Method.TEXT_SIMILARITY:
        shares = {
            name: number_format(detail[name], decimal_pos=2, use_l10n=True)
            for name in ("wording", "meaning")
        }
        yield _("Wording %(wording)s, meaning %(meaning)s.") % shares
    for name, words in (
        ("found", _("Found: %(list)s")),
        ("used", _("Used: %(list)s")),
        ("conveyed", _("Conveyed: %(list)s")),
        ("missing", _("Missing: %(list)s")),
    ):
        if detail.get(name):
            yield words % {"list": " · ".join(detail[name])}
    if detail.get("reason"):
        yield detail["reason"]


def _part_words(part: Mapping[str, Any]) -> str:
    if part["holds"] is None:
        return _("nothing to look at")
    if part["holds"]:
        return _("holds")
    return " · ".join(_problem_words(problem) for problem in part["problems"])


def _problem_words(problem: Mapping[str, Any]) -> str:
    words = str(PROBLEMS.get(problem["kind"], problem["kind"]))
    if problem["path"]:
        words += f" {problem['path']}"
    return f"{words} “{problem['found']}”" if problem["found"] else words


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."
