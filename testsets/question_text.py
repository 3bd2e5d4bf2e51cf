"""What a person types of a question."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.errors import DomainError
from testsets.methods import NO_NEEDS, Needs
from testsets.models import Question
from testsets.values import Expects, QuestionType


class FactNotInPassage(DomainError):
    """A key fact that its passage does not state would be the writer's invention (M1.15)."""

    def __init__(self, quotation: str) -> None:
        self.quotation = quotation
        super().__init__(
            _("“%(quotation)s” does not stand word for word in the passage. Copy it from there.")
            % {"quotation": quotation}
        )


@dataclass(frozen=True, slots=True)
class NewFact:
    """A key fact as typed."""

    quotation: str
    exact_value: str = ""


@dataclass(frozen=True, slots=True)
class QuestionText:
    """Everything of a question that a person can write."""

    text: str
    type: QuestionType
    language: str
    expected_answer: str
    facts: Sequence[NewFact]
    expects: Expects = Expects.ANSWER
    critical: bool = False
    control: bool = False
    purpose: str = ""
    topic: str = ""
    needs: Needs = NO_NEEDS


def text_of(question: Question) -> QuestionText:
    """What the question holds now, as it could have been typed."""
    return QuestionText(
        text=question.text,
        type=QuestionType(question.type),
        language=question.language,
        expected_answer=question.expected_answer,
        facts=[NewFact(fact.quotation, fact.exact_value) for fact in question.facts.all()],
        expects=Expects(question.expects),
        critical=question.critical,
        control=question.control,
        purpose=question.purpose,
        topic=question.topic,
        needs=Needs.stored(question.needs),
    )


def write_text(question: Question, content: QuestionText) -> None:
    """Have the question say this; its facts are stored by themselves, and nothing is saved yet."""
    question.text = content.text
    question.type = content.type.value
    question.language = content.language
    question.expected_answer = content.expected_answer
    question.expects = content.expects.value
    question.critical, question.control = content.critical, content.control
    question.purpose, question.topic = content.purpose, content.topic
    question.needs = content.needs.as_json()
