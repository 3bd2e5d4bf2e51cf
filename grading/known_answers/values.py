"""What is done to an expected answer, and which label the result must get."""

from dataclasses import dataclass
from enum import StrEnum

from grading.values import Label


class Alteration(StrEnum):
    """How an answer came about."""

    OWN = "own"
    VALUE_CHANGED = "value_changed"
    FACT_DROPPED = "fact_dropped"
    NEGATED = "negated"
    PREMISE_ACCEPTED = "premise_accepted"
    INVENTED = "invented"
    REFUSAL = "refusal"
    EMPTY = "empty"
    QUESTION_REPEATED = "question_repeated"


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """An answer and the one label that is right for it."""

    alteration: Alteration
    text: str
    right: Label
