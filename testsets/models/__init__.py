"""Test sets: drafts that people edit, and versions that never change."""

from testsets.models.assignments import Assignment
from testsets.models.checking import CheckedQuestion, Checking
from testsets.models.drafting import TOKENS_SPENT, Drafting, RejectedDraft
from testsets.models.handing import AttentionMark, QuestionAssignment
from testsets.models.indexed import IndexedQuestion
from testsets.models.outdated import OutdatedCheck, OutdatedMark, OutdatedResolution
from testsets.models.questions import KeyFact, Question, SignOff
from testsets.models.sets import TestSet
from testsets.models.versions import FrozenQuestion, TestSetVersion

__all__ = [
    "TOKENS_SPENT",
    "Assignment",
    "AttentionMark",
    "CheckedQuestion",
    "Checking",
    "Drafting",
    "FrozenQuestion",
    "IndexedQuestion",
    "KeyFact",
    "OutdatedCheck",
    "OutdatedMark",
    "OutdatedResolution",
    "Question",
    "QuestionAssignment",
    "RejectedDraft",
    "SignOff",
    "TestSet",
    "TestSetVersion",
]
