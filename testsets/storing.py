"""Imported and copied questions as rows, with the passages that they came with."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.fingerprint import fingerprint
from core.models import User
from testsets.bulk import insert_drafts
from testsets.exchange import ImportedQuestion
from testsets.linking import Held
from testsets.models import KeyFact, Question, TestSet
from testsets.records import next_position

NOBODY: Final[Mapping[str, Question]] = {}


def store_questions(
    test_set: TestSet,
    questions: Sequence[ImportedQuestion],
    *,
    held: Mapping[str, Held],
    by: User | None,
    there: Mapping[str, Question] = NOBODY,
) -> list[Question]:
    """The questions as rows at the end of the set, parents before their variants.

    A parent is one of them or one of those that are `there`, by its identifier; `held` gives the
    stored passage for the fingerprint of each that is cited. Exported again, they are the same lines:
    passages of which the stored ones would not say all of that are carried along. Call inside a
    transaction that holds the set.
    """
    first = next_position(test_set)
    rows = {
        question.content["uid"]: _row(test_set, question, position, held)
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
            _fact(rows[question.content["uid"]], question, fact, number, held)
            for question in questions
            for number, fact in enumerate(question.content["facts"], start=1)
        ],
        by=by,
    )
    return list(rows.values())


def _row(
    test_set: TestSet, question: ImportedQuestion, position: int, held: Mapping[str, Held]
) -> Question:
    names = ("uid", "type", "language", "text", "expected_answer", "expects", "critical",
             "control", "detail", "purpose", "topic", "needs", "custom")  # fmt: skip
    return Question(
        test_set=test_set,
        position=position,
        writer=question.writer,
        carried=[] if _linked(question, held) else list(question.content["passages"]),
        **{name: question.content[name] for name in names},
    )


def _linked(question: ImportedQuestion, held: Mapping[str, Held]) -> bool:
    """Whether links to stored passages alone give the question's passages, in their order."""
    passages = question.content["passages"]
    numbers = [fact["passage"] for fact in question.content["facts"]]
    used = list(dict.fromkeys(number for number in numbers if number is not None))
    found = [held.get(fingerprint(dict(passage))) for passage in passages]
    return (
        used == list(range(len(passages)))
        and all(one is not None and one.same for one in found)
        and len({one.pk for one in found if one is not None}) == len(passages)
    )


def unheld(question: ImportedQuestion, held: Mapping[str, Held]) -> list[int]:
    """The numbers of its passages that no key fact finds among the stored ones."""
    passages = question.content["passages"]
    used = {fact["passage"] for fact in question.content["facts"]}
    return [
        number
        for number, passage in enumerate(passages)
        if number not in used or fingerprint(dict(passage)) not in held
    ]


def _fact(
    row: Question,
    question: ImportedQuestion,
    fact: Mapping[str, Any],
    number: int,
    held: Mapping[str, Held],
) -> KeyFact:
    at = fact["passage"]
    stored = None if at is None else held.get(fingerprint(dict(question.content["passages"][at])))
    return KeyFact(
        question=row,
        position=number,
        quotation=fact["quotation"],
        exact_value=fact["exact_value"],
        passage_id=stored.pk if stored else None,
        carried=at if row.carried else None,
        start=fact["start"],
        end=fact["end"],
        match=fact["match"],
    )
