"""One result in full: question, expected answer, key facts, answer, grade, source."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grading.values import Label
from reports.charts.marks import label_mark
from reports.figures.input import FactRecord, ResultRecord
from reports.figures.spans import Span, evidence_spans, quotation_spans
from reports.pdf import sheet
from reports.pdf.styles import WIDTH
from reports.pdf.text import Markup, Typesetter, anchored, bold, joined, muted
from reports.wording import names
from reports.wording import results as told

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
    label = bold(setter.text(names.label(words, result.label)))
    about = joined([setter.one_line(each, longest=60) for each in told.about(words, result)])
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
    remarks = [muted(setter.excerpt(each)[0]) for each in told.fact_remarks(words, fact)]
    finding = bold(setter.text(names.finding(words, fact.finding)))
    return joined([quotation, finding, *remarks], between=" — ")


def _answer(result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    words = setter.words
    if result.answer is None:
        why = told.unanswered(words, result)
        return [sheet.paragraph(setter.text(why))] if why else []
    label = words.gettext("Answer")
    if result.corrected:
        label = words.gettext("Answer, corrected by hand")
    if not result.answer.strip():
        empty = words.gettext("The reply was empty.")
        return [*sheet.label(setter.text(label)), sheet.paragraph(setter.text(empty))]
    shown = evidence_spans(result)
    if result.captured_answer is None:
        return _quoted(label, result.answer, shown, setter)
    made = _quoted(label, result.answer, (), setter)
    made.append(sheet.paragraph(setter.excerpt(told.correction(words, result))[0], "muted"))
    as_captured = words.gettext("Answer as captured")
    if result.captured_answer.strip():
        return [*made, *_quoted(as_captured, result.captured_answer, shown, setter)]
    empty = words.gettext("The reply was empty.")
    return [*made, *sheet.label(setter.text(as_captured)), sheet.paragraph(setter.text(empty))]


def _grade(result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    """What was made of the answer, by the grader and by people."""
    sentences = [setter.excerpt(each)[0] for each in told.grade(setter.words, result)]
    made: list[Flowable] = [sheet.paragraph(sentence) for sentence in sentences]
    aside = joined([setter.text(each) for each in told.asides(setter.words, result)])
    return [*made, sheet.paragraph(aside, "muted")] if aside else made


def _passages(result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    """The passages with the key facts marked."""
    made: list[Flowable] = []
    for index, passage in enumerate(result.passages):
        label = told.source(setter.words, passage.document, passage.heading_path)
        made += _quoted(label, passage.text, quotation_spans(result, index), setter)
        if passage.address:
            made.append(sheet.paragraph(setter.one_line(passage.address, longest=200), "muted"))
    return made


def _source_only(result: ResultRecord, setter: Typesetter) -> "list[Flowable]":
    """Where the facts stand, without the passage: a correct answer needs less evidence on paper."""
    documents = dict.fromkeys(passage.document for passage in result.passages)
    if not documents:
        return []
    label = told.source(setter.words, ", ".join(documents), ())
    return [sheet.paragraph(setter.one_line(label, longest=300), "muted")]
