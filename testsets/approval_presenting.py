"""What approving a set freezes, as its page shows it: counted, and the first of each list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import Count

from testsets import listing, selectors
from testsets.checking import checked, trials_of_now
from testsets.checks import Balance
from testsets.evidence import version_digest
from testsets.indexing import catch_up
from testsets.listing import Wish
from testsets.methods_presenting import invalid_sentences, shown_methods
from testsets.methods_selectors import invalid_in_set, methods_of
from testsets.models import KeyFact, SignOff, TestSet
from testsets.outdated_selectors import outdated_number
from testsets.presenting import ShownOutcome, shown_outcomes, type_numbers
from testsets.signing import standings
from testsets.version_presenting import why_exploratory
from testsets.wording import check_words

# So many of a list stand on the page; the list itself is a page of its own.
FIRST: Final = 25
MOST_DOCUMENTS: Final = 100
_BARE: Final = Wish(only=("bare",))


@dataclass(frozen=True, slots=True)
class Line:
    """A question that somebody should look at before, and why."""

    pk: int
    number: int
    text: str
    notes: list[str]
    said: SignOff | None
    outcomes: list[ShownOutcome]


@dataclass(frozen=True, slots=True)
class Lines:
    """The first of these questions, and where the rest is listed."""

    first: list[Line]
    total: int
    query: str

    def __iter__(self) -> Iterator[Line]:
        return iter(self.first)

    def __len__(self) -> int:
        return self.total

    @property
    def pairs(self) -> list[tuple[Line, list[ShownOutcome]]]:
        """Each with the known answers that got another label than the right one."""
        return [(line, line.outcomes) for line in self.first]

    @property
    def more(self) -> int:
        """How many there are besides."""
        return self.total - len(self.first)


@dataclass(frozen=True, slots=True)
class Tried:
    """How many questions were tried on known answers, and on how many the grader fails (M4.3)."""

    tried: int
    untried: int
    failed: int

    @property
    def passes(self) -> bool:
        """Whether every question was tried and every known answer got its label."""
        return not self.untried and not self.failed


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents that questions come from, most asked about first."""

    counted: list[tuple[str, int]]
    used: int
    there: int

    @property
    def more(self) -> int:
        """How many are not named."""
        return self.used - len(self.counted)


def approval_context(test_set: TestSet) -> dict[str, Any]:
    """Everything that the page shows but what was typed; no set is too long for it."""
    catch_up(test_set)
    # First, so that whatever changes while the rest is read makes approving ask again.
    seen = _seen(test_set)
    numbers = listing.numbers(test_set)
    asked, faulty, wrong = _lines(
        test_set, [Wish(sign_off="changes"), Wish(only=("warnings",)), Wish(only=("wrong",))]
    )
    tried = trials_of_now(test_set).aggregate(n=Count("question", distinct=True))["n"]
    return {
        "seen": seen,
        "numbers": numbers,
        "balance": Balance(numbers.yes, numbers.no, numbers.unclear),
        "types": type_numbers(numbers.kinds),
        "documents": _documents(test_set),
        "why": why_exploratory(listing.untraced(listing.in_draft(test_set, _BARE)))
        if numbers.bare
        else [],
        "methods": shown_methods(methods_of(test_set)),
        "invalid": invalid_sentences(invalid_in_set(test_set)),
        "outdated": outdated_number(test_set),
        "asked": asked,
        "faulty": faulty,
        "wrong": wrong,
        "checked": Tried(tried, numbers.total - tried, len(wrong)),
        "number": test_set.versions.count() + 1,
    }


def _seen(test_set: TestSet) -> str:
    """The digest that a version would have by what the index holds of each question."""
    rows = listing.in_draft(test_set).values_list("indexed__digest", flat=True)
    return version_digest([digest or "" for digest in rows], test_set.methods)


def _lines(test_set: TestSet, wishes: Sequence[Wish]) -> list[Lines]:
    found = [listing.keys_on(listing.in_draft(test_set, wish), slice(0, FIRST)) for wish in wishes]
    questions = listing.with_these(test_set, [key for keys, _total in found for key in keys])
    numbers = listing.numbered(test_set, questions)
    standing = standings(questions, reader=None)
    trials = checked({question.pk: question.indexed.digest for question in questions}).trials
    lines = {
        question.pk: _line(question, number, standing[question.pk].newest, trials[question.pk])
        for question, number in zip(questions, numbers, strict=True)
    }
    return [
        Lines([lines[key] for key in keys], total, _query(wish))
        for wish, (keys, total) in zip(wishes, found, strict=True)
    ]


def _line(question: Any, number: int, said: SignOff | None, trial: Any) -> Line:
    return Line(
        pk=question.pk,
        number=number,
        text=question.text,
        notes=[check_words(code) for code in question.indexed.warnings],
        said=said,
        outcomes=shown_outcomes(trial.outcomes) if trial is not None else [],
    )


def _query(wish: Wish) -> str:
    given: Mapping[str, Any] = {"sign_off": wish.sign_off, "only": wish.only}
    return urlencode({name: value for name, value in given.items() if value}, doseq=True)


def _documents(test_set: TestSet) -> Documents:
    facts = KeyFact.objects.filter(
        question__test_set=test_set, question__removed_at__isnull=True, passage__isnull=False
    )
    document = "passage__document"
    rows = facts.order_by().values_list(f"{document}__title", f"{document}__address", document)
    counted = rows.annotate(n=Count("question", distinct=True)).order_by("-n", document)
    found = [(title or address, count) for title, address, _key, count in counted]
    there = max(len(found), selectors.documents_drawn_from(test_set))
    return Documents(found[:MOST_DOCUMENTS], len(found), there)
