"""What can be decided about a reply without any grader (M2.7)."""

import unicodedata

from core.text import normalise, words
from grading.explanations import Doubt, doubt, explain
from grading.flags import flags
from grading.values import Case, Findings, Graded, all_missing, facts_to_find
from grading.verdict import verdict
from testsets.values import Expects

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def simple_grade(case: Case) -> Graded | None:
    """The grade of a reply that needs no grader; None for every other."""
    findings = simple_findings(case)
    if findings is None:
        return None
    label = verdict(ran=True, findings=findings, expects=case.expects)
    return Graded(
        label=label,
        findings=findings,
        explanation=explain(
            label, findings, language=case.language, limits=case.expects != Expects.ANSWER
        ),
        confidence=1.0,
        flags=flags(case, label=label, findings=findings, confidence=1.0, enough=0.0),
    )


def simple_findings(case: Case) -> Findings | None:
    """The findings of an empty reply, or of one that only repeats the question; else None."""
    if is_empty(case.answer):
        return Findings(facts=all_missing(facts_to_find(case)), empty=True)
    if repeats_question(question=case.question, answer=case.answer):
        return Findings(
            facts=all_missing(facts_to_find(case)),
            capture_doubt=doubt(Doubt.REPEATS_QUESTION, case.language),
        )
    return None


def is_empty(answer: str) -> bool:
    """True when nothing can be read: white space, invisible characters or punctuation only."""
    return all(
        char.isspace()
        or unicodedata.category(char) in _UNSEEN
        or unicodedata.category(char).startswith(("P", "Z"))
        for char in answer
    )


def repeats_question(*, question: str, answer: str) -> bool:
    """True when the reply is the question, once or several times, and nothing else."""
    asked, replied = words(question), words(answer)
    if not asked:
        return bool(normalise(answer)) and normalise(answer) == normalise(question)
    times, rest = divmod(len(replied), len(asked))
    return times > 0 and rest == 0 and replied == asked * times
