"""The answer, the expected answer and the passages against each other."""

from collections.abc import Iterable, Sequence
from typing import Final

from core.text import find_quotation
from grading.explanations import Doubt, doubt
from grading.graders.builtin import phrases
from grading.graders.builtin.context import LONGEST_ANSWER, Context
from grading.graders.builtin.polarity import opposed
from grading.graders.builtin.reading import Statement, comparable, coverage
from grading.rules.agreement import comparable as same_sort
from grading.rules.agreement import found
from grading.rules.value import Value
from grading.values import facts_to_find
from testsets.values import QuestionType

_SAME_SENTENCE: Final = 0.85
_FEW_STEMS: Final = 3
_SUPPORTED: Final = 0.5
_SHOWN: Final = 5


def contradictions(context: Context) -> tuple[str, ...]:
    """The statements that repeat a sentence of the material with another value or turned round.

    Only near-copies count: a sentence about another matter is no contradiction.
    """
    if context.other_language:
        return ()
    return tuple(
        part.text
        for part in context.content
        if not context.in_material(part)
        and any(
            turned(part, sentence, context.material_values, context.case.language)
            for sentence in context.material
        )
    )


def turned(one: Statement, two: Statement, known: Sequence[Value], language: str) -> bool:
    """True when the first is the second with a value that nobody else gives, or turned round."""
    if not _same_sentence(one, two):
        return False
    if _other_value(one, two, known):
        return True
    agreed = all(found(value, two.values) for value in one.values if value.firm)
    return agreed and opposed(one.text, two.text, language)


def _other_value(one: Statement, two: Statement, known: Sequence[Value]) -> bool:
    """True when the first gives a value that the material does not, in the place of another.

    A value beside all those of the second ("20 %, about 4,000 kronor") is an addition.
    """
    for strange in one.values:
        if not strange.firm or found(strange, known):
            continue
        here = [value for value in one.values if same_sort(value, strange)]
        there = [value for value in two.values if same_sort(value, strange)]
        if there and len(here) <= len(there):
            return True
    return False


def _same_sentence(one: Statement, two: Statement) -> bool:
    if min(len(one.stems), len(two.stems)) < _FEW_STEMS:
        return False
    return min(coverage(one.stems, two.stems), coverage(two.stems, one.stems)) >= _SAME_SENTENCE


def _values(parts: Iterable[Statement]) -> list[Value]:
    return [value for part in parts for value in part.values]


def unverified(context: Context) -> tuple[str, ...]:
    """The statements that the material neither confirms nor contradicts (M2.5)."""
    if context.other_language or not context.passages:
        return ()
    stems = frozenset().union(*(part.stems for part in (*context.passages, *context.expected)))
    known = [*_values(context.passages), *_values(context.expected), *context.question.values]
    return tuple(
        part.text
        for part in context.content
        if coverage(part.stems, stems | context.question.stems) < _SUPPORTED
        or any(value.firm and not found(value, known) for value in part.values)
    )[:_SHOWN]


def test_doubt(context: Context) -> str:
    """Why the test itself looks wrong; "" when it does not."""
    case = context.case
    language = case.language
    if not facts_to_find(case) and case.expects == "answer":
        return doubt(Doubt.NO_EXPECTATION, language)
    if not case.passages:
        return ""
    passages = [comparable(passage) for passage in case.passages]
    for fact in case.facts:
        if not any(find_quotation(comparable(fact.quotation), passage) for passage in passages):
            return doubt(Doubt.FACT_NOT_IN_PASSAGE, language, fact.quotation)
    known = [*_values(context.passages), *context.question.values]
    for sentence in context.expected:
        for other in context.passages:
            if _same_sentence(sentence, other) and _other_value(sentence, other, known):
                return doubt(Doubt.EXPECTED_NOT_IN_MATERIAL, language, sentence.text)
    return _disagreement(context)


def _disagreement(context: Context) -> str:
    """Two passages that give one sentence with two values. A test of what is current wants that."""
    if context.case.type == QuestionType.CURRENT or len(context.case.passages) < 2:
        return ""
    for at, one in enumerate(context.passages):
        for two in context.passages[at + 1 :]:
            if _same_sentence(one, two) and _other_value(one, two, two.values):
                return doubt(Doubt.PASSAGES_DISAGREE, context.case.language, one.text)
    return ""


def capture_doubt(context: Context) -> str:
    """Why the captured text does not look like a reply of the assistant; "" when it does."""
    if phrases.matches(phrases.NOT_THE_ASSISTANT, context.case.answer[:LONGEST_ANSWER]):
        return doubt(Doubt.NOT_THE_ASSISTANT, context.case.language)
    return ""
