"""What approving a set freezes, as its page shows it: counted, and the first of each list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from testsets import counting, listing, neighbours, selectors
from testsets.checking import checked, tried_of_now
from testsets.checks import Balance
from testsets.counting import Numbers
from testsets.documents import questions_by
from testsets.evidence import version_digest
from testsets.indexing import catch_up, digests_in_order
from testsets.methods_presenting import invalid_sentences, shown_methods
from testsets.methods_selectors import invalid_in_set, methods_of
from testsets.models import SignOff, TestSet
from testsets.outdated_selectors import outdated_number
from testsets.presenting import ShownOutcome, shown_outcomes, type_numbers
from testsets.signing import standings
from testsets.version_presenting import why_exploratory
from testsets.wishes import Wish
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
    complete = catch_up(test_set)
    # First, so that whatever changes while the rest is read makes approving ask again.
    seen = _seen(test_set, complete=complete)
    numbers = counting.numbers(test_set)
    asked, faulty, wrong = _lines(
        test_set,
        numbers,
        [Wish(sign_off="changes"), Wish(only=("warnings",)), Wish(only=("wrong",))],
    )
    tried = tried_of_now(test_set)
    return {
        "seen": seen,
        "numbers": numbers,
        "balance": Balance(numbers.yes, numbers.no, numbers.unclear),
        "types": type_numbers(numbers.kinds),
        "documents": _documents(test_set, numbers),
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


def _seen(test_set: TestSet, *, complete: bool) -> str:
    """The digest that a version would have by what the index holds of each question."""
    if complete:
        return version_digest(digests_in_order(test_set), test_set.methods)
    rows = listing.in_draft(test_set).values_list("indexed__digest", flat=True)
    return version_digest([digest or "" for digest in rows], test_set.methods)


def _lines(test_set: TestSet, numbers: Numbers, wishes: Sequence[Wish]) -> list[Lines]:
    found = [_first(test_set, numbers, wish) for wish in wishes]
    these = listing.with_these(test_set, [key for keys, _total in found for key in keys])
    # Whatever was changed a moment ago has no index just now, and is asked about again anyway.
    questions: list[Any] = [question for question in these if hasattr(question, "indexed")]
    places = neighbours.numbered(test_set, questions)
    standing = standings(questions, reader=None)
    trials = checked({question.pk: question.indexed.digest for question in questions}).trials
    lines = {
        question.pk: _line(question, number, standing[question.pk].newest, trials[question.pk])
        for question, number in zip(questions, places, strict=True)
    }
    return [
        Lines([lines[key] for key in keys if key in lines], total, _query(wish))
        for wish, (keys, total) in zip(wishes, found, strict=True)
    ]


def _first(test_set: TestSet, numbers: Numbers, wish: Wish) -> tuple[list[int], int]:
    total = numbers.left_by(wish)
    if total is None:
        return listing.keys_on(listing.in_draft(test_set, wish), slice(0, FIRST))
    return list(numbers.keys(test_set, wish)[:FIRST]), total


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


def _documents(test_set: TestSet, numbers: Numbers) -> Documents:
    counted = questions_by(test_set, lambda document: document, behind=numbers.behind > 0)
    most_first = sorted(counted.items(), key=lambda one: (-one[1], one[0].key))
    found = [(document.title or document.address, count) for document, count in most_first]
    there = max(len(found), selectors.documents_drawn_from(test_set))
    return Documents(found[:MOST_DOCUMENTS], len(found), there)
