"""Everything that changes test sets and their questions, except drafting and freezing."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core import jobs
from core.errors import Conflict, DomainError
from core.models import User, Workspace
from core.queue import enqueue
from sources.models import Passage, Source
from testsets.evidence import frozen_content, question_digest
from testsets.methods import Methods
from testsets.models import Drafting, Question, TestSet
from testsets.placing import carry_cited, placed_in, placed_now
from testsets.question_text import QuestionText, text_of, write_text
from testsets.records import (
    Home,
    homes_of,
    is_placed,
    keep_author,
    new_uid,
    next_position,
    store_facts,
    tokens_of,
    with_evidence,
)
from testsets.signing_off import held
from testsets.telling import tell_void
from testsets.values import QuestionType

MOST_WANTED = 1000


def create_test_set(
    *, workspace: Workspace, name: str, by: User | None, language: str = ""
) -> TestSet:
    """An empty test set."""
    test_set = TestSet(workspace=workspace, name=name, language=language, created_by=by)
    keep_author(test_set, by)
    test_set.save()
    return test_set


def rename_test_set(*, test_set: TestSet, name: str, by: User) -> None:
    """Give the set another name; its versions are told apart by their digests, not by it."""
    test_set.name = name
    keep_author(test_set, by)
    test_set.save(update_fields=["name"])


def choose_methods(*, test_set: TestSet, methods: Methods, by: User | None) -> None:
    """Have the set graded by these methods besides the label, from its next version on.

    Unfit when a setting of a chosen method is missing or out of bounds.
    """
    methods.refuse_unfit()
    test_set.methods = methods.as_json()
    keep_author(test_set, by)
    test_set.save(update_fields=["methods"])


@transaction.atomic
def start_drafting(
    *,
    test_set: TestSet,
    sources: Sequence[Source],
    wanted: int,
    by: User | None,
    language: str = "",
    types: Sequence[QuestionType] = (),
    tokens: int | None = None,
    queue: bool = True,
) -> Drafting:
    """Put a drafting job in the queue (unless the caller carries it out itself).

    It stops when its calls to a language model have taken so many `tokens`; None sets no limit.
    DomainError without sources, with sources of another workspace, or while another job of this set
    is under way.
    """
    if not sources:
        raise DomainError(_("Choose at least one source to write questions from."))
    if any(source.workspace_id != test_set.workspace_id for source in sources):
        raise DomainError(_("A source belongs to another workspace."))
    if not 1 <= wanted <= MOST_WANTED:
        raise DomainError(_("Ask for 1 to %(most)s questions at a time.") % {"most": MOST_WANTED})
    TestSet.objects.select_for_update().get(pk=test_set.pk)
    if test_set.draftings.filter(status__in=("waiting", "running")).exists():
        raise Conflict(
            _("Questions are being written for this test set already. Wait or stop that.")
        )
    drafting = Drafting.objects.create(
        test_set=test_set,
        wanted=wanted,
        language=language,
        types=[type_.value for type_ in types],
        token_limit=tokens,
        created_by=by,
    )
    drafting.sources.set(sources)
    if queue:
        enqueue("testsets.tasks.draft", drafting.pk)
    return drafting


def stop_drafting(*, drafting: Drafting, by: User | None) -> None:
    """Stop writing; what was kept stays."""
    jobs.request_stop(drafting, workspace=drafting.test_set.workspace, by=by)


@transaction.atomic
def resume_drafting(*, drafting: Drafting, by: User | None) -> None:
    """Go on with a job that was stopped or failed; DomainError while its budget is spent."""
    limit, used = drafting.token_limit, tokens_of(drafting).total
    if limit is not None and used >= limit:
        raise DomainError(_("The budget of tokens is spent. Set a higher one to go on."))
    if jobs.resume(drafting, workspace=drafting.test_set.workspace, by=by):
        enqueue("testsets.tasks.draft", drafting.pk)


@transaction.atomic
def raise_budget(*, drafting: Drafting, tokens: int | None, by: User | None) -> None:
    """Let a job that stopped take more tokens in all, None without a limit, and go on.

    DomainError when it has taken as many already, Conflict when it is not stopped.
    """
    current = Drafting.objects.select_for_update(of=("self",)).get(pk=drafting.pk)
    if current.status not in (Drafting.Status.STOPPED, Drafting.Status.FAILED):
        raise Conflict(_("Writing is under way or has ended: its budget cannot be changed."))
    used = tokens_of(current).total
    if tokens is not None and tokens <= used:
        raise DomainError(
            _("%(used)s tokens are used already. Set a higher budget.") % {"used": used}
        )
    Drafting.objects.filter(pk=current.pk).update(token_limit=tokens)
    drafting.refresh_from_db()
    resume_drafting(drafting=drafting, by=by)


@transaction.atomic
def add_question(
    *, test_set: TestSet, content: QuestionText, by: User | None, passage: Passage | None = None
) -> Question:
    """A question written by a person, at the end of the set.

    Without a passage it is graded against the answer and facts given with it, and the set is
    Exploratory (M1.5). FactNotInPassage when a fact does not stand in the given passage.
    """
    TestSet.objects.select_for_update().get(pk=test_set.pk)
    _refuse_foreign(test_set, passage)
    placed = placed_in(content.facts, [Home(passage.text, passage.pk)] if passage else [])
    question = Question(
        test_set=test_set,
        uid=new_uid(test_set, content.text, [fact.quotation for fact in content.facts]),
        position=next_position(test_set),
        written_by=by,
    )
    write_text(question, content)
    keep_author(question, by)
    question.save(force_insert=True)
    store_facts(question, placed, by=by)
    return question


@transaction.atomic
def edit_question(
    *,
    question: Question,
    content: QuestionText,
    by: User,
    seen: datetime | None = None,
    passage: Passage | None = None,
) -> Question:
    """Change a question of the draft; frozen versions keep what they hold.

    Facts must stand in the question's passages, or in the one given now. Conflict when somebody
    changed the question after `seen`, the time of the last change that the person looked at. Who
    signed off what it said before is told that this is void.
    """
    current: Question = (
        Question.objects.select_for_update(of=("self",))
        .select_related("test_set__workspace", "parent")
        .prefetch_related(*with_evidence())
        .get(pk=question.pk)
    )
    before = question_digest(frozen_content(current))
    if seen is not None and current.changed_at != seen:
        raise Conflict(
            _("Somebody changed this question while you were editing it. Yours was not saved.")
        )
    _refuse_foreign(current.test_set, passage)
    known = homes_of(current)
    if passage is None:
        placed = placed_in(
            content.facts, known, must_stand=is_placed(current), there=placed_now(current, known)
        )
        if text_of(current) == content:
            return current  # saved as it was: nobody reworded anything
    else:
        # What stands in the passage given now is quoted from there.
        given = Home(passage.text, passage.pk)
        placed = placed_in(content.facts, [given, *(other for other in known if other != given)])
        placed = carry_cited(current, placed)
    write_text(current, content)
    keep_author(current, by)
    current.save()
    store_facts(current, placed, by=by)
    tell_void(current, before=before, by=by)
    return current


@transaction.atomic
def remove_question(
    *, question: Question, by: User, seen: str = "", uid: str = "", now: datetime | None = None
) -> None:
    """Take a question out of the set; it can be put back.

    Stale (a Conflict) when it is not the one with the digest `seen` and the identifier `uid` any more.
    """
    if seen or uid:
        held(question, seen=seen, uid=uid)
    question.removed_by, question.removed_at = by, now or timezone.now()
    keep_author(question, by)
    question.save(update_fields=["removed_by", "removed_at", "changed_at"])


def restore_question(*, question: Question, by: User) -> None:
    """Put a removed question back where it was."""
    question.removed_by, question.removed_at = None, None
    keep_author(question, by)
    question.save(update_fields=["removed_by", "removed_at", "changed_at"])


def _refuse_foreign(test_set: TestSet, passage: Passage | None) -> None:
    if passage is not None and passage.document.source.workspace_id != test_set.workspace_id:
        raise DomainError(_("The passage belongs to another workspace."))
