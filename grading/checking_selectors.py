"""How far the trying of a set's questions on known answers is, with the grader set up here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from grading.configured import configured_grader
from testsets.checking import LIVE, newest_checking
from testsets.evidence import frozen_content, question_digest
from testsets.models import CheckedQuestion, TestSet
from testsets.records import in_set

# Before this many questions the pace of a job says nothing about the time left.
FEWEST_FOR_PACE = 3


@dataclass(frozen=True, slots=True)
class CheckingState:
    """Questions tried with this grader of all there are; `left` is the time that is still needed."""

    grader: str
    tried: int
    total: int
    live: bool
    stopping: bool
    reason: str
    left: timedelta | None

    @property
    def complete(self) -> bool:
        """Whether nothing is left to try."""
        return self.tried == self.total


def state(test_set: TestSet, *, now: datetime | None = None) -> CheckingState:
    """What is tried of the set as it stands now."""
    grader = configured_grader()
    digests = {
        question.pk: question_digest(frozen_content(question)) for question in in_set(test_set)
    }
    rows = CheckedQuestion.objects.filter(
        question__in=list(digests), grader_fingerprint=grader.fingerprint
    ).values_list("question", "digest", "at")
    tried = [(key, at) for key, digest, at in rows if digests[key] == digest]
    job = newest_checking(test_set)
    live = job is not None and job.status in LIVE
    left = None
    if live and job is not None and job.started_at is not None:
        done = sum(at >= job.started_at for _, at in tried)
        if done >= FEWEST_FOR_PACE:
            spent = (now or timezone.now()) - job.started_at
            left = spent / done * (len(digests) - len(tried))
    return CheckingState(
        grader=grader.name,
        tried=len(tried),
        total=len(digests),
        live=live,
        stopping=live and job is not None and job.stop_requested,
        reason=job.reason if job is not None and not live else "",
        left=left,
    )
