"""A settled run with captured answers, and graders that say what a test wants to hear."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from core.fingerprint import fingerprint
from core.models import Workspace
from grading.values import (
    Case,
    FactFinding,
    Finding,
    Findings,
    Graded,
    Grading,
    Label,
    Ungraded,
    UngradedReason,
)
from runs import services
from runs.models import Answer, Run
from tests.world import assign_experts
from testsets.models import FrozenQuestion, TestSet, TestSetVersion

AT = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)
TEXT = "A day ticket costs €14.50 for adults. Dogs travel free."
PASSAGE = {
    "document": "Fares", "address": "https://ferry.example/fares", "content_hash": "ab" * 32,
    "heading_path": ["Fares", "Day tickets"], "text": TEXT, "start": 0, "end": len(TEXT),
    "language": "en",
}  # fmt: skip
FACT = {
    "quotation": "A day ticket costs €14.50", "start": 0, "end": 25, "match": "exact",
    "exact_value": "€14.50", "passage": 0,
}  # fmt: skip
RIGHT = "A day ticket costs €14.50."
WRONG = "A day ticket costs €19.00."


def settled_run(
    workspace: Workspace,
    answers: list[str | None],
    *,
    critical: bool = False,
    methods: dict[str, Any] | None = None,
    **question: Any,
) -> Run:
    """A run that asked one question for each answer; None is a question that got none."""
    test_set = TestSet.objects.create(workspace=workspace, name="Fares")
    assign_experts(test_set)
    version = TestSetVersion.objects.create(
        test_set=test_set, number=1, digest=fingerprint(answers), language="en", exploratory=False,
        writers=[], signed_off=False, approved_at=AT, methods=methods or {},
    )  # fmt: skip
    values: dict[str, Any] = {
        "type": "exact_value", "language": "en", "text": "What does a day ticket cost?",
        "expected_answer": RIGHT, "expects": "answer", "critical": critical, "control": False,
        "facts": [FACT], "passages": [PASSAGE], "written_by": "a test",
    } | question  # fmt: skip
    questions = [
        FrozenQuestion.objects.create(
            version=version, uid=f"q-{place}", position=place, **values,
            digest=fingerprint([values["text"], values["expected_answer"]]),
        )
        for place in range(1, len(answers) + 1)
    ]  # fmt: skip
    assistant = services.save_assistant(
        workspace=workspace, name="Helper", connector="http",
        configuration={"url": "http://127.0.0.1:9/"}, by=None,
    )  # fmt: skip
    run = services.start_run(version=version, assistant=assistant, by=None, queue=False)
    Run.objects.filter(pk=run.pk).update(
        status="done", started_at=AT, finished_at=AT + timedelta(minutes=5)
    )
    run.refresh_from_db()
    for asked, text in zip(questions, answers, strict=True):
        if text is not None:
            answered(run, asked, text)
    return run


def answered(run: Run, question: FrozenQuestion, text: str) -> Answer:
    """One captured answer."""
    return Answer.objects.create(
        run=run, question=question, repetition=1, tries=1, text=text, raw=text, asked_at=AT,
        seconds=0.5,
    )  # fmt: skip


def says(label: Label, *, sure: float = 0.95, flags: tuple[str, ...] = ()) -> Graded:
    """A grade with plausible findings."""
    finding = Finding.PRESENT if label is Label.CORRECT else Finding.MISSING
    evidence = "A day ticket" if finding is Finding.PRESENT else ""
    findings = Findings(facts=(FactFinding(FACT["quotation"], finding, evidence),))
    return Graded(label, findings, "Because.", sure, flags)


UNREADABLE = Ungraded(UngradedReason.UNREADABLE, "The reply holds no JSON object.")
UNAVAILABLE = Ungraded(UngradedReason.UNAVAILABLE, "The server does not answer.")


@dataclass
class Scripted:
    """A grader that follows a function of the case and counts how often it was asked."""

    word: Callable[[Case], Grading]
    name: str = "Scripted grader"
    settings: str = "1"
    concurrency: int = 1
    asked: list[str] = field(default_factory=list)

    @property
    def fingerprint(self) -> str:
        return fingerprint([self.name, self.settings])

    @property
    def description(self) -> dict[str, Any]:
        return {"kind": "scripted", "settings": self.settings}

    def grade(self, case: Case) -> Grading:
        self.asked.append(case.answer)
        return self.word(case)


def by_text(case: Case) -> Graded:
    """Correct for the right answer, incorrect for any other."""
    return says(Label.CORRECT if case.answer == RIGHT else Label.INCORRECT)
