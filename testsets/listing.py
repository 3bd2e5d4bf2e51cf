"""Long lists of questions, narrowed, counted and paged in the database.

A page is found by its keys alone; only then are its few questions read with their evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

from django.contrib.postgres.fields import ArrayField
from django.db.models import Count, Exists, F, Func, OuterRef, Q, QuerySet, Value, Window
from django.db.models.fields import BooleanField, IntegerField

from core.models import User
from testsets.handing import assigned_to, marked
from testsets.indexing import BEHIND
from testsets.models import (
    CheckedQuestion,
    KeyFact,
    OutdatedMark,
    Question,
    SignOff,
    TestSet,
)
from testsets.models import TestSetVersion as Version
from testsets.records import with_evidence
from testsets.signing import HOLDING
from testsets.values import FAMILY_OF, Expects, Family, QuestionType

FAMILIES: Final = frozenset(item.value for item in Family)
# Said of the wording as it is now: a request for changes waits for somebody else.
_HOLDING: Final = Q(indexed__sign_off__in=HOLDING)
# A key fact in a passage that only a file brought.
_BROUGHT: Final = Func(
    F("facts"),
    Func(Value("$[*] ? (@.passage == $carried[*])"), template="%(expressions)s::jsonpath"),
    Func(F("carried"), template="jsonb_build_object('carried', %(expressions)s)"),
    function="jsonb_path_exists", output_field=BooleanField(),
)  # fmt: skip
_BARE: Final = Q(expects=Expects.ANSWER.value) & (
    Q(passages=[]) | Q(facts__contains=[{"passage": None}]) | Q(_BROUGHT)
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a list is narrowed to; all of it where nothing is set."""

    q: str = ""
    type: str = ""  # a type or a family
    language: str = ""
    document: str = ""  # an address
    topic: str = ""
    sign_off: str = ""
    only: tuple[str, ...] = ()
    reader: int = 0  # whose questions "mine" are

    @property
    def types(self) -> list[str]:
        """The types that are wanted."""
        if self.type in FAMILIES:
            return [item.value for item in QuestionType if FAMILY_OF[item] == self.type]
        return [self.type]


ALL: Final = Wish()


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a draft as a whole comes to; a question that is behind counts as open, without warnings."""

    kinds: list[tuple[str, str, int]]  # of each type and language
    total: int
    removed: int
    signed: int
    holding: int
    differ: int
    mine: int  # where the reader is the first of two, and only the other's word is missing
    bare: int
    warnings: int
    yes: int
    no: int
    unclear: int
    critical: int
    control: int
    behind: int

    @property
    def waiting(self) -> int:
        """Questions that wait for a word, as far as the reader knows, and not only another's."""
        return self.total - self.holding - self.mine


def _stands(state: str, reader: User | None) -> Q:
    """Questions that are in this state to the reader, who may have said a word that others don't see."""
    if reader is None:
        return Q(indexed__sign_off=state)
    person = str(reader.pk)
    others = Q(indexed__sign_off=state) & ~Q(indexed__sign_off_for__has_key=person)
    return others | Q(indexed__sign_off_for__contains={person: state})


def _own_half(reader: User) -> Q:
    """Questions of which the reader is the first of two to have said a word."""
    return Q(indexed__sign_off_for__contains={str(reader.pk): "half"})


def numbers(test_set: TestSet, *, reader: User | None = None) -> Numbers:
    """Counted in one reading of the questions that are there."""
    counted = {
        "signed": Q(indexed__sign_off="signed"),
        "holding": _HOLDING,
        "differ": Q(indexed__sign_off="differ"),
        "mine": _own_half(reader) if reader is not None else Q(pk=None),
        "bare": Q(indexed__without_passage=True),
        "warnings": Q(indexed__warnings__len__gt=0),
        "yes": Q(indexed__side="yes"),
        "no": Q(indexed__side="no"),
        "unclear": Q(indexed__side="unclear"),
        "critical": Q(critical=True),
        "control": Q(control=True),
        "behind": BEHIND,
    }
    there = test_set.questions.filter(removed_at__isnull=True)
    found = (
        there.order_by()
        .values("type", "language")
        .annotate(
            total=Count("*"),
            **{name: Count("pk", filter=condition) for name, condition in counted.items()},
        )
    )
    sums: Counter[str] = Counter()
    of_kind = []
    for row in found:
        of_kind.append((row.pop("type"), row.pop("language"), row["total"]))
        sums.update(row)
    return Numbers(
        kinds=of_kind,
        removed=test_set.questions.filter(removed_at__isnull=False).count(),
        **{name: sums[name] for name in ("total", *counted)},
    )


def kinds(rows: QuerySet[Any]) -> list[tuple[str, str, int]]:
    """How many of the questions are of each type and language."""
    return list(rows.order_by().values_list("type", "language").annotate(n=Count("*")))


def in_draft(test_set: TestSet, wish: Wish = ALL, *, reader: User | None = None) -> QuerySet[Any]:
    """The questions of the draft that the wish leaves, in their order."""
    rows: QuerySet[Any] = test_set.questions.filter(removed_at__isnull=True)
    if wish.document:
        facts = KeyFact.objects.filter(passage__document__address=wish.document)
        rows = rows.filter(pk__in=facts.values("question"))
    if wish.sign_off == "waiting":
        rows = rows.filter(Q(indexed__isnull=True) | ~_HOLDING)
        if reader is not None:
            rows = rows.exclude(_own_half(reader))
    elif wish.sign_off:
        rows = rows.filter(_stands(wish.sign_off, reader))
    ways: dict[str, Any] = {
        "exact": Q(indexed__exact=True),
        "yes": Q(indexed__side="yes"),
        "no": Q(indexed__side="no"),
        "unclear": Q(indexed__side="unclear"),
        "warnings": Q(indexed__warnings__len__gt=0),
        "outdated": Exists(_open_marks().filter(question=OuterRef("pk"))),
        "wrong": Q(pk__in=_failing(test_set)),
        "bare": Q(indexed__without_passage=True),
        "contract": Q(indexed__contract__len__gt=0),
        "mine": Q(pk__in=assigned_to(wish.reader)),
        "marked": Q(pk__in=marked()),
    }
    return _narrowed(rows, wish, ways).order_by("position", "pk")


def in_version(version: Version, wish: Wish = ALL) -> QuerySet[Any]:
    """The questions of the version that the wish leaves, in their order."""
    rows: QuerySet[Any] = version.questions.all()
    if wish.document:
        rows = rows.filter(passages__contains=[{"address": wish.document}])
    ways: dict[str, Any] = {
        "exact": Func(
            F("facts"), Value('$[*] ? (@.exact_value != "")'),
            function="jsonb_path_exists", output_field=BooleanField(),
            template="%(function)s(%(expressions)s::jsonpath)",
        ),
        "outdated": Exists(_open_marks().filter(frozen=OuterRef("pk"))),
        "wrong": Q(uid__in={outcome["uid"] for outcome in version.checker.get("wrong", [])}),
        "bare": _BARE,
    }  # fmt: skip
    return _narrowed(rows, wish, ways).order_by("position")


def _narrowed(rows: QuerySet[Any], wish: Wish, ways: dict[str, Any]) -> QuerySet[Any]:
    """By what drafts and versions have in common, and in the `ways` that only one of them has."""
    if wish.type:
        rows = rows.filter(type__in=wish.types)
    if wish.language:
        rows = rows.filter(language=wish.language)
    if wish.topic:
        rows = rows.filter(topic=wish.topic)
    for word in wish.q.split():
        rows = rows.filter(
            Q(text__icontains=word) | Q(expected_answer__icontains=word) | Q(uid=word)
        )
    common = {
        "critical": Q(critical=True),
        "control": Q(control=True),
        "development": Q(control=False),
    }
    for name in wish.only:
        rows = rows.filter({**common, **ways}.get(name, Q()))
    return rows


@dataclass(frozen=True, slots=True)
class Untraced:
    """Questions that make their set Exploratory (M1.5)."""

    alone: int  # nothing stands behind them
    brought: int  # only the file that they came in brought their passages


def untraced(rows: QuerySet[Any]) -> Untraced:
    """Those of the questions of a draft, or of a version, that `in_draft` or `in_version` left as bare."""
    brought = rows.exclude(carried=[]).count()
    return Untraced(rows.count() - brought, brought)


def _open_marks() -> QuerySet[Any]:
    rows: QuerySet[Any] = OutdatedMark.objects.filter(resolution__isnull=True)
    return rows


def _failing(test_set: TestSet) -> QuerySet[Any]:
    """The questions whose present wording a grader last failed on (M4.3)."""
    later = CheckedQuestion.objects.filter(
        question=OuterRef("question"), digest=OuterRef("digest"), pk__gt=OuterRef("pk")
    )
    rows: QuerySet[Any] = CheckedQuestion.objects.filter(
        ~Exists(later),
        question__test_set=test_set,
        digest=F("question__indexed__digest"),
        wrong__gt=0,
    )
    return rows.values("question")


def keys_on(rows: QuerySet[Any], place: slice) -> tuple[list[int], int]:
    """The keys in this part of a list, and how many the whole has, in one reading of it.

    Behind the end of the list both are nothing.
    """
    found = list(rows.annotate(whole=Window(Count("*"))).values_list("pk", "whole")[place])
    return [key for key, _whole in found], found[0][1] if found else 0


def with_these(test_set: TestSet, keys: Sequence[int]) -> list[Question]:
    """The questions of a draft with these keys in their order, with their facts and passages."""
    found: QuerySet[Any] = (
        test_set.questions.filter(pk__in=keys)
        .select_related("written_by", "parent", "drafting", "indexed")
        .prefetch_related(*with_evidence())
        .order_by("position", "pk")
    )
    return list(found)


def numbered(test_set: TestSet, questions: Sequence[Question]) -> list[int]:
    """The number, from 1, of each of these questions among all of its set; they come in its order."""
    places = [question.position for question in questions]
    if not places:
        return []
    before = Func(
        F("position"), Value(places, output_field=ArrayField(IntegerField())),
        function="width_bucket", output_field=IntegerField(),
    )  # fmt: skip
    rows = in_draft(test_set).order_by().annotate(before=before).values_list("before")
    counted = dict(rows.annotate(n=Count("*")))
    sums = list(accumulate(counted.get(number, 0) for number in range(len(places))))
    return [count + 1 for count in sums]


def near(question: Question, *, before: int = 5, behind: int = 15) -> list[Question]:
    """The questions around this one in its set, and it itself, in their order, with their index."""
    rows = in_draft(question.test_set).select_related("indexed")
    earlier = rows.filter(position__lt=question.position).order_by("-position", "-pk")[:before]
    return [*reversed(earlier), *rows.filter(position__gte=question.position)[: behind + 1]]


def around(question: Question) -> tuple[int | None, int | None]:
    """The keys of the questions before and behind this one in its set."""
    rows = in_draft(question.test_set).values_list("pk", flat=True)
    before = rows.filter(position__lt=question.position).order_by("-position", "-pk").first()
    return before, rows.filter(position__gt=question.position).first()


def next_waiting(
    test_set: TestSet,
    after: Question | None = None,
    *,
    reader: User,
    settles: bool = False,
) -> int | None:
    """The key of the next question behind `after` that waits for the reader's word.

    From the start again at the end, and never that question itself. Where two people differ it waits
    for them, and for whoever `settles` such questions.
    """
    rows = in_draft(test_set, Wish(sign_off="waiting"), reader=reader)
    if not settles:
        own = SignOff.objects.filter(question=OuterRef("pk"), by=reader)
        differing = Q(indexed__sign_off="differ")
        rows = rows.filter(
            Q(indexed__isnull=True)
            | ~differing
            | Exists(own.filter(digest=OuterRef("indexed__digest")))
        )
    rows = rows.values_list("pk", flat=True)
    if after is None:
        return rows.first()
    behind = rows.filter(position__gt=after.position)
    return behind.first() or rows.exclude(pk=after.pk).first()
