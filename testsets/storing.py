"""Questions that come from elsewhere, a file or another set, as rows of a test set."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.fingerprint import fingerprint
from core.models import User
from testsets.bulk import insert_drafts
from testsets.exchange import ImportedQuestion
from testsets.models import KeyFact, Question, TestSet
from testsets.records import next_position

NOBODY: Final[Mapping[str, Question]] = {}


def store_questions(
    test_set: TestSet,
    questions: Sequence[ImportedQuestion],
    *,
    passages: Mapping[str, int],
    by: User | None,
    there: Mapping[str, Question] = NOBODY,
) -> list[Question]:
    """The questions as rows at the end of the set, parents before their variants.

    A parent is one of them or one of those that are `there`, by its identifier; `passages` gives the
    stored passage for the fingerprint of each that is cited. Call inside a transaction that holds the set.
    """
    first = next_position(test_set)
    rows = {
        question.content["uid"]: _row(test_set, question, position)
        for position, question in enumerate(questions, start=first)
    }
    parents = {q.content["uid"]: q.content["parent_uid"] for q in questions}
    known = {**there, **rows}
    waiting = list(rows)
    while waiting:
        ready = [uid for uid in waiting if not parents[uid] or known[parents[uid]].pk]
        for uid in ready:
            rows[uid].parent = known[parents[uid]] if parents[uid] else None
        insert_drafts([rows[uid] for uid in ready], by=by)
        waiting = [uid for uid in waiting if not rows[uid].pk]
    insert_drafts(
        [
            _fact(rows[question.content["uid"]], question, fact, number, passages)
            for question in questions
            for number, fact in enumerate(question.content["facts"], start=1)
        ],
        by=by,
    )
    return list(rows.values())


def _row(test_set: TestSet, question: ImportedQuestion, position: int) -> Question:
    names = ("uid", "type", "language", "text", "expected_answer", "expects", "critical",
             "control", "detail", "purpose", "topic", "needs")  # fmt: skip
    return Question(
        test_set=test_set,
        position=position,
        writer=question.writer,
        **{name: question.content[name] for name in names},
    )


def _fact(
    row: Question,
    question: ImportedQuestion,
    fact: Mapping[str, Any],
    number: int,
    passages: Mapping[str, int],
) -> KeyFact:
    key = None
    if passages and fact["passage"] is not None:
        key = passages.get(fingerprint(dict(question.content["passages"][fact["passage"]])))
    return KeyFact(
        question=row,
        position=number,
        quotation=fact["quotation"],
        exact_value=fact["exact_value"],
        passage_id=key,
        start=fact["start"] if key else None,
        end=fact["end"] if key else None,
        match=fact["match"] if key else "",
    )
