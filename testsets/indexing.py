"""Working out what lists of questions are narrowed and counted by.

The database deletes the index of a question that changes, so nobody who writes questions has to think
of it; only a sign-off, which changes no question, says so itself. Everything here may run twice.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.contrib.postgres.aggregates import StringAgg
from django.db import transaction
from django.db.models import Q, QuerySet

from core.queue import enqueue
from testsets.checks import notes_on, side_of
from testsets.evidence import frozen_content, is_exploratory, question_digest
from testsets.material import as_material
from testsets.methods import contract_lacks
from testsets.models import IndexedQuestion, Question, TestSet
from testsets.records import as_draft, passages_of, with_evidence
from testsets.signing import NOTHING_SAID, Said, Standing, said_of
from testsets.values import Draft, Expects, QuestionType

# So many are worked out while a person waits for the page; more are left to the background.
AT_ONCE: Final = 200
BEHIND: Final = Q(indexed__isnull=True)
_COLUMNS: Final = [
    "test_set", "position", "type", "language", "critical", "control", "changed_at", "digest",
    "warnings", "without_passage", "exact", "contract", "documents", "side", "sign_off",
    "sign_off_for",
]  # fmt: skip


def behind(test_set: TestSet) -> QuerySet[Any]:
    """The questions of the set without an index of their present wording."""
    rows: QuerySet[Any] = test_set.questions.filter(BEHIND, removed_at__isnull=True)
    return rows.order_by("pk")


def is_complete(test_set: TestSet) -> bool:
    """Whether every question of the set has its index: there is never one without its question."""
    there: int = test_set.questions.filter(removed_at__isnull=True).count()
    indexed: int = IndexedQuestion.objects.filter(test_set=test_set).count()
    return there == indexed


def digests_in_order(test_set: TestSet) -> list[str]:
    """The digests of the questions of a complete set, in its order."""
    # One long word: to fetch as many rows takes longer than to join and part them.
    joined = StringAgg("digest", ",", order_by=["position", "question"])
    found = IndexedQuestion.objects.filter(test_set=test_set).aggregate(all=joined)["all"]
    return found.split(",") if found else []


def catch_up(test_set: TestSet) -> bool:
    """Work out what a page or two is behind; more than that is left to the background.

    Whether nothing is behind any more.
    """
    if is_complete(test_set):
        return True
    waiting = list(behind(test_set).values_list("pk", flat=True)[: AT_ONCE + 1])
    if len(waiting) > AT_ONCE:
        enqueue("testsets.tasks.index_questions", test_set.pk)
        return False
    index_questions(waiting)
    return True


def index_all(test_set: TestSet) -> None:
    """Work out everything that is behind, some at a time."""
    while waiting := list(behind(test_set).values_list("pk", flat=True)[:AT_ONCE]):
        index_questions(waiting)


@transaction.atomic
def index_questions(keys: Sequence[int]) -> None:
    """Work out the index of these questions from how they are worded now; those taken out have none."""
    if not keys:
        return
    # Held, so that no sign-off comes between what is read of it and what is written.
    there = Question.objects.filter(pk__in=keys, removed_at__isnull=True)
    held = there.select_for_update(of=("self",)).order_by("pk")
    questions = list(held.select_related("parent", "test_set").prefetch_related(*with_evidence()))
    said = said_of(keys)
    IndexedQuestion.objects.bulk_create(
        [_indexed(question, said.get(question.pk, NOTHING_SAID)) for question in questions],
        update_conflicts=True,
        unique_fields=["question"],
        update_fields=_COLUMNS,
    )


def index_sign_offs(digests: Mapping[Question, str]) -> None:
    """Have the lists know how questions with these digests stand.

    For many at once, of which a word was said and nothing reworded; what is behind stays behind.
    """
    said = said_of([question.pk for question in digests])
    alike: dict[str, list[int]] = {}
    for question, digest in digests.items():
        words, wanted = said.get(question.pk, NOTHING_SAID), question.test_set.reviewers
        public = Standing(digest, words.counting(None), wanted).state
        own = _own_states(digest, words, wanted, public)
        alike.setdefault(json.dumps([public, own]), []).append(question.pk)
    for stands, keys in alike.items():
        public, own = json.loads(stands)
        IndexedQuestion.objects.filter(question__in=keys).update(sign_off=public, sign_off_for=own)


def _indexed(question: Question, said: Said) -> IndexedQuestion:
    content = frozen_content(question)
    digest = question_digest(content)
    draft = as_draft(question)
    passages = passages_of(question)
    material = {passage.pk: as_material(passage) for passage in passages}
    public = Standing(digest, said.counting(None), question.test_set.reviewers).state
    return IndexedQuestion(
        question=question,
        test_set=question.test_set,
        position=question.position,
        type=question.type,
        language=question.language,
        critical=question.critical,
        control=question.control,
        changed_at=question.changed_at,
        digest=digest,
        warnings=list(dict.fromkeys(n.check for n in notes_on(draft, material=material))),
        without_passage=is_exploratory(content),
        exact=any(fact["exact_value"] for fact in content["facts"]),
        contract=[lack.value for lack in contract_lacks(content)],
        documents=sorted({passage.document_id for passage in passages}),
        side=_side(draft),
        sign_off=public,
        sign_off_for=_own_states(digest, said, question.test_set.reviewers, public),
    )


def _own_states(digest: str, said: Said, wanted: int, public: str) -> dict[str, str]:
    """How the question stands to those who have said what others do not see yet."""
    authors = {word.by_id for word in said.words if word.pk in said.sealed}
    states = {
        str(person): Standing(digest, said.counting(person), wanted).state for person in authors
    }
    return {person: state for person, state in states.items() if state != public}


def _side(draft: Draft) -> str:
    """The right answer of a yes/no question, as the balance counts it (M1.20)."""
    if draft.type is not QuestionType.YES_NO or draft.expects is not Expects.ANSWER:
        return ""
    side = side_of(draft)
    return "unclear" if side is None else side.value
