"""The records of `runs`."""

from runs.models.asking import (
    AdversarialAuthorisation,
    Answer,
    AnswerCorrection,
    AnswerFailure,
    AnswerUpload,
    Assistant,
    Run,
)
from runs.models.schedules import DueRun, RunSchedule

__all__ = [
    "AdversarialAuthorisation",
    "Answer",
    "AnswerCorrection",
    "AnswerFailure",
    "AnswerUpload",
    "Assistant",
    "DueRun",
    "Run",
    "RunSchedule",
]
