"""Which passage is asked for which type of question, in which order."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import Template
from typing import Final

from core.text import words
from testsets.values import Material, QuestionType
from testsets.writers.builtin.amounts import values_in
from testsets.writers.model.prompts import KINDS, YES_NO

# Direct questions come twice: they are what most customers ask.
_ROUND: Final = (
    QuestionType.DIRECT,
    QuestionType.EXACT_VALUE,
    QuestionType.YES_NO,
    QuestionType.DIRECT,
    QuestionType.PARAPHRASE,
)
_FEWEST_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class Assignment:
    """One call: a passage, a type of question, and how that type is described."""

    passage: Material
    type: QuestionType
    kind: str


def assignments(material: Sequence[Material]) -> Iterator[Assignment]:
    """Every passage once per type, spread over the documents, types alternating.

    The right answers of the yes/no questions asked for are "no" and "yes" in turn.
    """
    ordered = _in_turn([p for p in material if len(words(p.text)) >= _FEWEST_WORDS])
    asked: set[tuple[int, QuestionType]] = set()
    sides = _sides()
    for shift in range(len(_ROUND)):
        for position, passage in enumerate(ordered):
            type_ = _ROUND[(position + shift) % len(_ROUND)]
            if type_ is QuestionType.EXACT_VALUE and not values_in(passage.text):
                continue
            if (passage.key, type_) in asked:
                continue
            asked.add((passage.key, type_))
            if type_ is QuestionType.YES_NO:
                kind = Template(YES_NO).substitute(side=next(sides))
            else:
                kind = KINDS[type_]
            yield Assignment(passage, type_, kind)


def _sides() -> Iterator[str]:
    while True:
        yield "no"
        yield "yes"


def _in_turn(material: Sequence[Material]) -> list[Material]:
    """The passages, one of each document at a time."""
    waiting: dict[int, deque[Material]] = {}
    for passage in material:
        waiting.setdefault(passage.document_key, deque()).append(passage)
    ordered = []
    while waiting:
        for key in list(waiting):
            ordered.append(waiting[key].popleft())
            if not waiting[key]:
                del waiting[key]
    return ordered
