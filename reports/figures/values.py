"""The figures of a report: one frozen value that page, PDF and JSON all draw from."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from grading.values import Label
from reports.correction import Corrected, Sample
from reports.figures.input import Methodology, ResultRecord
from reports.statistics import Reach, Share


class SetAside(StrEnum):
    """Why a planned test is not in the score."""

    NEEDS_REVIEW = "test_needs_review"
    NOT_CAPTURED = "not_captured"
    NOT_RUN = "not_run"
    NOT_GRADED = "not_graded"


class ReviewLevel(StrEnum):
    """Who has looked at the grades (M5.1)."""

    PRELIMINARY = "preliminary"
    REVIEWED = "reviewed"
    EXPERT = "expert_reviewed"


class Shortfall(StrEnum):
    """What makes a report Incomplete (M3.4)."""

    NOT_ENDED = "run_not_ended"
    NOTHING_SCORED = "nothing_scored"
    TOO_FEW_SCORED = "too_few_scored"
    CRITICAL_NOT_ASSESSED = "critical_not_assessed"


@dataclass(frozen=True, slots=True)
class Incompleteness:
    """One reason for the mark Incomplete; `uids` names the tests that it is about."""

    shortfall: Shortfall
    uids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some tests. `share` and `quality` are None where nothing was scored."""

    planned: int
    run: int
    scored: int
    correct: int
    partly: int
    incorrect: int
    no_answer: int
    set_aside: Mapping[SetAside, int]
    share: Share | None
    quality: float | None


@dataclass(frozen=True, slots=True)
class Group:
    """The tally of the tests that have something in common."""

    key: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Bounds:
    """The pass rate over all planned tests, were every test set aside wrong, or right."""

    worst: float
    best: float


@dataclass(frozen=True, slots=True)
class Review:
    """How far people have gone through the results, counted from recorded decisions."""

    level: ReviewLevel
    flagged: int
    flagged_checked: int
    failures: int
    failures_checked_by_experts: int
    decisions: int
    overturned: int
    signed_off_before: int


@dataclass(frozen=True, slots=True)
class Variant:
    """A question in worse clothes beside its parent (M1.13)."""

    uid: str
    type: str
    parent: str
    label: Label | None
    parent_label: Label | None


@dataclass(frozen=True, slots=True)
class GraderUse:
    """One grader fingerprint and how many automated grades carry it."""

    fingerprint: str
    grades: int


@dataclass(frozen=True, slots=True)
class Check:
    """What people found of results drawn at random; `corrected` is None until it can be said.

    `outgrown` says that results were graded after the draw, which could not have been drawn.
    """

    drawn: int
    judged: int
    outgrown: bool
    sample: Sample
    corrected: Corrected | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything a report shows."""

    title: str
    organisation: str
    headline: Tally
    bounds: Bounds | None
    narrowing: tuple[Reach, ...]
    incomplete: tuple[Incompleteness, ...]
    review: Review
    exploratory: bool
    by_type: tuple[Group, ...]
    by_family: tuple[Group, ...]
    by_topic: tuple[Group, ...]
    by_source: tuple[Group, ...]
    by_language: tuple[Group, ...]
    by_critical: tuple[Group, ...]
    by_control: tuple[Group, ...]
    variants: tuple[Variant, ...]
    questions: int
    retried: tuple[str, ...]
    corrected: tuple[str, ...]
    graders: tuple[GraderUse, ...]
    methodology: Methodology
    results: tuple[ResultRecord, ...]
    check: Check | None = None

    @property
    def complete(self) -> bool:
        return not self.incomplete

    @property
    def mixed_graders(self) -> bool:
        """True when the automated grades do not all come from the same grader."""
        return len(self.graders) > 1
