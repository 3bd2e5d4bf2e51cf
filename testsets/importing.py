"""Taking over the questions of a file: as a draft, or as a frozen version exactly as it was frozen."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict
from core.models import User, Workspace
from sources.marking import gettext_noop
from testsets.checking import untried
from testsets.evidence import is_exploratory, question_digest, version_digest
from testsets.exchange import (
    ImportedQuestion,
    Problem,
    Unusable,
    methods_of,
    refuse_incomplete,
)
from testsets.freezing import FREE_LIMIT, NotReady, common_language
from testsets.linking import held_passages
from testsets.models import FrozenQuestion, Question, TestSet, TestSetVersion
from testsets.services import choose_methods, create_test_set
from testsets.storing import store_questions, unheld

_MOST_PROBLEMS = 20


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
    was exported; where the workspace holds none of the same text it is Exploratory. Unusable when a
    question lacks its expected answer, NotReady when there are more than the plan allows.
    """
    refuse_incomplete(questions)
    if workspace.plan == Workspace.Plan.FREE and len(questions) > FREE_LIMIT:
        raise NotReady(
            _("A free workspace runs up to %(limit)s questions per test set; there are %(count)s.")
            % {"limit": FREE_LIMIT, "count": len(questions)}
        )
    test_set = create_test_set(workspace=workspace, name=name, by=by)
    _take_methods(test_set, questions, by=by)
    methods = methods_of(questions).as_json()
    held = held_passages(workspace, cited(questions))
    stored = store_questions(test_set, questions, held=held, by=by)
    contents = [{**question.content, "carried": unheld(question, held)} for question in questions]
    digests = [question_digest(content) for content in contents]
    version = TestSetVersion.objects.create(
        test_set=test_set,
        number=1,
        digest=version_digest(digests, methods),
        language=common_language(content["language"] for content in contents),
        exploratory=any(is_exploratory(content) for content in contents),
        writers=[
            {"name": writer, "fingerprint": ""}
            for writer in dict.fromkeys(question.writer for question in questions)
        ],
        signed_off=False,
        approved_by=by,
        approved_at=now or timezone.now(),
        methods=methods,
        # Nobody tried these questions here (M4.3), and that stands with the version.
        checker=untried([content["uid"] for content in contents]),
        approved_despite=_("Imported as a frozen version."),
    )
    FrozenQuestion.objects.bulk_create(
        (
            FrozenQuestion(
                version=version,
                origin=row,
                position=row.position,
                written_by=question.writer,
                digest=digest,
                **content,
            )
            for row, question, content, digest in zip(
                stored, questions, contents, digests, strict=True
            )
        ),
        batch_size=1_000,
    )
    return version


@transaction.atomic
def import_draft(
    *, test_set: TestSet, questions: Sequence[ImportedQuestion], by: User | None
) -> list[Question]:
    """These questions at the end of the draft, each fact tied to the stored passage it stands in.

    A passage that the workspace does not hold is carried with its question. Methods that come with
    the file are taken over by a set that has none of its own. Unusable, and nothing is stored, when
    the set has a question with one of the identifiers already.
    """
    TestSet.objects.select_for_update().get(pk=test_set.pk)
    taken = clashes(test_set, questions)
    if taken:
        raise Unusable(taken)
    _take_methods(test_set, questions, by=by)
    held = held_passages(test_set.workspace, cited(questions))
    return store_questions(test_set, questions, held=held, by=by)


def _take_methods(
    test_set: TestSet, questions: Sequence[ImportedQuestion], *, by: User | None
) -> None:
    methods = methods_of(questions)
    if methods.chosen and not test_set.methods:
        choose_methods(test_set=test_set, methods=methods, by=by)


@transaction.atomic
def import_set(
    *,
    workspace: Workspace,
    name: str,
    questions: Sequence[ImportedQuestion],
    by: User | None,
    frozen: bool,
    again: bool = False,
) -> TestSet:
    """A new test set with these questions, as a draft or with a version frozen from them.

    Conflict when a test set of the workspace holds all of them already, unless `again` is asked for.
    """
    # Whoever presses twice waits here for the first, and then finds what that imported.
    Workspace.objects.select_for_update().get(pk=workspace.pk)
    before = None if again else imported_before(workspace, questions)
    if before is not None:
        raise Conflict(
            _("These questions are in the test set “%(name)s” already. Nothing was imported.")
            % {"name": before.name}
        )
    if frozen:
        version = import_version(workspace=workspace, name=name, questions=questions, by=by)
        return version.test_set
    test_set = create_test_set(workspace=workspace, name=name, by=by)
    import_draft(test_set=test_set, questions=questions, by=by)
    return test_set


def cited(questions: Sequence[ImportedQuestion]) -> list[Mapping[str, Any]]:
    """The passages that key facts of the questions stand in."""
    return [
        question.content["passages"][fact["passage"]]
        for question in questions
        for fact in question.content["facts"]
        if fact["passage"] is not None
    ]


def clashes(test_set: TestSet, questions: Sequence[ImportedQuestion]) -> list[Problem]:
    """The places whose identifier a question of the set has already, removed ones included."""
    uids = [question.content["uid"] for question in questions]
    rows = test_set.questions.filter(uid__in=uids).values_list("uid", "removed_at")
    there = dict(rows)
    kept = gettext_noop(
        "the test set “%(set)s” has a question with the identifier “%(uid)s” already."
    )
    removed = gettext_noop(
        "a question with the identifier “%(uid)s” was removed from the test set “%(set)s”. Put that back."
    )
    return [
        Problem(
            question.place.at("uid"),
            removed if there[question.content["uid"]] else kept,
            {"uid": question.content["uid"], "set": test_set.name},
        )
        for question in questions
        if question.content["uid"] in there
    ][:_MOST_PROBLEMS]


def imported_before(workspace: Workspace, questions: Sequence[ImportedQuestion]) -> TestSet | None:
    """The newest test set of the workspace that holds all of these questions as they are worded."""
    wanted = {
        (one.content["uid"], one.content["text"], one.content["expected_answer"])
        for one in questions
    }
    held: dict[int, int] = defaultdict(int)
    rows = Question.objects.for_workspace(workspace).filter(
        removed_at__isnull=True, uid__in=[uid for uid, *_rest in wanted]
    )
    for key, *said in rows.values_list("test_set", "uid", "text", "expected_answer"):
        held[key] += tuple(said) in wanted
    full = [key for key, count in held.items() if count == len(wanted)]
    return TestSet.objects.get(pk=max(full)) if full else None
