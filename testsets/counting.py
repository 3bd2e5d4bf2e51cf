"""What a draft as a whole comes to, counted from the index of its questions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from core.models import User
from testsets.indexing import BEHIND, catch_up
from testsets.kinds import Kind, kind_of
from testsets.models import IndexedQuestion, TestSet
from testsets.wishes import HOLDING, Wish


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that no list tells apart but by their words; `kind` is None where they are behind."""

    type: str
    language: str
    critical: bool
    control: bool
    kind: int | None
    count: int

    @property
    def told(self) -> Kind:
        """What the index holds of them; what is behind is open, and nothing else is known of it."""
        return Kind("open", "", frozenset()) if self.kind is None else kind_of(self.kind)


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
    exact: int
    warnings: int
    yes: int
    no: int
    unclear: int
    critical: int
    control: int
    behind: int
    groups: tuple[Group, ...]

    @property
    def waiting(self) -> int:
        """Questions that wait for a word, as far as the reader knows, and not only another's."""
        return self.total - self.holding - self.mine

    def left_by(self, wish: Wish) -> int | None:
        """How many questions the wish leaves; None where only reading them tells."""
        apart = any("apart" in group.told.flags for group in self.groups)
        if self.behind or not wish.by_index or (apart and wish.sign_off):
            return None
        return sum(
            group.count
            for group in self.groups
            if (not wish.type or group.type in wish.types)
            and wish.language in ("", group.language)
            and wish.wants_marks(critical=group.critical, control=group.control)
            and wish.wants_kind(group.told)
        )

    def keys(self, test_set: TestSet, wish: Wish) -> QuerySet[Any]:
        """The keys of the questions that `left_by` counts, in their order."""
        rows: QuerySet[Any] = IndexedQuestion.objects.filter(test_set=test_set)
        if wish.type:
            rows = rows.filter(type__in=wish.types)
        if wish.language:
            rows = rows.filter(language=wish.language)
        for name, column, value in (
            ("critical", "critical", True), ("control", "control", True),
            ("development", "control", False),
        ):  # fmt: skip
            if name in wish.only:
                rows = rows.filter(**{column: value})
        there = {group.kind for group in self.groups if group.kind is not None}
        wanted = {number for number in there if wish.wants_kind(kind_of(number))}
        if wanted != there:
            rows = rows.filter(kind__in=sorted(wanted))
        return rows.order_by("position", "question").values_list("question", flat=True)


def numbers(test_set: TestSet, *, reader: User | None = None) -> Numbers:
    """Counted from the index alone, and of what is behind from the questions themselves."""
    groups = _groups(IndexedQuestion.objects.filter(test_set=test_set), "kind")
    there = test_set.questions.filter(removed_at__isnull=True)
    # The database keeps no index of a question that changed or was taken out, so none may be left over.
    if there.count() != sum(group.count for group in groups):
        groups += _groups(there.filter(BEHIND), "indexed__kind")
    sums: Counter[str] = Counter()
    types: Counter[tuple[str, str]] = Counter()
    for group in groups:
        types[group.type, group.language] += group.count
        for name in _counted_under(group):
            sums[name] += group.count
    return Numbers(
        kinds=[(type_, language, count) for (type_, language), count in types.items()],
        total=types.total(),
        removed=test_set.questions.filter(removed_at__isnull=False).count(),
        mine=_own_half(test_set, reader) if reader is not None and sums["apart"] else 0,
        groups=tuple(groups),
        **{name: sums[name] for name in _SUMS},
    )


_SUMS = (
    "signed", "holding", "differ", "bare", "exact", "warnings", "yes", "no", "unclear", "critical",
    "control", "behind",
)  # fmt: skip


def _counted_under(group: Group) -> set[str]:
    told = group.told
    names = {told.sign_off, told.side, *told.flags}
    if told.sign_off in HOLDING:
        names.add("holding")
    for name, holds in (
        ("critical", group.critical), ("control", group.control), ("behind", group.kind is None)
    ):  # fmt: skip
        if holds:
            names.add(name)
    return names


def caught_up(test_set: TestSet, *, reader: User | None = None) -> Numbers:
    """The numbers once a page or two that was behind is worked out."""
    found = numbers(test_set, reader=reader)
    if not found.behind:
        return found
    catch_up(test_set)
    return numbers(test_set, reader=reader)


def _groups(rows: QuerySet[Any], kind: str) -> list[Group]:
    # "*" and not a column: an index then tells all of it.
    columns = ("type", "language", "critical", "control", kind)
    found = rows.order_by().values_list(*columns).annotate(n=Count("*"))
    return [Group(*row) for row in found]


def _own_half(test_set: TestSet, reader: User) -> int:
    """Questions of which the reader is the first of two to have said a word."""
    own = IndexedQuestion.objects.filter(
        test_set=test_set, sign_off_for__contains={str(reader.pk): "half"}
    )
    count: int = own.count()
    return count


def kinds(rows: QuerySet[Any]) -> list[tuple[str, str, int]]:
    """How many of the questions are of each type and language."""
    return list(rows.order_by().values_list("type", "language").annotate(n=Count("*")))
