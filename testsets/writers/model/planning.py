"""Which passages are asked for which type of question, in which order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heapreplace
from itertools import cycle
from typing import Final

from core.text import words
from testsets.checks.kinds import named_in
from testsets.values import Material, QuestionType
from testsets.writers.builtin.amounts import values_in
from testsets.writers.model.kinds import KINDS, Kind
from testsets.writers.model.related import Related

# Fewer say nothing that could be asked for. The model passes over labels; a short rule counts.
_FEWEST_WORDS: Final = 3
# The languages that a question is asked in of material in another one.
_OTHER_LANGUAGES: Final = ("en", "es", "de", "sv", "fr")


@dataclass(frozen=True, slots=True)
class Assignment:
    """One call: the passages shown, the type of question, its language, how the type is described."""

    passages: tuple[Material, ...]
    type: QuestionType
    kind: Kind
    description: str
    language: str

    @property
    def passage(self) -> Material:
        """The passage that the question is written about; others only come along."""
        return self.passages[0]


def assignments(
    material: Sequence[Material], shares: Mapping[QuestionType, int]
) -> Iterator[Assignment]:
    """One call after another, types in the proportion of their shares, passages spread over documents.

    A passage is given out once a type, those asked about least so far first. A type that the
    material gives nothing more for drops out. Types without a description of their own are passed
    over.
    """
    plan = _Plan(material)
    left = {type_: share for type_, share in shares.items() if share > 0 and type_ in KINDS}
    streams = {type_: plan.stream(type_) for type_ in left}
    # Smooth weighted rotation: each turn every type gains its share, and the richest pays for all.
    credit = dict.fromkeys(left, 0)
    while left:
        for type_, share in left.items():
            credit[type_] += share
        chosen = max(left, key=lambda type_: credit[type_])
        credit[chosen] -= sum(left.values())
        found = next(streams[chosen], None)
        if found is None:
            del left[chosen]
        else:
            yield found


class _Plan:
    """The passages of a material and how often each was given out.

    What a passage holds is looked at when its turn comes: the first call need not wait until
    thousands of them are read.
    """

    def __init__(self, material: Sequence[Material]) -> None:
        self._material = _in_turn(material)
        self._asked: Counter[int] = Counter()
        self._sides = cycle(("no", "yes"))

    @cached_property
    def _long_enough(self) -> list[Material]:
        return [passage for passage in self._material if _is_long_enough(passage)]

    @cached_property
    def _related(self) -> Related:
        return Related(self._long_enough)

    @cached_property
    def _languages(self) -> set[str]:
        return {passage.language for passage in self._long_enough}

    def stream(self, type_: QuestionType) -> Iterator[Assignment]:
        """What there is to ask of one type."""
        groups: Iterator[tuple[Material, ...]]
        if type_ is QuestionType.SEVERAL_SOURCES:
            groups = self._related.in_several_places()
        elif type_ is QuestionType.CURRENT:
            groups = self._related.then_and_now()
        else:
            groups = ((passage,) for passage in self._one_by_one(type_))
        for passages in groups:
            self._asked.update(passage.key for passage in passages)
            yield self._assignment(type_, passages)

    def _one_by_one(self, type_: QuestionType) -> Iterator[Material]:
        waiting = [(self._asked[passage.key], i) for i, passage in enumerate(self._material)]
        heapify(waiting)
        while waiting:
            asked, place = waiting[0]
            passage = self._material[place]
            if self._asked[passage.key] > asked:  # for other types, meanwhile
                heapreplace(waiting, (self._asked[passage.key], place))
                continue
            heappop(waiting)
            if _is_long_enough(passage) and _suits(type_, passage):
                yield passage

    def _assignment(self, type_: QuestionType, passages: tuple[Material, ...]) -> Assignment:
        kind = KINDS[type_]
        language = passages[0].language
        if type_ is QuestionType.CROSS_LANGUAGE:
            language = self._another(language)
        described = kind.described(
            side=next(self._sides) if type_ is QuestionType.YES_NO else "",
            newer=passages[0].dated,
            older=passages[-1].dated,
        )
        return Assignment(passages, type_, kind, described, language)

    def _another(self, language: str) -> str:
        """A language of the material itself, where there is another one; else a common one."""
        others = sorted(self._languages - {language})
        if others:
            return others[self._asked.total() % len(others)]
        return next(code for code in _OTHER_LANGUAGES if code != language)


def _is_long_enough(passage: Material) -> bool:
    return bool(passage.question) or len(words(passage.text)) >= _FEWEST_WORDS


def _suits(type_: QuestionType, passage: Material) -> bool:
    if type_ is QuestionType.EXACT_VALUE:
        return bool(values_in(passage.text))
    if type_ is QuestionType.NAMES_CODES:
        return bool(named_in(passage.text, passage))
    return True


def _in_turn(material: Sequence[Material]) -> list[Material]:
    """The passages, one of each document at a time."""
    rounds: Counter[int] = Counter()
    placed = []
    for passage in material:
        placed.append((rounds[passage.document_key], passage))
        rounds[passage.document_key] += 1
    return [passage for _, passage in sorted(placed, key=lambda pair: pair[0])]
