"""Counting results: over all of them and over those that share something."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from grading.values import SCORED, Label
from reports.figures.input import ResultRecord
from reports.figures.values import Group, SetAside, Tally
from reports.statistics import share
from testsets.values import FAMILY_OF, QuestionType

_TYPES = [kind.value for kind in QuestionType]
_FAMILIES = list(dict.fromkeys(family.value for family in FAMILY_OF.values()))


def set_aside(result: ResultRecord) -> SetAside | None:
    """Why the result is not in the score; None when it is."""
    if result.label is None:
        return SetAside.NOT_RUN if result.answer is None else SetAside.NOT_GRADED
    return None if result.label in SCORED else SetAside(result.label.value)


def tally(results: Iterable[ResultRecord]) -> Tally:
    """Count the results. Every scored test weighs the same (M3.12)."""
    labels: Counter[Label] = Counter()
    aside: Counter[SetAside] = Counter()
    questions: set[str] = set()
    planned = 0
    for result in results:
        planned += 1
        reason = set_aside(result)
        if reason is not None:
            aside[reason] += 1
        elif result.label is not None:
            labels[result.label] += 1
            questions.add(result.uid)
    scored = labels.total()
    correct, partly = labels[Label.CORRECT], labels[Label.PARTLY]
    return Tally(
        planned=planned,
        run=planned - aside[SetAside.NOT_RUN],
        scored=scored,
        correct=correct,
        partly=partly,
        incorrect=labels[Label.INCORRECT],
        no_answer=labels[Label.NO_ANSWER],
        set_aside={reason: aside[reason] for reason in SetAside},
        share=share(correct, scored, basis=len(questions) or None),
        quality=(correct + partly / 2) / scored if scored else None,
    )


def grouped(
    results: Sequence[ResultRecord],
    key: Callable[[ResultRecord], str],
    *,
    order: Sequence[str] = (),
) -> tuple[Group, ...]:
    """One tally per key: those of `order` first and in that order, then as they come."""
    members: dict[str, list[ResultRecord]] = {name: [] for name in order}
    for result in results:
        members.setdefault(key(result), []).append(result)
    return tuple(Group(name, tally(found)) for name, found in members.items() if found)


def by_type(results: Sequence[ResultRecord]) -> tuple[Group, ...]:
    return grouped(results, lambda result: result.type, order=_TYPES)


def by_family(results: Sequence[ResultRecord]) -> tuple[Group, ...]:
    return grouped(results, lambda result: family_of(result.type), order=_FAMILIES)


def family_of(kind: str) -> str:
    """The family of a question type; "" for a type that this battery does not know."""
    return FAMILY_OF[QuestionType(kind)].value if kind in _TYPES else ""


def by_source(results: Sequence[ResultRecord]) -> tuple[Group, ...]:
    """One group per document, by the first passage of each test; "" for tests without one.

    Two documents of one title are told apart by their addresses.
    """
    addresses: dict[str, set[str]] = {}
    for result in results:
        for passage in result.passages[:1]:
            addresses.setdefault(passage.document, set()).add(passage.address)

    def name(result: ResultRecord) -> str:
        if not result.passages:
            return ""
        passage = result.passages[0]
        shared = len(addresses[passage.document]) > 1 and passage.address
        return f"{passage.document} ({passage.address})" if shared else passage.document

    return grouped(results, name)


def weakest_first(groups: Iterable[Group]) -> tuple[Group, ...]:
    """By pass rate, lowest first, the surer one first among equals; without evidence last."""

    def rank(group: Group) -> tuple[float, float, int]:
        found = group.tally.share
        return (2.0, 2.0, 0) if found is None else (found.rate, found.high, -found.total)

    return tuple(sorted(groups, key=rank))
