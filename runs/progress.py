"""How far a run is, how fast it goes and what it costs: counted by the database, never row by row."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from runs.models import Run
from runs.values import FailureKind, Policy

# The pace is that of the last minutes: a run that was stopped overnight did not get slower by it.
PACE: Final = timedelta(minutes=5)
_FEWEST_FOR_PACE: Final = 3
_LIVE: Final = ("waiting", "running")
_LARGE: Final = 2_000


@dataclass(frozen=True, slots=True)
class Latency:
    """How long answers took, in seconds: half of them at most `p50`, and so on."""

    answers: int
    p50: float
    p90: float
    p95: float
    p99: float
    longest: float


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the assistant said its answers used; `answers` is how many of them said so."""

    answers: int
    given: int
    written: int

    @property
    def total(self) -> int:
        """Both together."""
        return self.given + self.written


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. `answered + lost + open == planned`, always."""

    status: str
    reason: str
    planned: int
    answered: int
    lost: int  # slots whose tries are used up: Not run
    retried: int  # answered slots that took more than one try
    failures: Mapping[str, int]  # failed tries by kind
    per_minute: float | None  # slots settled a minute lately; None while it cannot be told
    latency: Latency | None
    tokens: Tokens | None

    @property
    def open(self) -> int:
        """Slots with neither an answer nor used-up tries."""
        return self.planned - self.answered - self.lost

    @property
    def settled(self) -> int:
        """Slots that nothing more will happen to."""
        return self.answered + self.lost

    @property
    def live(self) -> bool:
        """Whether a page should ask again."""
        return self.status in _LIVE

    @property
    def seconds_left(self) -> float | None:
        """How long the open slots take at the pace of late; None while it cannot be told."""
        return 60 * self.open / self.per_minute if self.per_minute else None

    @property
    def ask_again_after(self) -> int:
        """After how many seconds a page asks again: seldom where counting takes longer."""
        return 2 if self.planned <= _LARGE else 5


def progress(run: Run, *, reread: bool = True, now: datetime | None = None) -> Progress:
    """The run's counts, worked out from its rows; `reread` is for a run that was not just read."""
    moment = now or timezone.now()
    if reread:
        run.refresh_from_db(fields=["status", "reason", "stop_requested"])
    found = _answers(run, since=moment - PACE)
    # Django leaves JSON of its own statements as text.
    kinds = json.loads(found["failures"] or "{}")
    lost, lost_lately, lost_first = _lost(run, since=moment - PACE) if kinds else (0, 0, None)
    pace = None
    lately = found["lately"] + lost_lately
    if run.status == Run.Status.RUNNING and lately >= _FEWEST_FOR_PACE:
        first = min(at for at in (found["first"], lost_first) if at is not None)
        pace = 60 * lately / max((moment - first).total_seconds(), 1.0)
    return Progress(
        status=run.status,
        reason=run.reason,
        planned=run.planned,
        answered=found["answered"],
        lost=lost,
        retried=found["retried"],
        failures=kinds,
        per_minute=pace,
        latency=_latency(found),
        tokens=Tokens(found["counted"], int(found["given"] or 0), int(found["written"] or 0))
        if found["counted"]
        else None,
    )


def _latency(found: Mapping[str, Any]) -> Latency | None:
    if not found["timed"]:
        return None
    p50, p90, p95, p99 = found["percentiles"]
    return Latency(found["timed"], p50, p90, p95, p99, found["longest"])


def _answers(run: Run, *, since: datetime) -> dict[str, Any]:
    """All that is counted of the answers, in one pass over an index that holds it, and of failed tries."""
    # What was looked up in a file took no time, unless the file says how long it took elsewhere.
    timed = "seconds >= 0" if run.upload_id is None else "seconds > 0.001"
    return _one(
        f"""
        SELECT count(*) AS answered,
               count(*) FILTER (WHERE tries > 1) AS retried,
               count(*) FILTER (WHERE asked_at >= %(since)s) AS lately,
               min(asked_at) FILTER (WHERE asked_at >= %(since)s) AS first,
               count(*) FILTER (WHERE {timed}) AS timed,
               max(seconds) FILTER (WHERE {timed}) AS longest,
               percentile_disc(ARRAY[0.5, 0.9, 0.95, 0.99]) WITHIN GROUP (ORDER BY seconds)
                   FILTER (WHERE {timed}) AS percentiles,
               count(*) FILTER (WHERE tokens_given IS NOT NULL OR tokens_written IS NOT NULL)
                   AS counted,
               sum(tokens_given) AS given,
               sum(tokens_written) AS written,
               (SELECT jsonb_object_agg(kind, tries)
                  FROM (SELECT kind, count(*) AS tries FROM runs_answerfailure
                         WHERE run_id = %(run)s GROUP BY kind) kinds) AS failures
          FROM runs_answer WHERE run_id = %(run)s
        """,  # noqa: S608  both conditions are written above
        {"run": run.pk, "since": since},
    )


def _lost(run: Run, *, since: datetime) -> tuple[int, int, datetime | None]:
    """How many slots have no answer and are not asked again, how many of them lately, since when.

    The same rule as `runs.values.Spent`, for all slots at once.
    """
    policy = Policy.from_json(run.plan["policy"])
    limited = FailureKind.RATE_LIMIT.value
    found = _one(
        """
        SELECT count(*) AS lost,
               count(*) FILTER (WHERE last >= %(since)s) AS lately,
               min(last) FILTER (WHERE last >= %(since)s) AS first
          FROM (SELECT bool_or(kind <> ALL(%(retried)s)) AS hopeless,
                       count(*) FILTER (WHERE kind <> ALL(%(free)s)) AS tries,
                       sum(seconds) AS seconds,
                       max(at) AS last
                  FROM runs_answerfailure failed
                 WHERE run_id = %(run)s
                   AND NOT EXISTS (SELECT 1 FROM runs_answer answer
                                    WHERE answer.run_id = failed.run_id
                                      AND answer.question_id = failed.question_id
                                      AND answer.repetition = failed.repetition)
                 GROUP BY question_id, repetition) slots
         WHERE hopeless OR tries >= %(tries)s
            OR seconds + %(pause)s * (2.0::float8 ^ least(tries, 60) - 1) >= %(deadline)s
        """,
        {
            "run": run.pk,
            "since": since,
            "retried": list(policy.retried),
            "free": [limited] if limited in policy.retried else [],
            "tries": policy.tries,
            "pause": policy.pause_s,
            "deadline": policy.deadline_s,
        },
    )
    return found["lost"], found["lately"], found["first"]


def _one(statement: str, values: Mapping[str, Any]) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        names = [column.name for column in cursor.description]
        return dict(zip(names, cursor.fetchone(), strict=True))
