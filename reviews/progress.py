"""How far the work of people is. Every count is defined here, once, together with what it is out of.

- Questions signed off, of all questions that are in the drafts. A question counts while its wording as
  it is now is signed off, by as many people as its set wants.
- Flagged results looked at, of all results that were ever flagged: every flag of them is resolved.
- Disputes settled, of all that were raised.
- Of a person: questions of which they said a word on the wording as it is now, of all questions;
  results that they decided, or judged as one of two, of all results that people have decided; what is
  assigned to them and done, of what is assigned to them.
- Of a day: first words on a wording, and decisions, of all of the days that are shown.

What two people decide apart counts for the second one's reader only once both have decided, except
that each sees their own.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from core.models import User, Workspace
from grading.models import Assessment
from reviews.decided import Wish, decisions
from reviews.models import Dispute, Flag, QueueEntry, ResultAssignment
from reviews.pace import Estimate, time_left
from reviews.trail import votes_seen
from runs.models import Answer
from testsets.indexing import BEHIND, catch_up
from testsets.models import Question, QuestionAssignment, SignOff, TestSet
from testsets.signing import sealed_to

DAYS_SHOWN: Final = 14
_SET_OF_ANSWER: Final = "run__version__test_set"


@dataclass(frozen=True, slots=True)
class Part:
    """So many of so many."""

    done: int
    total: int

    @property
    def left(self) -> int:
        """What is still to be done."""
        return self.total - self.done

    @property
    def complete(self) -> bool:
        """Whether everything is done; where there is nothing, nothing is complete."""
        return 0 < self.total == self.done

    @property
    def share(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.done / self.total if self.total else None

    def __add__(self, other: "Part") -> "Part":
        return Part(self.done + other.done, self.total + other.total)


NOTHING: Final = Part(0, 0)


@dataclass(frozen=True, slots=True)
class OfSet:
    """How far a test set is."""

    pk: int
    name: str
    questions: Part
    results: Part
    disputes: Part


@dataclass(frozen=True, slots=True)
class OfPerson:
    """What a person did, and what of their own they did."""

    name: str
    questions: Part
    results: Part
    assigned: Part


@dataclass(frozen=True, slots=True)
class OfDay:
    """What was done on a day."""

    day: date
    questions: Part
    results: Part


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the sets are together and each, who did what, what was done on each day, what is left."""

    sets: list[OfSet]
    people: list[OfPerson]
    days: list[OfDay]
    questions: Part
    results: Part
    disputes: Part
    questions_left: Estimate | None
    results_left: Estimate | None


def progress(
    workspace: Workspace, *, reader: User, test_set: int | None = None, now: datetime | None = None
) -> Progress:
    """How far everything is that the reader reaches in the workspace, or one of its sets."""
    moment = now or timezone.now()
    sets = _sets(workspace, test_set)
    words, judged = _words(workspace, reader, test_set), _decided(workspace, test_set)
    questions = sum((one.questions for one in sets), NOTHING)
    results = sum((one.results for one in sets), NOTHING)
    days = _days(words, judged, moment)
    hour = moment - timedelta(hours=1)
    return Progress(
        sets=sets,
        people=_people(workspace, reader, test_set, words, judged, questions.total),
        days=days,
        questions=questions,
        results=results,
        disputes=sum((one.disputes for one in sets), NOTHING),
        questions_left=time_left(
            questions.left,
            last_hour=words.filter(at__gt=hour).values("question").distinct().count(),
            by_day=[day.questions.done for day in days],
        ),
        results_left=time_left(
            results.left,
            last_hour=judged.filter(at__gt=hour).count(),
            by_day=[day.results.done for day in days],
        ),
    )


def _sets(workspace: Workspace, test_set: int | None) -> list[OfSet]:
    rows: QuerySet[Any] = TestSet.objects.for_workspace(workspace)
    sets = list(_within(rows, "pk", test_set).order_by("name", "pk"))
    keys = [one.pk for one in sets]
    there = Question.objects.filter(test_set__in=keys, removed_at=None).order_by()
    behind = set(there.filter(BEHIND).values_list("test_set", flat=True).distinct())
    for one in sets:
        if one.pk in behind:
            catch_up(one)
    # One whose index is still behind was reworded since: what was said of it is not said of it now.
    signed = Q(indexed__sign_off="signed") & ~BEHIND
    questions = _parts(there, "test_set", signed, "pk")
    flags = Flag.objects.filter(answer__run__version__test_set__in=keys).order_by()
    open_flags = _parts(flags, f"answer__{_SET_OF_ANSWER}", Q(resolved_at__isnull=True), "answer")
    raised = Dispute.objects.filter(answer__run__version__test_set__in=keys).order_by()
    disputes = _parts(raised, f"answer__{_SET_OF_ANSWER}", ~Q(status=Dispute.Status.OPEN), "pk")
    return [
        OfSet(
            one.pk,
            one.name,
            questions.get(one.pk, NOTHING),
            _the_others(open_flags.get(one.pk, NOTHING)),
            disputes.get(one.pk, NOTHING),
        )
        for one in sets
    ]


def _parts(rows: QuerySet[Any], by: str, done: Q, what: str) -> Mapping[int, Part]:
    """How many distinct `what` of the rows are done, of all, by the key `by`."""
    counted = rows.values(by).annotate(
        total=Count(what, distinct=True), done=Count(what, distinct=True, filter=done)
    )
    return {row[by]: Part(row["done"], row["total"]) for row in counted}


def _the_others(part: Part) -> Part:
    """The part of those that were not counted as done: a result is looked at when no flag is open."""
    return Part(part.left, part.total)


def _within(rows: QuerySet[Any], path: str, test_set: int | None) -> QuerySet[Any]:
    return rows if test_set is None else rows.filter(**{path: test_set})


def _words(workspace: Workspace, reader: User, test_set: int | None) -> QuerySet[Any]:
    """What experts said of questions that are there, as far as the reader may know."""
    rows: QuerySet[Any] = SignOff.objects.for_workspace(workspace).filter(question__removed_at=None)
    rows = rows.exclude(decision=SignOff.Decision.WITHDRAWN).filter(withdrawal__isnull=True)
    rows = rows.exclude(pk__in=sealed_to(reader)).order_by()
    return _within(rows, "question__test_set", test_set)


def _decided(workspace: Workspace, test_set: int | None) -> QuerySet[Any]:
    """The decisions in force."""
    rows = decisions(workspace, Wish()).order_by()
    return _within(rows, f"answer__{_SET_OF_ANSWER}", test_set)


def _days(words: QuerySet[Any], judged: QuerySet[Any], now: datetime) -> list[OfDay]:
    today = timezone.localtime(now).date()
    shown = [today - timedelta(days=back) for back in range(DAYS_SHOWN - 1, -1, -1)]
    since = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    since -= timedelta(days=DAYS_SHOWN - 1)
    said = _by_day(words.filter(at__gte=since), "question")
    decided = _by_day(judged.filter(at__gte=since), "answer")
    all_said, all_decided = sum(said.values()), sum(decided.values())
    return [
        OfDay(day, Part(said.get(day, 0), all_said), Part(decided.get(day, 0), all_decided))
        for day in shown
    ]


def _by_day(rows: QuerySet[Any], what: str) -> dict[date, int]:
    counted = rows.values(day=TruncDate("at")).annotate(n=Count(what, distinct=True))
    return {row["day"]: row["n"] for row in counted}


def _people(
    workspace: Workspace,
    reader: User,
    test_set: int | None,
    words: QuerySet[Any],
    judged: QuerySet[Any],
    questions: int,
) -> list[OfPerson]:
    present = words.filter(digest=F("question__indexed__digest"))
    said = Counter({row["by"]: row["n"] for row in _each(present, "by", "question")})
    decided = Counter({row["reviewer"]: row["n"] for row in _each(judged, "reviewer", "answer")})
    own = Assessment.objects.filter(pk__in=judged.values("pk"), answer=OuterRef("answer"))
    votes = votes_seen(workspace, reader).exclude(label="").order_by()
    votes = _within(votes, f"answer__{_SET_OF_ANSWER}", test_set)
    # As one of two: whoever was the second has made the decision, and is counted by it.
    apart = votes.filter(~Exists(own.filter(reviewer=OuterRef("voter"))))
    decided.update({row["voter"]: row["n"] for row in _each(apart, "voter", "answer")})
    given, done = _assigned(workspace, test_set)
    either = Q(pk__in=judged.values("answer")) | Q(pk__in=votes.values("answer"))
    all_decided = Answer.objects.filter(either).count()
    people = User.objects.filter(pk__in={*said, *decided, *given})
    names = {person.pk: str(person) for person in people}
    rows = [
        OfPerson(
            name,
            Part(said[key], questions),
            Part(decided[key], all_decided),
            Part(done[key], given[key]),
        )
        for key, name in names.items()
    ]
    return sorted(rows, key=lambda row: row.name.casefold())


def _each(rows: QuerySet[Any], by: str, what: str) -> QuerySet[Any]:
    counted: QuerySet[Any] = rows.values(by).annotate(n=Count(what, distinct=True))
    return counted


def _assigned(workspace: Workspace, test_set: int | None) -> tuple[Counter[int], Counter[int]]:
    """How much is assigned to each person, and how much of it is done."""
    given, done = Counter[int](), Counter[int]()
    later = QuestionAssignment.objects.filter(question=OuterRef("question"), pk__gt=OuterRef("pk"))
    handed: QuerySet[Any] = QuestionAssignment.objects.for_workspace(workspace).filter(
        ~Exists(later), person__isnull=False, question__removed_at=None
    )
    signed = Q(question__indexed__sign_off__in=["signed", "changes"])
    found = _parts(
        _within(handed, "question__test_set", test_set).order_by(),
        "person", signed, "question",
    )  # fmt: skip
    newer = ResultAssignment.objects.filter(answer=OuterRef("answer"), pk__gt=OuterRef("pk"))
    results: QuerySet[Any] = ResultAssignment.objects.for_workspace(workspace).filter(
        ~Exists(newer), person__isnull=False
    )
    waiting = Exists(QueueEntry.objects.filter(answer=OuterRef("answer")))
    looked_at = _parts(
        _within(results, f"answer__{_SET_OF_ANSWER}", test_set).annotate(waits=waiting).order_by(),
        "person", Q(waits=False), "answer",
    )  # fmt: skip
    for parts in (found, looked_at):
        for person, part in parts.items():
            given[person] += part.total
            done[person] += part.done
    return given, done
