"""Answers to grade that come as rows of a file: question, acceptable answers, the answer itself."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from core.language import detect
from grading.explanations import explain
from grading.values import (
    MOST_PASSAGES,
    Case,
    CaseFact,
    FlagReason,
    Graded,
    Grader,
    Grading,
    Label,
    facts_to_find,
)
from grading.verdict import is_no_answer
from testsets.values import Expects, QuestionType

_REQUIRED: Final = ("id", "question", "answer")
_KNOWN: Final = (
    *_REQUIRED,
    "reference",
    "facts",
    "passage",
    "language",
    "expects",
    "type",
    "critical",
)


class UnusableRow(ValueError):
    """A row that cannot be graded. The text says which and why."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its identifier as it stood there, and the case that it makes."""

    id: Any
    case: Case


def read_row(line: str, *, number: int) -> Row:
    """The row that one line of JSON holds; fields that no grader needs are left alone.

    The first of several references is the expected answer, the others are as right. Raises UnusableRow.
    """
    try:
        given = json.loads(line)
    except ValueError as error:
        raise UnusableRow(f"Line {number} is no JSON: {error}.") from None
    if not isinstance(given, dict):
        raise UnusableRow(f"Line {number} is no JSON object.")
    missing = [name for name in _REQUIRED if name not in given]
    if missing:
        raise UnusableRow(f"Line {number} has no “{missing[0]}”.")
    references = _texts(given, "reference", number)
    question = _text(given, "question", number)
    case = Case(
        uid=str(given["id"]),
        question=question,
        type=_one_of(given, "type", QuestionType, QuestionType.DIRECT, number),
        language=_text(given, "language", number)
        or detect(" ".join((question, *references[:1]))).code,
        expected_answer=references[0] if references else "",
        also_right=tuple(references[1:]),
        expects=_one_of(given, "expects", Expects, Expects.ANSWER, number),
        facts=_facts(given, number),
        passages=tuple(_texts(given, "passage", number)[:MOST_PASSAGES]),
        answer=_text(given, "answer", number),
        critical=bool(given.get("critical")),
    )
    return Row(given["id"], case)


def _text(given: Mapping[str, Any], name: str, number: int) -> str:
    value = given.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UnusableRow(f"Line {number}: “{name}” is no text.")
    return value


def _texts(given: Mapping[str, Any], name: str, number: int) -> list[str]:
    """A list of texts, or one; those without any words are left out."""
    value = given.get(name)
    listed = [value] if isinstance(value, str) else (value or [])
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise UnusableRow(f"Line {number}: “{name}” is neither a text nor a list of texts.")
    return [each for each in listed if each.strip()]


def _facts(given: Mapping[str, Any], number: int) -> tuple[CaseFact, ...]:
    """Key facts as texts, or as objects with a quotation and perhaps an exact value."""
    found = []
    listed = given.get("facts") or []
    for each in listed if isinstance(listed, list) else [None]:
        fact = {"quotation": each} if isinstance(each, str) else each
        if not isinstance(fact, dict) or not str(fact.get("quotation") or "").strip():
            raise UnusableRow(
                f"Line {number}: each of “facts” is a text, or an object with a “quotation”."
            )
        found.append(CaseFact(str(fact["quotation"]), str(fact.get("exact_value") or "")))
    return tuple(found)


def _one_of(
    given: Mapping[str, Any], name: str, choices: Sequence[str] | Any, usual: str, number: int
) -> str:
    value = given.get(name) or usual
    if value not in set(choices):
        raise UnusableRow(f"Line {number}: “{name}” is one of {', '.join(choices)}.")
    return str(value)


def grade_row(row: Row, grader: Grader) -> Grading:
    """The grade of the row's answer.

    A row without reference and facts tests nothing, so its answer is set aside; but a reply that does
    not answer is seen to be none without them.
    """
    grading = grader.grade(row.case)
    bare = row.case.expects == Expects.ANSWER and not facts_to_find(row.case)
    if not (bare and isinstance(grading, Graded) and is_no_answer(grading.findings)):
        return grading
    findings = replace(grading.findings, test_doubt="")
    return replace(
        grading,
        label=Label.NO_ANSWER,
        findings=findings,
        explanation=explain(Label.NO_ANSWER, findings, language=row.case.language, limits=False),
        flags=tuple(flag for flag in grading.flags if flag != FlagReason.TEST_MAY_BE_WRONG),
    )


def as_json(row: Row, grading: Grading, grader: Grader) -> dict[str, Any]:
    """What is said of the row, ready for JSON. An answer that nobody could judge is set aside."""
    if not isinstance(grading, Graded):
        return {
            "id": row.id, "label": Label.NEEDS_REVIEW.value, "facts": [], "confidence": None,
            "flags": ["not_graded"], "explanation": grading.detail or grading.reason.value,
            "cause": "", "fingerprint": grader.fingerprint,
        }  # fmt: skip
    return {
        "id": row.id,
        "label": grading.label.value,
        "facts": [
            {"fact": fact.fact, "finding": fact.finding.value, "evidence": fact.evidence}
            for fact in grading.findings.facts
        ],
        "confidence": grading.confidence,
        "flags": list(grading.flags),
        "explanation": grading.explanation,
        "cause": str(grading.cause),
        "fingerprint": grader.fingerprint,
    }
