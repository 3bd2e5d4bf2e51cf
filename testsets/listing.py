"""Long lists of questions, narrowed, counted and paged in the database.

A page is found by its keys alone; only then are its few questions read with their evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db.models import Count, Exists, F, Func, OuterRef, Q, QuerySet, Value, Window
from django.db.models.fields import BooleanField

from core.models import User
from testsets.handing import assigned_to, marked
from testsets.models import CheckedQuestion, KeyFact, OutdatedMark, Question, TestSet
from testsets.models import TestSetVersion as Version
from testsets.records import with_evidence
from testsets.values import Expects
from testsets.wishes import ALL, HOLDING, Wish

# What each choice of "only" asks for, built where it is made.
Ways: TypeAlias = Mapping[str, Callable[[], Any]]
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
    ways: Ways = {
        "exact": lambda: Q(indexed__exact=True),
        "yes": lambda: Q(indexed__side="yes"),
        "no": lambda: Q(indexed__side="no"),
        "unclear": lambda: Q(indexed__side="unclear"),
        "warnings": lambda: Q(indexed__warnings__len__gt=0),
        "outdated": lambda: Exists(_open_marks().filter(question=OuterRef("pk"))),
        "wrong": lambda: Q(pk__in=_failing(test_set)),
        "bare": lambda: Q(indexed__without_passage=True),
        "contract": lambda: Q(indexed__contract__len__gt=0),
        "mine": lambda: Q(pk__in=assigned_to(wish.reader)),
        "marked": lambda: Q(pk__in=marked()),
    }
    return _narrowed(rows, wish, ways).order_by("position", "pk")


def in_version(version: Version, wish: Wish = ALL) -> QuerySet[Any]:
    """The questions of the version that the wish leaves, in their order."""
    rows: QuerySet[Any] = version.questions.all()
    if wish.document:
        rows = rows.filter(passages__contains=[{"address": wish.document}])
    ways: Ways = {
        "exact": lambda: Func(
            F("facts"), Value('$[*] ? (@.exact_value != "")'),
            function="jsonb_path_exists", output_field=BooleanField(),
            template="%(function)s(%(expressions)s::jsonpath)",
        ),
        "outdated": lambda: Exists(_open_marks().filter(frozen=OuterRef("pk"))),
        "wrong": lambda: Q(uid__in={outcome["uid"] for outcome in version.checker.get("wrong", [])}),
        "bare": lambda: _BARE,
    }  # fmt: skip
    return _narrowed(rows, wish, ways).order_by("position")


def _narrowed(rows: QuerySet[Any], wish: Wish, ways: Ways) -> QuerySet[Any]:
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
    common: Ways = {
        "critical": lambda: Q(critical=True),
        "control": lambda: Q(control=True),
        "development": lambda: Q(control=False),
    }
    for name in wish.only:
        rows = rows.filter({**common, **ways}.get(name, Q)())
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
        .select_related("written_by", "parent", "indexed")
        .prefetch_related(*with_evidence())
        .order_by("position", "pk")
    )
    return list(found)
