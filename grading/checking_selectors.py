"""How far the trying of a set's questions on known answers is, with the grader set up here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils import timezone

from grading.configured import configured_grader
from testsets.checking import LIVE, newest_checking, trials_of_now
from testsets.indexing import catch_up
from testsets.models import TestSet

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
    """What is tried of the set as it stands now, counted in the database."""
    catch_up(test_set)
    grader = configured_grader()
    total = test_set.questions.filter(removed_at__isnull=True).count()
    job = newest_checking(test_set)
    live = job is not None and job.status in LIVE
    since = job.started_at if job is not None else None
    # A grader tries a wording once.
    counted = (
        trials_of_now(test_set)
        .filter(grader_fingerprint=grader.fingerprint)
        .aggregate(
            tried=Count("pk"), done=Count("pk", filter=Q(at__gte=since)) if since else Count("pk")
        )
    )
    tried, done = counted["tried"], counted["done"]
    left = None
    if live and since is not None and done >= FEWEST_FOR_PACE:
        left = ((now or timezone.now()) - since) / done * (total - tried)
    return CheckingState(
        grader=grader.name,
        tried=tried,
        total=total,
        live=live,
        stopping=live and job is not None and job.stop_requested,
        reason=job.reason if job is not None and not live else "",
        left=left,
    )
