"""What is done to many questions of a set at once: send back, assign, mark. Never approve.

Each question is changed only as it was on screen, and leaves a row of its own.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.bulk import Choice, Needs, Row, Skip, Why, carry_out, changed
from core.models import BulkAction, Notice, User, Workspace
from core.notices import tell
from core.permissions import Permission
from testsets.authors import editors_of
from testsets.handing import assignments, marks
from testsets.indexing import index_sign_offs
from testsets.models import (
    AttentionMark,
    Question,
    QuestionAssignment,
    SignOff,
)
from testsets.records import with_evidence
from testsets.signing import COMPLETE, standings
from testsets.telling import owners, tell_differing

RECORD: Final = Question._meta.label_lower
NEEDED: Final = Permission.SIGN_OFF
TASK: Final = "testsets.tasks.act"
SEND_BACK, ASSIGN, MARK, UNMARK = "send_back", "assign", "mark", "unmark"
CHOICES: Final = (
    Choice(SEND_BACK, _("Send back"), Needs.REASON),
    Choice(ASSIGN, _("Assign"), Needs.PERSON),
    Choice(MARK, _("Mark for attention")),
    Choice(UNMARK, _("Take the mark away")),
)
TITLES: Final[dict[str, Promise]] = {
    SEND_BACK: _("Questions sent back"),
    ASSIGN: _("Questions assigned"),
    MARK: _("Questions marked for attention"),
    UNMARK: _("Marks taken away"),
}

# A question as it is now, by its key, with the digest of its wording.
Held = Mapping[int, tuple[Question, str]]


def act(pk: int) -> None:
    """Carry out an action on questions; once it is done, a second call does nothing."""
    action = BulkAction.objects.select_related("workspace", "created_by").get(pk=pk, record=RECORD)
    carry_out(action, change, needs=NEEDED, tell=_tell)


def names(workspace: Workspace, keys: Collection[int]) -> dict[int, str]:
    """The wording of these questions, of those of the workspace that its reader sees."""
    rows = Question.objects.for_workspace(workspace).filter(pk__in=keys)
    return dict(rows.values_list("pk", "text"))


def change(
    action: BulkAction, workspace: Workspace | None, rows: Sequence[Row], now: datetime
) -> list[Skip]:
    """Change those of the rows that are as they were on screen; the others, each with the reason."""
    if workspace is None:
        return [Skip(row.key, Why.FORBIDDEN) for row in rows]
    questions: QuerySet[Any] = Question.objects.for_workspace(workspace).filter(
        pk__in=[row.key for row in rows], test_set=action.test_set
    )
    # Held, so that nobody rewords one between its digest and what is said of it.
    held = list(
        questions.select_for_update(of=("self",))
        .select_related("parent", "test_set")
        .prefetch_related(*with_evidence())
        .order_by("pk")
    )
    standing = standings(held, reader=action.created_by)
    now_there = {question.pk: (question, standing[question.pk].digest) for question in held}
    skipped, left = [], []
    for row in rows:
        if row.key not in now_there:
            skipped.append(Skip(row.key, Why.FORBIDDEN))
            continue
        question, digest = now_there[row.key]
        if question.removed_at is not None:
            skipped.append(Skip(row.key, Why.GONE, question.text))
        elif row.seen != digest:
            skipped.append(Skip(row.key, Why.STALE, question.text))
        else:
            left.append(row.key)
    fit = {key: now_there[key] for key in left}
    return [*skipped, *_ACTS[action.action](action, fit, now)]


def _send_back(action: BulkAction, fit: Held, now: datetime) -> list[Skip]:
    by: User = action.created_by
    writers = _writers([question for question, _digest in fit.values()])
    reason = action.values["reason"]
    standing = standings([question for question, _digest in fit.values()], reader=by)
    why = {}
    for key, stands in standing.items():
        said = stands.of(by)
        if by.pk in writers[key]:
            why[key] = Why.OWN
        elif stands.state == "differ":
            why[key] = Why.DIFFER
        elif said and (said.decision, said.reason) == (SignOff.Decision.CHANGES, reason):
            why[key] = Why.ALREADY
    others = [key for key in fit if key not in why]
    said_now = SignOff.objects.bulk_create(
        SignOff(
            question=fit[key][0],
            digest=fit[key][1],
            decision=SignOff.Decision.CHANGES,
            reason=reason,
            by=by,
            by_name=str(by),
            at=now,
        )
        for key in others
    )
    index_sign_offs({fit[key][0]: fit[key][1] for key in others})
    _tell_differing(said_now)
    return [Skip(key, left, fit[key][0].text) for key, left in why.items()]


def _tell_differing(words: Sequence[SignOff]) -> None:
    """Of sets that two people sign off, tell of each question on which they differ by now."""
    apart = [word for word in words if word.question.test_set.reviewers > 1]
    after = standings([word.question for word in apart], reader=None)
    for word in apart:
        if after[word.question_id].state == "differ":
            tell_differing(word.question, word, after[word.question_id])


def _assign(action: BulkAction, fit: Held, now: datetime) -> list[Skip]:
    person, by = action.values["person"], action.created_by
    there = assignments(fit)
    same = {key for key in fit if (there[key].person_id if key in there else None) == person}
    QuestionAssignment.objects.bulk_create(
        QuestionAssignment(
            question=question,
            person_id=person,
            person_name=action.values["name"],
            by=by,
            by_name=str(by),
            at=now,
        )
        for key, (question, _digest) in fit.items()
        if key not in same
    )
    return [Skip(key, Why.ALREADY, fit[key][0].text) for key in same]


def _mark(action: BulkAction, fit: Held, now: datetime) -> list[Skip]:
    there, wanted, by = marks(fit), action.action == MARK, action.created_by
    same = {key for key in fit if (key in there) is wanted}
    AttentionMark.objects.bulk_create(
        AttentionMark(
            question=question, digest=digest, marked=wanted, by=by, by_name=str(by), at=now
        )
        for key, (question, digest) in fit.items()
        if key not in same
    )
    return [Skip(key, Why.ALREADY, fit[key][0].text) for key in same]


_ACTS: Final[Mapping[str, Callable[[BulkAction, Held, datetime], list[Skip]]]] = {
    SEND_BACK: _send_back,
    ASSIGN: _assign,
    MARK: _mark,
    UNMARK: _mark,
}


def _writers(questions: Sequence[Question]) -> dict[int, set[int]]:
    """The people whose writing each question may be."""
    found: dict[int, set[int]] = {}
    for key, editors in editors_of(questions).items():
        found[key] = {editor.pk for editor in editors}
    for question in questions:
        if question.written_by_id is not None:
            found[question.pk].add(question.written_by_id)
    return found


def _told_of(keys: Sequence[int]) -> list[Question]:
    """Those of the questions that everybody may know to be sent back: not where another has to decide."""
    rows = Question.objects.filter(pk__in=keys).select_related("parent", "test_set")
    questions = list(rows.prefetch_related(*with_evidence()))
    standing = standings(questions, reader=None)
    return [question for question in questions if standing[question.pk].state in COMPLETE]


def _tell(action: BulkAction, now: datetime) -> None:
    """Tell whoever got questions; and owners and writers of those sent back: once for all of them."""
    keys = changed(action)
    if not keys:
        return
    test_set = Question.objects.select_related("test_set").get(pk=keys[0]).test_set
    page = reverse("testsets:detail", args=[action.workspace.slug, test_set.pk])
    common: dict[str, Any] = {
        "workspace": action.workspace,
        "by": action.created_by,
        "test_set": test_set.pk,
        "key": f"bulk:{action.pk}",
        "now": now,
    }
    if action.action == ASSIGN and action.values["person"]:
        tell(
            people=User.objects.filter(pk=action.values["person"]),
            kind=Notice.Kind.ASSIGNED.value,
            params={"what": "questions", "count": len(keys), "test_set": test_set.name},
            path=f"{page}?only=mine",
            **common,
        )
    elif action.action == SEND_BACK:
        told_of = _told_of(keys)
        theirs: Counter[int] = Counter()
        for people in _writers(told_of).values():
            theirs.update(people)
        # As with each single one: whoever owns the workspace has to see to it.
        theirs |= Counter({owner.pk: len(told_of) for owner in owners(action.workspace)})
        for person in User.objects.filter(pk__in=[key for key, n in theirs.items() if n]):
            tell(
                people=[person],
                kind=Notice.Kind.SENT_BACK.value,
                params={
                    "count": theirs[person.pk],
                    "test_set": test_set.name,
                    "reason": action.values["reason"],
                },
                path=f"{page}?sign_off=changes",
                **common,
            )
