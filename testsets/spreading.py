"""How the questions of a draft or a version are spread and balanced, counted in the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, F, Func, JSONField, Q, QuerySet, Value

from core.models import Workspace
from sources.models import Document
from sources.selectors import current_passages, offered
from testsets import listing
from testsets.checks import Balance, speaks_for
from testsets.listing import Wish
from testsets.models import KeyFact, TestSet, TestSetVersion
from testsets.values import Expects, QuestionType

_EXACT: Final = Wish(only=("exact",))


@dataclass(frozen=True, slots=True)
class Place:
    """A document of the material as it stands now, or one that only questions still know."""

    address: str
    title: str
    source: str


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
    numbers = listing.numbers(test_set)
    facts = KeyFact.objects.filter(
        question__test_set=test_set, question__removed_at__isnull=True, passage__isnull=False
    )
    asked = facts.order_by().values_list("passage__document__address")
    return _spread(
        test_set.workspace,
        listing.in_draft(test_set),
        asked=dict(asked.annotate(n=Count("question", distinct=True))),
        exact=listing.in_draft(test_set, _EXACT).count(),
        bare=numbers.bare,
        balance=Balance(numbers.yes, numbers.no, numbers.unclear),
    )


def spread_of_version(version: TestSetVersion) -> Spread:
    """The spread of a version over the material as it stands now."""
    rows = listing.in_version(version)
    addresses = Func(
        F("passages"), Value("$[*].address"), function="jsonb_path_query",
        template="%(function)s(%(expressions)s::jsonpath)", output_field=JSONField(),
    )  # fmt: skip
    cited = rows.order_by().annotate(address=addresses).values_list("pk", "address")
    asked = Counter(address for _question, address in set(cited))
    return _spread(
        version.test_set.workspace,
        rows,
        asked=asked,
        exact=listing.in_version(version, _EXACT).count(),
        bare=listing.in_version(version, Wish(only=("bare",))).count(),
        balance=_balance(rows),
    )


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
    asked: Mapping[str, int],
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
    workspace: Workspace, asked: Mapping[str, int]
) -> tuple[dict[Place, int], tuple[Place, ...], tuple[str, ...]]:
    """What is asked about, what is not, and the sources that nothing is asked about."""
    sources = offered(workspace)
    held = current_passages(sources).order_by().values("document")
    there = [
        Place(address, title or address, source)
        for address, title, source in Document.objects.filter(pk__in=held)
        .order_by("source__name", "address")
        .values_list("address", "title", "source__name")
    ]
    known = {place.address: place for place in there}
    lost = asked.keys() - known.keys()
    known |= {address: Place(address, address, "") for address in lost} | {
        address: Place(address, title or address, "")
        for address, title in Document.objects.filter(
            Q(source__workspace=workspace), address__in=lost
        )
        .order_by("pk")
        .values_list("address", "title")
    }
    drawn = {place.source for place in there if asked.get(place.address)}
    return (
        {known[address]: count for address, count in asked.items()},
        tuple(p for p in there if p.source in drawn and not asked.get(p.address)),
        tuple(sorted({place.source for place in there} - drawn)),
    )
