"""The files of a bundle, from exactly the records that a published version lists as its evidence."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from core.fingerprint import JSON, canonical
from grading.models import Assessment
from grading.selectors import MOST_ATTEMPTS
from reports.evidence import Evidence
from reports.models import ReportVersion
from reviews.models import Flag, RandomCheck
from runs.models import Answer, AnswerCorrection, AnswerFailure, Run
from testsets.models import FrozenQuestion, OutdatedMark

SCHEMA: Final = "caudals.evidence/1"
_HERE: Final = Path(__file__).resolve().parent
# What a reader needs beside the records; a later release may word it otherwise.
TEXTS: Final = ("README.md", "verify.py")


def data_files(version: ReportVersion) -> dict[str, bytes]:
    """The records and the report: the same version gives the same bytes."""
    evidence = Evidence.from_json(version.evidence)
    run = Run.objects.get(pk=evidence.run)
    about = {
        "schema": SCHEMA,
        "report_digest": version.digest,
        "repetitions": run.repetitions,
        "most_attempts": MOST_ATTEMPTS,
        **version.evidence,
    }
    files = {"report.json": _text(version.snapshot), "evidence.json": _text(about)}
    for name, rows in _records(run, evidence).items():
        files[f"{name}.jsonl"] = b"".join(_text(row) for row in rows)
    if evidence.checks:
        checks = RandomCheck.objects.filter(pk__in=evidence.checks).order_by("pk")
        files["checks.jsonl"] = b"".join(_text(_check(row)) for row in checks)
    return files


def texts() -> dict[str, bytes]:
    """The explanation and the script, as this release has them."""
    return {name: (_HERE / name).read_bytes() for name in TEXTS}


def _text(value: JSON) -> bytes:
    return f"{canonical(value)}\n".encode()


def _records(run: Run, evidence: Evidence) -> Mapping[str, Iterable[dict[str, Any]]]:
    grades = evidence.grades
    said = {key for grade in grades for key in (grade.decision, grade.automated) if key}
    marks = {grade.outdated for grade in grades if grade.outdated}
    return {
        "questions": map(_question, run.version.questions.order_by("position")),
        "answers": map(
            _answer,
            Answer.objects.filter(pk__in=[grade.answer for grade in grades])
            .order_by("question__position", "repetition")
            .defer("raw", "contexts", "tools", "usage"),
        ),
        "assessments": map(
            _assessment,
            Assessment.objects.filter(pk__in=said)
            .select_related("grader")
            .defer("evidence")
            .order_by("pk"),
        ),
        "failures": map(
            _failure, AnswerFailure.objects.filter(pk__in=evidence.failures).order_by("pk")
        ),
        "flags": (
            {"id": flag.pk, "answer": flag.answer_id, "reason": flag.reason}
            for flag in Flag.objects.filter(pk__in=evidence.flags).order_by("pk")
        ),
        "corrections": map(
            _correction, AnswerCorrection.objects.filter(pk__in=evidence.corrections).order_by("pk")
        ),
        "outdated": map(_mark, OutdatedMark.objects.filter(pk__in=marks).order_by("pk")),
    }


def _question(row: FrozenQuestion) -> dict[str, Any]:
    names = (
        "uid", "position", "type", "language", "text", "expected_answer", "expects", "critical",
        "control", "topic", "facts", "passages", "written_by", "digest",
    )  # fmt: skip
    return {"id": row.pk, "parent": row.parent_uid} | {name: getattr(row, name) for name in names}


def _answer(row: Answer) -> dict[str, Any]:
    return {
        "id": row.pk,
        "question": row.question_id,
        "attempt": row.repetition,
        "text": row.text,
        "asked_at": row.asked_at.isoformat(),
        "seconds": row.seconds,
        "tries": row.tries,
    }


def _assessment(row: Assessment) -> dict[str, Any]:
    names = (
        "by", "label", "ungraded", "attempt", "withdraws", "findings", "explanation", "confidence",
        "cause", "flags", "opinion", "reviewer_name",
    )  # fmt: skip
    return {
        "id": row.pk,
        "answer": row.answer_id,
        "grader": row.grader.fingerprint if row.grader else "",
        "reviewer": row.reviewer_id,
        "at": row.at.isoformat(),
    } | {name: getattr(row, name) for name in names}


def _failure(row: AnswerFailure) -> dict[str, Any]:
    return {
        "id": row.pk,
        "question": row.question_id,
        "attempt": row.repetition,
        "number": row.number,
        "kind": row.kind,
        "detail": row.detail,
        "at": row.at.isoformat(),
    }


def _correction(row: AnswerCorrection) -> dict[str, Any]:
    return {
        "id": row.pk,
        "answer": row.answer_id,
        "text": row.text,
        "reason": row.reason,
        "by_name": row.by_name,
        "at": row.at.isoformat(),
    }


def _mark(row: OutdatedMark) -> dict[str, Any]:
    return {
        "id": row.pk,
        "question": row.frozen_id,
        "kind": row.kind,
        "address": row.address,
        "at": row.at.isoformat(),
    }


def _check(row: RandomCheck) -> dict[str, Any]:
    return {
        "id": row.pk,
        "seed": row.seed,
        "among": row.among,
        "drawn": row.drawn,
        "by_name": row.by_name,
        "at": row.at.isoformat(),
    }
