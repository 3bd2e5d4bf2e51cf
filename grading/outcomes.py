"""What a grader at work in a thread came to say."""

import logging
from concurrent.futures import Future

from grading.values import Grading, Ungraded, UngradedReason

_log = logging.getLogger(__name__)


def outcome_of(future: Future[Grading]) -> Grading:
    """The grader's word; a grader that broke down has not judged, and keeps none of the others."""
    error = future.exception()
    if error is None:
        return future.result()
    _log.error("A grader failed on an answer.", exc_info=error)
    return Ungraded(UngradedReason.FAILED, f"{type(error).__name__}: {error}"[:500])
