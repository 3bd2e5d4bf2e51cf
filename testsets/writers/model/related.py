"""Which passages belong together: of one matter in several places, or of one matter then and now."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from core.text import content_words
from testsets.checks.kinds import SAME_MATTER, matter_shared
from testsets.values import Material
from testsets.writers.builtin.amounts import values_in

# A word that stands in more passages than this says little of which of them belong together.
_TOO_COMMON: Final = 40
_FEWEST_SHARED: Final = 3
_COMPANIONS: Final = 2
# Passages nearly alike say the same twice, which needs no putting together.
_NEARLY_ALIKE: Final = 0.8


class Related:
    """The passages of a material by the rarer words that they share."""

    def __init__(self, material: Sequence[Material]) -> None:
        self._material = material
        self._words = [frozenset(content_words(p.text, p.language)) for p in material]
        holders: defaultdict[str, list[int]] = defaultdict(list)
        for place, held in enumerate(self._words):
            for word in held:
                holders[word].append(place)
        self._holders = {w: places for w, places in holders.items() if len(places) <= _TOO_COMMON}

    def _near(self, place: int) -> list[int]:
        """The places of other passages in the same language, those that share most words first."""
        language = self._material[place].language
        shared: Counter[int] = Counter()
        for word in self._words[place]:
            shared.update(self._holders.get(word, ()))
        del shared[place]
        return [
            other
            for other, count in sorted(shared.items(), key=lambda item: (-item[1], item[0]))
            if count >= _FEWEST_SHARED and self._material[other].language == language
        ]

    def in_several_places(self) -> Iterator[tuple[Material, ...]]:
        """Each passage with one or two of other places that share its rarer words."""
        for place, passage in enumerate(self._material):
            companions: list[Material] = []
            for other in self._near(place):
                found = self._material[other]
                where = (found.document_key, found.heading_path)
                if where in {(p.document_key, p.heading_path) for p in (passage, *companions)}:
                    continue
                if matter_shared(passage, found) < _NEARLY_ALIKE:
                    companions.append(found)
                if len(companions) == _COMPANIONS:
                    break
            if companions:
                yield (passage, *companions)

    def then_and_now(self) -> Iterator[tuple[Material, Material]]:
        """The newer and the older of two dated passages of one matter that give other values."""
        seen: set[frozenset[int]] = set()
        for place, passage in enumerate(self._material):
            if not passage.dated:
                continue
            for other in self._near(place):
                found = self._material[other]
                pair = frozenset((place, other))
                if pair in seen or not _is_newer(passage, found):
                    continue
                seen.add(pair)
                if matter_shared(passage, found) >= SAME_MATTER and _gives_another(passage, found):
                    yield passage, found


def _is_newer(one: Material, other: Material) -> bool:
    """Whether the first is of a later year or day, as far as both say."""
    length = min(len(one.dated), len(other.dated))
    return length > 0 and one.dated[:length] > other.dated[:length]


def _gives_another(one: Material, other: Material) -> bool:
    """Whether both give values of one kind, and the first one that the other does not have."""
    ours = {(value.kind, one.text[value.start : value.end]) for value in values_in(one.text)}
    theirs = {(value.kind, other.text[value.start : value.end]) for value in values_in(other.text)}
    kinds = {kind for kind, _ in theirs}
    return any(kind in kinds and (kind, text) not in theirs for kind, text in ours)
