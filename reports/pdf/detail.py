"""One result in full: question, expected answer, key facts, answer, grade, source."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grading.values import Label
from reports.charts.marks import label_mark
from reports.figures.input import Decision, FactRecord, ResultRecord
from reports.figures.spans import Span, evidence_spans, quotation_spans
from reports.pdf import sheet
from reports.pdf.styles import WIDTH
from reports.pdf.text import Markup, Typesetter, anchored, bold, joined, muted
from reports.wording import names

if TYPE_CHECKING:
    from reportlab.platypus import Flowable


def detail(number: int, result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    """The whole result. Nothing of it stands in a table cell, so that long texts split."""
    words, text = setter.words, setter.text
    question, question_note = setter.excerpt(result.question)
    made: list[Flowable] = [
        sheet.room(110),
        _head(result, setter),
        sheet.paragraph(anchored(question, f"r{number}"), "question"),
    ]
    if question_note:
        made.append(sheet.paragraph(text(question_note), "muted"))
    behaviour = names.expects(words, result.expects)
    if behaviour:
        made.append(sheet.paragraph(text(behaviour)))
    if result.expected_answer:
        made += _quoted(
            words.gettext("Expected answer"), result.expected_answer, (), setter, shade=False
        )
    if result.facts:
        made += sheet.label(text(words.gettext("Key facts")))
        made += [sheet.item(_fact(fact, setter)) for fact in result.facts]
    made += _answer(result, setter)
    made += _grade(result, setter)
    if result.label is not Label.CORRECT:
        made += _passages(result, setter)
    else:
        made += _source_only(result, setter)
    return [*made, sheet.rule()]


def _head(result: ResultRecord, setter: Typesetter) -> "Flowable":
    """Outcome, type and identifier in one line."""
    words = setter.words
    facts = [names.question_type(words, result.type), result.uid]
    if result.attempt > 1:
        facts.append(words.gettext("attempt %(number)s") % {"number": result.attempt})
    if result.critical:
        facts.append(words.gettext("critical"))
    if result.control:
        facts.append(words.gettext("control"))
    label = bold(setter.text(names.label(words, result.label)))
    about = joined([setter.one_line(fact, longest=60) for fact in facts])
    row = [
        label_mark(result.label),
        sheet.paragraph(label, "cell"),
        sheet.paragraph(about, "cell_right_muted"),
    ]
    return sheet.table([row], [14, 120, WIDTH - 134], header=False, lines=False)


def _quoted(
    label: str,
    content: str,
    spans: Iterable[Span],
    setter: Typesetter,
    *,
    shade: bool = True,
) -> "list[Flowable]":
    """A text under its label, shortened with a note where it is very long."""
    markup, note = setter.excerpt(content, spans)
    made: list[Flowable] = [
        *sheet.label(setter.text(label)),
        sheet.paragraph(markup, "quoted" if shade else "body"),
    ]
    return [*made, sheet.paragraph(setter.text(note), "muted")] if note else made


def _fact(fact: FactRecord, setter: Typesetter) -> Markup:
    words = setter.words
    quotation, _note = setter.excerpt(fact.quotation)
    parts = [quotation, bold(setter.text(names.finding(words, fact.finding)))]
    if fact.exact_value:
        exact = words.gettext("exact value %(value)s") % {"value": fact.exact_value}
        parts.append(muted(setter.text(exact)))
    if fact.evidence:
        shown = words.gettext("shown by “%(words)s”") % {"words": fact.evidence}
        parts.append(muted(setter.excerpt(shown)[0]))
    return joined(parts, between=" — ")


def _answer(result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    words = setter.words
    if result.answer is None:
        if not result.failure:
            return []
        why = names.failure(words, result.failure)
        tries = words.ngettext(
            "%(why)s %(tries)s try was made.", "%(why)s %(tries)s tries were made.", result.tries
        ) % {"why": why, "tries": words.count(result.tries)}
        return [sheet.paragraph(setter.text(tries))]
    label = words.gettext("Answer")
    if result.corrected:
        label = words.gettext("Answer, corrected by hand")
    if not result.answer.strip():
        empty = words.gettext("The reply was empty.")
        return [*sheet.label(setter.text(label)), sheet.paragraph(setter.text(empty))]
    made = _quoted(label, result.answer, evidence_spans(result), setter)
    if result.captured_answer is not None:
        made += _quoted(words.gettext("Answer as captured"), result.captured_answer, (), setter)
    return made


def _grade(result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    """What was made of the answer, by the grader and by people."""
    words = setter.words
    told = []
    if result.explanation:
        told.append(result.explanation)
    if result.ungraded:
        told.append(names.ungraded(words, result.ungraded))
    if result.contradictions:
        told.append(
            words.gettext("Contradicts the material: %(words)s")
            % {"words": _quotations(result.contradictions)}
        )
    if result.unverified:
        told.append(
            words.gettext(
                "Neither confirmed nor contradicted by the material, not counted: %(words)s"
            )
            % {"words": _quotations(result.unverified)}
        )
    if result.decision is not None:
        told.append(_decision(result.decision, result, setter))
    made: list[Flowable] = [sheet.paragraph(setter.excerpt(each)[0]) for each in told]
    aside = joined([setter.text(each) for each in _aside(result, setter)])
    return [*made, sheet.paragraph(aside, "muted")] if aside else made


def _aside(result: ResultRecord, setter: Typesetter) -> list[str]:
    """What is good to know of a grade: its likely cause, how sure the grader is, the flags."""
    words = setter.words
    told = []
    if result.cause:
        told.append(
            words.gettext("Likely cause, a hypothesis: %(cause)s")
            % {"cause": names.cause(words, result.cause)}
        )
    if result.confidence is not None:
        told.append(
            words.gettext("Confidence of the grader: %(confidence)s")
            % {"confidence": words.percent(result.confidence)}
        )
    if result.flags:
        told.append(
            words.gettext("Flagged: %(reasons)s")
            % {"reasons": ", ".join(names.flag(words, reason) for reason in result.flags)}
        )
    return told


def _decision(made: Decision, result: ResultRecord, setter: Typesetter) -> str:
    words = setter.words
    sentence = words.gettext("Decided by %(person)s on %(day)s") % {
        "person": made.person,
        "day": words.day(made.decided_at),
    }
    if result.automated_label is not None and result.automated_label is not result.label:
        sentence += words.gettext("; the automated grade was %(label)s") % {
            "label": names.label(words, result.automated_label)
        }
    return f"{sentence}: {made.reason}" if made.reason else f"{sentence}."


def _quotations(quoted: tuple[str, ...]) -> str:
    return ", ".join(f"“{each}”" for each in quoted)


def _passages(result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    """The passages with the key facts marked."""
    made: list[Flowable] = []
    for index, passage in enumerate(result.passages):
        where = " › ".join([passage.document, *passage.heading_path])
        label = setter.words.gettext("Source: %(where)s") % {"where": where}
        made += _quoted(label, passage.text, quotation_spans(result, index), setter)
        if passage.address:
            made.append(sheet.paragraph(setter.one_line(passage.address, longest=200), "muted"))
    return made


def _source_only(result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    """Where the facts stand, without the passage: a correct answer needs less evidence on paper."""
    documents = dict.fromkeys(passage.document for passage in result.passages)
    if not documents:
        return []
    label = setter.words.gettext("Source: %(where)s") % {"where": ", ".join(documents)}
    return [sheet.paragraph(setter.one_line(label, longest=300), "muted")]
