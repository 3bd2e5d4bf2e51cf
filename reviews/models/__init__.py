"""What needs a person: flags, disputes and random draws, the queue, and votes of two people apart."""

from reviews.models.assigned import ResultAssignment
from reviews.models.drawn import RandomCheck
from reviews.models.flags import Dispute, Flag
from reviews.models.queue import Claim, QueueEntry, SavedView
from reviews.models.votes import QueueSetting, Reveal, Vote

__all__ = [
    "Claim", "Dispute", "Flag", "QueueEntry", "QueueSetting", "RandomCheck", "ResultAssignment",
    "Reveal", "SavedView", "Vote",
]  # fmt: skip
