"""The sentences about one result, the same on the page and in the PDF."""

from grading.values import Finding
from reports.figures.input import Decision, FactRecord, ResultRecord
from reports.wording import names
from reports.wording.language import Wording


def about(words: Wording, result: ResultRecord) -> list[str]:
    """Type, identifier and what is special about a test, in a few words each."""
    told = [names.question_type(words, result.type), result.uid]
    if result.attempt > 1:
        told.append(words.gettext("attempt %(number)s") % {"number": result.attempt})
    if result.critical:
        told.append(words.gettext("critical"))
    if result.control:
        told.append(words.gettext("control"))
    return told


def unanswered(words: Wording, result: ResultRecord) -> str:
    """What kept the question from being answered; "" where an answer came or nothing was tried."""
    if result.answer is not None or not result.failure:
        return ""
    return words.ngettext(
        "%(why)s %(tries)s try was made.", "%(why)s %(tries)s tries were made.", result.tries
    ) % {"why": names.failure(words, result.failure), "tries": words.count(result.tries)}


def correction(words: Wording, result: ResultRecord) -> str:
    """Who corrected the answer and why, and that this is not what was graded; "" where nobody did."""
    graded = words.gettext("The grade is that of the answer as captured.")
    if not result.corrected:
        return ""
    if result.correction is None:
        return graded
    said = words.gettext("Corrected by %(person)s on %(day)s: %(reason)s") % {
        "person": result.correction.person,
        "day": words.day(result.correction.at),
        "reason": result.correction.reason,
    }
    return f"{said} – {graded}"


def fact_remarks(words: Wording, fact: FactRecord) -> list[str]:
    """The exact value that a fact defines, and the words of the answer that show or deny it."""
    told = []
    if fact.exact_value:
        told.append(words.gettext("exact value %(value)s") % {"value": fact.exact_value})
    if fact.evidence:
        told.append(_evidence(words, fact) % {"words": fact.evidence})
    return told


def _evidence(words: Wording, fact: FactRecord) -> str:
    if fact.finding is Finding.CONTRADICTED:
        return words.gettext("contradicted by “%(words)s”")
    return words.gettext("shown by “%(words)s”")


def grade(words: Wording, result: ResultRecord) -> list[str]:
    """What was made of the answer, by the grader and by people."""
    told = []
    if result.explanation:
        told.append(result.explanation)
    if result.ungraded:
        told.append(names.ungraded(words, result.ungraded))
    if result.contradictions:
        told.append(
            words.gettext("Contradicts the material: %(words)s")
            % {"words": _quoted(words, result.contradictions)}
        )
    if result.unverified:
        told.append(
            words.gettext(
                "Neither confirmed nor contradicted by the material, not counted: %(words)s"
            )
            % {"words": _quoted(words, result.unverified)}
        )
    if result.decision is not None:
        told.append(_decision(words, result, result.decision))
    return told


def asides(words: Wording, result: ResultRecord) -> list[str]:
    """What is good to know of a grade: its likely cause, how sure the grader is, the flags."""
    told = []
    if result.cause:
        told.append(
            words.gettext("Likely cause, a hypothesis: %(cause)s")
            % {"cause": names.cause(words, result.cause)}
        )
    if result.confidence is not None:
        told.append(
            words.gettext("Confidence of the grader: %(confidence)s")
            % {"confidence": words.whole_percent(result.confidence)}
        )
    if result.flags:
        told.append(
            words.gettext("Flagged: %(reasons)s")
            % {"reasons": ", ".join(names.flag(words, reason) for reason in result.flags)}
        )
    return told


def source(words: Wording, document: str, heading_path: tuple[str, ...]) -> str:
    """Where a passage stands."""
    # A page's first heading is mostly its title; said once is enough.
    path = heading_path[1:] if heading_path[:1] == (document,) else heading_path
    where = " › ".join([document, *path])
    return words.gettext("Source: %(where)s") % {"where": where}


def _decision(words: Wording, result: ResultRecord, made: Decision) -> str:
    sentence = words.gettext("Decided by %(person)s on %(day)s") % {
        "person": made.person,
        "day": words.day(made.decided_at),
    }
    if result.automated_label is not None and result.automated_label is not result.label:
        sentence += words.gettext("; the automated grade was %(label)s") % {
            "label": names.label(words, result.automated_label)
        }
    return f"{sentence}: {made.reason}" if made.reason else f"{sentence}."


def _quoted(words: Wording, quotations: tuple[str, ...]) -> str:
    return ", ".join(words.gettext("“%(words)s”") % {"words": each} for each in quotations)
