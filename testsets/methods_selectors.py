"""Which questions of a set or version cannot be judged by a chosen method (M2.15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

from testsets.evidence import content_of, frozen_content
from testsets.methods import Lack, Method, Methods, lacks
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

    Unless `whole`, contracts are not held against their own references: of thousands of them that takes
    seconds, and a list of questions says it beside each of them anyway.
    """
    methods = methods_of(test_set)
    if not methods.chosen:
        return []
    rows = test_set.questions.filter(removed_at__isnull=True)

    def contents() -> Iterator[Mapping[str, Any]]:
        held = rows.filter(needs__has_keys=["schema", "reference"]) if whole else rows.none()
        held = held.select_related("parent").prefetch_related(*with_evidence())
        return map(frozen_content, held)

    return list(_invalid(rows, methods, contents))


def invalid_in_version(version: TestSetVersion, *, whole: bool = True) -> list[InvalidFor]:
    """What questions of a version lack for the methods frozen with it; `whole` as for a set."""
    methods = methods_of(version)
    if not methods.chosen:
        return []
    rows = version.questions.all()

    def contents() -> Iterator[Mapping[str, Any]]:
        held = rows.filter(needs__has_keys=["schema", "reference"]) if whole else rows.none()
        return map(content_of, held)

    return list(_invalid(rows, methods, contents))


def _invalid(rows: Any, methods: Methods, contents: Any) -> Iterator[InvalidFor]:
    for method in methods.listed:
        counted: Counter[Lack] = Counter()
        for lack, condition in _BARE.get(method, ()):
            counted[lack] += rows.filter(condition).count()
        if method is Method.STRUCTURED_ANSWER:
            # Only these hold a schema against a reference, which the database can't.
            for content in contents():
                counted.update(lacks(method, content, methods))
        yield from (InvalidFor(method, lack, counted[lack]) for lack in Lack if counted[lack])
