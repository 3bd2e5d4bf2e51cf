"""What a report is made from: one run's frozen records as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from grading.values import Finding, Label


@dataclass(frozen=True, slots=True)
class PassageRecord:
    """A passage that travels with its question, and where it stood."""

    document: str
    text: str
    address: str = ""
    heading_path: tuple[str, ...] = ()
    language: str = ""
    content_hash: str = ""


@dataclass(frozen=True, slots=True)
class FactRecord:
    """A key fact and what became of it. `finding` is None where nothing was graded.

    `passage` numbers the passage that holds the quotation, from 0; `start` and `end` say where.
    """

    quotation: str
    finding: Finding | None = None
    evidence: str = ""
    exact_value: str = ""
    passage: int = 0
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """That a person judged a result: who, in what role, when, and why."""

    person: str
    expert: bool
    decided_at: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """Who corrected an answer by hand, when, and why. It is not graded: the grade is of what came."""

    person: str
    at: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """One planned test: the question as frozen, the answer as captured, the grade in force.

    `label` is None while an answer waits for its grade, or when no grade could be reached; then
    `ungraded` says why. `answer` is None where none came. `signed_off_at` is when a domain expert
    signed off the expected answer, None when nobody did.
    """

    uid: str
    question: str
    type: str
    language: str
    expected_answer: str
    label: Label | None
    expects: str = "answer"
    facts: tuple[FactRecord, ...] = ()
    passages: tuple[PassageRecord, ...] = ()
    without_source: bool = False
    critical: bool = False
    control: bool = False
    topic: str = ""
    parent: str = ""
    question_digest: str = ""
    signed_off_at: datetime | None = None
    attempt: int = 1
    answer: str | None = None
    captured_answer: str | None = None
    correction: Correction | None = None
    tries: int = 0
    failure: str = ""
    failure_detail: str = ""
    seconds: float | None = None
    automated_label: Label | None = None
    ungraded: str = ""
    explanation: str = ""
    confidence: float | None = None
    flags: tuple[str, ...] = ()
    flags_open: bool = False  # one of them waits for a person, whatever was decided before it
    cause: str = ""
    contradictions: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()
    grader_fingerprint: str = ""
    decision: Decision | None = None
    drawn: bool | None = None  # for a random check: None where it could not have been drawn

    @property
    def corrected(self) -> bool:
        """True when a person corrected the text; `captured_answer` is then what really came."""
        return self.captured_answer is not None

    @property
    def retried(self) -> bool:
        """True when the answer came only after a failed try."""
        return self.tries > 1 and self.answer is not None


@dataclass(frozen=True, slots=True)
class Methodology:
    """What was fixed when the run started (M6.2).

    The three mappings go to print as they are: their keys are short English words, their values
    plain text without secrets.
    """

    writer: str
    grader: str
    grader_fingerprint: str
    assistant: str
    test_set: str
    version: str
    version_digest: str
    started_at: datetime
    ended_at: datetime | None = None
    repetitions: int = 1
    tries_allowed: int = 1
    pinned_grader_fingerprint: str = ""
    embeddings: str = ""
    software: str = ""
    grader_settings: Mapping[str, str] = field(default_factory=dict)
    assistant_settings: Mapping[str, str] = field(default_factory=dict)
    run_settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReportInput:
    """Everything that a report says, before any of it is counted.

    `ended` is False while the run still asks; `exploratory` is what the test set is marked. Results
    stand in the order of the test set and hold every planned test, also those that never ran.
    """

    title: str
    organisation: str
    methodology: Methodology
    results: tuple[ResultRecord, ...]
    ended: bool = True
    exploratory: bool = False
