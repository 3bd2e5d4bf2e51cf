"""Telling people what became of sign-offs: void, changes asked for, differing, settled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse

from core.models import Membership, User, Workspace
from core.notices import tell
from core.permissions import Role
from testsets.evidence import frozen_content, question_digest
from testsets.models import Question, SignOff
from testsets.records import with_evidence
from testsets.signing import Standing, standings


def owners(workspace: Workspace) -> list[User]:
    """The people who own the workspace."""
    rows = Membership.objects.filter(workspace=workspace, role=Role.OWNER)
    return [row.user for row in rows.select_related("user")]


def tell_void(
    question: Question, *, before: str, by: User | None, now: datetime | None = None
) -> None:
    """Tell the people concerned that a sign-off of the wording with the digest `before` is void.

    Whoever signed is told, and the owners where they may know of the sign-off. Call it after the
    change, inside its transaction; nobody is told where the wording is the same.
    """
    digest = question_digest(frozen_content(_fresh(question)))
    if digest == before:
        return
    test_set = question.test_set
    workspace = test_set.workspace
    everybody = {word.pk for word in standings([question], reader=None)[question.pk].live}
    for word in SignOff.objects.filter(question=question, digest=before).select_related("by"):
        own = standings([question], reader=word.by)[question.pk]
        if word.decision != SignOff.Decision.APPROVED or word not in own.live:
            continue
        tell(
            workspace=workspace,
            people=[word.by, *(owners(workspace) if word.pk in everybody else ())],
            kind="sign_off_void",
            params={"question": question.text, "signer": word.by_name},
            path=reverse("testsets:sign", args=[workspace.slug, question.pk]),
            key=f"void:{word.pk}:{digest[:16]}",
            by=by,
            test_set=test_set.pk,
            now=now,
        )


def tell_changes(question: Question, word: SignOff, after: Standing, *, by: User) -> None:
    """Tell the owners what should change, in the words of everybody who asks for it."""
    said: Sequence[SignOff] = [word] if word.settles or after.wanted == 1 else after.votes
    workspace = question.test_set.workspace
    tell(
        workspace=workspace,
        people=owners(workspace),
        kind="changes_asked",
        params={
            "question": question.text,
            "reason": " · ".join(one.reason for one in said if one.reason),
        },
        path=reverse("testsets:question", args=[workspace.slug, question.pk]),
        key=f"changes:{word.pk}",
        by=by,
        test_set=question.test_set_id,
        now=word.at,
    )


def tell_differing(question: Question, word: SignOff, after: Standing) -> None:
    """Tell those who can settle it, also whoever spoke last: they did not know the first word."""
    workspace = question.test_set.workspace
    tell(
        workspace=workspace,
        people=[*(one.by for one in after.votes), *owners(workspace)],
        kind="words_differ",
        params={
            "about": question.text,
            "people": ", ".join(one.by_name for one in after.votes),
        },
        path=reverse("testsets:sign", args=[workspace.slug, question.pk]),
        key=f"differ:{word.pk}",
        test_set=question.test_set_id,
        now=word.at,
    )


def tell_settled(question: Question, word: SignOff, after: Standing) -> None:
    """Tell the two who differed what it was settled as."""
    workspace = question.test_set.workspace
    tell(
        workspace=workspace,
        people=[one.by for one in after.votes],
        kind="words_settled",
        params={"about": question.text, "outcome": after.state},
        path=reverse("testsets:sign", args=[workspace.slug, question.pk]),
        key=f"settled:{word.pk}",
        by=word.by,
        test_set=question.test_set_id,
        now=word.at,
    )


def _fresh(question: Question) -> Question:
    found: Question = (
        Question.objects.select_related("parent")
        .prefetch_related(*with_evidence())
        .get(pk=question.pk)
    )
    return found
