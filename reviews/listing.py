"""The queue as lists show it: its results as rows of plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from core.models import User
from reviews.models import Claim, Flag, QueueEntry
from reviews.queue import Entries

_NOT_SHOWN: Final = (
    "answer__raw", "answer__contexts", "answer__tools", "answer__usage", "answer__text",
    "answer__question__passages", "answer__question__facts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One result of the queue as lists show it."""

    pk: int
    workspace: str  # as addresses name it
    workspace_name: str
    question: str
    critical: bool
    disputed: bool
    label: str
    reasons: tuple[str, ...]
    confidence: float | None
    run_id: int
    test_set: str
    assistant: str
    holder: str
    flagged_at: datetime


def rows(entries: Entries, *, limit: int, reader: User, now: datetime | None = None) -> list[Row]:
    """The first results of a queue, ready to print; `holder` is whoever but the reader is on it."""
    moment = now or timezone.now()
    found = list(
        entries.select_related("answer__question", "test_set", "assistant", "workspace").defer(
            *_NOT_SHOWN
        )[:limit]
    )
    keys = [entry.answer_id for entry in found]
    others = Claim.objects.filter(answer__in=keys, until__gt=moment).exclude(person=reader)
    holders = {claim.answer_id: str(claim.person) for claim in others.select_related("person")}
    return [_row(entry, holders) for entry in found]


def _row(entry: QueueEntry, holders: Mapping[int, str]) -> Row:
    return Row(
        pk=entry.answer_id,
        workspace=entry.workspace.slug,
        workspace_name=entry.workspace.name,
        question=entry.answer.question.text,
        critical=entry.critical,
        disputed=Flag.Reason.DISPUTED.value in entry.reasons,
        label=entry.label,
        reasons=tuple(entry.reasons),
        confidence=entry.confidence,
        run_id=entry.run_id,
        test_set=entry.test_set.name,
        assistant=entry.assistant.name,
        holder=holders.get(entry.answer_id, ""),
        flagged_at=entry.flagged_at,
    )
