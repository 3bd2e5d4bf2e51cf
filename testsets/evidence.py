"""What is frozen of a question: everything that a run, a grader and a report need of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.fingerprint import fingerprint
from sources.models import Passage
from testsets.models import FrozenQuestion, KeyFact, Question
from testsets.values import DraftFact, Expects, located

# What the digest of a question covers. Its place in the set and who wrote it change nothing about
# what it asks.
_COVERED = (
    "uid", "type", "language", "text", "expected_answer", "expects", "critical", "control",
    "purpose", "topic", "parent_uid", "facts", "passages",
)  # fmt: skip
_ADDED = ("detail", "needs")
# Where a question keeps its newest frozen form once that was looked up.
_FROZEN: Final = "_newest_frozen"


def frozen_content(question: Question) -> dict[str, Any]:
    """The question as it would be frozen now."""
    passages: list[dict[str, Any]] = []
    places: dict[str, int] = {}
    facts = []
    for row in question.facts.all():
        evidence, place = _evidence(question, row)
        if evidence is None or place is None:
            facts.append(fact_as_json(row.quotation, row.exact_value))
            continue
        key = fingerprint(evidence)
        if key not in places:
            places[key] = len(passages)
            passages.append(evidence)
        facts.append(
            fact_as_json(
                row.quotation,
                row.exact_value,
                start=place.start,
                end=place.end,
                match=place.match,
                passage=places[key],
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
    }


def _evidence(question: Question, row: KeyFact) -> tuple[dict[str, Any] | None, DraftFact | None]:
    """The passage of a key fact and its place there; (None, None) when it has none.

    A question that came with its passages in a file has them in its frozen version only, and keeps
    them for as long as its facts stand in them.
    """
    if row.passage is not None:
        place = DraftFact(row.quotation, row.start or 0, row.end or 0, row.match)
        return passage_as_json(row.passage), place
    if not hasattr(question, _FROZEN):
        know_frozen([question])
    frozen: FrozenQuestion | None = getattr(question, _FROZEN)
    for passage in frozen.passages if frozen else []:
        found = located(row.quotation, passage["text"])
        if found is not None:
            return passage, found
    return None, None


def know_frozen(questions: Sequence[Question]) -> None:
    """Look up once for all questions what `frozen_content` asks of those with bare key facts."""
    bare = [
        question
        for question in questions
        if any(row.passage_id is None for row in question.facts.all())
    ]
    rows = FrozenQuestion.objects.filter(origin__in=[question.pk for question in bare])
    newest = {row.origin_id: row for row in rows.order_by("origin_id", "-pk").distinct("origin_id")}
    for question in bare:
        setattr(question, _FROZEN, newest.get(question.pk))


def is_exploratory(content: Mapping[str, Any]) -> bool:
    """Whether nothing stored shows where the right answer comes from (M1.5)."""
    expects_facts = content["expects"] == Expects.ANSWER.value
    return expects_facts and (
        not content["passages"] or any(fact["passage"] is None for fact in content["facts"])
    )


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
    return {name: getattr(question, name) for name in (*_COVERED, *_ADDED)}


def version_digest(digests: list[str], methods: Mapping[str, Any]) -> str:
    """What identifies a version: its questions, in their order, and the methods it is graded by.

    A copy of a set gets the same. Methods count where there are any, as what was added to questions.
    """
    if not methods:
        return fingerprint(digests)
    return fingerprint({"questions": digests, "methods": dict(methods)})
