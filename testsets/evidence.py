"""What is frozen of a question: everything that a run, a grader and a report need of it."""

from collections.abc import Mapping
from typing import Any

from core.fingerprint import fingerprint
from sources.models import Passage
from testsets.models import FrozenQuestion, Question
from testsets.values import Expects

# What the digest of a question covers. Its place in the set and who wrote it change nothing about
# what it asks.
_COVERED = (
    "uid", "type", "language", "text", "expected_answer", "expects", "critical", "control",
    "purpose", "topic", "parent_uid", "facts", "passages",
)  # fmt: skip
_ADDED = ("detail", "needs")
# Nor does whether its passages are held here, or what its owner notes beside it.
_BESIDE = ("carried", "custom")


def frozen_content(question: Question) -> dict[str, Any]:
    """The question as it would be frozen now."""
    passages: list[dict[str, Any]] = [dict(passage) for passage in question.carried]
    places = {fingerprint(passage): number for number, passage in enumerate(passages)}
    held: set[int] = set()
    facts = []
    for row in question.facts.all():
        number = row.carried
        if number is None and row.passage is not None:
            evidence = passage_as_json(row.passage)
            number = places.setdefault(fingerprint(evidence), len(passages))
            if number == len(passages):
                passages.append(evidence)
        if number is None:
            facts.append(fact_as_json(row.quotation, row.exact_value))
            continue
        if row.passage_id is not None:
            held.add(number)
        facts.append(
            fact_as_json(
                row.quotation,
                row.exact_value,
                start=row.start,
                end=row.end,
                match=row.match,
                passage=number,
            )
        )
    return {
        "uid": question.uid,
        "type": question.type,
        "language": question.language,
        "text": question.text,
        "expected_answer": question.expected_answer,
        "expects": question.expects,
        "critical": question.critical,
        "control": question.control,
        "detail": question.detail,
        "purpose": question.purpose,
        "topic": question.topic,
        "needs": question.needs,
        "parent_uid": question.parent.uid if question.parent else "",
        "facts": facts,
        "passages": passages,
        "carried": [number for number in range(len(question.carried)) if number not in held],
        "custom": question.custom,
    }


def is_exploratory(content: Mapping[str, Any]) -> bool:
    """Whether nothing stored shows where the right answer comes from (M1.5).

    A passage that only a file brought shows what its writer relied on, and nobody here can trace it.
    """
    if content["expects"] != Expects.ANSWER.value:
        return False
    untraced = {None, *content.get("carried", ())}
    return not content["passages"] or any(fact["passage"] in untraced for fact in content["facts"])


def fact_as_json(
    quotation: str,
    exact_value: str,
    *,
    start: int | None = None,
    end: int | None = None,
    match: str = "",
    passage: int | None = None,
) -> dict[str, Any]:
    """A frozen key fact; `passage` counts the question's passages from 0."""
    return {
        "quotation": quotation,
        "start": start,
        "end": end,
        "match": match,
        "exact_value": exact_value,
        "passage": passage,
    }


def passage_as_json(passage: Passage) -> dict[str, Any]:
    """A frozen passage, with its place in the document and the document's fingerprint."""
    document = passage.document
    return {
        "document": document.title,
        "address": document.address,
        "content_hash": document.content_hash,
        "heading_path": list(passage.heading_path),
        "text": passage.text,
        "start": passage.start,
        "end": passage.end,
        "language": passage.language,
    }


def question_digest(content: Mapping[str, Any]) -> str:
    """What identifies this wording of a question: another answer or fact is another one (M1.10)."""
    covered = {name: content[name] for name in _COVERED}
    # Counted where there is any, so that questions frozen before there was one keep their digest.
    added = {name: content[name] for name in _ADDED if content.get(name)}
    return fingerprint(covered | added)


def content_of(question: FrozenQuestion) -> dict[str, Any]:
    """The content of a frozen question, as `frozen_content` gave it."""
    return {name: getattr(question, name) for name in (*_COVERED, *_ADDED, *_BESIDE)}


def version_digest(digests: list[str], methods: Mapping[str, Any]) -> str:
    """What identifies a version: its questions, in their order, and the methods it is graded by.

    A copy of a set gets the same. Methods count where there are any, as what was added to questions.
    """
    if not methods:
        return fingerprint(digests)
    return fingerprint({"questions": digests, "methods": dict(methods)})
