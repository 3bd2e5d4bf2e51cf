"""A run with its answers and grades, as the parts to the left would have left them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from core.fingerprint import fingerprint
from core.models import User, Workspace
from grading.models import Assessment, GraderVersion
from reviews.models import Flag
from runs import services
from runs.models import Answer, AnswerFailure, Run
from tests.world import assign_experts
from testsets.models import FrozenQuestion, TestSet, TestSetVersion

AT = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)
PASSAGE = {
    "document": "Tickets and fares", "address": "https://kustlinjen.example/tickets",
    "content_hash": "ab" * 32, "heading_path": ["Fares", "Day tickets"], "start": 0, "end": 52,
    "language": "en", "text": "A day ticket costs €14.50 for adults. Dogs travel free.",
}  # fmt: skip
FACT = {
    "quotation": "A day ticket costs €14.50", "start": 0, "end": 25, "match": "exact",
    "exact_value": "€14.50", "passage": 0,
}  # fmt: skip


@dataclass(frozen=True)
class Planned:
    """One question and what became of it. `label` None is an answer without a grade."""

    uid: str
    label: str | None = "correct"
    answer: str | None = "It is €14.50."
    question: str = "What does a day ticket cost?"
    type: str = "exact_value"
    critical: bool = False
    flags: tuple[str, ...] = ()
    ungraded: str = ""
    fails: str = ""
    passages: tuple[dict[str, Any], ...] = (PASSAGE,)


def good(uid: str, **changes: Any) -> Planned:
    return replace(Planned(uid), **changes)


def bad(uid: str, **changes: Any) -> Planned:
    made = Planned(uid, "incorrect", "A day ticket is €19.00.", flags=("grader_not_confident",))
    return replace(made, **changes)


def lost(uid: str, **changes: Any) -> Planned:
    return replace(Planned(uid, None, None, fails="timeout"), **changes)


def make_run(
    workspace: Workspace, plan: Sequence[Planned], *, status: str = "done", **version: Any
) -> Run:
    """A run of these questions with their answers and automated grades."""
    frozen = _version(workspace, plan, **version)
    assistant = services.save_assistant(
        workspace=workspace, name="Ferry help desk", connector="http",
        configuration={"url": "http://127.0.0.1:9/"}, by=None,
    )  # fmt: skip
    run = services.start_run(version=frozen, assistant=assistant, by=None, queue=False)
    Run.objects.filter(pk=run.pk).update(
        status=status, started_at=AT, finished_at=AT + timedelta(minutes=5)
    )
    run.refresh_from_db()
    questions = {question.uid: question for question in frozen.questions.all()}
    for planned in plan:
        _answer(run, questions[planned.uid], planned)
    return run


def _version(workspace: Workspace, plan: Sequence[Planned], **version: Any) -> TestSetVersion:
    test_set = TestSet.objects.create(workspace=workspace, name="Website of Kustlinjen")
    assign_experts(test_set)
    values = {
        "number": 1, "digest": fingerprint([planned.uid for planned in plan]), "language": "en",
        "exploratory": False, "writers": [{"name": "Built-in writer", "fingerprint": "w" * 64}],
        "signed_off": False, "approved_at": AT - timedelta(days=1),
    } | version  # fmt: skip
    made = TestSetVersion.objects.create(test_set=test_set, **values)
    FrozenQuestion.objects.bulk_create(
        FrozenQuestion(
            version=made, uid=planned.uid, position=position, type=planned.type, language="en",
            text=planned.question, expected_answer="A day ticket costs €14.50.", expects="answer",
            critical=planned.critical, control=False,
            facts=[FACT] if planned.passages else [],
            passages=list(planned.passages), written_by="Built-in writer",
            digest=fingerprint([planned.uid, planned.question]),
        )
        for position, planned in enumerate(plan, start=1)
    )  # fmt: skip
    return made


def _answer(run: Run, question: FrozenQuestion, planned: Planned) -> None:
    if planned.answer is None:
        if planned.fails:
            for number in (1, 2, 3):
                AnswerFailure.objects.create(
                    run=run, question=question, number=number, kind=planned.fails,
                    detail="No reply within 60 seconds.", at=AT, seconds=60.0,
                )  # fmt: skip
        return
    answer = Answer.objects.create(
        run=run, question=question, tries=1, text=planned.answer, raw=planned.answer,
        asked_at=AT, seconds=1.5,
    )  # fmt: skip
    if planned.label is not None or planned.ungraded:
        grade(answer, planned)


def grader(name: str = "Built-in grader") -> GraderVersion:
    """One version of a grader."""
    made, _new = GraderVersion.objects.get_or_create(
        fingerprint=fingerprint(name),
        defaults={
            "name": name, "first_used_at": AT,
            "description": {"extra_details": "recorded as unverified", "rules": {"numbers": "on"}},
        },
    )  # fmt: skip
    return made


def grade(answer: Answer, planned: Planned, *, by: str = "Built-in grader") -> Assessment:
    """An automated assessment of the answer."""
    right = planned.label == "correct"
    facts = [
        {
            "fact": FACT["quotation"],
            "finding": "present" if right else "contradicted",
            "evidence": "€14.50" if right else "€19.00",
        }
    ]
    earlier = answer.assessments.count()
    return Assessment.objects.create(
        answer=answer, by="grader", grader=grader(by), label=planned.label or "",
        ungraded=planned.ungraded, findings={} if planned.ungraded else {
            "facts": facts, "contradictions": [], "unverified": [],
        },
        explanation="" if planned.ungraded else "The price agrees." if right else "Another price.",
        confidence=None if planned.ungraded else 0.9, flags=list(planned.flags),
        subject="s" * 64, key=f"{answer.pk}-{by}-{earlier}", at=AT + timedelta(minutes=1),
    )  # fmt: skip


def decide(answer: Answer, label: str, *, by: User, withdraws: bool = False) -> Assessment:
    """A person's decision on the answer."""
    earlier = answer.assessments.count()
    return Assessment.objects.create(
        answer=answer, by="person", reviewer=by, reviewer_name=by.name,
        label="" if withdraws else label, withdraws=withdraws, explanation="Looked at it.",
        subject="s" * 64, key=f"{answer.pk}-person-{earlier}", at=AT + timedelta(days=1),
    )  # fmt: skip


def raise_flag(answer: Answer, reason: str) -> Flag:
    return Flag.objects.create(answer=answer, reason=reason, raised_at=AT)


def answer_to(run: Run, uid: str) -> Answer:
    return run.answers.get(question__uid=uid)
