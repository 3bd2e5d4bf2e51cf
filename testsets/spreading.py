"""How the questions of a draft or a version are spread and balanced, counted in the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db import connection
from django.db.models import Count, QuerySet

from core.models import Workspace
from sources.models import Document
from sources.selectors import current_passages, offered
from testsets import counting, listing
from testsets.checks import Balance, speaks_for
from testsets.documents import questions_by
from testsets.models import TestSet, TestSetVersion
from testsets.values import Expects, QuestionType
from testsets.wishes import Wish

Key: TypeAlias = tuple[int | None, str]  # of a source, and an address in it
_EXACT: Final = Wish(only=("exact",))
# Unfolded and counted in the database: the passages of a long version are megabytes.
_CITED: Final = """
    WITH newest AS (
        SELECT DISTINCT ON (document.address, document.content_hash)
            document.address, document.content_hash, document.source_id
        FROM sources_document document
        JOIN sources_source source ON source.id = document.source_id
        WHERE source.workspace_id = %s
        ORDER BY document.address, document.content_hash, document.id DESC
    )
    SELECT newest.source_id, passage ->> 'address', count(DISTINCT question.id)
    FROM testsets_frozenquestion question
    CROSS JOIN jsonb_array_elements(question.passages) passage
    LEFT JOIN newest ON newest.address = passage ->> 'address'
        AND newest.content_hash = passage ->> 'content_hash'
    WHERE question.version_id = %s
    GROUP BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A document of the material as it stands now, or one that only questions still know."""

    address: str
    title: str
    source: str
    source_key: int | None = None  # two sources may have files of one name


@dataclass(frozen=True, slots=True)
class Spread:
    """How many questions there are of everything that a set is looked at by."""

    total: int
    types: Mapping[str, int]
    languages: Mapping[str, int]
    topics: Mapping[str, int]  # "" for questions without one
    controls: Mapping[str, int]  # of each type
    critical: int
    exact: int
    bare: int
    balance: Balance
    documents: Mapping[Place, int]  # none of them 0
    unasked: tuple[Place, ...]  # in sources that questions come from
    unasked_sources: tuple[str, ...]

    @property
    def control(self) -> int:
        """Questions that are held out of everyday work (M1.11)."""
        return sum(self.controls.values())


def spread_of_draft(test_set: TestSet) -> Spread:
    """The spread of the draft as it stands."""
    numbers = counting.numbers(test_set)
    return _spread(
        test_set.workspace,
        listing.in_draft(test_set),
        # Of two readings of one page each is a document of its own.
        asked=questions_by(
            test_set,
            lambda document: (document.source, document.address),
            behind=numbers.behind > 0,
        ),
        exact=numbers.exact,
        bare=numbers.bare,
        balance=Balance(numbers.yes, numbers.no, numbers.unclear),
    )


def spread_of_version(version: TestSetVersion) -> Spread:
    """The spread of a version over the material as it stands now."""
    rows = listing.in_version(version)
    workspace = version.test_set.workspace
    return _spread(
        workspace,
        rows,
        asked=_cited(version),
        exact=listing.in_version(version, _EXACT).count(),
        bare=listing.in_version(version, Wish(only=("bare",))).count(),
        balance=_balance(rows),
    )


def _cited(version: TestSetVersion) -> Mapping[Key, int]:
    """A frozen passage knows its document by address and fingerprint; its source is looked up."""
    with connection.cursor() as cursor:
        cursor.execute(_CITED, [version.test_set.workspace_id, version.pk])
        return {(source, address): count for source, address, count in cursor.fetchall()}


def _balance(rows: QuerySet[Any]) -> Balance:
    asked = rows.filter(type=QuestionType.YES_NO.value, expects=Expects.ANSWER.value)
    sides = Counter(
        str(speaks_for(answer, language) or "unclear")
        for answer, language in asked.values_list("expected_answer", "language")
    )
    return Balance(sides["yes"], sides["no"], sides["unclear"])


def _spread(
    workspace: Workspace,
    rows: QuerySet[Any],
    *,
    asked: Mapping[Key, int],
    exact: int,
    bare: int,
    balance: Balance,
) -> Spread:
    columns = ("type", "language", "topic", "control", "critical")
    types, languages, topics, controls = Counter(), Counter(), Counter(), Counter()  # type: ignore[var-annotated]  # of words
    critical = 0
    grouped = rows.order_by().values_list(*columns).annotate(n=Count("pk"))
    for type_, language, topic, control, is_critical, count in grouped:
        types[type_] += count
        languages[language] += count
        topics[topic] += count
        controls[type_] += count * control
        critical += count * is_critical
    documents, unasked, unasked_sources = _documents(workspace, asked)
    return Spread(
        total=sum(types.values()),
        types=types,
        languages=languages,
        topics=topics,
        controls=controls,
        critical=critical,
        exact=exact,
        bare=bare,
        balance=balance,
        documents=documents,
        unasked=unasked,
        unasked_sources=unasked_sources,
    )


def _documents(
    workspace: Workspace, asked: Mapping[Key, int]
) -> tuple[dict[Place, int], tuple[Place, ...], tuple[str, ...]]:
    """What is asked about, what is not, and the sources that nothing is asked about."""
    held = current_passages(offered(workspace)).order_by().values("document")
    there = _places(Document.objects.filter(pk__in=held).order_by("source__name", "address"))
    lost = {address for source, address in asked.keys() - there.keys()}
    older = Document.objects.filter(source__workspace=workspace, address__in=lost).order_by("pk")
    known = {**_places(older), **there} if lost else there
    drawn = {key[0] for key in there if asked.get(key)}
    names = {key[0]: place.source for key, place in there.items()}
    return (
        {known.get(key, Place(key[1], key[1], "")): count for key, count in asked.items()},
        tuple(p for key, p in there.items() if key[0] in drawn and not asked.get(key)),
        tuple(sorted(name for source, name in names.items() if source not in drawn)),
    )


def _places(documents: QuerySet[Any]) -> dict[Key, Place]:
    columns = ("source", "address", "title", "source__name")
    return {
        (source, address): Place(address, title or address, name, source)
        for source, address, title, name in documents.values_list(*columns)
    }
