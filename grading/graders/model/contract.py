"""The form of a model's reply, and the findings in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from core.fingerprint import JSON
from core.llm import UnreadableJSON, read_json
from core.text import find_quotation, normalise
from grading.values import (
    Case,
    CaseFact,
    Cause,
    FactFinding,
    Finding,
    Findings,
    Label,
    UngradedReason,
    neither,
)

OPINIONS: Final = tuple(label for label in Label if label is not Label.NOT_RUN)
_MANNERS: Final = (
    "declines", "corrects_premise", "deflects", "asks_back", "off_topic", "asserts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reported:
    """A reply that could be read in full."""

    findings: Findings
    cause: str
    explanation: str
    opinion: Label


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a reply cannot be used, in words that the model can act on."""

    reason: UngradedReason
    detail: str


def schema(facts: int) -> dict[str, Any]:
    """The JSON schema of a reply about that many facts."""
    text = {"type": "string"}
    texts = {"type": "array", "items": text, "maxItems": 8}
    fact = {
        "type": "object",
        "properties": {
            "fact": {"type": "integer"},
            "evidence": text,
            "finding": {"type": "string", "enum": [finding.value for finding in Finding]},
        },
        "required": ["fact", "evidence", "finding"],
        "additionalProperties": False,
    }
    properties: dict[str, Any] = {
        "facts": {"type": "array", "items": fact, "minItems": facts, "maxItems": facts},
        "contradictions": texts,
        "unverified": texts,
        **{name: {"type": "boolean"} for name in _MANNERS},
        "test_doubt": text,
        "capture_doubt": text,
        "cause": {"type": "string", "enum": ["", *(cause.value for cause in Cause)]},
        "explanation": {"type": "string", "minLength": 1},
        "opinion": {"type": "string", "enum": [label.value for label in OPINIONS]},
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def read(reply: JSON, case: Case, facts: tuple[CaseFact, ...]) -> Reported | Problem:
    """The findings of a reply that has the agreed form, or what is wrong with them."""
    parsed = cast("Mapping[str, Any]", reply)
    numbers = [item["fact"] for item in parsed["facts"]]
    if numbers != list(range(1, len(facts) + 1)):
        return Problem(
            UngradedReason.WRONG_FACTS,
            f"there are {len(facts)} key facts, and the reply numbers its findings {numbers}",
        )
    found = []
    for fact, item in zip(facts, parsed["facts"], strict=True):
        finding = Finding(item["finding"])
        evidence = "" if finding is Finding.MISSING else standing_in(item["evidence"], case.answer)
        if finding is not Finding.MISSING and not evidence:
            return Problem(
                UngradedReason.NO_EVIDENCE,
                f"the evidence of fact {item['fact']} does not stand in the answer word for word",
            )
        found.append(FactFinding(fact.quotation, finding, evidence))
    contradictions = [standing_in(text, case.answer) for text in parsed["contradictions"] if text]
    if not all(contradictions):
        return Problem(
            UngradedReason.NO_EVIDENCE,
            "the words of a contradiction do not stand in the answer word for word",
        )
    manners: dict[str, Any] = {name: parsed[name] for name in _MANNERS}
    return Reported(
        findings=Findings(
            facts=tuple(found),
            contradictions=tuple(dict.fromkeys(contradictions)),
            unverified=neither(
                filter(None, (standing_in(text, case.answer) for text in parsed["unverified"])),
                facts=found,
                contradictions=contradictions,
            ),
            **manners,
            test_doubt=parsed["test_doubt"].strip(),
            capture_doubt=parsed["capture_doubt"].strip(),
        ),
        cause=parsed["cause"],
        explanation=parsed["explanation"].strip(),
        opinion=Label(parsed["opinion"]),
    )


def standing_in(words: str, answer: str) -> str:
    """The words as they stand in the answer; "" when they do not.

    Typography, case and marks of quotation around them do not matter; words left out do.
    """
    wanted = words.strip().strip("\"'“”„«»…. ")
    if not wanted:
        return ""
    place = find_quotation(wanted, answer)
    if place:
        return answer[place.start : place.end]
    return _without_case(wanted, answer)


def _without_case(wanted: str, answer: str) -> str:
    """Lower case finds what differs in case only, where it leaves every character in its place."""
    lowered = answer.lower()
    if len(lowered) != len(answer):
        return answer if normalise(wanted) in normalise(answer) else ""
    place = find_quotation(wanted.lower(), lowered)
    return answer[place.start : place.end] if place else ""


def problem_of(raw: str, message: str, facts: int) -> Problem:
    """What is wrong with a reply that does not have the agreed form."""
    try:
        parsed = read_json(raw)
    except UnreadableJSON:
        return Problem(UngradedReason.UNREADABLE, message)
    sent = parsed.get("facts") if isinstance(parsed, dict) else None
    if isinstance(sent, list) and len(sent) != facts:
        return Problem(
            UngradedReason.WRONG_FACTS,
            f"there are {facts} key facts, and the reply holds findings for {len(sent)}",
        )
    return Problem(UngradedReason.UNREADABLE, message)
