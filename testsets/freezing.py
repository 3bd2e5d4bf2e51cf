"""Approving a test set: a version of it that never changes (M1.6)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import Conflict, DomainError
from core.models import User, Workspace
from testsets.authors import editors_of, written_by
from testsets.checking import Checked, checked, summary_of
from testsets.evidence import (
    frozen_content,
    is_exploratory,
    question_digest,
    version_digest,
)
from testsets.models import FrozenQuestion, Question, TestSet, TestSetVersion
from testsets.records import in_set
from testsets.signing import standings
from testsets.values import BY_HAND, Expects

# M1.8: what a free workspace may ask of one test set.
FREE_LIMIT: Final = 50
PILOT_FEWEST: Final = 150
PILOT_MOST: Final = 300
SEVERAL_LANGUAGES: Final = "mul"


class NotReady(DomainError):
    """The set cannot be frozen as it is; the sentence says what is missing."""


@transaction.atomic
def approve_version(
    *,
    test_set: TestSet,
    by: User | None,
    seen: str = "",
    despite: str = "",
    now: datetime | None = None,
) -> TestSetVersion:
    """Freeze the questions of the set as its next version.

    NotReady when there are none, when one of them lacks an answer, when two share an identifier,
    when there are more or fewer than the plan allows, when a pilot's question is not signed off, or
    when nothing changed since the last version; and,
    unless `despite` gives a reason that is recorded, when a question was not tried on known answers
    or the grader failed on one (M4.3). Conflict when the set is no longer the one whose digest the
    person saw.
    """
    methods = TestSet.objects.select_for_update().get(pk=test_set.pk).methods
    questions = in_set(test_set)
    contents = [frozen_content(question) for question in questions]
    digests = [question_digest(content) for content in contents]
    signed = sum(one.signed for one in standings(questions, reader=None).values())
    _refuse_unready(test_set, contents)
    _refuse_unlike_pilot(test_set, len(questions), signed)
    last = test_set.versions.order_by("-number").first()
    digest = version_digest(digests, methods)
    if seen and seen != digest:
        raise Conflict(
            _("Somebody changed this test set while you looked at it. Look at it again.")
        )
    if last is not None and last.digest == digest:
        raise NotReady(_("Nothing has changed since version %(number)s.") % {"number": last.number})
    found = checked({q.pk: digest_ for q, digest_ in zip(questions, digests, strict=True)})
    _refuse_untrusted(found, despite)
    version = TestSetVersion.objects.create(
        test_set=test_set,
        number=last.number + 1 if last else 1,
        digest=digest,
        language=common_language(content["language"] for content in contents),
        exploratory=any(is_exploratory(content) for content in contents),
        writers=_writers(questions),
        signed_off=signed == len(questions),
        approved_by=by,
        approved_at=now or timezone.now(),
        checker=summary_of(found, questions),
        approved_despite="" if found.passes else despite.strip(),
        methods=methods,
    )
    editors = editors_of(questions)
    FrozenQuestion.objects.bulk_create(
        FrozenQuestion(
            version=version,
            origin=question,
            position=position,
            written_by=written_by(question, editors[question.pk]),
            digest=digest_,
            **content,
        )
        for position, (question, content, digest_) in enumerate(
            zip(questions, contents, digests, strict=True), start=1
        )
    )
    return version


def _refuse_untrusted(found: Checked, despite: str) -> None:
    """M4.3: approving on top of a grader that fails needs a reason."""
    if found.passes or despite.strip():
        return
    if found.untried:
        raise NotReady(
            ngettext(
                "%(count)s question was not tried on known answers yet. Try it first, or say why the"
                " set is approved all the same.",
                "%(count)s questions were not tried on known answers yet. Try them first, or say why"
                " the set is approved all the same.",
                found.untried,
            )
            % {"count": found.untried}
        )
    raise NotReady(
        ngettext(
            "The grader fails on known answers of %(count)s question. Mend it, or say why the set is"
            " approved all the same.",
            "The grader fails on known answers of %(count)s questions. Mend them, or say why the set"
            " is approved all the same.",
            found.failed,
        )
        % {"count": found.failed}
    )


def common_language(languages: Iterable[str]) -> str:
    """The language of all questions, or the code for several."""
    found = set(languages)
    return found.pop() if len(found) == 1 else SEVERAL_LANGUAGES


def _refuse_unready(test_set: TestSet, contents: Sequence[dict[str, Any]]) -> None:
    if not contents:
        raise NotReady(_("There are no questions to approve. Write or add some first."))
    limited = test_set.workspace.plan == Workspace.Plan.FREE
    if limited and len(contents) > FREE_LIMIT:
        raise NotReady(
            _("A free workspace runs up to %(limit)s questions per test set; there are %(count)s.")
            % {"limit": FREE_LIMIT, "count": len(contents)}
        )
    doubled = [uid for uid, n in Counter(c["uid"] for c in contents).items() if n > 1]
    if doubled:
        raise NotReady(
            _(
                "Questions share an identifier (%(uids)s), so answers could be taken for each other's."
            )
            % {"uids": ", ".join(sorted(doubled))}
        )
    bare = [
        content
        for content in contents
        if content["expects"] == Expects.ANSWER.value
        and not (content["expected_answer"].strip() and content["facts"])
    ]
    if bare:
        raise NotReady(
            ngettext(
                "%(count)s question lacks an expected answer or key facts: “%(text)s”.",
                "%(count)s questions lack an expected answer or key facts, first “%(text)s”.",
                len(bare),
            )
            % {"count": len(bare), "text": bare[0]["text"]}
        )


def _refuse_unlike_pilot(test_set: TestSet, total: int, signed: int) -> None:
    """M1.8: a pilot's set has a certain size, and experts answer for all of it."""
    if test_set.workspace.plan != Workspace.Plan.PILOT:
        return
    if not PILOT_FEWEST <= total <= PILOT_MOST:
        raise NotReady(
            _("A pilot's test set has %(fewest)s to %(most)s questions; this one has %(total)s.")
            % {"fewest": PILOT_FEWEST, "most": PILOT_MOST, "total": total}
        )
    if signed < total:
        raise NotReady(
            _(
                "In a pilot every question is signed off before it is frozen; %(signed)s of %(total)s are."
            )
            % {"signed": signed, "total": total}
        )


def _writers(questions: Sequence[Question]) -> list[dict[str, str]]:
    """What wrote the questions, each once. People are not named here: a report may be shared."""
    found: dict[tuple[str, str], None] = {}
    for question in questions:
        if question.written_by is not None or not question.writer:
            found[(BY_HAND, "")] = None
        else:
            job = question.drafting
            found[(question.writer, job.writer_fingerprint if job else "")] = None
    return [{"name": name, "fingerprint": mark} for name, mark in found]
