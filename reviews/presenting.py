"""From records to what the page of a result shows: plain values, no query left to run."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from core.models import User
from core.text.marking import marked_parts, spans_of
from core.wording import LABELS
from grading import selectors as grading
from grading.methods_presenting import shown_scores
from grading.models import Assessment
from grading.selectors import Grade
from grading.stored import findings_of, rules_of
from grading.values import Finding, Findings
from grading.wording import grader_name
from reviews import selectors
from reviews.kinds import TELLING_NOTHING
from reviews.models import Dispute, Flag, Vote
from reviews.shown import (
    Button,
    ShownDispute,
    ShownEarlier,
    ShownFact,
    ShownGrade,
    ShownItem,
    ShownVote,
)
from reviews.values import Choice
from reviews.votes import deciders, state_of, votes_behind, was_revealed
from reviews.wording import (
    CAUSES,
    CHOICES,
    KEYS,
    OUTCOMES,
    behaviour_words,
    rule_words,
    said,
    why,
)
from runs.correcting import correction_of
from runs.models import Answer
from testsets.outdated_presenting import ShownMark, shown_mark
from testsets.outdated_selectors import open_mark
from testsets.presenting import shown_frozen

SHOWN: Final = 20_000
"""How much of an answer is printed; answers of megabytes exist."""


def shown_item(answer: Answer, reader: User) -> ShownItem:
    """The page of one result, as far as the reader may see it."""
    flags, past = selectors.flags_of(answer), grading.history(answer)
    grade = grading.grade_of(answer, past)
    newest = past[0] if past else None
    disputed = any(flag.reason == Flag.Reason.DISPUTED for flag in flags)
    waits = any(flag.resolved_at is None for flag in flags)
    state = state_of(answer, grade, newest, waits=waits)
    own = state.votes.of(reader)
    hidden = state.hidden and own is None and not was_revealed(answer, reader)
    machine = None if hidden else grade.automated
    if hidden:
        flags = [flag for flag in flags if flag.reason in TELLING_NOTHING]
        past = [row for row in past if row.by == Assessment.By.PERSON]
    findings = findings_of(machine) if machine else None
    text = answer.text[:SHOWN]
    return ShownItem(
        pk=answer.pk,
        run_id=answer.run_id,
        test_set=answer.run.version.test_set.name,
        assistant=answer.run.assistant.name,
        question=shown_frozen(answer.question),
        facts=_facts(answer, machine, findings),
        answer=marked_parts(text, spans_of(_showing(findings), text)),
        cut=len(answer.text) if len(answer.text) > SHOWN else 0,
        label=grade.label.value if grade.label and not hidden else "",
        decided=grade.decided_by_person,
        machine=_grade(machine) if machine else None,
        cause=str(CAUSES.get(machine.cause, "")) if machine else "",
        behaviour=behaviour_words(findings),
        contradictions=findings.contradictions if findings else (),
        unverified=findings.unverified if findings else (),
        why=_why([flag for flag in flags if flag.resolved_at is None], machine, findings),
        settled=_why([flag for flag in flags if flag.resolved_at is not None], machine, findings),
        history=[_grade(row) for row in past if machine is None or row.pk != machine.pk],
        # Each dispute has raised that flag.
        disputes=[_dispute(one) for one in selectors.disputes_of(answer)] if disputed else [],
        # The same answer was graded then as it is graded now.
        earlier=[]
        if hidden
        else [_earlier(row, was, answer) for row, was in selectors.earlier(answer)],
        newest=newest.pk if newest else None,
        outdated=_outdated(answer),
        votes=[_vote(vote) for vote in votes_behind(answer, state, past)],
        voted=_vote(own) if own and state.blinded else None,
        apart=state.blinded,
        settles=state.apart and state.votes.complete,
        hidden=hidden,
        scores=[] if hidden else shown_scores(answer),
        # Whoever corrected it told what they think of the answer.
        correction=None if hidden else correction_of(answer),
    )


def _vote(vote: Vote) -> ShownVote:
    return ShownVote(vote.voter_name, vote.label, vote.reason, vote.machine_seen, vote.at)


def _outdated(answer: Answer) -> ShownMark | None:
    """What the source of the question says otherwise by now, whoever has judged that since."""
    mark = open_mark(answer.question)
    return shown_mark(mark) if mark else None


def _showing(findings: Findings | None) -> list[tuple[str, str]]:
    """The words of the answer that the findings rest on; contradictions win over the rest."""
    if findings is None:
        return []
    contradicted = [
        *findings.contradictions,
        *(fact.evidence for fact in findings.facts if fact.finding is Finding.CONTRADICTED),
    ]
    present = [fact.evidence for fact in findings.facts if fact.finding is Finding.PRESENT]
    return [
        *((words, "contradiction") for words in contradicted),
        *((words, "evidence") for words in present if words not in contradicted),
    ]


def _facts(
    answer: Answer, machine: Assessment | None, findings: Findings | None
) -> list[ShownFact]:
    found = {fact.fact: fact for fact in findings.facts} if findings else {}
    rules: dict[str, list[str]] = {}
    for rule in rules_of(machine) if machine else ():
        rules.setdefault(rule.fact, []).append(rule_words(rule))
    exact = {fact["quotation"]: fact.get("exact_value") or "" for fact in answer.question.facts}
    # Where a test has no key fact, the grader takes the expected answer for one.
    return [
        ShownFact(
            quotation=quotation,
            exact_value=exact.get(quotation, ""),
            finding=found[quotation].finding.value if quotation in found else "",
            evidence=found[quotation].evidence if quotation in found else "",
            rules=rules.get(quotation, []),
        )
        for quotation in dict.fromkeys([*exact, *found])
    ]


def _why(flags: Sequence[Flag], machine: Assessment | None, findings: Findings | None) -> list[str]:
    return [why(flag.reason, machine, findings) for flag in flags]


def _grade(row: Assessment) -> ShownGrade:
    by_person = row.by == Assessment.By.PERSON
    return ShownGrade(
        pk=row.pk,
        who=deciders(row) if by_person else (grader_name(row.grader.name) if row.grader else ""),
        by_person=by_person,
        label=row.label,
        said="" if row.label else said(row),
        text=row.explanation,
        confidence=row.confidence,
        at=row.at,
    )


def _dispute(dispute: Dispute) -> ShownDispute:
    return ShownDispute(
        words=dispute.words,
        who=str(dispute.raised_by),
        at=dispute.raised_at,
        is_open=dispute.status == Dispute.Status.OPEN,
        outcome=str(OUTCOMES[dispute.status]),
    )


def _earlier(row: Any, grade: Grade, answer: Answer) -> ShownEarlier:
    return ShownEarlier(
        pk=row.pk,
        run_id=row.run_id,
        assistant=row.run.assistant.name,
        at=row.asked_at,
        label=grade.label.value if grade.label else "",
        reworded=row.question.digest != answer.question.digest,
    )


def buttons(label: str) -> list[Button]:
    """Every other decision than confirming, in an order that never changes; not the label in force."""
    return [
        Button(choice.value, str(words), KEYS[choice], choice.label.value if choice.label else "")
        for choice, words in CHOICES.items()
        if choice.value != label
    ]


def confirming(label: str) -> Button | None:
    """The decision that the grade in force is right; None where there is none."""
    if not label:
        return None
    words = _("Confirm: %(label)s") % {"label": LABELS[label]}
    return Button(Choice.CONFIRM.value, words, KEYS[Choice.CONFIRM], label)
