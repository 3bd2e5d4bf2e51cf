"""The words of grading as plain values: what a grader gets, what it finds, what it hands back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Protocol, Self, TypeAlias, runtime_checkable

from testsets.values import Expects

MOST_PASSAGES = 5
"""How many passages whoever judges an answer looks at (M2.1)."""


class Label(StrEnum):
    """The seven outcomes of a test. The last three set the test aside."""

    CORRECT = "correct"
    PARTLY = "partly_correct"
    INCORRECT = "incorrect"
    NO_ANSWER = "no_answer"
    NEEDS_REVIEW = "test_needs_review"
    NOT_CAPTURED = "not_captured"
    NOT_RUN = "not_run"


SCORED: frozenset[Label] = frozenset(
    {Label.CORRECT, Label.PARTLY, Label.INCORRECT, Label.NO_ANSWER}
)
"""Labels that count in the score; every other one sets its test aside (M2.14)."""


class Finding(StrEnum):
    """What became of one key fact in the answer."""

    PRESENT = "present"
    MISSING = "missing"
    CONTRADICTED = "contradicted"


class Cause(StrEnum):
    """The likely reason of a failure. A hypothesis, never a finding."""

    INVENTED = "invented_answer"
    OUTDATED = "outdated_document"
    WRONG_SOURCE = "wrong_source"
    KNOWLEDGE_GAP = "knowledge_gap"
    OUT_OF_SCOPE = "out_of_scope"


class FlagReason(StrEnum):
    """Why a person should look at a result (M5.2)."""

    TEST_MAY_BE_WRONG = "test_may_be_wrong"
    NOT_CONFIDENT = "grader_not_confident"
    CAPTURE_LOOKS_WRONG = "capture_looks_wrong"
    CRITICAL_NOT_PASSED = "critical_not_passed"
    RULE_DISAGREES = "rule_disagrees"
    OPINION_DIFFERS = "opinion_differs"
    NOT_GRADED = "not_graded"


class UngradedReason(StrEnum):
    """Why a grader reached no findings. Not judged is never the same as wrong."""

    UNAVAILABLE = "unavailable"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    WRONG_FACTS = "wrong_number_of_facts"
    NO_EVIDENCE = "evidence_not_in_answer"
    FAILED = "grader_failed"

    @property
    def of_the_service(self) -> bool:
        """True when the next answer would meet the same obstacle: it is not about this answer."""
        return self in (UngradedReason.UNAVAILABLE, UngradedReason.REFUSED)


@dataclass(frozen=True, slots=True)
class CaseFact:
    """One key fact: a quotation from the material, and the exact value that a test defines."""

    quotation: str
    exact_value: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One answer with all that is needed to grade it.

    `also_right` are other answers to the question that are as right as the expected one.
    """

    uid: str
    question: str
    type: str
    language: str
    expected_answer: str
    expects: str
    facts: tuple[CaseFact, ...]
    passages: tuple[str, ...]
    answer: str
    critical: bool = False
    also_right: tuple[str, ...] = ()


def facts_to_find(case: Case) -> tuple[CaseFact, ...]:
    """The key facts of the case; the expected answer stands in where an answer has none to convey.

    Where the right behaviour is to decline, there is nothing to stand in for.
    """
    if case.facts or case.expects != Expects.ANSWER or not case.expected_answer.strip():
        return case.facts
    return (CaseFact(quotation=case.expected_answer),)


@dataclass(frozen=True, slots=True)
class FactFinding:
    """A key fact and what the answer does with it; evidence is verbatim from the answer."""

    fact: str
    finding: Finding
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a grader saw in an answer. It holds no label: the verdict table gives that.

    `offers_menu` says how the answer deflects: it greets or lists topics and refers nowhere.
    """

    facts: tuple[FactFinding, ...] = ()
    contradictions: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()
    empty: bool = False
    declines: bool = False
    corrects_premise: bool = False
    deflects: bool = False
    offers_menu: bool = False
    asks_back: bool = False
    off_topic: bool = False
    asserts: bool = False
    test_doubt: str = ""
    capture_doubt: str = ""

    def as_json(self) -> dict[str, Any]:
        """The findings as they are stored with an assessment."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The findings of a stored assessment."""
        values = dict(stored)
        values["facts"] = tuple(
            FactFinding(item["fact"], Finding(item["finding"]), item["evidence"])
            for item in stored["facts"]
        )
        values["contradictions"] = tuple(stored["contradictions"])
        values["unverified"] = tuple(stored["unverified"])
        return cls(**values)


@dataclass(frozen=True, slots=True)
class RuleResult:
    """What a fixed rule says about one exact value, beside whatever the grader says."""

    rule: str
    fact: str
    expected: str
    found: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer with its label and everything that led there.

    `opinion` is the grader's own overall label where it has one. It only measures doubt.
    `tokens` counts what a language model read and wrote for it; 0 without a model.
    """

    label: Label
    findings: Findings
    explanation: str
    confidence: float | None
    flags: tuple[str, ...]
    cause: str = ""
    opinion: Label | None = None
    rules: tuple[RuleResult, ...] = ()
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Ungraded:
    """No findings were reached; the answer is neither right nor wrong."""

    reason: UngradedReason
    detail: str = ""


Grading: TypeAlias = Graded | Ungraded


@runtime_checkable
class Preparing(Protocol):
    """A grader that has something to load before it can read the first reply."""

    def prepare(self, case: Case) -> None:
        """Load it; done while the first replies are awaited, so it may take a while."""


class Grader(Protocol):
    """Whoever turns a case into findings and a label."""

    @property
    def name(self) -> str:
        """The name shown in the methodology of a report."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever anything that could change a grade changes."""

    @property
    def description(self) -> Mapping[str, Any]:
        """Everything the fingerprint was made of, for the methodology of a report."""

    @property
    def concurrency(self) -> int:
        """How many answers are worth grading at once."""

    def grade(self, case: Case) -> Grading:
        """Grade one answer. Safe to call from several threads at once."""


def all_missing(facts: Sequence[CaseFact]) -> tuple[FactFinding, ...]:
    """The findings of a reply that conveys none of the facts."""
    return tuple(FactFinding(fact.quotation, Finding.MISSING) for fact in facts)


def overlapping(words: str, others: Iterable[str]) -> bool:
    """True when the words hold one of the others or stand in one."""
    return any(other and (words in other or other in words) for other in others)


def neither(
    unverified: Iterable[str], *, facts: Iterable[FactFinding], contradictions: Iterable[str]
) -> tuple[str, ...]:
    """The words that are really neither confirmed nor contradicted, each once.

    What shows a fact, or contradicts, is no unverified detail at the same time.
    """
    judged = [*contradictions, *(fact.evidence for fact in facts)]
    return tuple(dict.fromkeys(words for words in unverified if not overlapping(words, judged)))


def failing(label: Label) -> bool:
    """True when the answer counts in the score and did not pass."""
    return label in SCORED and label is not Label.CORRECT


def present(facts: Sequence[FactFinding]) -> int:
    """How many of the facts the answer conveys."""
    return sum(fact.finding is Finding.PRESENT for fact in facts)
