"""Grading without a language model."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from core.embeddings import Embedder
from core.fingerprint import fingerprint
from grading import verdict
from grading.explanations import explain
from grading.flags import flags
from grading.graders.builtin import material, phrases
from grading.graders.builtin.behaviour import behaviour
from grading.graders.builtin.causes import likely_cause
from grading.graders.builtin.context import LONGEST_ANSWER, Context
from grading.graders.builtin.facts import FactJudge, Judged
from grading.graders.builtin.fitted import fitted
from grading.graders.builtin.likeness import likeliest
from grading.graders.builtin.meaning import Meaning
from grading.graders.builtin.topic import off_topic
from grading.rules import check
from grading.simple import simple_grade
from grading.values import (
    Case,
    CaseFact,
    FactFinding,
    Finding,
    Findings,
    Graded,
    Grading,
    Label,
    facts_to_find,
    neither,
)
from testsets.values import Expects

VERSION: Final = "3"
"""Raise it with every change that could change a finding."""

EXTRA_DETAIL_POLICY: Final = (
    "Statements that the cited passages do not hold are listed as unverified and are not counted as "
    "errors. Only a sentence of the material repeated with another value, or turned round, counts as "
    "a contradiction."
)
_ENOUGH: Final = 0.72
_UNSURE: Final = 0.5
_MOST_STATEMENTS: Final = 12
_NEARNESS: Final[Mapping[Label, int]] = {
    Label.CORRECT: 4, Label.PARTLY: 3, Label.NO_ANSWER: 2, Label.INCORRECT: 1,
    Label.NEEDS_REVIEW: 0, Label.NOT_CAPTURED: 0, Label.NOT_RUN: 0,
}  # fmt: skip


class BuiltinGrader:
    """Rules for exact values, words and their stems, negation, and nearness in meaning.

    The same answer always gets the same grade. What it cannot tell, it flags.
    """

    name = "Built-in grader (rules and embeddings, no language model)"
    concurrency = 2

    def __init__(self, embedder: Embedder) -> None:
        self._meaning = Meaning(embedder)
        self.description: Mapping[str, Any] = {
            "kind": "builtin",
            "version": VERSION,
            "embeddings": embedder.name,
            "weights": fitted().fingerprint,
            "rules": check.VERSION,
            "verdict_table": verdict.VERSION,
            "flagged_below": _ENOUGH,
            "longest_answer": LONGEST_ANSWER,
            "extra_detail": EXTRA_DETAIL_POLICY,
        }
        self.fingerprint = fingerprint(dict(self.description))

    def grade(self, case: Case) -> Grading:
        """Grade one answer; where several answers are right, by the one that it comes nearest to."""
        simple = simple_grade(case)
        if simple is not None:
            return simple
        if not case.also_right:
            return self._graded(case)
        wanted = likeliest(_answering((case.expected_answer, *case.also_right)), case.answer)
        return max(
            (self._graded(replace(case, expected_answer=text, also_right=())) for text in wanted),
            key=lambda graded: (_NEARNESS[graded.label], graded.confidence or 0.0),
        )

    def _graded(self, case: Case) -> Graded:
        context = Context(case)
        judge = FactJudge(context, self._meaning)
        judged = _by_statement(judge, context, [judge.judge(fact) for fact in facts_to_find(case)])
        findings, sure = self._findings(context, judged)
        label = verdict.verdict(ran=True, findings=findings, expects=case.expects)
        rules = check.check_facts(
            case.facts,
            answer=case.answer,
            language=case.language,
            answer_language=context.answer_language,
        )
        return Graded(
            label=label,
            findings=findings,
            explanation=explain(
                label, findings, language=case.language, limits=case.expects != Expects.ANSWER
            ),
            confidence=round(sure, 3),
            flags=flags(
                case, label=label, findings=findings, confidence=sure, enough=_ENOUGH, rules=rules
            ),
            cause=likely_cause(context, label, findings),
            rules=rules,
        )

    def _findings(self, context: Context, judged: list[Judged]) -> tuple[Findings, float]:
        """The findings, and the confidence in the label that they lead to."""
        facts = tuple(item.finding for item in judged)
        present = any(fact.finding is Finding.PRESENT for fact in facts)
        contradicted = any(fact.finding is Finding.CONTRADICTED for fact in facts)
        manner = behaviour(context, fact_present=present, fact_contradicted=contradicted)
        strays = not present and not contradicted and off_topic(context, self._meaning)
        denied = material.contradictions(context)
        stray = () if manner.deflects else material.unverified(context)
        findings = Findings(
            facts=facts,
            contradictions=denied,
            unverified=neither(stray, facts=facts, contradictions=denied),
            declines=manner.declines,
            corrects_premise=manner.corrects_premise,
            deflects=manner.deflects,
            offers_menu=manner.offers_menu,
            asks_back=manner.asks_back,
            off_topic=manner.silent or strays,
            asserts=manner.asserts and not strays,
            test_doubt=material.test_doubt(context),
            capture_doubt=material.capture_doubt(context),
        )
        sure = _confidence(context, judged, findings, manner.confidence)
        cut = len(context.case.answer) > LONGEST_ANSWER
        return findings, min(sure, _UNSURE) if cut else sure


def _answering(wanted: Sequence[str]) -> Sequence[str]:
    """The texts that answer the question. "No comment" among them makes no answer of a reply."""
    answers = [text for text in wanted if not phrases.matches(phrases.DECLINES, text)]
    return answers or wanted


def _by_statement(judge: FactJudge, context: Context, judged: list[Judged]) -> list[Judged]:
    """What became of an expected answer that is not conveyed as a whole, statement by statement.

    Where there are key facts they are judged already. A whole that is not conveyed lacks something:
    where every statement seems to be there, the least sure of them counts as missing.
    """
    if context.case.facts or len(context.expected) < 2:
        return judged
    if any(item.finding.finding is not Finding.MISSING for item in judged):
        return judged
    parts = [judge.judge(CaseFact(part.text)) for part in context.expected[:_MOST_STATEMENTS]]
    found = [item for item in parts if item.finding.finding is Finding.PRESENT]
    if not found:
        return judged
    if len(found) == len(parts):
        least = min(parts, key=lambda item: item.confidence)
        missing = FactFinding(least.finding.fact, Finding.MISSING)
        parts[parts.index(least)] = Judged(missing, judged[0].confidence)
    return parts


def _confidence(
    context: Context, judged: list[Judged], findings: Findings, of_manner: float
) -> float:
    """How sure the label is: as sure as the least sure finding that it rests on."""
    if findings.capture_doubt or findings.test_doubt:
        return 0.8
    if context.case.expects != Expects.ANSWER:
        return of_manner
    denials = [item for item in judged if item.finding.finding is Finding.CONTRADICTED]
    if denials:
        return max(item.confidence for item in denials)
    if findings.contradictions:
        return 0.8
    return min((item.confidence for item in judged), default=0.5)
