"""Taking over the questions of a file as a frozen version, exactly as they were frozen before."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.models import User, Workspace
from testsets.evidence import question_digest, version_digest
from testsets.exchange import ImportedQuestion
from testsets.freezing import common_language, is_exploratory
from testsets.models import FrozenQuestion, Question, TestSet, TestSetVersion
from testsets.records import keep_author, store_facts
from testsets.services import create_test_set
from testsets.values import DraftFact


@transaction.atomic
def import_version(
    *,
    workspace: Workspace,
    name: str,
    questions: Sequence[ImportedQuestion],
    by: User | None,
    now: datetime | None = None,
) -> TestSetVersion:
    """A new test set with these questions, and its first version frozen from them.

    The version holds the passages that came with the file and has the digest of the version that
    was exported. Editing the questions afterwards keeps their passages.
    """
    test_set = create_test_set(workspace=workspace, name=name, by=by)
    contents = [dict(question.content) for question in questions]
    digests = [question_digest(content) for content in contents]
    stored = [
        _store(test_set, question, position, by)
        for position, question in enumerate(questions, start=1)
    ]
    by_uid = {row.uid: row for row in stored}
    for row, content in zip(stored, contents, strict=True):
        if content["parent_uid"]:
            row.parent = by_uid[content["parent_uid"]]
            keep_author(row, by)
            row.save(update_fields=["parent"])
    version = TestSetVersion.objects.create(
        test_set=test_set,
        number=1,
        digest=version_digest(digests),
        language=common_language(content["language"] for content in contents),
        exploratory=any(is_exploratory(content) for content in contents),
        writers=[
            {"name": writer, "fingerprint": ""}
            for writer in dict.fromkeys(question.writer for question in questions)
        ],
        signed_off=False,
        approved_by=by,
        approved_at=now or timezone.now(),
    )
    FrozenQuestion.objects.bulk_create(
        FrozenQuestion(
            version=version,
            origin=row,
            position=row.position,
            written_by=question.writer,
            digest=digest,
            **content,
        )
        for row, question, content, digest in zip(stored, questions, contents, digests, strict=True)
    )
    return version


def _store(
    test_set: TestSet, question: ImportedQuestion, position: int, by: User | None
) -> Question:
    content: dict[str, Any] = dict(question.content)
    names = ("uid", "type", "language", "text", "expected_answer", "expects", "critical",
             "control", "purpose", "topic")  # fmt: skip
    row = Question(
        test_set=test_set,
        position=position,
        writer=question.writer,
        **{name: content[name] for name in names},
    )
    keep_author(row, by)
    row.save(force_insert=True)
    store_facts(
        row,
        [
            (DraftFact(fact["quotation"], 0, 0, "", fact["exact_value"]), None)
            for fact in content["facts"]
        ],
        by=by,
    )
    return row
