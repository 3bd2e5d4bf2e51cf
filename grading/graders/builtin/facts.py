"""What became of one key fact in the answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.text import find_quotation
from grading.graders.builtin.context import Context
from grading.graders.builtin.fitted import fitted
from grading.graders.builtin.likeness import likeness
from grading.graders.builtin.material import turned
from grading.graders.builtin.meaning import Meaning
from grading.graders.builtin.needed import needed_values
from grading.graders.builtin.polarity import denial_before, opposed, restated
from grading.graders.builtin.quoting import denied_in_material, holding
from grading.graders.builtin.reading import (
    Statement,
    Window,
    coverage,
    statement,
    statements,
    windows,
)
from grading.graders.builtin.subjects import Subjects
from grading.graders.builtin.telling import names_another, replaces_words
from grading.graders.builtin.texts import Text
from grading.graders.builtin.weights import WITHOUT_VALUE, Features, across_languages, bounded
from grading.rules.agreement import found, rivals
from grading.rules.value import Kind, Value
from grading.values import CaseFact, FactFinding, Finding

_SAME_TOPIC: Final = 0.6
_LOOKED_AT_ACROSS: Final = 4
_LOOKED_AT_OF_SEVERAL: Final = 2
_WEIGHED: Final = 120
_CERTAIN: Final = 0.99
_SURE: Final = 0.93
_LIKELY: Final = 0.85
# Below what counts as sure: a person should look.
_UNTOLD: Final = 0.7


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding and how likely it is to be right."""

    finding: FactFinding
    confidence: float


class FactJudge:
    """Judges the facts of one case."""

    def __init__(self, context: Context, meaning: Meaning) -> None:
        self._context = context
        self._meaning = meaning
        self._subjects = Subjects(context)
        self._answer = context.case.answer

    def judge(self, fact: CaseFact) -> Judged:
        """The finding for one fact, with the words of the answer that show it."""
        said = statement(fact.quotation, self._context.case.language)
        quoted = self._quoted(said)
        if quoted:
            return quoted
        needed = needed_values(self._context, fact, said)
        denied = self._denied(fact, said, needed)
        if denied:
            return denied
        for part in self._context.said:
            if self._restated(said, part, needed):
                return self._as(fact.quotation, Finding.PRESENT, (part,), _SURE)
        return self._weighed(fact, said, needed)

    # -- word for word -------------------------------------------------------------------------

    def _quoted(self, fact: Statement) -> Judged | None:
        """Present, or turned round, where the answer holds the fact word for word."""
        wanted = fact.folded
        if len(wanted.split()) < 3:
            return None  # too little to be sure that it is meant: "30 m²" stands anywhere
        for part in self._context.said:
            place = find_quotation(wanted, part.folded)
            if place:
                here = denial_before(part.folded, place.start)
                if here != denied_in_material(self._context, wanted):
                    return self._as(fact.text, Finding.CONTRADICTED, (part,), _LIKELY)
                return self._as(fact.text, Finding.PRESENT, (part,), _CERTAIN)
        if find_quotation(wanted, self._context.comparable_answer):
            return self._as(fact.text, Finding.PRESENT, holding(self._context, wanted), _CERTAIN)
        return None

    def _restated(self, fact: Statement, part: Statement, needed: Sequence[Value]) -> bool:
        """True for nearly the same sentence with the same values."""
        context = self._context
        return (
            not context.other_language
            and all(self._found(fact, value, (part,)) for value in needed)
            and restated(fact.text, part.text, context.case.language)
        )

    # -- exact values --------------------------------------------------------------------------

    def _denied(self, fact: CaseFact, said: Statement, needed: Sequence[Value]) -> Judged | None:
        """Contradicted, where a statement about the same thing says otherwise.

        What the material says word for word contradicts none of its facts.
        """
        context = self._context
        denial = self._subjects.denial(said, needed)
        if denial is not None and not self._copied(denial):
            return self._as(fact.quotation, Finding.CONTRADICTED, (denial,), _SURE)
        strange = [part for part in context.said if not context.in_material(part)]
        for part in strange:
            if self._other_value(said, part, needed):
                return self._as(fact.quotation, Finding.CONTRADICTED, (part,), _SURE)
        if not context.other_language:
            known = (*said.values, *context.question.values, *context.material_values)
            for part in strange:
                if turned(part, said, known, context.case.language):
                    return self._as(fact.quotation, Finding.CONTRADICTED, (part,), _SURE)
                agreed = all(found(value, part.values) for value in needed)
                if agreed and opposed(said.text, part.text, context.case.language):
                    return self._as(fact.quotation, Finding.CONTRADICTED, (part,), _LIKELY)
        if None not in (context.expected_lead, context.answer_lead) and (
            context.expected_lead != context.answer_lead
        ):
            return self._as(fact.quotation, Finding.CONTRADICTED, context.said[:1], _LIKELY)
        return None

    def _copied(self, clause: Statement) -> bool:
        """True where the material holds the clause with its subject, not under another heading."""
        alone = statement(clause.text, self._context.answer_language)
        return clause.stems == alone.stems and self._context.in_material(clause)

    def _found(self, fact: Statement, value: Value, parts: Sequence[Statement]) -> Value | None:
        """The fact's value among those that the statements give for the fact's own subject."""
        return found(value, self._subjects.values_for(fact, value, parts))

    def _other_value(self, fact: Statement, part: Statement, needed: Sequence[Value]) -> bool:
        """True when the statement is about the fact's matter and gives another value for it."""
        context = self._context
        topic = fact.stems or context.question.stems
        if coverage(topic, part.stems) < _SAME_TOPIC and not (
            context.is_short and len(context.said) == 1
        ):
            return False
        known = (*fact.values, *context.question.values, *context.material_values)
        return any(
            not self._found(fact, value, context.said)
            and any(not found(rival, known) for rival in rivals(value, part.values))
            for value in needed
        )

    # -- wording and meaning -------------------------------------------------------------------

    def _weighed(self, fact: CaseFact, said: Statement, needed: Sequence[Value]) -> Judged:
        """Present or missing, by words, values and meaning together."""
        stretches = list(windows(self._context.said[:_WEIGHED]))
        if not stretches:
            return self._as(fact.quotation, Finding.MISSING, (), _CERTAIN)
        scored = sorted(
            ((self._features(said, needed, window), window) for window in stretches),
            key=lambda pair: pair[0].promise,
            reverse=True,
        )
        if self._context.other_language:
            best, window = self._nearest(fact, scored[:_LOOKED_AT_ACROSS])
            chance = across_languages(best)
        else:
            best, window = scored[0]
            # Without an exact value that it needs, no likeness makes it conveyed.
            chance = WITHOUT_VALUE if best.lacks_values else self._likely(fact, scored)
        chance = bounded(best, chance)
        if chance >= 0.5:
            return self._shown(fact, said, window, chance, told=bool(needed))
        return self._as(fact.quotation, Finding.MISSING, (), 1 - chance)

    def _shown(
        self, fact: CaseFact, said: Statement, window: Window, chance: float, *, told: bool
    ) -> Judged:
        """Present, unless what is said is said of something else. `told` says that values agree."""
        context = self._context
        if any(names_another(context, part) for part in window.parts):
            return self._as(fact.quotation, Finding.MISSING, (), _UNTOLD)
        language = context.case.language
        if not told and any(replaces_words(said, part, language) for part in window.parts):
            chance = min(chance, _UNTOLD)
        return self._as(fact.quotation, Finding.PRESENT, window.parts, chance)

    def _features(self, fact: Statement, needed: Sequence[Value], window: Window) -> Features:
        context = self._context
        implied = window.stems | context.question.stems
        matched = [
            (value, match) for value in needed if (match := self._found(fact, value, window.parts))
        ]
        return Features(
            words=coverage(fact.stems, window.stems),
            values=len(matched) / len(needed) if needed else 1.0,
            has_values=bool(needed),
            with_units=bool(needed)
            and len(matched) == len(needed)
            and all(_is_telling(value, match) for value, match in matched),
            several_values=len(needed) > 1,
            precision=coverage(window.stems, fact.stems | context.question.stems),
            implied=coverage(fact.stems, implied),
            short=context.is_short,
            same_lead=context.is_short
            and context.answer_lead is not None
            and context.answer_lead == context.expected_lead
            and window.parts[0] == context.said[0],
        )

    def _likely(self, fact: CaseFact, scored: Sequence[tuple[Features, Window]]) -> float:
        """How likely the answer conveys the fact; one of several is looked for where it may stand."""
        context = self._context
        given = context.whole
        if len(context.case.facts) > 1:
            near = {part for _, window in scored[:_LOOKED_AT_OF_SEVERAL] for part in window.parts}
            parts = tuple(part for part in context.said if part in near)
            given = Text(" ".join(part.text for part in parts), parts)
        language = context.case.language
        wanted = Text(fact.quotation, statements(fact.quotation, language))
        return fitted().probability(
            likeness(context.asked, wanted, given, meaning=self._meaning, language=language)
        )

    def _nearest(
        self, fact: CaseFact, scored: Sequence[tuple[Features, Window]]
    ) -> tuple[Features, Window]:
        """The window that is nearest in meaning."""
        near = self._meaning.similarities(
            fact.quotation,
            [" ".join(part.text for part in window.parts) for _, window in scored],
        )
        return max(
            (
                (features.with_nearness(cosine), window)
                for (features, window), cosine in zip(scored, near, strict=True)
            ),
            key=lambda pair: across_languages(pair[0]),
        )

    def _as(
        self, fact: str, finding: Finding, parts: Sequence[Statement], confidence: float
    ) -> Judged:
        evidence = self._answer[parts[0].start : parts[-1].end] if parts else ""
        return Judged(FactFinding(fact, finding, evidence), confidence)


def _is_telling(expected: Value, given: Value) -> bool:
    """True for a match that is no accident: both are dates or codes, or have the same unit."""
    return expected.kind is given.kind and expected.kind is not Kind.NUMBER
