"""Everything that reads test sets, drafts and versions, always within one workspace."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from core.llm import Tokens
from core.models import Workspace
from sources.models import Passage
from sources.selectors import current_passages
from testsets.authors import editors_of, written_by
from testsets.evidence import content_of, frozen_content
from testsets.exchange import lines_of
from testsets.models import (
    TOKENS_SPENT,
    Drafting,
    FrozenQuestion,
    Question,
    TestSet,
    TestSetVersion,
)
from testsets.records import HEAVY, in_set, tokens_of, with_evidence

LIVE: Final = ("waiting", "running")
MOST_REMOVED: Final = 100
# Before this many drafts the pace of a job says nothing about the time left.
_FEWEST_FOR_PACE: Final = 3


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a drafting job is, worked out from what is stored."""

    status: str
    reason: str
    wanted: int
    kept: int
    rejected: int
    reasons: dict[str, int]  # rejected drafts by the first check that refused them
    types: dict[str, int]  # kept questions by their type
    tokens: Tokens
    token_limit: int | None
    live: bool
    stopping: bool
    left: timedelta | None

    @property
    def budget_spent(self) -> bool:
        """Whether the job stopped because it may take no more tokens."""
        return self.status == Drafting.Status.STOPPED and self.reason == TOKENS_SPENT

    @property
    def can_go_on(self) -> bool:
        """Whether the job was interrupted before its end."""
        return self.status in ("stopped", "failed")


def test_sets(workspace: Workspace) -> QuerySet[TestSet]:
    """The workspace's test sets, newest first, with their numbers of questions and versions."""
    rows: QuerySet[TestSet] = TestSet.objects.for_workspace(workspace)
    there = Question.objects.filter(removed_at__isnull=True)
    return rows.annotate(
        question_count=_number(there),
        version_count=_number(TestSetVersion.objects.all()),
        writing=_number(Drafting.objects.filter(status__in=LIVE)),
    ).order_by("-pk")


def _number(rows: QuerySet[Any]) -> Any:
    """How many of the rows are of the test set at hand; each counted by itself, not all joined."""
    of_set = rows.filter(test_set=OuterRef("pk")).order_by().values("test_set")
    counted = of_set.annotate(n=Count("*"))
    return Coalesce(Subquery(counted.values("n")), 0, output_field=IntegerField())


def test_set(workspace: Workspace, pk: int) -> TestSet:
    """One test set of the workspace; TestSet.DoesNotExist for any other."""
    found: TestSet = TestSet.objects.for_workspace(workspace).select_related("workspace").get(pk=pk)
    return found


def question(workspace: Workspace, pk: int) -> Question:
    """One question of a draft with its facts and passages; Question.DoesNotExist for any other."""
    found: Question = (
        Question.objects.for_workspace(workspace)
        .select_related("test_set__workspace", "written_by", "parent", "removed_by")
        .prefetch_related(*with_evidence())
        .get(pk=pk)
    )
    return found


def questions(test_set: TestSet) -> list[Question]:
    """The questions of the set, in their order, removed ones left out."""
    return in_set(test_set)


def removed(test_set: TestSet) -> list[Question]:
    """Questions that were taken out, the latest first, and no more than can be looked through."""
    rows = test_set.questions.filter(removed_at__isnull=False)
    return list(rows.select_related("removed_by").order_by("-removed_at", "-pk")[:MOST_REMOVED])


def passage(workspace: Workspace, pk: int) -> Passage:
    """One stored passage of the workspace; Passage.DoesNotExist for any other."""
    found: Passage = (
        Passage.objects.for_workspace(workspace)
        .select_related("document__source")
        .defer(*(f"document__{column}" for column in HEAVY))
        .get(pk=pk)
    )
    return found


def drafting(workspace: Workspace, pk: int) -> Drafting:
    """One drafting job of the workspace; Drafting.DoesNotExist for any other."""
    found: Drafting = (
        Drafting.objects.for_workspace(workspace).select_related("test_set__workspace").get(pk=pk)
    )
    return found


def newest_drafting(test_set: TestSet) -> Drafting | None:
    """The job under way, or the last one."""
    found: Drafting | None = test_set.draftings.select_related("test_set").order_by("-pk").first()
    return found


def documents_drawn_from(test_set: TestSet) -> int:
    """How many documents the sources of the newest drafting hold; 0 without a drafting."""
    drafting = newest_drafting(test_set)
    if drafting is None:
        return 0
    passages = current_passages(drafting.sources.all()).order_by()
    return passages.values("document").distinct().count()


def progress(drafting: Drafting, *, now: datetime | None = None) -> Progress:
    """How far the job is and how long it may still take."""
    counted = drafting.kept.order_by().values_list("type").annotate(n=Count("pk"))
    types = dict(counted)
    kept = sum(types.values())
    reasons = Counter(
        stored[0]["check"] for stored in drafting.rejected.values_list("reasons", flat=True)
    )
    live = drafting.status in LIVE
    left = None
    if live and drafting.started_at and kept >= _FEWEST_FOR_PACE:
        spent = (now or timezone.now()) - drafting.started_at
        left = spent / kept * max(drafting.wanted - kept, 0)
    return Progress(
        status=drafting.status,
        reason=drafting.reason,
        wanted=drafting.wanted,
        kept=kept,
        rejected=sum(reasons.values()),
        reasons=dict(reasons),
        types=types,
        tokens=tokens_of(drafting),
        token_limit=drafting.token_limit,
        live=live,
        stopping=live and drafting.stop_requested,
        left=left,
    )


def passage_languages(drafting: Drafting) -> dict[str, int]:
    """How many passages the job's sources hold in each language."""
    counted = (
        current_passages(drafting.sources.all())
        .order_by()
        .values_list("language")
        .annotate(n=Count("pk"))
    )
    return dict(counted)


def versions(test_set: TestSet) -> list[TestSetVersion]:
    """The frozen versions of the set, newest first, with their numbers of questions."""
    # The questions of a version are numbered from 1, and the last one is found without counting.
    last = FrozenQuestion.objects.filter(version=OuterRef("pk")).order_by("-position")
    rows = test_set.versions.defer("checker").annotate(
        question_count=Subquery(last.values("position")[:1])
    )
    return list(rows.select_related("approved_by").order_by("-number"))


def version(workspace: Workspace, pk: int) -> TestSetVersion:
    """One frozen version of the workspace; TestSetVersion.DoesNotExist for any other."""
    found: TestSetVersion = (
        TestSetVersion.objects.for_workspace(workspace)
        .select_related("test_set__workspace", "approved_by")
        .get(pk=pk)
    )
    return found


def frozen_questions(version: TestSetVersion) -> list[FrozenQuestion]:
    """The questions of a version in their order."""
    return list(version.questions.order_by("position"))


def questions_jsonl(version: TestSetVersion) -> Iterator[dict[str, Any]]:
    """The version as the lines of a file; `exchange.read_questions` gives the same version back."""
    rows: Sequence[FrozenQuestion] = frozen_questions(version)
    return lines_of([(content_of(row), row.written_by) for row in rows], methods=version.methods)


def draft_lines(test_set: TestSet) -> Iterator[dict[str, Any]]:
    """The draft as the lines of a file, as it stands now."""
    rows = in_set(test_set)
    editors = editors_of(rows)
    return lines_of(
        [(frozen_content(row), written_by(row, editors[row.pk])) for row in rows],
        methods=test_set.methods,
    )


def open_number(workspace: Workspace) -> int:
    """Test sets with questions that nobody has approved in any version yet."""
    there = Question.objects.filter(test_set=OuterRef("pk"), removed_at__isnull=True)
    drafts = TestSet.objects.for_workspace(workspace).filter(versions__isnull=True)
    return drafts.filter(Exists(there)).count()
