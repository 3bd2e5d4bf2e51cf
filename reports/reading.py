"""Results read back from a report's data, so that a published page shows what was published."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from grading.values import Finding, Label
from reports.figures.input import Correction, Decision, FactRecord, PassageRecord, ResultRecord


def result_of(data: Mapping[str, Any]) -> ResultRecord:
    """The result that `report_json` wrote."""
    return ResultRecord(
        uid=data["uid"],
        question=data["question"],
        type=data["type"],
        language=data["language"],
        expected_answer=data["expected_answer"],
        label=_label(data["label"]),
        expects=data["expects"],
        facts=tuple(_fact(fact) for fact in data["facts"]),
        passages=tuple(_passage(source) for source in data["sources"]),
        critical=data["critical"],
        control=data["control"],
        topic=data["topic"],
        parent=data["parent"],
        question_digest=data["question_digest"],
        signed_off_at=_moment(data["signed_off_at"]),
        attempt=data["attempt"],
        answer=data["answer"],
        captured_answer=data["captured_answer"],
        correction=_correction(data.get("correction")),  # only there where somebody made one
        tries=data["tries"],
        failure=data["failure"],
        failure_detail=data["failure_detail"],
        seconds=data["seconds"],
        automated_label=_label(data["automated_label"]),
        ungraded=data["ungraded"],
        explanation=data["explanation"],
        confidence=data["confidence"],
        flags=tuple(data["flags"]),
        flags_open=data.get("flags_open", False),  # older published reports lack it
        drawn=data.get("drawn"),
        cause=data["cause"],
        contradictions=tuple(data["contradictions"]),
        unverified=tuple(data["unverified"]),
        grader_fingerprint=data["grader_fingerprint"],
        decision=_decision(data["decision"]),
    )


def _label(value: str | None) -> Label | None:
    return None if value is None else Label(value)


def _moment(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


def _fact(data: Mapping[str, Any]) -> FactRecord:
    finding = data["finding"]
    return FactRecord(
        quotation=data["quotation"],
        finding=None if finding is None else Finding(finding),
        evidence=data["evidence"],
        exact_value=data["exact_value"],
        passage=data["passage"],
        start=data["start"],
        end=data["end"],
    )


def _passage(data: Mapping[str, Any]) -> PassageRecord:
    return PassageRecord(
        document=data["document"],
        text=data["passage"],
        address=data["address"],
        heading_path=tuple(data["heading_path"]),
        content_hash=data["content_hash"],
    )


def _correction(data: Mapping[str, Any] | None) -> Correction | None:
    if data is None:
        return None
    return Correction(data["person"], datetime.fromisoformat(data["at"]), data["reason"])


def _decision(data: Mapping[str, Any] | None) -> Decision | None:
    if data is None:
        return None
    return Decision(
        person=data["person"],
        expert=data["expert"],
        decided_at=datetime.fromisoformat(data["decided_at"]),
        reason=data["reason"],
    )
