"""One graded answer as its page shows it: plain values, ready for a template."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from core.text import find_quotation
from grading import selectors
from grading.models import Assessment
from grading.stored import findings_of, rules_of
from grading.values import Finding, Findings, RuleResult
from grading.wording import FLAGS, MANNERS, RULES, UNGRADED, cause_words, grader_name
from runs.correcting import correction_of
from runs.models import Answer, AnswerCorrection
from testsets.models import FrozenQuestion
from testsets.presenting import marked_parts

Parts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A key fact with what became of it; `finding` is "" where nobody looked."""

    quotation: str
    exact_value: str
    finding: str
    evidence: str


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage of the test with its key facts marked."""

    document: str
    address: str
    web: bool
    path: str
    parts: Parts


@dataclass(frozen=True, slots=True)
class ShownRule:
    """What a fixed rule said about an exact value."""

    kind: str | Promise
    result: RuleResult


@dataclass(frozen=True, slots=True)
class ShownAssessment:
    """One assessment in the history of an answer."""

    assessment: Assessment
    who: str
    words: str | Promise
    in_force: bool


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """Everything about a graded answer."""

    answer: Answer
    question: FrozenQuestion
    grade: selectors.Grade
    facts: Sequence[ShownFact]
    answer_parts: Parts
    passages: Sequence[ShownPassage]
    rules: Sequence[ShownRule]
    findings: Findings | None
    manners: Sequence[str | Promise]
    cause: str | Promise
    flags: Sequence[str | Promise]
    ungraded: str | Promise
    history: Sequence[ShownAssessment]
    correction: AnswerCorrection | None


def answer_page(answer: Answer) -> AnswerPage:
    """The page of one answer."""
    grade = selectors.grade_of(answer)
    machine = grade.automated
    findings = findings_of(machine) if machine else None
    question = answer.question
    return AnswerPage(
        answer=answer,
        question=question,
        grade=grade,
        facts=_facts(question, findings),
        answer_parts=answer_parts(answer.text, findings),
        passages=_passages(question),
        rules=[ShownRule(RULES[rule.rule], rule) for rule in rules_of(machine)] if machine else [],
        findings=findings,
        manners=[
            words for name, words in MANNERS.items() if findings and getattr(findings, name)
        ],
        cause=cause_words(grade.current.cause, grade.current.label) if grade.current else "",
        flags=[FLAGS[flag] for flag in machine.flags if flag in FLAGS] if machine else [],
        ungraded=UNGRADED.get(machine.ungraded, "") if machine else "",
        history=_history(answer, grade),
        correction=correction_of(answer),
    )  # fmt: skip


def _facts(question: FrozenQuestion, findings: Findings | None) -> list[ShownFact]:
    """The key facts in their order, and behind them what stood in for facts that are not there."""
    found = {item.fact: item for item in findings.facts} if findings else {}
    shown = []
    for fact in question.facts:
        item = found.pop(fact["quotation"], None)
        shown.append(
            ShownFact(
                fact["quotation"],
                fact.get("exact_value") or "",
                item.finding.value if item else "",
                item.evidence if item else "",
            )
        )
    rest = [ShownFact(item.fact, "", item.finding.value, item.evidence) for item in found.values()]
    return shown + rest


def answer_parts(text: str, findings: Findings | None) -> Parts:
    """The answer with the words marked that show a fact, or that contradict."""
    if findings is None:
        return [(text, "")]
    shows = [f.evidence for f in findings.facts if f.finding is Finding.PRESENT]
    denies = [f.evidence for f in findings.facts if f.finding is Finding.CONTRADICTED]
    spans = [
        *_spans(text, [*denies, *findings.contradictions], "contradiction"),
        *_spans(text, shows, "evidence"),
    ]
    return _marked(text, spans)


def _spans(text: str, words: Iterable[str], kind: str) -> list[tuple[int, int, str]]:
    places = ((text.find(piece), piece) for piece in words if piece)
    return [(start, start + len(piece), kind) for start, piece in places if start >= 0]


def _marked(text: str, spans: Sequence[tuple[int, int, str]]) -> Parts:
    """The text in parts. Where spans overlap, the first given wins."""
    kinds = [""] * len(text)
    for start, end, kind in reversed(spans):
        kinds[start:end] = [kind] * (end - start)
    parts: Parts = []
    for char, kind in zip(text, kinds, strict=True):
        if parts and parts[-1][1] == kind:
            parts[-1] = (parts[-1][0] + char, kind)
        else:
            parts.append((char, kind))
    return parts


def _passages(question: FrozenQuestion) -> list[ShownPassage]:
    return [_passage(passage, question.facts) for passage in question.passages]


def _passage(passage: dict[str, Any], facts: Sequence[dict[str, Any]]) -> ShownPassage:
    places = (find_quotation(fact["quotation"], passage["text"]) for fact in facts)
    address = passage.get("address") or ""
    title = passage.get("document") or address
    headings = [each for each in passage.get("heading_path") or () if each != title]
    return ShownPassage(
        document=title,
        address=address,
        web=address.startswith(("http://", "https://")),
        path=" › ".join(headings),
        parts=marked_parts(passage["text"], [(p.start, p.end) for p in places if p]),
    )


def _history(answer: Answer, grade: selectors.Grade) -> list[ShownAssessment]:
    return [
        ShownAssessment(
            assessment=row,
            who=row.reviewer_name or (grader_name(row.grader.name) if row.grader else ""),
            words=UNGRADED.get(row.ungraded, ""),
            in_force=grade.current is not None and row.pk == grade.current.pk,
        )
        for row in selectors.history(answer)
    ]
