"""Questions as records and as plain values, and the one way in which each becomes the other."""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Prefetch

from core.llm import Tokens
from core.models import User
from sources.models import Document, Passage
from testsets.bulk import insert_drafts
from testsets.desk import base_uid
from testsets.models import Drafting, KeyFact, Question, TestSet
from testsets.values import Draft, DraftFact, Expects, QuestionType

# Columns of a document that nobody who looks at its passages reads.
HEAVY: Final = ("raw", "text", "blocks", "left_out")
_PLACE: Final = """
    SELECT max(position), array_agg(uid) FILTER (WHERE uid LIKE %s)
    FROM testsets_question WHERE test_set_id = %s
"""


class Home(NamedTuple):
    """A passage that a key fact may stand in: a stored one, one that a file brought, or both in one."""

    text: str
    passage: int | None = None
    carried: int | None = None


HOMELESS: Final = Home("")


def with_evidence() -> tuple[str | Prefetch[Any], ...]:
    """What to prefetch for questions whose facts and passages are looked at."""
    documents = Document.objects.defer(*HEAVY)
    return ("facts__passage", Prefetch("facts__passage__document", queryset=documents))


def keep_author(record: Any, by: User | None) -> None:
    """Have the history say who made the change: in the background there is no request to ask."""
    record._history_user = by


def next_position(test_set: TestSet) -> int:
    """The place behind all questions of the set, removed ones included."""
    last = test_set.questions.order_by("-position").values_list("position", flat=True).first()
    return (last or 0) + 1


def new_uid(test_set: TestSet, text: str, evidence: Sequence[str]) -> str:
    """The identifier of a question in its set: `base_uid`, told apart from any that is taken."""
    base = base_uid(text, evidence)
    taken = set(test_set.questions.filter(uid__startswith=base).values_list("uid", flat=True))
    return _free(base, taken)


def _free(base: str, taken: Collection[str]) -> str:
    uid, number = base, 2
    while uid in taken:
        uid, number = f"{base}-{number}", number + 1
    return uid


def _place_of_next(test_set: int, text: str, evidence: Sequence[str]) -> tuple[int, str]:
    """What `next_position` and `new_uid` give, in one reading of the set and without building it anew."""
    base = base_uid(text, evidence)
    with connection.cursor() as cursor:
        cursor.execute(_PLACE, [f"{base}%", test_set])
        last, taken = cursor.fetchall()[0]
    return (last or 0) + 1, _free(base, taken or ())


def store_draft(drafting: Drafting, draft: Draft, *, writer: str) -> Question:
    """The draft as a question of its test set. Call inside a transaction that holds the set."""
    test_set, by = drafting.test_set, drafting.created_by
    evidence = [fact.quotation for fact in draft.facts]
    position, uid = _place_of_next(test_set.pk, draft.question, evidence)
    question = Question(
        test_set=test_set,
        drafting=drafting,
        uid=uid,
        position=position,
        type=draft.type.value,
        language=draft.language,
        text=draft.question,
        expected_answer=draft.expected_answer,
        expects=draft.expects.value,
        detail=draft.detail,
        writer=writer,
        parent=test_set.questions.get(uid=draft.parent) if draft.parent else None,
    )
    insert_drafts([question], by=by)
    facts = [
        KeyFact(
            question=question,
            position=number,
            **_columns(fact, Home("", draft.passage_of(fact) or None)),
        )
        for number, fact in enumerate(draft.facts, start=1)
    ]
    insert_drafts(facts, by=by)
    return question


def store_facts(
    question: Question, facts: Sequence[tuple[DraftFact, Home]], *, by: User | None
) -> None:
    """Make these the question's key facts, in this order; rows that stay the same are not touched.

    Each comes with the passage it stands in, or HOMELESS.
    """
    rows = {row.position: row for row in question.facts.all()}
    for position, (fact, home) in enumerate(facts, start=1):
        row = rows.pop(position, None) or KeyFact(question=question, position=position)
        values = _columns(fact, home)
        if row.pk and all(getattr(row, name) == value for name, value in values.items()):
            continue
        for name, value in values.items():
            setattr(row, name, value)
        keep_author(row, by)
        row.save()
    for row in rows.values():
        keep_author(row, by)
        row.delete()


def _columns(fact: DraftFact, home: Home) -> dict[str, Any]:
    """What a key fact in this home is stored as."""
    placed = home.passage is not None or home.carried is not None
    return {
        "quotation": fact.quotation,
        "passage_id": home.passage,
        "carried": home.carried,
        "start": fact.start if placed else None,
        "end": fact.end if placed else None,
        "match": fact.match if placed else "",
        "exact_value": fact.exact_value,
    }


def tokens_of(drafting: Drafting) -> Tokens:
    """What is stored of the tokens that the job has taken."""
    return Tokens(drafting.tokens_reported, drafting.tokens_estimated)


def as_draft(question: Question) -> Draft:
    """The stored question as the checks see it; its first passage is that of its first key fact."""
    facts = list(question.facts.all())
    keys = list(dict.fromkeys(row.passage_id for row in facts if row.passage_id))
    return Draft(
        type=QuestionType(question.type),
        language=question.language,
        question=question.text,
        expected_answer=question.expected_answer,
        facts=tuple(
            DraftFact(
                row.quotation,
                row.start or 0,
                row.end or 0,
                row.match,
                row.exact_value,
                passage_key=0 if row.passage_id in (None, *keys[:1]) else row.passage_id,
            )
            for row in facts
        ),
        passage_key=keys[0] if keys else 0,
        expects=Expects(question.expects),
        detail=question.detail,
        more_passages=tuple(keys[1:]),
        parent=question.parent.uid if question.parent else "",
    )


def passages_of(question: Question) -> list[Passage]:
    """The passages that the question's key facts stand in, each once, in the order of the facts."""
    found: dict[int, Passage] = {}
    for row in question.facts.all():
        if row.passage is not None:
            found.setdefault(row.passage.pk, row.passage)
    return list(found.values())


def homes_of(question: Question) -> list[Home]:
    """Every passage that a key fact of the question may stand in, each once."""
    facts = list(question.facts.all())
    stored = {row.carried: row.passage_id for row in facts if row.passage_id is not None}
    found = [
        Home(passage["text"], stored.get(number), number)
        for number, passage in enumerate(question.carried)
    ]
    for row in facts:
        if row.passage is not None and row.carried is None:
            home = Home(row.passage.text, row.passage.pk)
            if home not in found:
                found.append(home)
    return found


def is_placed(question: Question) -> bool:
    """Whether a key fact of the question stands in a passage, wherever that is kept."""
    return any(row.start is not None for row in question.facts.all())


def draft_as_json(draft: Draft) -> dict[str, Any]:
    """The draft as it was written, for the record."""
    return {
        "type": draft.type.value,
        "language": draft.language,
        "question": draft.question,
        "expected_answer": draft.expected_answer,
        "expects": draft.expects.value,
        "detail": draft.detail,
        "passage": draft.passage_key,
        "more_passages": list(draft.more_passages),
        "parent": draft.parent,
        "facts": [
            {
                "quotation": fact.quotation,
                "start": fact.start,
                "end": fact.end,
                "match": fact.match,
                "exact_value": fact.exact_value,
                "passage": draft.passage_of(fact),
            }
            for fact in draft.facts
        ],
    }


def in_set(test_set: TestSet) -> list[Question]:
    """The questions of the set that were not removed, with all that `frozen_content` asks of them."""
    questions: list[Question] = list(
        test_set.questions.filter(removed_at__isnull=True)
        .select_related("written_by", "parent", "drafting")
        .prefetch_related(*with_evidence())
        .order_by("position", "pk")
    )
    return questions
