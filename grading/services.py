"""Everything that writes grades, except the grading itself (`grading.judging`)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core import jobs
from core.errors import DomainError
from core.models import User, Workspace
from core.queue import enqueue
from core.transitions import move
from grading.cases import subject_of
from grading.configured import configured_grader
from grading.models import Assessment, GraderVersion, Grading
from grading.values import FlagReason, Graded, Grader, Label, Ungraded
from runs.models import Answer, Run

DECIDABLE = tuple(label for label in Label if label is not Label.NOT_RUN)
"""The labels that a person can give. Whether an answer was run is no matter of opinion."""


def grader_version(grader: Grader, *, now: datetime | None = None) -> GraderVersion:
    """The record of exactly this grader; a second call gives the same one."""
    version: GraderVersion
    version, _made = GraderVersion.objects.get_or_create(
        fingerprint=grader.fingerprint,
        defaults={
            "name": grader.name,
            "description": dict(grader.description),
            "first_used_at": now or timezone.now(),
        },
    )
    return version


def start_grading(
    *, run: Run, grader: Grader | None = None, by: User | None = None, queue: bool = True
) -> Grading:
    """The job of grading the run with this grader (the configured one where none is given).

    A job that ended is opened again, so that answers which came later are graded too. With another
    grader than before it is a new job: its grades stand beside the older ones.
    """
    version = grader_version(grader or configured_grader())
    workspace = workspace_of(run)
    with transaction.atomic():
        grading: Grading
        grading, _made = Grading.objects.get_or_create(run=run, grader=version)
        move(
            grading, workspace=workspace, old=("done", "stopped"), new="waiting", by=by,
            values={
                "stop_requested": False, "starts": 0, "reason": "", "finished_at": None,
                "alive_at": None,
            },
        )  # fmt: skip
        if queue:
            enqueue("grading.tasks.grade", grading.pk)
    return grading


def stop_grading(*, grading: Grading, by: User | None) -> None:
    """Stop after the answers in hand; what was graded stays."""
    jobs.request_stop(grading, workspace=workspace_of(grading.run), by=by)


def record_automated(
    *,
    answer: Answer,
    version: GraderVersion,
    outcome: Graded | Ungraded,
    attempt: int,
    reused: Assessment | None = None,
    now: datetime | None = None,
) -> Assessment | None:
    """Write a grader's word on an answer once; None when a second delivery finds it written."""
    given = _graded(outcome) if isinstance(outcome, Graded) else _ungraded(outcome)
    if reused is not None:
        given["evidence"] = {**given["evidence"], "reused": reused.pk}
    return _record(
        answer=answer,
        by=Assessment.By.GRADER,
        grader=version,
        attempt=attempt,
        key=f"grader:{answer.pk}:{version.pk}:{attempt}",
        at=now or timezone.now(),
        **given,
    )


def record_decision(
    *,
    answer: Answer,
    by: User,
    label: Label | None,
    key: str,
    reason: str = "",
    withdraws: bool = False,
    evidence: Mapping[str, Any] | None = None,
    now: datetime | None = None,
) -> Assessment:
    """Write a person's decision beside all others (M5.3); the same key again gives the same row.

    Without a label it either withdraws the person's decision in force, so that the machine's grade
    counts again, or says that this person cannot decide.
    """
    if label is not None and label not in DECIDABLE:
        raise DomainError(_("A person cannot decide that a question was not run."))
    made = _record(
        answer=answer,
        by=Assessment.By.PERSON,
        reviewer=by,
        reviewer_name=str(by),
        label=label.value if label else "",
        ungraded="" if label or withdraws else "cannot_decide",
        withdraws=withdraws,
        explanation=reason,
        evidence=dict(evidence or {}),
        key=key,
        at=now or timezone.now(),
    )
    return made or Assessment.objects.get(key=key)


def _record(*, answer: Answer, key: str, **values: Any) -> Assessment | None:
    try:
        with transaction.atomic():
            made: Assessment = Assessment.objects.create(
                answer=answer, key=key, subject=subject_of(answer), **values
            )
            return made
    except IntegrityError:
        if Assessment.objects.filter(key=key).exists():
            return None
        raise


def _graded(outcome: Graded) -> dict[str, Any]:
    return {
        "label": outcome.label.value,
        "findings": outcome.findings.as_json(),
        "explanation": outcome.explanation,
        "confidence": outcome.confidence,
        "cause": outcome.cause,
        "flags": list(outcome.flags),
        "opinion": outcome.opinion.value if outcome.opinion else "",
        "evidence": {
            "rules": [
                {
                    "rule": rule.rule,
                    "fact": rule.fact,
                    "expected": rule.expected,
                    "found": rule.found,
                    "holds": rule.holds,
                }
                for rule in outcome.rules
            ],
            "tokens": outcome.tokens,
        },
    }


def _ungraded(outcome: Ungraded) -> dict[str, Any]:
    return {
        "ungraded": outcome.reason.value,
        "explanation": outcome.detail,
        "flags": [FlagReason.NOT_GRADED.value],
        "evidence": {},
    }


def workspace_of(run: Run) -> Workspace:
    """The workspace that a run belongs to."""
    workspace: Workspace = run.version.test_set.workspace
    return workspace
