"""The changes that the demo's owner made to the drafted test set before approving it."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.models import User
from core.text import normalise
from sources.models import Passage
from testsets.models import Question, TestSet
from testsets.question_text import NewFact, QuestionText
from testsets.services import add_question, edit_question, remove_question
from testsets.values import QuestionType

BY_HAND: Final = Path(__file__).with_name("by_hand.toml")


@dataclass(frozen=True, slots=True)
class HandWritten:
    """A question as the owner left it."""

    text: str
    language: str
    type: QuestionType
    expected_answer: str
    facts: tuple[NewFact, ...]
    critical: bool
    purpose: str


def hand_written() -> tuple[HandWritten, ...]:
    """The owner's questions, in their order."""
    table = tomllib.loads(BY_HAND.read_text(encoding="utf-8"))["question"]
    return tuple(
        HandWritten(
            text=line["text"],
            language=line["language"],
            type=QuestionType(line["type"]),
            expected_answer=line["expected_answer"],
            facts=tuple(_fact(written) for written in line["facts"]),
            critical=line.get("critical", False),
            purpose=line.get("purpose", ""),
        )
        for line in table
    )


def _fact(written: str | list[str]) -> NewFact:
    return NewFact(written) if isinstance(written, str) else NewFact(*written)


def removed_by_hand() -> tuple[str, ...]:
    """The drafted questions that the owner took out."""
    return tuple(tomllib.loads(BY_HAND.read_text(encoding="utf-8"))["removed"])


def edit_by_hand(*, test_set: TestSet, by: User) -> None:
    """Remove, change or add what the owner did; a second call finds nothing left to change.

    A question whose passage the workspace does not hold is left out: its answer could not be shown.
    """
    drafted = {
        normalise(question.text): question
        for question in Question.objects.for_workspace(test_set.workspace).filter(
            test_set=test_set, removed_at=None
        )
    }
    for text in removed_by_hand():
        if (outdated := drafted.get(normalise(text))) is not None:
            remove_question(question=outdated, by=by)
    for wanted in hand_written():
        passage = (
            Passage.objects.for_workspace(test_set.workspace)
            .filter(question=wanted.text)
            .order_by("-pk")
            .first()
        )
        if passage is None:
            continue
        content = QuestionText(
            text=wanted.text,
            type=wanted.type,
            language=wanted.language,
            expected_answer=wanted.expected_answer,
            facts=wanted.facts,
            critical=wanted.critical,
            purpose=wanted.purpose,
        )
        question = drafted.get(normalise(wanted.text))
        if question is None:
            add_question(test_set=test_set, content=content, by=by, passage=passage)
        else:
            edit_question(question=question, content=content, by=by, passage=passage)
