"""The queue as lists show it: its results as rows of plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from core.models import User
from grading.models import Assessment
from reviews.models import Claim, Flag
from reviews.selectors import Answers

_NOT_SHOWN: Final = (
    "raw", "contexts", "tools", "usage", "text", "run__pinned", "question__passages",
    "question__facts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One result of the queue as lists show it."""

    pk: int
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


def rows(answers: Answers, *, limit: int, reader: User, now: datetime | None = None) -> list[Row]:
    """The first results of a queue, ready to print; `holder` is whoever but the reader is on it."""
    moment = now or timezone.now()
    found = list(
        answers.select_related("question", "run__version__test_set", "run__assistant").defer(
            *_NOT_SHOWN
        )[:limit]
    )
    keys = [answer.pk for answer in found]
    flags: dict[int, list[Flag]] = {}
    for flag in Flag.objects.filter(answer__in=keys, resolved_at=None).order_by("pk"):
        flags.setdefault(flag.answer_id, []).append(flag)
    others = Claim.objects.filter(answer__in=keys, until__gt=moment).exclude(person=reader)
    holders = {claim.answer_id: str(claim.person) for claim in others.select_related("person")}
    sure = dict(
        Assessment.objects.filter(answer__in=keys, by=Assessment.By.GRADER)
        .exclude(label="")
        .order_by("pk")
        .values_list("answer_id", "confidence")
    )
    return [_row(answer, flags.get(answer.pk, []), holders, sure) for answer in found]


def _row(
    answer: Any, flags: Sequence[Flag], holders: Mapping[int, str], sure: Mapping[int, Any]
) -> Row:
    return Row(
        pk=answer.pk,
        question=answer.question.text,
        critical=answer.question.critical,
        disputed=any(flag.reason == Flag.Reason.DISPUTED for flag in flags),
        label=answer.current_label,
        reasons=tuple(flag.reason for flag in flags),
        confidence=sure.get(answer.pk),
        run_id=answer.run_id,
        test_set=answer.run.version.test_set.name,
        assistant=answer.run.assistant.name,
        holder=holders.get(answer.pk, ""),
        flagged_at=min((flag.raised_at for flag in flags), default=answer.asked_at),
    )
