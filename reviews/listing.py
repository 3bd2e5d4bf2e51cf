"""The queue as lists show it: its results as rows of plain values."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import CharField, Exists, OuterRef, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils import timezone

from core.models import User
from reviews.kinds import TELLING_NOTHING
from reviews.models import Claim, Flag, Vote
from reviews.places import Entries

_SHOWN: Final = (
    "answer", "run", "label", "confidence", "critical", "reasons", "flagged_at", "through", "hidden",
    "blinded", "answer__question__text", "test_set__name", "assistant__name", "workspace__slug",
    "workspace__name", "assigned_to__name", "assigned_to__email",
)  # fmt: skip
# What `str` makes of a person.
_NAME: Final = Coalesce(
    NullIf("person__name", Value("")), "person__email", output_field=CharField()
)


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
    assigned: str  # to whom
    seen: int  # the newest assessment
    hidden: bool  # the machine's grade is nobody's to see before they have judged
    voted: bool  # the reader has judged it, and another person's word is still to come


def rows(entries: Entries, *, limit: int, reader: User, now: datetime | None = None) -> list[Row]:
    """The first results of a queue, ready to print; `holder` is whoever but the reader is on it."""
    moment = now or timezone.now()
    own = Vote.objects.filter(answer=OuterRef("answer"), voter=reader, seen=OuterRef("through"))
    others = Claim.objects.filter(answer=OuterRef("answer"), until__gt=moment)
    holders = others.exclude(person=reader).order_by("slot")
    found: list[Any] = list(
        entries.select_related(
            "answer__question", "test_set", "assistant", "workspace", "assigned_to"
        )
        .annotate(
            own_word=Exists(own),
            holders=ArraySubquery(holders.values_list(_NAME)),
        )
        .only(*_SHOWN)[:limit]
    )
    return [_row(entry) for entry in found]


def _row(entry: Any) -> Row:
    told = TELLING_NOTHING if entry.hidden else frozenset(entry.reasons)
    return Row(
        pk=entry.answer_id,
        workspace=entry.workspace.slug,
        workspace_name=entry.workspace.name,
        question=entry.answer.question.text,
        critical=entry.critical,
        disputed=Flag.Reason.DISPUTED.value in entry.reasons,
        label="" if entry.hidden else entry.label,
        reasons=tuple(reason for reason in entry.reasons if reason in told),
        confidence=None if entry.hidden else entry.confidence,
        run_id=entry.run_id,
        test_set=entry.test_set.name,
        assistant=entry.assistant.name,
        holder="" if entry.blinded else ", ".join(dict.fromkeys(entry.holders)),
        flagged_at=entry.flagged_at,
        assigned=str(entry.assigned_to) if entry.assigned_to else "",
        seen=entry.through,
        hidden=entry.hidden,
        voted=entry.blinded and entry.own_word,
    )
