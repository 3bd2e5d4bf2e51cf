"""Where the evidence of a result stands in its texts, for marking it."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from core.text import find_quotation
from grading.values import Finding
from reports.figures.input import ResultRecord

# Evidence is looked for in the part of a text that is shown; answers of megabytes exist.
SEARCHED: Final = 20_000


class Mark(StrEnum):
    """Why words are marked."""

    QUOTATION = "quotation"
    EVIDENCE = "evidence"
    CONTRADICTION = "contradiction"


class Span(NamedTuple):
    """Marked words: where they stand and why they are marked."""

    start: int
    end: int
    mark: Mark


class Part(NamedTuple):
    """A piece of a text; `mark` is None for what is not marked."""

    text: str
    mark: Mark | None


def evidence_spans(result: ResultRecord) -> tuple[Span, ...]:
    """The words of the captured answer, which is what was graded, that show a finding or contradict."""
    captured = result.answer if result.captured_answer is None else result.captured_answer
    shown = (captured or "")[:SEARCHED]
    wanted = [(words, Mark.CONTRADICTION) for words in result.contradictions]
    for fact in result.facts:
        contradicted = fact.finding is Finding.CONTRADICTED
        wanted.append((fact.evidence, Mark.CONTRADICTION if contradicted else Mark.EVIDENCE))
    return _spans(wanted, shown)


def quotation_spans(result: ResultRecord, passage: int) -> tuple[Span, ...]:
    """The key facts that stand in one passage of the question."""
    text = result.passages[passage].text
    spans: list[Span] = []
    for fact in result.facts:
        if fact.passage != passage:
            continue
        if fact.start is not None and fact.end is not None and fact.end <= len(text):
            spans.append(Span(fact.start, fact.end, Mark.QUOTATION))
        else:
            spans += _spans([(fact.quotation, Mark.QUOTATION)], text[:SEARCHED])
    return tuple(sorted(spans))


def parts(text: str, spans: Iterable[Span]) -> list[Part]:
    """The text in pieces. Where spans overlap, the earlier one has the words they share."""
    made: list[Part] = []
    at = 0
    for span in sorted(spans):
        start, end = max(span.start, at), min(span.end, len(text))
        if start < end:
            made += [Part(text[at:start], None), Part(text[start:end], span.mark)]
            at = end
    return [part for part in [*made, Part(text[at:], None)] if part.text]


def _spans(wanted: Iterable[tuple[str, Mark]], text: str) -> tuple[Span, ...]:
    found = ((find_quotation(words, text), mark) for words, mark in wanted if words)
    return tuple(
        sorted(Span(place.start, place.end, mark) for place, mark in found if place is not None)
    )
