"""The words shown for the codes of questions, drafts and checks."""

from collections.abc import Mapping
from typing import Final

from babel import Locale, UnknownLocaleError
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from testsets.exchange.contents import WRITER as IMPORTED
from testsets.models import SignOff
from testsets.values import BY_HAND, EDITED_BY, Expects, Family, QuestionType
from testsets.writers.builtin import BuiltinWriter

TYPES: Final[Mapping[str, Promise]] = {
    QuestionType.DIRECT: gettext_lazy("Direct"),
    QuestionType.PARAPHRASE: gettext_lazy("Paraphrase"),
    QuestionType.NAMES_CODES: gettext_lazy("Names and codes"),
    QuestionType.CROSS_LANGUAGE: gettext_lazy("Other language"),
    QuestionType.TYPOS: gettext_lazy("Typos"),
    QuestionType.KEYWORDS: gettext_lazy("Search-box keywords"),
    QuestionType.EXACT_VALUE: gettext_lazy("Exact value"),
    QuestionType.YES_NO: gettext_lazy("Yes or no"),
    QuestionType.CURRENT: gettext_lazy("What is true now"),
    QuestionType.SEVERAL_SOURCES: gettext_lazy("Several sources"),
    QuestionType.NOT_IN_MATERIAL: gettext_lazy("Not in the material"),
    QuestionType.GENERAL_KNOWLEDGE: gettext_lazy("General knowledge"),
    QuestionType.LEADING: gettext_lazy("Leading question"),
    QuestionType.FALSE_PREMISE: gettext_lazy("False premise"),
}

FAMILIES: Final[Mapping[str, Promise]] = {
    Family.FIND: gettext_lazy("Can it find the source?"),
    Family.READ: gettext_lazy("Can it read what it found?"),
    Family.LIMITS: gettext_lazy("Does it know what it does not know?"),
}

EXPECTS: Final[Mapping[str, Promise]] = {
    Expects.ANSWER: pgettext_lazy("right behaviour", "Answer"),
    Expects.DECLINE: gettext_lazy("Decline or refer"),
    Expects.CORRECT_PREMISE: gettext_lazy("Correct the premise"),
}

# A model is called what it is called; these names are ours.
WRITERS: Final[Mapping[str, Promise]] = {
    BY_HAND: gettext_lazy("Written by hand"),
    IMPORTED: gettext_lazy("Imported"),
    BuiltinWriter.name: gettext_lazy("Built-in writer (rules, no language model)"),
}

# What each check found, as a short heading over drafts that it refused.
CHECKS: Final[Mapping[str, Promise]] = {
    "question_shape": gettext_lazy("Not worded as a question"),
    "points_at_source": gettext_lazy("Points at its source"),
    "standalone": gettext_lazy("Does not stand on its own"),
    "question_language": gettext_lazy("In the wrong language"),
    "fact_count": gettext_lazy("Too many or too few key facts"),
    "facts_verbatim": gettext_lazy("Key fact not in the passage"),
    "fact_size": gettext_lazy("Key fact too long or empty"),
    "exact_value": gettext_lazy("Exact value missing or misplaced"),
    "answer_words": gettext_lazy("Question gives the answer away"),
    "answer_missing": gettext_lazy("No expected answer"),
    "menu_label": gettext_lazy("Label instead of an answer"),
    "answer_supported": gettext_lazy("Answer says more than the passage"),
    "yes_no_answer": gettext_lazy("Neither yes nor no"),
    "paraphrase_overlap": gettext_lazy("Paraphrase too close to the passage"),
    "names_code": gettext_lazy("No name or code of the passage"),
    "several_sources": gettext_lazy("Does not need several sources"),
    "current": gettext_lazy("No older source that says otherwise"),
    "behaviour": gettext_lazy("Right behaviour missing or mistaken"),
    "premise_absent": gettext_lazy("Made-up detail is in the material"),
    "not_in_material": gettext_lazy("The material may answer it"),
    "near_duplicate": gettext_lazy("Near-duplicate"),
    "yes_no_balance": gettext_lazy("Would tip the yes/no balance"),
    "reply_unreadable": gettext_lazy("Reply of the model unreadable"),
    "reply_refused": gettext_lazy("The model refused"),
    "reply_nothing_to_ask": gettext_lazy("Nothing to ask about"),
}


# What was done to an expected answer to see whether the grader notices.
ALTERATIONS: Final[Mapping[str, Promise]] = {
    "own": gettext_lazy("The expected answer itself"),
    "value_changed": gettext_lazy("Another value"),
    "fact_dropped": gettext_lazy("A key fact left out"),
    "negated": gettext_lazy("The opposite"),
    "premise_accepted": gettext_lazy("Agrees to what is made up"),
    "invented": gettext_lazy("Makes something up"),
    "refusal": gettext_lazy("Refuses"),
    "empty": gettext_lazy("Empty reply"),
    "question_repeated": gettext_lazy("Repeats the question"),
    "reordered": gettext_lazy("The reference in another order and layout"),
    "unparsable": gettext_lazy("JSON that is cut off"),
    "prose_around": gettext_lazy("Words around the JSON"),
    "listed": gettext_lazy("A list instead of an object"),
    "missing_field": gettext_lazy("A field left out"),
    "extra_field": gettext_lazy("A field too many"),
    "wrong_type": gettext_lazy("A value of another type"),
    "unknown_status": gettext_lazy("A value that the schema does not know"),
    "invented_value": gettext_lazy("An invented value"),
    "invented_evidence": gettext_lazy("An invented quotation"),
    "other_evidence": gettext_lazy("A quotation for another claim"),
}


def author_words(name: str) -> str:
    """Who wrote a question, in the reader's language: our own names, and who edited it."""
    first, edited, people = name.partition(EDITED_BY)
    first = str(WRITERS.get(first, first))
    if not edited:
        return first
    return _("%(writer)s, edited by %(people)s") % {"writer": first, "people": people}


def sign_off_words(word: SignOff) -> str:
    """What somebody did with their word on a question."""
    if word.decision == SignOff.Decision.WITHDRAWN:
        return _("Took a sign-off back")
    if word.settles:
        if word.decision == SignOff.Decision.APPROVED:
            return _("Settled a difference: signed off")
        return _("Settled a difference: changes asked for")
    return _("Signed off") if word.decision == SignOff.Decision.APPROVED else _("Asked for changes")


def check_words(code: str) -> str:
    """What a check is called; an unknown code is shown as it is."""
    return str(CHECKS.get(code, code))


def language_words(code: str) -> str:
    """The name of a language, in the reader's."""
    if code == "mul":
        return _("several languages")
    if code in ("", "und"):
        return _("an unknown language")
    try:
        return Locale.parse(code).get_display_name(get_language() or "en") or code
    except (UnknownLocaleError, ValueError):
        return code


def shortage(
    *,
    kept: int,
    wanted: int,
    reasons: Mapping[str, int],
    languages: Mapping[str, int],
    asked: str,
    gave_up: bool = False,
) -> str:
    """Why fewer questions came than were asked for, in one sentence; "" when all came.

    `reasons` counts rejected drafts by check, `languages` the passages by language; `asked` is the
    language that was asked for, "" for any. `gave_up` says that writing ended before the material.
    """
    if kept >= wanted:
        return ""
    counted = {"kept": kept, "wanted": wanted}
    if asked and languages and asked not in languages:
        there = ", ".join(
            f"{language_words(code)} ({count})" for code, count in sorted(languages.items())
        )
        return _(
            "%(kept)s of %(wanted)s questions: the sources hold no passage in %(asked)s, only in"
            " %(there)s."
        ) % {**counted, "asked": language_words(asked), "there": there}
    if not languages:
        return _("%(kept)s of %(wanted)s questions: the sources hold no text.") % counted
    if not reasons:
        return (
            _(
                "%(kept)s of %(wanted)s questions: the material holds no more that a customer would"
                " plainly ask."
            )
            % counted
        )
    total = sum(reasons.values())
    listed = ", ".join(
        f"{check_words(check)} ({count})"
        for check, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    )
    told = {**counted, "rejected": total, "reasons": listed}
    if gave_up:
        return (
            _(
                "%(kept)s of %(wanted)s questions: writing was ended because too many drafts failed,"
                " %(rejected)s of them: %(reasons)s."
            )
            % told
        )
    return (
        ngettext(
            "%(kept)s of %(wanted)s questions: the material is used up, and %(rejected)s draft was"
            " rejected: %(reasons)s.",
            "%(kept)s of %(wanted)s questions: the material is used up, and %(rejected)s drafts were"
            " rejected: %(reasons)s.",
            total,
        )
        % told
    )
