"""What the page of a result shows, as plain values."""

from dataclasses import dataclass
from datetime import datetime

from grading.methods_presenting import ShownScore
from runs.models import AnswerCorrection
from testsets.outdated_presenting import ShownMark
from testsets.presenting import ShownQuestion


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A key fact with what became of it; `finding` is "" where nothing was assessed."""

    quotation: str
    exact_value: str
    finding: str
    evidence: str
    rules: list[str]


@dataclass(frozen=True, slots=True)
class ShownGrade:
    """One assessment in words."""

    pk: int
    who: str
    by_person: bool
    label: str
    said: str
    text: str
    confidence: float | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ShownVote:
    """What one of two people said of a result; `label` is "" for whoever could not decide."""

    who: str
    label: str
    reason: str
    machine_seen: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A dispute with its outcome in words."""

    words: str
    who: str
    at: datetime
    is_open: bool
    outcome: str


@dataclass(frozen=True, slots=True)
class ShownEarlier:
    """The same question in an earlier run."""

    pk: int
    run_id: int
    assistant: str
    at: datetime
    label: str
    reworded: bool


@dataclass(frozen=True, slots=True)
class ShownItem:
    """Everything that stands on the page of a result."""

    pk: int
    run_id: int
    test_set: str
    assistant: str
    question: ShownQuestion
    facts: list[ShownFact]
    answer: list[tuple[str, str]]
    cut: int
    label: str
    decided: bool
    machine: ShownGrade | None
    cause: str
    behaviour: list[str]
    contradictions: tuple[str, ...]
    unverified: tuple[str, ...]
    why: list[str]
    settled: list[str]
    history: list[ShownGrade]
    disputes: list[ShownDispute]
    earlier: list[ShownEarlier]
    newest: int | None
    outdated: ShownMark | None
    votes: list[ShownVote]
    voted: ShownVote | None  # the reader's own word, while the second is still to come
    apart: bool  # two people judge it, and neither may know the other's word
    settles: bool  # two have judged it and differ
    hidden: bool  # the machine's grade is not shown
    scores: list[ShownScore]
    correction: AnswerCorrection | None  # what a person wrote beside the answer


@dataclass(frozen=True, slots=True)
class Button:
    """One thing that can be decided, with its key; `shape` is the outcome label it gives, or ""."""

    value: str
    words: str
    key: str
    shape: str
