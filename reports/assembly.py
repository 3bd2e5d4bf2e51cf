"""From exactly the records listed as evidence to the input of a report."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from grading import selectors as grading
from grading.models import Assessment
from grading.values import Finding, Label
from reports.evidence import Evidence
from reports.figures import (
    Correction,
    Decision,
    FactRecord,
    PassageRecord,
    ReportInput,
    ResultRecord,
)
from reports.methodology import methodology
from reviews.models import Flag, RandomCheck
from runs.models import Answer, AnswerCorrection, AnswerFailure, Run
from testsets.models import FrozenQuestion, OutdatedMark


def report_input(evidence: Evidence) -> ReportInput:
    """The input of the report, from exactly these records."""
    run = Run.objects.select_related("version", "assistant").get(pk=evidence.run)
    wanted = {key for grade in evidence.grades for key in (grade.decision, grade.automated) if key}
    assessments: dict[int, Assessment] = Assessment.objects.select_related("grader").in_bulk(wanted)
    results = _Results(run, evidence, assessments).every()
    return ReportInput(
        title=evidence.title,
        organisation=evidence.organisation,
        methodology=methodology(run, evidence, list(assessments.values())),
        results=results,
        ended=evidence.asked and evidence.graded,
        exploratory=run.version.exploratory,
    )


class _Results:
    """Puts one run's records together, slot by slot."""

    def __init__(self, run: Run, evidence: Evidence, assessments: Mapping[int, Assessment]) -> None:
        self.run = run
        self.evidence = evidence
        self.assessments = assessments
        self.grades = {grade.answer: grade for grade in evidence.grades}
        self.answers: dict[tuple[int, int], Answer] = {
            (answer.question_id, answer.repetition): answer
            for answer in Answer.objects.filter(pk__in=self.grades).defer("raw", "contexts")
        }
        self.failures: dict[tuple[int, int], AnswerFailure] = {
            (failure.question_id, failure.repetition): failure
            for failure in AnswerFailure.objects.filter(pk__in=evidence.failures).order_by("number")
        }
        self.marks = OutdatedMark.objects.in_bulk(
            {g.outdated for g in evidence.grades if g.outdated}
        )
        self.corrections = {
            row.answer_id: row
            for row in AnswerCorrection.objects.filter(pk__in=evidence.corrections)
        }
        checks = RandomCheck.objects.filter(pk__in=evidence.checks).order_by("pk")
        self.drawn: dict[int, bool] = {}
        for check in checks:
            # What was graded after the first draw could not have been drawn by it.
            self.drawn = self.drawn or dict.fromkeys(check.among, False)
            self.drawn |= dict.fromkeys(check.drawn, True)
        self.flags: dict[int, list[str]] = {}
        self.waiting: set[int] = set()  # answers with a flag that was open when this was gathered
        still_open = set(evidence.open_flags)
        for flag in Flag.objects.filter(pk__in=evidence.flags).order_by("pk"):
            self.flags.setdefault(flag.answer_id, []).append(flag.reason)
            if flag.pk in still_open and flag.reason != Flag.Reason.DRAWN:
                self.waiting.add(flag.answer_id)

    def every(self) -> tuple[ResultRecord, ...]:
        """One result for each planned slot, in the order of the test set."""
        return tuple(
            self._result(question, attempt)
            for question in self.run.version.questions.order_by("position")
            for attempt in range(1, self.run.repetitions + 1)
        )

    def _result(self, question: FrozenQuestion, attempt: int) -> ResultRecord:
        answer = self.answers.get((question.pk, attempt))
        given = _question(question, self.run) | {"attempt": attempt}
        if answer is None:
            return ResultRecord(**given, **self._unanswered(question, attempt))
        grade = self.grades[answer.pk]
        decision = self.assessments[grade.decision] if grade.decision else None
        automated = self.assessments[grade.automated] if grade.automated else None
        mark = self.marks[grade.outdated] if grade.outdated else None
        raised = [
            *(automated.flags if automated else []),
            *([Flag.Reason.OUTDATED.value] if mark else []),
        ]
        return ResultRecord(
            **given,
            facts=_facts(question, decision, automated),
            **self._said(answer),
            tries=answer.tries,
            seconds=answer.seconds,
            flags=tuple(dict.fromkeys([*raised, *self.flags.get(answer.pk, [])])),
            flags_open=answer.pk in self.waiting or mark is not None,
            drawn=self.drawn.get(answer.pk),
            **self._grade(answer, decision, automated, mark),
        )

    def _said(self, answer: Answer) -> dict[str, Any]:
        """What was captured; where a person corrected it, the correction with the captured beside it."""
        correction = self.corrections.get(answer.pk)
        if correction is None:
            return {"answer": answer.text}
        return {
            "answer": correction.text,
            "captured_answer": answer.text,
            "correction": Correction(correction.by_name, correction.at, correction.reason),
        }

    def _unanswered(self, question: FrozenQuestion, attempt: int) -> dict[str, Any]:
        failure = self.failures.get((question.pk, attempt))
        return {
            "label": Label.NOT_RUN if self.evidence.asked else None,
            "facts": _facts(question, None, None),
            "tries": failure.number if failure else 0,
            "failure": failure.kind if failure else "",
            "failure_detail": failure.detail if failure else "",
        }

    def _grade(
        self,
        answer: Answer,
        decision: Assessment | None,
        automated: Assessment | None,
        mark: OutdatedMark | None,
    ) -> dict[str, Any]:
        """The grade in force with what the machine found; a person's decision beside it."""
        made: dict[str, Any] = {
            "label": grading.grade_from(answer.pk, decision, automated, mark).label,
            "ungraded": "",
        }
        if automated is not None:
            findings = automated.findings or {}
            made |= {
                "ungraded": automated.ungraded if decision is None else "",
                "automated_label": Label(automated.label) if automated.label else None,
                "explanation": automated.explanation,
                "confidence": automated.confidence,
                "cause": automated.cause,
                "contradictions": tuple(findings.get("contradictions", ())),
                "unverified": tuple(findings.get("unverified", ())),
                "grader_fingerprint": automated.grader.fingerprint if automated.grader else "",
            }
        if decision is not None:
            made["decision"] = Decision(
                person=decision.reviewer_name,
                expert=decision.reviewer_id in self.evidence.experts,
                decided_at=decision.at,
                reason=decision.explanation,
            )
            made["cause"] = decision.cause or made.get("cause", "")
        return made


def _question(question: FrozenQuestion, run: Run) -> dict[str, Any]:
    signed: datetime | None = run.version.approved_at if run.version.signed_off else None
    return {
        "uid": question.uid,
        "question": question.text,
        "type": question.type,
        "language": question.language,
        "expected_answer": question.expected_answer,
        "expects": question.expects,
        "passages": tuple(
            PassageRecord(
                document=passage["document"],
                text=passage["text"],
                address=passage.get("address", ""),
                heading_path=tuple(passage.get("heading_path", ())),
                language=passage.get("language", ""),
                content_hash=passage.get("content_hash", ""),
            )
            for passage in question.passages
        ),
        "without_source": run.version.exploratory and not question.passages,
        "critical": question.critical,
        "control": question.control,
        "topic": question.topic,
        "parent": question.parent_uid,
        "question_digest": question.digest,
        "signed_off_at": signed,
    }


def _facts(
    question: FrozenQuestion, decision: Assessment | None, automated: Assessment | None
) -> tuple[FactRecord, ...]:
    """The key facts with the findings in force, else the machine's; unmatched ones come last."""
    found: list[dict[str, Any]] = next(
        (
            each.findings["facts"]
            for each in (decision, automated)
            if each and each.findings.get("facts")
        ),
        [],
    )
    by_fact = {item["fact"]: item for item in found}
    facts = []
    for fact in question.facts:
        item = by_fact.pop(fact["quotation"], None)
        facts.append(
            FactRecord(
                quotation=fact["quotation"],
                finding=Finding(item["finding"]) if item else None,
                evidence=item["evidence"] if item else "",
                exact_value=fact.get("exact_value", ""),
                passage=fact.get("passage") or 0,
                start=fact.get("start"),
                end=fact.get("end"),
            )
        )
    # Where a test has no key fact, the grader takes the expected answer for one.
    facts += [
        FactRecord(item["fact"], Finding(item["finding"]), item["evidence"])
        for item in by_fact.values()
    ]
    return tuple(facts)
