"""Marking questions as critical or as control, one key each."""

from typing import Literal

from django.db import transaction

from core.models import User
from testsets.authors import MARKED
from testsets.evidence import frozen_content, question_digest
from testsets.models import Question
from testsets.records import keep_author
from testsets.signing_off import held
from testsets.telling import tell_void

Mark = Literal["critical", "control"]


@transaction.atomic
def mark_question(
    *, question: Question, mark: Mark, on: bool, by: User, seen: str = "", uid: str = ""
) -> Question:
    """Set the mark or take it off; it makes nobody an author, and voids a sign-off as any change does.

    Nothing happens where it is so already. Stale (a Conflict) when the question is not the one with
    the digest `seen` and the identifier `uid` any more.
    """
    current = held(question, seen=seen, uid=uid)
    if getattr(current, mark) == on:
        return current
    before = question_digest(frozen_content(current))
    setattr(current, mark, on)
    keep_author(current, by)
    current._change_reason = MARKED  # type: ignore[attr-defined]  # read by simple-history
    current.save(update_fields=[mark, "changed_at"])
    tell_void(current, before=before, by=by)
    return current
