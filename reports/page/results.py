"""The results of a report's page: which are shown, and each with its whole trace."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from grading.values import Label, failing
from reports.figures.input import FactRecord, ResultRecord
from reports.figures.spans import SEARCHED, Span, evidence_spans, parts, quotation_spans
from reports.reading import result_of
from reports.wording import Wording, names
from reports.wording import results as told

PER_PAGE: Final = 50
FAILURES_SHOWN: Final = 20

Marked: TypeAlias = "list[tuple[str, str]]"
Choices: TypeAlias = "list[tuple[str, str, int | None]]"


# The stored answers: (uid, attempt) to their number.
Records = Mapping[tuple[str, int], int]


@dataclass(frozen=True, slots=True)
class Text:
    """A text with its marks; `note` says what is left out of a very long one, "" otherwise."""

    parts: Marked
    note: str


@dataclass(frozen=True, slots=True)
class FactView:
    """A key fact. `finding` is "" where nothing was assessed."""

    quotation: str
    finding: str
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassageView:
    """A passage with its key facts marked. `linked` is False where the address is only text."""

    where: str
    address: str
    linked: bool
    text: Text


@dataclass(frozen=True, slots=True)
class ResultView:
    """One result, ready to print. `label` is "" for an answer without a grade.

    `record` is the number of the stored answer, which leads to its whole trace; None without one.
    """

    number: int
    record: int | None
    label: str
    word: str
    question: Text
    about: tuple[str, ...]
    behaviour: str
    expected: Text
    facts: tuple[FactView, ...]
    answer: Text | None
    captured: Text | None
    correction: str
    unanswered: str
    failure_detail: str
    grade: tuple[str, ...]
    asides: tuple[str, ...]
    passages: tuple[PassageView, ...]
    disputes: tuple[Any, ...] = ()  # `reports.disputes` has them


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a reader wants to see of the results; "" is everything."""

    label: str = ""
    type: str = ""
    flag: str = ""


@dataclass(frozen=True, slots=True)
class ResultPage:
    """Some of the results, and the choices that narrow them."""

    rows: tuple[ResultView, ...]
    found: int
    first: int
    page: int
    pages: int
    labels: Choices
    types: Choices
    flags: Choices


def failures(
    document: Mapping[str, Any], words: Wording, records: Records
) -> tuple[tuple[ResultView, ...], int]:
    """The answers that did not pass, critical ones first: those that are shown, and how many."""
    every = [
        (number, data)
        for number, data in enumerate(document["results"], start=1)
        if data["label"] is not None and failing(Label(data["label"]))
    ]
    order = [Label.INCORRECT.value, Label.NO_ANSWER.value, Label.PARTLY.value]
    every.sort(key=lambda each: (not each[1]["critical"], order.index(each[1]["label"]), each[0]))
    shown = [
        view(number, result_of(data), words, records) for number, data in every[:FAILURES_SHOWN]
    ]
    return tuple(shown), len(every)


def result_page(
    document: Mapping[str, Any],
    words: Wording,
    chosen: Chosen,
    page: int = 1,
    *,
    records: Records,
) -> ResultPage:
    """The results that were chosen. A page that does not exist is the nearest one that does."""
    every: Sequence[Mapping[str, Any]] = document["results"]
    numbered = [(n, data) for n, data in enumerate(every, start=1) if _wanted(data, chosen)]
    pages = max(1, -(-len(numbered) // PER_PAGE))
    page = min(max(page, 1), pages)
    first = (page - 1) * PER_PAGE
    shown = numbered[first : first + PER_PAGE]
    return ResultPage(
        rows=tuple(view(number, result_of(data), words, records) for number, data in shown),
        found=len(numbered),
        first=first + 1 if shown else 0,
        page=page,
        pages=pages,
        labels=_label_choices(every, words),
        types=_choices(
            (data["type"] for data in every), words, lambda kind: names.question_type(words, kind)
        ),
        flags=_choices(
            (flag for data in every for flag in data["flags"]),
            words,
            lambda flag: names.flag(words, flag),
        ),
    )


def _wanted(data: Mapping[str, Any], chosen: Chosen) -> bool:
    label = data["label"] or "not_graded"
    return (
        (not chosen.label or chosen.label == label)
        and (not chosen.type or chosen.type == data["type"])
        and (not chosen.flag or chosen.flag in data["flags"])
    )


def _label_choices(every: Iterable[Mapping[str, Any]], words: Wording) -> Choices:
    counts = Counter(data["label"] or "not_graded" for data in every)
    known: list[Label | None] = [*Label, None]
    named = [(label.value if label else "not_graded", names.label(words, label)) for label in known]
    return [
        ("", words.gettext("All"), None),
        *((code, word, counts[code]) for code, word in named if counts[code]),
    ]


def _choices(codes: Iterable[str], words: Wording, name: Callable[[str], str]) -> Choices:
    counts = Counter(codes)
    rows = sorted((name(code), code, count) for code, count in counts.items())
    return [("", words.gettext("All"), None), *((code, word, count) for word, code, count in rows)]


def view(number: int, result: ResultRecord, words: Wording, records: Records) -> ResultView:
    """One result, ready to print."""
    # What was graded is what was captured: there the words stand that the findings rest on.
    shown = () if result.corrected else evidence_spans(result)
    answer = None if result.answer is None else _text(result.answer, shown, words)
    captured = None
    if result.captured_answer is not None:
        captured = _text(result.captured_answer, evidence_spans(result), words)
    return ResultView(
        number=number,
        record=records.get((result.uid, result.attempt)),
        label=result.label.value if result.label else "",
        word=names.label(words, result.label),
        question=_text(result.question, (), words),
        about=tuple(told.about(words, result)),
        behaviour=names.expects(words, result.expects),
        expected=_text(result.expected_answer, (), words),
        facts=tuple(_fact(fact, words) for fact in result.facts),
        answer=answer,
        captured=captured,
        correction=told.correction(words, result),
        unanswered=told.unanswered(words, result),
        failure_detail=result.failure_detail if result.answer is None else "",
        grade=tuple(told.grade(words, result)),
        asides=tuple(told.asides(words, result)),
        passages=tuple(_passages(result, words)),
    )


def _text(text: str, spans: Iterable[Span], words: Wording) -> Text:
    shown = parts(text[:SEARCHED], spans)
    note = ""
    if len(text) > SEARCHED:
        note = words.gettext(
            "Shown: the first %(shown)s of %(all)s characters. All of it is in report.json."
        ) % {"shown": words.count(SEARCHED), "all": words.count(len(text))}
    return Text([(part.text, part.mark.value if part.mark else "") for part in shown], note)


def _fact(fact: FactRecord, words: Wording) -> FactView:
    finding = fact.finding.value if fact.finding else ""
    return FactView(fact.quotation, finding, tuple(told.fact_remarks(words, fact)))


def _passages(result: ResultRecord, words: Wording) -> list[PassageView]:
    return [
        PassageView(
            where=told.source(words, passage.document, passage.heading_path),
            address=passage.address,
            linked=_may_be_followed(passage.address),
            text=_text(passage.text, quotation_spans(result, index), words),
        )
        for index, passage in enumerate(result.passages)
    ]


def _may_be_followed(address: str) -> bool:
    """True for addresses of the web only: a stored address may be anything, also a script."""
    return address.lower().startswith(("https://", "http://"))
