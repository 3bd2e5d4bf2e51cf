"""The words shown for the further methods, what they measure and what a question lacks for one."""

from collections.abc import Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from testsets.methods import KeywordsWanted, Lack, Method, Methods, Unfit

METHODS: Final[Mapping[str, Promise]] = {
    Method.GENERAL_QUALITY: gettext_lazy("General quality"),
    Method.COMPARE_MEANING: gettext_lazy("Compare meaning"),
    Method.TOOL_USE: gettext_lazy("Tool use"),
    Method.KEYWORD_MATCH: gettext_lazy("Keyword match"),
    Method.TEXT_SIMILARITY: gettext_lazy("Text similarity"),
    Method.EXACT_MATCH: gettext_lazy("Exact match"),
    Method.STRUCTURED_ANSWER: gettext_lazy("Structured answer"),
    Method.CUSTOM: gettext_lazy("Custom"),
}

MEASURES: Final[Mapping[str, Promise]] = {
    Method.GENERAL_QUALITY: gettext_lazy(
        "Whether the answer is relevant, grounded in the material and complete, and abstains where it"
        " should. All four must hold. It takes a language model."
    ),
    Method.COMPARE_MEANING: gettext_lazy(
        "How far the answer has the intent and ideas of the expected answer, from 0 to 100."
    ),
    Method.TOOL_USE: gettext_lazy(
        "Whether the assistant used the tools or topics that each question names."
    ),
    Method.KEYWORD_MATCH: gettext_lazy(
        "Whether the answer holds the keywords or phrases that each question names."
    ),
    Method.TEXT_SIMILARITY: gettext_lazy(
        "How alike the answer and the expected answer are in wording and meaning, from 0 to 1."
    ),
    Method.EXACT_MATCH: gettext_lazy(
        "Whether the answer is the expected answer, character for character."
    ),
    Method.STRUCTURED_ANSWER: gettext_lazy(
        "Whether the answer is JSON that keeps to a schema, agrees field by field with a reference and"
        " quotes what really stands in the input."
    ),
    Method.CUSTOM: gettext_lazy(
        "Your own instructions and labels. It takes a language model."
    ),
}  # fmt: skip

LACKS: Final[Mapping[str, Promise]] = {
    Lack.EXPECTED_ANSWER: gettext_lazy("no expected answer"),
    Lack.KEYWORDS: gettext_lazy("no keywords"),
    Lack.TOOLS: gettext_lazy("no expected tools"),
    Lack.SCHEMA: gettext_lazy("no JSON schema"),
    Lack.REFERENCE: gettext_lazy("no reference"),
    Lack.REFERENCE_MISFIT: gettext_lazy("the reference breaks its own schema"),
    Lack.QUOTATION_FIELD: gettext_lazy("the reference lacks a field that should hold a quotation"),
    Lack.QUOTATION_ELSEWHERE: gettext_lazy(
        "a quotation of the reference stands neither in the question nor in a passage"
    ),
    Lack.LABELS: gettext_lazy("no instructions or labels"),
}


OUTCOMES: Final[Mapping[str, Promise]] = {
    "pass": pgettext_lazy("outcome of a method", "Pass"),
    "fail": pgettext_lazy("outcome of a method", "Fail"),
    "invalid": pgettext_lazy("outcome of a method", "Invalid"),
    "not_judged": pgettext_lazy("outcome of a method", "Not judged"),
}


def outcome_words(outcome: str) -> str:
    """What became of an answer under a method; a label of a custom method is shown as it is."""
    return str(OUTCOMES.get(outcome, outcome))


def method_words(method: str) -> str:
    """What a method is called; an unknown code is shown as it is."""
    return str(METHODS.get(method, method))


def invalid_words(method: Method, lack: Lack, count: int) -> str:
    """That so many questions cannot be judged by a method, and why."""
    return ngettext(
        "%(count)s question is Invalid for %(method)s: %(reason)s",
        "%(count)s questions are Invalid for %(method)s: %(reason)s",
        count,
    ) % {"count": count, "method": METHODS[method], "reason": LACKS[lack]}


def invalid_note(method: Method, lack: Lack) -> str:
    """That the question beside it cannot be judged by a method, and why."""
    return _("Invalid for %(method)s: %(reason)s") % {
        "method": METHODS[method],
        "reason": LACKS[lack],
    }


def settings_words(method: Method, methods: Methods) -> str:
    """How a chosen method is set; "" where nothing can be set."""
    if method is Method.COMPARE_MEANING:
        return _("passes from %(score)s") % {"score": methods.meaning_pass}
    if method is Method.TEXT_SIMILARITY:
        score = number_format(methods.similarity_pass, decimal_pos=2, use_l10n=True)
        return _("passes from %(score)s") % {"score": score}
    if method is Method.KEYWORD_MATCH:
        every = methods.keywords is KeywordsWanted.ALL
        return _("all of the keywords") if every else _("any of the keywords")
    if method is Method.CUSTOM:
        return ", ".join(
            _("%(title)s (pass)") % {"title": label.title}
            if label.passes
            else _("%(title)s (fail)") % {"title": label.title}
            for label in methods.labels
        )
    return ""


def unfit_words(unfit: Unfit) -> str:
    """What is wrong with a setting, in the reader's language."""
    sentence = _(unfit.sentence)
    said = sentence % unfit.values if unfit.values else sentence
    return said[:1].upper() + said[1:]
