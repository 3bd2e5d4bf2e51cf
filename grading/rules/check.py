"""Fixed rules for the exact values that a test defines, run beside every grader (M2.8)."""

import re
from collections.abc import Sequence

from core.text import normalise
from grading.rules.agreement import found
from grading.rules.extraction import values
from grading.rules.value import Value
from grading.values import CaseFact, RuleResult

VERSION = "2"
"""Part of every grader's fingerprint: raise it when a rule decides differently."""

TEXT_RULE = "text"
_LONGEST = 100_000


def check_facts(
    facts: Sequence[CaseFact], *, answer: str, language: str, answer_language: str = ""
) -> tuple[RuleResult, ...]:
    """One result for each exact value of each fact. Facts without one give none."""
    answer = answer[:_LONGEST]
    given = values(answer, answer_language or language)
    return tuple(
        result
        for fact in facts
        if fact.exact_value.strip()
        for result in _check(fact, answer=answer, given=given, language=language)
    )


def _check(
    fact: CaseFact, *, answer: str, given: Sequence[Value], language: str
) -> list[RuleResult]:
    expected = values(fact.exact_value, language)
    if not expected:
        return [_as_text(fact, answer)]
    results = []
    for value in expected:
        match = found(value, given)
        results.append(
            RuleResult(
                rule=value.kind.value,
                fact=fact.quotation,
                expected=value.text,
                found=match.text if match else "",
                holds=match is not None,
            )
        )
    return results


def _as_text(fact: CaseFact, answer: str) -> RuleResult:
    """The value as whole words, whatever their case and typography."""
    wanted = normalise(fact.exact_value)
    match = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", normalise(answer))
    return RuleResult(
        rule=TEXT_RULE,
        fact=fact.quotation,
        expected=fact.exact_value,
        found=match.group() if match else "",
        holds=match is not None,
    )
