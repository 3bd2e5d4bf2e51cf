"""What is done to an expected answer, and which label the result must get."""

from dataclasses import dataclass
from enum import StrEnum

from grading.methods import Outcome
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
    # Of structured answers only.
    REORDERED = "reordered"
    UNPARSABLE = "unparsable"
    PROSE_AROUND = "prose_around"
    LISTED = "listed"
    MISSING_FIELD = "missing_field"
    EXTRA_FIELD = "extra_field"
    WRONG_TYPE = "wrong_type"
    UNKNOWN_STATUS = "unknown_status"
    INVENTED_VALUE = "invented_value"
    INVENTED_EVIDENCE = "invented_evidence"
    OTHER_EVIDENCE = "other_evidence"


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """An answer and the one label that is right for it."""

    alteration: Alteration
    text: str
    right: Label


@dataclass(frozen=True, slots=True)
class KnownOutcome:
    """A structured answer and the one outcome that is right for it: pass or fail."""

    alteration: Alteration
    text: str
    right: Outcome
