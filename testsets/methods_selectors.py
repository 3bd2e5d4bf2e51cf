"""Which questions of a set or version cannot be judged by a chosen method (M2.15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

from testsets.evidence import content_of, frozen_content
from testsets.methods import Lack, Method, Methods, contract_lacks
from testsets.models import TestSet, TestSetVersion
from testsets.records import with_evidence

_BLANK: Final = Q(expected_answer__regex=r"^\s*$")
# What a database can tell without reading the questions.
_BARE: Final[Mapping[Method, tuple[tuple[Lack, Q], ...]]] = {
    Method.COMPARE_MEANING: ((Lack.EXPECTED_ANSWER, _BLANK),),
    Method.TEXT_SIMILARITY: ((Lack.EXPECTED_ANSWER, _BLANK),),
    Method.EXACT_MATCH: ((Lack.EXPECTED_ANSWER, _BLANK),),
    Method.KEYWORD_MATCH: ((Lack.KEYWORDS, ~Q(needs__has_key="keywords")),),
    Method.TOOL_USE: ((Lack.TOOLS, ~Q(needs__has_key="tools")),),
    Method.STRUCTURED_ANSWER: (
        (Lack.SCHEMA, ~Q(needs__has_key="schema")),
        (Lack.REFERENCE, ~Q(needs__has_key="reference")),
    ),
}


# What only looking at a contract tells.
CONTRACT: Final = frozenset({Lack.REFERENCE_MISFIT, Lack.QUOTATION_FIELD, Lack.QUOTATION_ELSEWHERE})


@dataclass(frozen=True, slots=True)
class InvalidFor:
    """So many questions are Invalid for a method, for this reason."""

    method: Method
    lack: Lack
    count: int


def methods_of(stored: TestSet | TestSetVersion) -> Methods:
    """The further methods of a set, or those frozen with a version."""
    return Methods.from_json(stored.methods)


def invalid_in_set(test_set: TestSet, *, whole: bool = True) -> list[InvalidFor]:
    """What questions of the set, as it stands, lack for its methods.

    Unless `whole`, contracts are not held against their own references, of which thousands take seconds:
    what the index of the questions says of them is counted.
    """
    methods = methods_of(test_set)
    if not methods.chosen:
        return []
    rows = test_set.questions.filter(removed_at__isnull=True)

    def contracts() -> Iterator[Sequence[str]]:
        if not whole:
            faulty = rows.filter(indexed__contract__len__gt=0)
            yield from faulty.values_list("indexed__contract", flat=True)
            return
        held = rows.filter(needs__has_keys=["schema", "reference"])
        for question in held.select_related("parent").prefetch_related(*with_evidence()):
            yield contract_lacks(frozen_content(question))

    return list(_invalid(rows, methods, contracts))


def invalid_in_version(version: TestSetVersion, *, whole: bool = True) -> list[InvalidFor]:
    """What questions of a version lack for the methods frozen with it.

    Unless `whole`, contracts are not held against their own references: each question says it of its own.
    """
    methods = methods_of(version)
    if not methods.chosen:
        return []
    rows = version.questions.all()

    def contracts() -> Iterator[Sequence[str]]:
        held = rows.filter(needs__has_keys=["schema", "reference"]) if whole else rows.none()
        return (contract_lacks(content_of(question)) for question in held)

    return list(_invalid(rows, methods, contracts))


def _invalid(
    rows: Any, methods: Methods, contracts: Callable[[], Iterator[Sequence[str]]]
) -> Iterator[InvalidFor]:
    for method in methods.listed:
        counted: Counter[Lack] = Counter()
        for lack, condition in _BARE.get(method, ()):
            counted[lack] += rows.filter(condition).count()
        if method is Method.STRUCTURED_ANSWER:
            # A database can't hold a schema against a reference.
            for faults in contracts():
                counted.update(Lack(fault) for fault in faults)
        yield from (InvalidFor(method, lack, counted[lack]) for lack in Lack if counted[lack])
