"""Which of a sentence's values speaks of the same thing as a fact.

"30 minutes on foot and 45 minutes with a vehicle": the test itself tells two subjects apart. A value
beside the words of the other subject is the other one's.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from grading.graders.builtin.clauses import clauses, spoken
from grading.graders.builtin.context import Context
from grading.graders.builtin.reading import Statement, coverage, statement
from grading.rules.agreement import comparable, found, rivals
from grading.rules.value import Value

_MOSTLY: Final = 0.5
_SAME_FRAME: Final = 0.6
_WHOLE: Final = 0.8
_LOOKED_AT: Final = 60
_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Contrast:
    """What tells a fact from another subject of the test that has another value of the same sort."""

    own: frozenset[str]
    other: frozenset[str]
    value: Value

    def gives_other(self, clause: Statement) -> bool:
        """True for a clause about the other subject and not about the fact's."""
        theirs = coverage(self.other, clause.stems)
        return theirs > _MOSTLY and coverage(self.own, clause.stems) < theirs / 2

    def gives_own(self, clause: Statement) -> bool:
        """True for a clause about the fact's subject and not about the other."""
        mine = coverage(self.own, clause.stems)
        return mine > _MOSTLY and coverage(self.other, clause.stems) < mine / 2


class Subjects:
    """The subjects of one case and the clauses of its answer."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._told: dict[tuple[str, Value], list[Contrast]] = {}
        self._own: dict[tuple[str, Value], list[Statement]] = {}

    def values_for(self, fact: Statement, value: Value, parts: Sequence[Statement]) -> list[Value]:
        """The values of the statements, without those that belong to another subject."""
        contrasts = self._contrasts(fact, value)
        if not contrasts or not parts:
            return [each for part in parts for each in part.values]
        own = self._own.get((fact.text, value))
        if own is None:
            own = self._own[fact.text, value] = [
                clause
                for clause in self._clauses
                if clause.values and not any(each.gives_other(clause) for each in contrasts)
            ]
        first, last = parts[0].start, parts[-1].end
        at = bisect_left(own, first, key=_start)
        upto = bisect_left(own, last, key=_start)
        return [each for clause in own[at:upto] for each in clause.values]

    def denial(self, fact: Statement, needed: Sequence[Value]) -> Statement | None:
        """The clause that gives the fact's subject another value, the fact's own nowhere; or None."""
        return next(
            (clause for value in needed if (clause := self._denial(fact, value)) is not None), None
        )

    def _denial(self, fact: Statement, value: Value) -> Statement | None:
        contrasts = self._contrasts(fact, value)
        if not contrasts or found(value, self.values_for(fact, value, self._context.said)):
            return None
        moved = found(value, self._context.answer_values) is not None
        others = [contrast.value for contrast in contrasts]
        for clause in self._clauses:
            if not all(contrast.gives_own(clause) for contrast in contrasts):
                continue
            frame = fact.stems - self._context.question.stems
            alike = coverage(frame, clause.stems) >= _SAME_FRAME
            if any(
                moved or alike or found(rival, others) for rival in rivals(value, clause.values)
            ):
                return clause
        return None

    @cached_property
    def _clauses(self) -> tuple[Statement, ...]:
        return tuple(spoken(self._context.said, self._context.answer_language))

    @cached_property
    def _expected(self) -> tuple[Statement, ...]:
        """The clauses of the expected answer and of the key facts that give a value."""
        language = self._context.case.language
        facts = (statement(fact.quotation, language) for fact in self._context.case.facts)
        return tuple(
            clause
            for part in (*self._context.expected, *facts)
            for clause in clauses(part, language)
            if clause.values
        )

    def _contrasts(self, fact: Statement, value: Value) -> list[Contrast]:
        if self._context.other_language:
            return []
        told = self._told.get((fact.text, value))
        if told is None:
            words = self._words(fact, value)
            apart = (*self._told_apart(words, value), *self._told_apart_by_answer(words, value))
            told = self._told[fact.text, value] = list(dict.fromkeys(apart))[:_MOST]
        return told

    def _told_apart(self, words: frozenset[str], value: Value) -> Iterator[Contrast]:
        asked = self._context.question.stems
        for clause in self._expected:
            rival = next((each for each in clause.values if comparable(value, each)), None)
            if rival is None or found(value, clause.values):
                continue
            own, other = _apart(words, clause.stems), _apart(clause.stems, words)
            own, other = own - asked or own, other - asked or other
            if own and other:
                yield Contrast(own, other, rival)

    def _told_apart_by_answer(self, words: frozenset[str], value: Value) -> Iterator[Contrast]:
        """Subjects that only the answer knows: "14.50 for children and 19 for adults".

        The value stands beside strange words, and another one beside nothing but the fact's own.
        """
        with_values = [clause for clause in self._clauses if clause.values][:_LOOKED_AT]
        here = [clause for clause in with_values if found(value, clause.values)]
        if not here or len(here) == len(with_values):
            return
        known = words.union(
            self._context.question.stems, *(part.stems for part in self._context.expected)
        )
        for clause in with_values:
            rival = next(iter(rivals(value, clause.values)), None)
            if rival is None or clause in here or _apart(clause.stems, known):
                continue
            for place in here:
                own, other = _apart(clause.stems & words, place.stems), _apart(place.stems, known)
                if own and other:
                    yield Contrast(own, other, rival)

    def _words(self, fact: Statement, value: Value) -> frozenset[str]:
        """The words of the fact; a bare value has those of its clause in the expected answer."""
        around = [
            clause.stems
            for clause in self._expected
            if found(value, clause.values) and coverage(fact.stems, clause.stems) >= _WHOLE
        ]
        return fact.stems.union(*around[:1])


def _apart(words: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if not coverage({word}, others))


def _start(clause: Statement) -> int:
    return clause.start
