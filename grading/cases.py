"""A stored answer as a case for a grader."""

from core.fingerprint import fingerprint
from grading.values import Case, CaseFact
from runs.models import Answer
from testsets.models import FrozenQuestion

MOST_PASSAGES = 5
"""How many passages a grader looks at (M2.1)."""


def case_of(answer: Answer) -> Case:
    """The case of an answer, from its frozen question alone."""
    question: FrozenQuestion = answer.question
    return Case(
        uid=question.uid,
        question=question.text,
        type=question.type,
        language=question.language,
        expected_answer=question.expected_answer,
        expects=question.expects,
        facts=tuple(
            CaseFact(fact["quotation"], fact.get("exact_value") or "") for fact in question.facts
        ),
        passages=tuple(passage["text"] for passage in question.passages[:MOST_PASSAGES]),
        answer=answer.text,
        critical=question.critical,
    )


def subject_of(answer: Answer) -> str:
    """What is graded, as a digest: the same question answered in the same words is the same thing."""
    return fingerprint([answer.question.digest, answer.text])
