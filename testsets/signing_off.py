"""What experts do: sign a question off, ask for changes, settle a difference, take a word back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict, DomainError
from core.models import User, Workspace
from testsets.authors import has_written
from testsets.evidence import frozen_content, question_digest
from testsets.indexing import index_questions
from testsets.models import Question, SignOff, TestSet
from testsets.records import keep_author, with_evidence
from testsets.signing import Standing, standings
from testsets.telling import owners, tell_changes, tell_differing, tell_settled


class Stale(Conflict):
    """The question is no longer the one that was on screen."""


def held(question: Question, *, seen: str = "", uid: str = "") -> Question:
    """The question as it is stored now, and nobody else's until the transaction ends.

    Stale when it was taken out, or is not the one with the identifier and digest that were on screen.
    """
    rows = Question.objects.select_for_update(of=("self",)).select_related(
        "test_set__workspace", "parent", "written_by"
    )
    current: Question = rows.prefetch_related(*with_evidence()).get(pk=question.pk)
    if current.removed_at is not None:
        raise Stale(_("Somebody took this question out of the set while you looked at it."))
    digest = question_digest(frozen_content(current))
    if (seen and seen != digest) or (uid and uid != current.uid):
        raise Stale(
            _("Somebody changed this question while you looked at it. Read it again, then decide.")
        )
    return current


@transaction.atomic
def sign_off(
    *,
    question: Question,
    decision: SignOff.Decision,
    by: User,
    reason: str = "",
    seen: str = "",
    uid: str = "",
    settles: bool = False,
    key: str = "",
    now: datetime | None = None,
) -> SignOff:
    """Record an expert's word on the question as it is worded now; a later change needs a new one.

    With `settles` it decides where two people differ. The word that is there already comes back for a
    `key` that was used before and for the same word said again. DomainError for one's own writing and
    where a reason is missing; Stale (a Conflict) when the wording is no longer the one with the digest
    `seen`; Conflict when what was to be settled is settled.
    """
    own = f"{by.pk}:{question.pk}:{key}" if key else ""
    # Held, so that two people's words come one after the other and each finds the first.
    Question.objects.select_for_update(of=("self",)).get(pk=question.pk)
    again: SignOff | None = SignOff.objects.filter(key=own).first() if own else None
    if again is not None:
        return again
    current = held(question, seen=seen, uid=uid)
    if has_written(current, by):
        raise DomainError(_("You wrote or edited this question. Somebody else has to sign it off."))
    reason = reason.strip()
    if decision == SignOff.Decision.CHANGES and not reason:
        raise DomainError(_("Say what should change."))
    before = standings([current], reader=by)[current.pk]
    said = before.of(by)
    if said is not None and (said.decision, said.reason, said.settles) == (
        decision, reason, settles,
    ):  # fmt: skip
        return said
    _refuse_unsettled(before, current.test_set, by=by, settles=settles, reason=reason)
    made = SignOff.objects.create(
        question=current,
        digest=before.digest,
        decision=decision,
        settles=settles,
        reason=reason,
        key=own,
        by=by,
        by_name=str(by),
        at=now or timezone.now(),
    )
    index_questions([current.pk])
    after = standings([current], reader=None)[current.pk]
    if after.state == "changes":
        tell_changes(current, made, after, by=by)
    if after.state == "differ":
        tell_differing(current, made, after)
    elif settles:
        tell_settled(current, made, after)
    return made


@transaction.atomic
def withdraw(*, word: SignOff, by: User, now: datetime | None = None) -> SignOff:
    """Take one's own word back, as a record of its own; a second time gives that record again.

    DomainError for another person's word, for one that no longer counts, and once two people have
    decided apart: each has seen the other's word by then.
    """
    question: Question = (
        Question.objects.select_for_update(of=("self",))
        .select_related("test_set", "parent")
        .prefetch_related(*with_evidence())
        .get(pk=word.question_id)
    )
    again: SignOff | None = SignOff.objects.filter(withdraws=word).first()
    if again is not None:
        return again
    standing = standings([question], reader=by)[question.pk]
    if word.by_id != by.pk or word.pk not in {one.pk for one in standing.live}:
        raise DomainError(_("Only your own word that still counts can be taken back."))
    if not can_withdraw(word, standing):
        raise DomainError(
            _("Two people have decided by now. Ask for changes, or settle the difference, instead.")
        )
    made = SignOff.objects.create(
        question=question,
        digest=word.digest,
        decision=SignOff.Decision.WITHDRAWN,
        withdraws=word,
        settles=word.settles,
        by=by,
        by_name=str(by),
        at=now or timezone.now(),
    )
    index_questions([question.pk])
    after = standings([question], reader=None)[question.pk]
    if word.settles and after.state == "differ":
        tell_differing(question, made, after)
    return made


def can_withdraw(word: SignOff, standing: Standing) -> bool:
    """Whether the word can still be taken back by whoever said it; `standing` as they see it."""
    if standing.wanted == 1 or word.settles:
        return True
    others = [one for one in standing.words if one.by_id != word.by_id]
    return not any(one.digest == word.digest for one in others)


def can_settle(standing: Standing, test_set: TestSet, person: User) -> bool:
    """Whether the person may decide where two differ: one of them, an owner, or staff."""
    return person.pk in {word.by_id for word in standing.votes} or is_owner(
        test_set.workspace, person
    )


def is_owner(workspace: Workspace, person: User) -> bool:
    """Whether the person decides for the workspace."""
    return person.is_staff or person in owners(workspace)


@transaction.atomic
def choose_reviewers(
    *, test_set: TestSet, reviewers: int, by: User, now: datetime | None = None
) -> None:
    """Have each question signed off by one person, or by two who decide apart.

    Of two, each word counts that was said since they were wanted: what somebody said in the open before
    is kept and is no word given apart. With one reviewer again every word counts, and everybody sees
    what one of two had said.
    """
    if reviewers not in (1, 2):
        raise DomainError(_("One or two people sign a question off."))
    current = TestSet.objects.select_for_update().get(pk=test_set.pk)
    if current.reviewers != reviewers:
        current.reviewers = reviewers
        current.blind_since = (now or timezone.now()) if reviewers > 1 else None
        keep_author(current, by)
        current.save(update_fields=["reviewers", "blind_since"])
        said = SignOff.objects.filter(question__test_set=current)
        index_questions(sorted(set(said.values_list("question", flat=True))))
    test_set.refresh_from_db()


def _refuse_unsettled(
    standing: Standing, test_set: TestSet, *, by: User, settles: bool, reason: str
) -> None:
    """Where two people differ the next word settles it, and nowhere else does one."""
    if settles and standing.state != "differ":
        raise Conflict(_("There is nothing to settle here any more. Look at the question again."))
    if standing.state != "differ":
        return
    if not can_settle(standing, test_set, by):
        raise DomainError(
            _("Two people differ on this question. One of them or an owner settles it.")
        )
    if not settles:
        raise Conflict(
            _("Another person decided meanwhile, and differently. Read both, then settle it.")
        )
    if not reason:
        raise DomainError(_("Say why it is settled like this."))
