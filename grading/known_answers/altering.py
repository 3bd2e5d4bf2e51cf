"""The known answers of a question: its expected answer, and every alteration that it allows."""

from collections.abc import Iterator
from dataclasses import replace

from core.text import find_quotation
from grading.known_answers.changing import another_value, opposite
from grading.known_answers.phrases import Phrases, phrases_in
from grading.known_answers.values import Alteration, KnownAnswer
from grading.values import Case, CaseFact, Label
from testsets.values import Expects
from testsets.writers.builtin.amounts import counts_in, values_in


def known_answers(case: Case, *, detail: str = "") -> list[KnownAnswer]:
    """Answers to the case's question with the label that each must get; its own answer is not used.

    `detail` is what the question makes up. The reply that repeats nothing, the empty one and the
    question itself belong to every question; what else there is depends on the right behaviour.
    """
    phrases = phrases_in(case.language)
    if case.expects == Expects.DECLINE:
        found = [
            KnownAnswer(Alteration.OWN, phrases.declines, Label.CORRECT),
            KnownAnswer(Alteration.INVENTED, phrases.invents, Label.INCORRECT),
        ]
    elif case.expects == Expects.CORRECT_PREMISE:
        found = list(_on_a_premise(case, detail, phrases))
    else:
        found = list(_on_facts(case, phrases))
    return [
        *found,
        KnownAnswer(Alteration.EMPTY, "", Label.NO_ANSWER),
        KnownAnswer(Alteration.QUESTION_REPEATED, case.question, Label.NOT_CAPTURED),
    ]


def as_answered(case: Case, known: KnownAnswer) -> Case:
    """The case as if the assistant had given the known answer."""
    return replace(case, answer=known.text)


def _on_a_premise(case: Case, detail: str, phrases: Phrases) -> Iterator[KnownAnswer]:
    yield KnownAnswer(Alteration.OWN, case.expected_answer, Label.CORRECT)
    if detail:
        agreed = phrases.agrees.format(detail=detail)
        yield KnownAnswer(Alteration.PREMISE_ACCEPTED, agreed, Label.INCORRECT)


def _on_facts(case: Case, phrases: Phrases) -> Iterator[KnownAnswer]:
    yield KnownAnswer(Alteration.OWN, case.expected_answer, Label.CORRECT)
    for fact in case.facts:
        changed = _with_another_value(case.expected_answer, fact)
        if changed:
            yield KnownAnswer(Alteration.VALUE_CHANGED, changed, Label.INCORRECT)
    if len(case.facts) > 1:
        for dropped in range(len(case.facts)):
            kept = [fact.quotation for n, fact in enumerate(case.facts) if n != dropped]
            # A fact that another one holds is not left out by leaving it out.
            if find_quotation(case.facts[dropped].quotation, "\n".join(kept)) is None:
                text = "\n".join(f"- {quotation}" for quotation in kept)
                yield KnownAnswer(Alteration.FACT_DROPPED, text, Label.PARTLY)
    turned = opposite(case.expected_answer, case.language)
    if turned:
        yield KnownAnswer(Alteration.NEGATED, turned, Label.INCORRECT)
    yield KnownAnswer(Alteration.REFUSAL, phrases.refuses, Label.NO_ANSWER)


def _with_another_value(answer: str, fact: CaseFact) -> str:
    """The answer with the fact's value changed wherever it stands; "" when it holds none."""
    value = fact.exact_value or _only_value(fact.quotation)
    place = find_quotation(value, answer) if value else None
    if place is None:
        return ""
    stated = answer[place.start : place.end]
    other = another_value(stated)
    return answer.replace(stated, other) if other and other != stated else ""


def _only_value(quotation: str) -> str:
    """The value, or else the bare number, of a quotation that has exactly one."""
    found = values_in(quotation) or counts_in(quotation)
    return quotation[found[0].start : found[0].end] if len(found) == 1 else ""
