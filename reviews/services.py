"""Everything that people do about results: decide, withdraw, dispute."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import User
from grading.models import Assessment
from grading.selectors import Grade, grade_of, history
from grading.services import record_decision
from grading.values import Label
from reviews import claims, entries, records, telling, votes
from reviews.errors import NothingToConfirm, Overtaken, ReasonMissing, VotesDiffer
from reviews.models import Dispute, Flag, Vote
from reviews.raising import raise_flags
from reviews.values import NEEDS_REASON, Choice
from runs.models import Answer

__all__ = ["decide", "raise_dispute", "raise_flags", "withdraw"]


@transaction.atomic
def decide(
    *,
    answer: Answer,
    by: User,
    choice: Choice,
    seen: int | None,
    key: str,
    reason: str = "",
    settles: bool = False,
    now: datetime | None = None,
) -> Assessment | Vote:
    """Record what a person says of a result, beside everything said before (M5.3).

    `seen` is the newest assessment that was on screen (None for none): when there is a newer one,
    nothing is recorded and `Overtaken` says so. The same `key` again changes nothing and gives the
    same row. A decision resolves the answer's flags and disputes; "cannot decide" leaves them to
    somebody else.

    Where two people judge apart (M4.5), what is recorded is a vote. The second of two that say the
    same makes the decision; where they differ, a decision that `settles` what both said is needed.
    """
    moment = now or timezone.now()
    records.lock(answer)
    own = _own_key(answer, by, key)
    past = history(answer)
    written = next((row for row in past if row.key == own), None)
    voted_so: Vote | None = Vote.objects.filter(key=own).first() if written is None else None
    if (again := written or voted_so) is not None:
        return again
    newest = _refuse_overtaken(past, seen)
    grade = grade_of(answer, past)
    state = votes.state_of(answer, grade, newest)
    if state.apart and state.votes.complete and not settles:
        raise VotesDiffer(newest)
    # Who has given a word sees the grade, and may still give another.
    voted = state.votes.of(by) is not None
    shown = not state.hidden or voted or votes.was_revealed(answer, by)
    label = grade.label if choice is Choice.CONFIRM else choice.label
    if choice is Choice.CONFIRM and (label is None or not shown):
        raise NothingToConfirm
    # Asked only of who sees the grade: the question would tell that the two differ.
    if shown and choice in NEEDS_REASON and label is not grade.label and not reason.strip():
        raise ReasonMissing
    said = _Said(by, choice, label, reason.strip(), own, shown, moment)
    if state.apart and not state.votes.complete:
        return _vote(answer, said, grade, newest, state)
    return _decision(answer, said, grade, newest, state, state.votes)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a person says of a result, and whether they saw the machine's grade before."""

    by: User
    choice: Choice
    label: Label | None
    reason: str
    key: str
    machine_seen: bool
    at: datetime


def _vote(
    answer: Answer, said: _Said, grade: Grade, newest: Assessment | None, state: votes.State
) -> Vote:
    seen = newest.pk if newest else 0
    made = votes.cast(
        answer=answer, by=said.by, label=said.label, reason=said.reason, seen=seen,
        machine_seen=said.machine_seen, key=said.key, now=said.at,
    )  # fmt: skip
    given = votes.votes_on(answer, wanted=state.votes.wanted, seen=seen)
    if given.agreed:
        agreed = replace(said, key=said.key + votes.AGREED)
        _decision(answer, agreed, grade, newest, state, given)
        return made
    if given.complete:
        records.raise_flag(
            answer=answer, reason=Flag.Reason.DIFFER, by=said.by, assessment=newest, now=said.at
        )
        telling.tell_differing(answer, given.counting, now=said.at)
    _refresh(answer, state)
    claims.release(answer=answer, by=said.by)
    return made


def _decision(
    answer: Answer, said: _Said, grade: Grade, newest: Assessment | None, state: votes.State,
    given: votes.Votes,
) -> Assessment:  # fmt: skip
    decision = record_decision(
        answer=answer,
        by=said.by,
        label=said.label,
        key=said.key,
        reason=said.reason,
        evidence={
            "choice": said.choice.value,
            "seen": newest.pk if newest else None,
            "machine": grade.automated.pk if grade.automated else None,
            "machine_seen": said.machine_seen,
            "supersedes": grade.current.pk if grade.current else None,
            "votes": [vote.pk for vote in given.counting] if given.complete else [],
        },
        now=said.at,
    )
    if said.label is not None:
        records.resolve(answer=answer, decision=decision, before=grade.label, now=said.at)
        if given.complete and not given.agreed:
            telling.tell_difference_settled(answer, given.counting, decision)
    _refresh(answer, state)
    claims.release(answer=answer, by=said.by)
    return decision


def _refresh(answer: Answer, state: votes.State) -> None:
    entries.refresh([answer.pk], settings={answer.run.version.test_set_id: state.setting})


@transaction.atomic
def withdraw(
    *,
    answer: Answer,
    by: User,
    seen: int | None,
    key: str,
    reason: str = "",
    now: datetime | None = None,
) -> Assessment:
    """Take back the person's decision in force: the machine's grade counts again, flags open again.

    The withdrawal is a row of its own; `seen` and `key` work as in `decide`.
    """
    moment = now or timezone.now()
    records.lock(answer)
    own = _own_key(answer, by, key)
    past = history(answer)
    written = next((row for row in past if row.key == own), None)
    if written is not None:
        return written
    _refuse_overtaken(past, seen)
    grade = grade_of(answer, past)
    if not grade.decided_by_person or grade.current is None:
        raise DomainError(_("There is no decision to withdraw: the machine’s grade is in force."))
    withdrawal = record_decision(
        answer=answer, by=by, label=None, key=own, reason=reason.strip(), withdraws=True,
        evidence={"supersedes": grade.current.pk}, now=moment,
    )  # fmt: skip
    records.reopen(answer=answer, by=by, now=moment)
    entries.refresh([answer.pk])
    return withdrawal


@transaction.atomic
def raise_dispute(*, answer: Answer, by: User, words: str, now: datetime | None = None) -> Dispute:
    """Send a result to review because somebody says that its grade is wrong (M5.4).

    The same words by the same person while they are still open are one dispute.
    """
    moment = now or timezone.now()
    said = words.strip()
    if not said:
        raise DomainError(_("Say what is wrong with the grade, so that a reviewer can look at it."))
    records.lock(answer)
    grade = grade_of(answer)
    if grade.label is None:
        raise DomainError(_("This answer is not graded yet, so there is no grade to dispute."))
    dispute, made = Dispute.objects.get_or_create(
        answer=answer, raised_by=by, words=said, status=Dispute.Status.OPEN,
        defaults={"raised_at": moment},
    )  # fmt: skip
    if made:
        records.raise_flag(
            answer=answer, reason=Flag.Reason.DISPUTED, by=by, assessment=grade.current, now=moment
        )
        telling.tell_raised(dispute)
        entries.refresh([answer.pk])
    return dispute


def _own_key(answer: Answer, by: User, key: str) -> str:
    """Nobody's key can meet another person's, nor the same person's on another answer."""
    return f"person:{answer.pk}:{by.pk}:{key}"


def _refuse_overtaken(past: Sequence[Assessment], seen: int | None) -> Assessment | None:
    newest = past[0] if past else None
    if newest is not None and newest.pk != seen:
        raise Overtaken(newest)
    return newest
