"""What labels, types, levels, reasons and flags are called in a report."""

from grading.graders.builtin import BuiltinGrader
from grading.values import Finding, Label
from reports.figures.values import ReviewLevel, SetAside
from reports.wording.language import Wording
from testsets.values import BY_HAND
from testsets.writers.builtin import BuiltinWriter


def label(words: Wording, value: Label | None) -> str:
    """The name of an outcome; None is an answer without a grade."""
    _ = words.gettext
    return {
        Label.CORRECT: _("Correct"),
        Label.PARTLY: _("Partly correct"),
        Label.INCORRECT: _("Incorrect"),
        Label.NO_ANSWER: _("No answer"),
        Label.NEEDS_REVIEW: _("Test needs review"),
        Label.NOT_CAPTURED: _("Not captured"),
        Label.NOT_RUN: _("Not run"),
        None: _("Not graded"),
    }[value]


def label_meaning(words: Wording, value: Label | None) -> str:
    """One sentence on what an outcome says."""
    _ = words.gettext
    return {
        Label.CORRECT: _("The answer conveys every key fact and contradicts nothing."),
        Label.PARTLY: _(
            "The answer conveys some of the key facts and contradicts none. It counts half in the "
            "quality score."
        ),
        Label.INCORRECT: _("The answer contradicts the material or leaves its key facts out."),
        Label.NO_ANSWER: _(
            "The assistant said nothing, evaded the question, asked to rephrase it or spoke of "
            "something else."
        ),
        Label.NEEDS_REVIEW: _(
            "The question is unclear, or its expected answer looks wrong or incomplete. Set aside."
        ),
        Label.NOT_CAPTURED: _("What was captured is not the assistant’s own answer. Set aside."),
        Label.NOT_RUN: _("A technical problem kept the question from being asked. Set aside."),
        None: _("An answer was captured and no grade could be reached yet. Set aside."),
    }[value]


def set_aside(words: Wording, reason: SetAside) -> str:
    return label(words, None if reason is SetAside.NOT_GRADED else Label(reason.value))


def level(words: Wording, value: ReviewLevel) -> str:
    _ = words.gettext
    return {
        ReviewLevel.PRELIMINARY: _("Preliminary"),
        ReviewLevel.REVIEWED: _("Reviewed"),
        ReviewLevel.EXPERT: _("Expert-reviewed"),
    }[value]


def level_name(words: Wording, code: str) -> str:
    """The name of a level by its code."""
    return level(words, ReviewLevel(code))


def makers(words: Wording, told: str) -> str:
    """Who wrote or graded, one or several. A model keeps its name; the others are called by us."""
    _ = words.gettext
    ours = {
        BY_HAND: _("Written by hand"),
        BuiltinWriter.name: _("Built-in writer (rules, no language model)"),
        BuiltinGrader.name: _("Built-in grader (rules and embeddings, no language model)"),
    }
    for name, word in ours.items():
        told = told.replace(name, word)
    return told


def question_type(words: Wording, kind: str) -> str:
    _ = words.gettext
    return {
        "direct": _("Direct lookup"),
        "paraphrase": _("Paraphrase"),
        "names_codes": _("Names and codes"),
        "cross_language": _("Asked in another language"),
        "typos": _("Typos"),
        "keywords": _("Search-box keywords"),
        "exact_value": _("Exact number, date or amount"),
        "yes_no": _("Yes or no"),
        "current": _("What is true now"),
        "several_sources": _("Several sources at once"),
        "not_in_material": _("Topic not in the material"),
        "general_knowledge": _("General knowledge"),
        "leading": _("Leading question"),
        "false_premise": _("False premise"),
    }.get(kind, kind)


def family(words: Wording, key: str) -> str:
    _ = words.gettext
    return {
        "find": _("Can it find the source?"),
        "read": _("Can it read what it found?"),
        "limits": _("Does it know what it does not know?"),
    }.get(key, _("Other questions"))


def expects(words: Wording, value: str) -> str:
    """What the right behaviour is where it is not simply to answer; "" where it is."""
    _ = words.gettext
    return {
        "decline": _("The assistant should decline or refer elsewhere."),
        "correct_premise": _("The assistant should correct what the question assumes."),
    }.get(value, "")


def finding(words: Wording, value: Finding | None) -> str:
    _ = words.gettext
    return {
        Finding.PRESENT: _("present"),
        Finding.MISSING: _("missing"),
        Finding.CONTRADICTED: _("contradicted"),
        None: _("not assessed"),
    }[value]


def flag(words: Wording, reason: str) -> str:
    _ = words.gettext
    return {
        "test_may_be_wrong": _("the test may be wrong"),
        "grader_not_confident": _("the grader is not confident"),
        "capture_looks_wrong": _("the capture looks wrong"),
        "critical_not_passed": _("a critical test did not pass"),
        "rule_disagrees": _("a fixed rule and the grader disagree"),
        "opinion_differs": _("the grader’s overall opinion differs from its findings"),
        "not_graded": _("no grade could be reached"),
        "disputed": _("the grade is disputed"),
        "drawn": _("drawn at random for a person to judge"),
        "outdated": _("the source of the question says something else by now"),
    }.get(reason, reason)


def cause(words: Wording, value: str) -> str:
    """A likely cause, to be worded as a hypothesis by whoever shows it."""
    _ = words.gettext
    return {
        "invented_answer": _("invented answer"),
        "outdated_document": _("outdated document"),
        "wrong_source": _("wrong source"),
        "knowledge_gap": _("knowledge gap"),
        "out_of_scope": _("out of scope"),
    }.get(value, value)


def ungraded(words: Wording, reason: str) -> str:
    """Why no grade was reached."""
    _ = words.gettext
    return {
        "unavailable": _("The grader could not be reached."),
        "refused": _("The grader refused to judge the answer."),
        "unreadable": _("The grader’s reply could not be read."),
        "grader_failed": _("The grader failed on the answer."),
        "wrong_number_of_facts": _("The grader did not judge each key fact exactly once."),
        "evidence_not_in_answer": _("The grader quoted words that do not stand in the answer."),
    }.get(reason, reason)


def failure(words: Wording, kind: str) -> str:
    """What kept a question from being answered."""
    _ = words.gettext
    return {
        "timeout": _("No reply came in time."),
        "connection": _("The assistant could not be reached."),
        "rate_limit": _("The assistant accepted no more requests."),
        "server_error": _("The assistant’s server failed."),
        "unauthorised": _("The assistant’s server did not accept the sign-in."),
        "refused": _("The assistant’s server refused the request."),
        "malformed": _("The reply could not be read."),
        "too_large": _("The reply was too large."),
        "missing": _("The uploaded file holds no answer to it."),
    }.get(kind, kind)


def group(words: Wording, dimension: str, key: str) -> str:
    """What a group of results is called, in one of the ways to divide them."""
    _ = words.gettext
    if dimension == "type":
        return question_type(words, key)
    if dimension == "family":
        return family(words, key)
    if dimension == "topic":
        return key or _("No topic given")
    if dimension == "source":
        return key or _("No source")
    return {
        "critical": _("Critical questions"),
        "not_critical": _("Other questions"),
        "control": _("Control questions"),
        "development": _("Development questions"),
    }.get(key, key)
