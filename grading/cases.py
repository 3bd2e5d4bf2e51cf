"""A stored answer as a case for a grader."""

from collections.abc import Mapping
from typing import Any

from core.fingerprint import fingerprint
from grading.values import MOST_PASSAGES, Case, CaseFact
from runs.models import Answer
from testsets.evidence import content_of
from testsets.models import FrozenQuestion


def case_of(answer: Answer) -> Case:
    """The case of an answer, from its frozen question alone."""
    question: FrozenQuestion = answer.question
    return case_of_content(content_of(question), answer=answer.text)


def case_of_content(content: Mapping[str, Any], *, answer: str = "") -> Case:
    """The case of a question's content, as it is or would be frozen, and an answer to it."""
    return Case(
        uid=content["uid"],
        question=content["text"],
        type=content["type"],
        language=content["language"],
        expected_answer=content["expected_answer"],
        expects=content["expects"],
        facts=tuple(
            CaseFact(fact["quotation"], fact.get("exact_value") or "") for fact in content["facts"]
        ),
        passages=tuple(passage["text"] for passage in content["passages"][:MOST_PASSAGES]),
        answer=answer,
        critical=content["critical"],
    )


def subject_of(answer: Answer) -> str:
    """What is graded, as a digest: the same question answered in the same words is the same thing."""
    return fingerprint([answer.question.digest, answer.text])
