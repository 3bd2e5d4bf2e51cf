"""The words of a library in one language, and which of them a question's word may stand for."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

# Shortest word that is looked for inside a longer one ("avgift" in "bygglovsavgift").
SHORTEST_PART: Final = 5
PART_WEIGHT: Final = 0.5
COMPOUND_WEIGHT: Final = 0.7
SWAPPED_WEIGHT: Final = 0.8
# Languages that write "geothermal heating installation" as one word.
COMPOUNDING: Final = frozenset({"da", "de", "fi", "is", "nl", "no", "sv"})
# Dice coefficient of letter triples from which two words count as one word misspelt.
ALIKE: Final = 0.5


class Vocabulary:
    """Answers what a word may stand for in the texts that it was built from."""

    def __init__(self, words: Iterable[str], language: str) -> None:
        self._triples: dict[str, frozenset[str]] = {
            word: triples(word) for word in words if word.isalpha()
        }
        self._sorted = sorted(self._triples) if language in COMPOUNDING else []
        # Two letters swapped change most triples of a short word, and none of its letters.
        self._anagrams = {letters(word): word for word in self._triples}
        self._holders: dict[str, list[str]] = defaultdict(list)
        for word, own in self._triples.items():
            for triple in own:
                self._holders[triple].append(word)

    def meanings(self, word: str) -> Mapping[str, float]:
        """What to look for when a question has this word: itself, and the compounds it begins.

        For a word that the library lacks, the words that come near it; when there are none, the
        word itself, which then counts as a word that nothing has.
        """
        if word in self._triples:
            return {word: 1.0, **dict.fromkeys(self._compounds(word), COMPOUND_WEIGHT)}
        return self.near(word) or {word: 1.0}

    def _compounds(self, word: str) -> list[str]:
        if len(word) < SHORTEST_PART:
            return []
        start = bisect_left(self._sorted, word)
        end = bisect_left(self._sorted, word + chr(0x10FFFF))
        return [one for one in self._sorted[start:end] if len(one) >= len(word) + 3]

    def near(self, word: str) -> Mapping[str, float]:
        """Known words for an unknown one, each with the weight (0 to 1) of the guess.

        Parts of a compound come first, then the most similar spelling; empty for a word that
        resembles none, and for numbers, which are never guessed.
        """
        if not word.isalpha():
            return {}
        return self._parts(word) or self._respelt(word)

    def _parts(self, word: str) -> dict[str, float]:
        length = len(word)
        cuts = range(SHORTEST_PART, length)
        heads = [word[:cut] for cut in cuts if word[:cut] in self._triples]
        tails = [word[length - cut :] for cut in cuts if word[length - cut :] in self._triples]
        return {part[-1]: PART_WEIGHT for part in (heads, tails) if part}

    def _respelt(self, word: str) -> dict[str, float]:
        own = triples(word)
        shared: dict[str, int] = defaultdict(int)
        for triple in own:
            for holder in self._holders.get(triple, ()):
                shared[holder] += 1
        alike = {
            holder: 2 * count / (len(own) + len(self._triples[holder]))
            for holder, count in shared.items()
        }
        best = max(alike, key=lambda holder: (alike[holder], holder), default=None)
        if best is not None and alike[best] >= ALIKE:
            return {best: alike[best]}
        swapped = self._anagrams.get(letters(word))
        return {swapped: SWAPPED_WEIGHT} if swapped is not None else {}


def triples(word: str) -> frozenset[str]:
    """Every run of three letters, the word's ends marked."""
    padded = f"^{word}$"
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


def letters(word: str) -> str:
    """The letters of a word in a fixed order, its first kept in front."""
    return word[:1] + "".join(sorted(word[1:]))
