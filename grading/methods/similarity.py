"""Methods that compare meaning by embeddings, without a language model."""

import math
from collections import Counter
from typing import Final

from core.embeddings import Embedder
from core.text import normalise, sentences
from grading.graders.builtin import BuiltinGrader
from grading.methods.values import Scored, Subject, decided
from grading.simple import is_empty
from grading.values import Case, CaseFact, Finding, Graded, Label
from testsets.values import Expects

VERSION: Final = "1"
_LONGEST: Final = 20_000
_MOST_IDEAS: Final = 40


def text_similarity(answer: str, expected: str, *, embedder: Embedder, pass_score: float) -> Scored:
    """How alike the texts are, from 0 to 1: the mean of two cosines, of wording and of meaning.

    Wording is compared by the triples of letters, so that what is said five times is not the same as
    what is said once; meaning by the embeddings.
    """
    said, wanted = normalise(answer)[:_LONGEST], normalise(expected)[:_LONGEST]
    if is_empty(answer) or is_empty(expected):
        wording = meaning = 0.0
    elif said == wanted:
        wording = meaning = 1.0
    else:
        wording = _cosine(_triples(said), _triples(wanted))
        vectors = embedder.queries([said, wanted])
        meaning = min(max(float(vectors[0] @ vectors[1]), 0.0), 1.0)
    score = round((wording + meaning) / 2, 4)
    return decided(
        passes=score >= pass_score,
        score=score,
        wording=round(wording, 4),
        meaning=round(meaning, 4),
        pass_score=pass_score,
    )


def compare_meaning(subject: Subject, *, grader: BuiltinGrader, pass_score: int) -> Scored:
    """How many of the ideas of the expected answer the answer conveys, from 0 to 100.

    An idea is a sentence of the expected answer; one that the answer contradicts is not conveyed.
    Where an assistant should decline or correct a premise, it is all or nothing.
    """
    content = subject.content
    answers = content["expects"] == Expects.ANSWER
    ideas = [subject.expected[s.start : s.end].strip() for s in sentences(subject.expected)]
    ideas = [idea for idea in ideas if not is_empty(idea)][:_MOST_IDEAS] or [subject.expected]
    case = Case(
        uid=content["uid"],
        question=content["text"],
        type=content["type"],
        language=content["language"],
        expected_answer=subject.expected,
        expects=content["expects"],
        facts=tuple(CaseFact(idea) for idea in ideas) if answers else (),
        passages=(),
        answer=subject.answer,
    )
    graded = grader.grade(case)
    conveyed: list[str] = []
    if isinstance(graded, Graded):
        facts = graded.findings.facts
        conveyed = [fact.fact for fact in facts if fact.finding is Finding.PRESENT]
        if not answers and graded.label is Label.CORRECT:
            conveyed = ideas
    score = round(100 * len(conveyed) / len(ideas)) if conveyed else 0
    return decided(
        passes=score >= pass_score,
        score=float(score),
        conveyed=conveyed,
        missing=[idea for idea in ideas if idea not in conveyed],
        pass_score=pass_score,
    )


def _triples(text: str) -> Counter[str]:
    padded = f" {text} "
    return Counter(padded[at : at + 3] for at in range(len(padded) - 2))


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    both = sum(count * other[piece] for piece, count in one.items())
    lengths = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return both / lengths if lengths else 0.0
