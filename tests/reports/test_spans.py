"""Marking the evidence in answers and passages."""

from dataclasses import replace

from grading.values import Finding, Label
from reports.figures import FactRecord
from reports.figures.spans import Mark, Span, evidence_spans, parts, quotation_spans
from tests.reports.samples import PASSAGE, result


def words(text, spans):
    return [(part.text, part.mark) for part in parts(text, spans) if part.mark]


def test_the_words_that_show_a_finding_are_marked():
    found = result(label=Label.CORRECT)
    assert words(found.answer, evidence_spans(found)) == [("€14.50", Mark.EVIDENCE)]


def test_words_that_contradict_are_marked_otherwise():
    found = result(label=Label.INCORRECT, contradictions=("dogs travel free",))
    assert words(found.answer, evidence_spans(found)) == [
        ("€19.00", Mark.CONTRADICTION),
        ("dogs travel free", Mark.CONTRADICTION),
    ]


def test_evidence_that_does_not_stand_in_the_answer_marks_nothing():
    fact = FactRecord("x", Finding.PRESENT, "never said")
    assert evidence_spans(result(facts=(fact,))) == ()


def test_the_quotation_is_marked_where_it_was_found_when_the_question_was_written():
    assert words(PASSAGE.text, quotation_spans(result(), 0)) == [
        ("A day ticket costs €14.50", Mark.QUOTATION)
    ]


def test_a_quotation_without_a_place_is_looked_up():
    fact = FactRecord("Children under seven travel free")
    found = result(facts=(fact,))
    assert words(PASSAGE.text, quotation_spans(found, 0)) == [(fact.quotation, Mark.QUOTATION)]


def test_each_passage_shows_its_own_facts_only():
    other = replace(PASSAGE, text="Dogs travel free.")
    facts = (FactRecord("Dogs travel free", passage=1),)
    found = result(facts=facts, passages=(PASSAGE, other))
    assert quotation_spans(found, 0) == ()
    assert words(other.text, quotation_spans(found, 1)) == [("Dogs travel free", Mark.QUOTATION)]


def test_overlapping_marks_lose_and_repeat_no_text():
    spans = [Span(0, 6, Mark.EVIDENCE), Span(4, 9, Mark.CONTRADICTION), Span(20, 30, Mark.EVIDENCE)]
    made = parts("abcdefghijkl", spans)
    assert "".join(part.text for part in made) == "abcdefghijkl"
    assert [part.text for part in made] == ["abcdef", "ghi", "jkl"]
