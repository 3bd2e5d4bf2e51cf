"""Copying a frozen version into a draft, where its questions can be changed again (M1.6)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import User
from testsets.desk import base_uid
from testsets.evidence import content_of, frozen_content, question_digest
from testsets.exchange import ImportedQuestion
from testsets.importing import cited
from testsets.linking import held_passages
from testsets.models import Question, TestSet, TestSetVersion
from testsets.records import keep_author, with_evidence
from testsets.services import create_test_set, restore_question
from testsets.storing import store_questions


@dataclass(frozen=True, slots=True)
class Copied:
    """What became of the questions of a version in the draft that it was copied into."""

    test_set: TestSet
    added: int = 0
    renamed: int = 0  # among the added: their identifier was that of another wording
    restored: int = 0
    there: int = 0  # in the draft already, worded alike


@transaction.atomic
def copy_into_new(*, version: TestSetVersion, name: str, by: User) -> Copied:
    """A new test set of the same workspace whose draft is the version. DomainError without a name."""
    if not name.strip():
        raise DomainError(_("Give the new test set a name."))
    test_set = create_test_set(
        workspace=version.test_set.workspace,
        name=name.strip(),
        by=by,
        language=version.test_set.language,
    )
    test_set.methods = version.methods
    keep_author(test_set, by)
    test_set.save(update_fields=["methods"])
    return copy_into(version=version, test_set=test_set, by=by)


@transaction.atomic
def copy_into(*, version: TestSetVersion, test_set: TestSet, by: User) -> Copied:
    """The questions of the version in the draft of the set; a second copy adds nothing.

    What stands there worded alike stays, what was removed is put back, and a question whose identifier
    another wording has comes in under one of its own. DomainError for a set of another workspace.
    """
    if test_set.workspace_id != version.test_set.workspace_id:
        raise DomainError(_("The test set belongs to another workspace."))
    TestSet.objects.select_for_update().get(pk=test_set.pk)
    contents = [(content_of(row), row.written_by) for row in version.questions.order_by("position")]
    there = _there(test_set)
    # A copy of a wording has its digest, but for the identifier that it may have been given.
    worded = {_wording(content): question for question, content in there.values()}
    names: dict[str, str] = {}
    taken = there.keys() | {content["uid"] for content, _writer in contents}
    coming, restored, alike = [], 0, 0
    parents: dict[str, Question] = {uid: question for uid, (question, _content) in there.items()}
    for content, writer in contents:
        held = worded.get(_wording(content))
        if held is not None:
            names[content["uid"]] = held.uid
            if held.removed_at is not None:
                restore_question(question=held, by=by)
                restored += 1
            else:
                alike += 1
            continue
        uid = content["uid"]
        if uid in there:
            uid = _unlike(content, taken)
        taken.add(uid)
        names[content["uid"]] = uid
        coming.append(ImportedQuestion({**content, "uid": uid}, writer))
    coming = [
        ImportedQuestion(
            {
                **one.content,
                "parent_uid": names.get(one.content["parent_uid"], one.content["parent_uid"]),
            },
            one.writer,
        )
        for one in coming
    ]
    stored = held_passages(test_set.workspace, cited(coming))
    store_questions(test_set, coming, held=stored, by=by, there=parents)
    kept = {content["uid"] for content, _writer in contents}
    return Copied(
        test_set=test_set,
        added=len(coming),
        renamed=sum(one.content["uid"] not in kept for one in coming),
        restored=restored,
        there=alike,
    )


def _there(test_set: TestSet) -> dict[str, tuple[Question, dict[str, Any]]]:
    """The questions of the draft, removed ones included, with how they are worded."""
    rows = list(test_set.questions.select_related("parent").prefetch_related(*with_evidence()))
    return {row.uid: (row, frozen_content(row)) for row in rows}


def _unlike(content: Mapping[str, Any], taken: Set[str]) -> str:
    """An identifier that nothing has, for a wording whose own one is that of another."""
    base = base_uid(content["text"], [fact["quotation"] for fact in content["facts"]])
    numbered = (f"{base}-{number}" for number in count(2))
    return base if base not in taken else next(uid for uid in numbered if uid not in taken)


def _wording(content: Mapping[str, Any]) -> str:
    """The same for two questions that ask the same and expect the same, whatever they are called."""
    return question_digest({**content, "uid": "", "parent_uid": ""})
