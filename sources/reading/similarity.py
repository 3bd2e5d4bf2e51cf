"""Passages that say nearly the same as an earlier one, found while thousands of them go by.

Two passages are near-duplicates when at least four in five of their runs of three words are the same
(the Jaccard index of their sets) and what differs carries no fact:

- every number is the same, in the same order: "costs 12 euros" and "costs 14 euros" are two facts;
- no name, no negation and no limit differs: "the Harbour office" and "the Station office", "you may" and
  "you may not" are two facts. A word counts as a name when it is written with a capital inside a sentence, so
  German, which writes every noun so, keeps more passages apart than other languages;
- the questions they answer are the same, and below 40 words the headings: "Open from 9 to 17" is one
  fact under "Lund" and another under "Malmö".

One word changed in a paragraph of 40 leaves 0.86 of the runs the same; in one of 12 words, 0.5. So short
passages have to be equal but for punctuation and case, and long ones may differ in a few words.

Candidates come from MinHash (A. Broder, 1997): eight bands of four hashes find a pair at the threshold
with 98% and at 0.9 with 99.9%. Each candidate is then compared word by word, so nothing is marked by
chance. The table of bands has a fixed size: memory does not grow with the pages.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

ALIKE: Final = 0.8
SHORT: Final = 40
_RUN: Final = 3
_BANDS, _ROWS = 8, 4
_SLOTS: Final = 1 << 20

# Scripts without spaces between words give one token a character.
_TOKEN: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"
    r"|\w+(?:[.,:/’'\-]\w+)*|[+\-−±]?\d+(?:[.,:/]\d+)*"
)
_OPENS: Final = re.compile(r"(?:\A|[.!?:…\n»”\"(]\s*)[\"“«(¿¡*\-–—•]*\Z")
_TURNING: Final = frozenset(
    word
    for words in (
        "no not never none nothing without cannot neither nor except unless only",
        "nicht kein keine keinen keinem keiner keines nie niemals ohne weder außer nur",
        "inte ej icke ingen inget inga aldrig utan varken endast bara",
        "nunca ningún ninguna ninguno nada sin ni tampoco excepto salvo solo sólo",
        "ne pas jamais aucun aucune sans sauf seulement",
        "não nem sem niet geen nooit zonder non né senza mai ikke aldri uden uten",
    )
    for word in words.split()
)

_random: Final = np.random.default_rng(20_260_801)
_FACTORS: Final = _random.integers(1, 1 << 63, (_BANDS * _ROWS, 1), dtype=np.uint64) | np.uint64(1)
_OFFSETS: Final = _random.integers(0, 1 << 63, (_BANDS * _ROWS, 1), dtype=np.uint64)
_RUN_FACTORS: Final = _random.integers(1, 1 << 63, _RUN, dtype=np.uint64) | np.uint64(1)
_BAND_FACTORS: Final = _random.integers(1, 1 << 63, _ROWS, dtype=np.uint64) | np.uint64(1)
_BAND_OFFSETS: Final = _random.integers(0, 1 << 63, _BANDS, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class Said:
    """What is compared of a passage."""

    text: str
    question: str = ""
    heading: str = ""

    @property
    def whole(self) -> str:
        """The question with the passage, and in a short one the heading."""
        short = not self.question and len(self.text.split()) < SHORT
        return f"{self.question or (self.heading if short else '')}\n{self.text}"


def near_duplicates(one: Said, other: Said) -> bool:
    """Whether two passages say nearly the same; the examples above say what that means."""
    first, second = one.whole, other.whole
    if first == second:
        return True
    if _plain(one.question) != _plain(other.question):
        return False
    tokens, others = _TOKEN.findall(first), _TOKEN.findall(second)
    if jaccard(tokens, others) < ALIKE:
        return False
    names = _names(first) | _names(second)
    return _telling(tokens, names) == _telling(others, names)


def jaccard(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of runs of three tokens that both have, of all that either has; case is ignored."""
    first, second = _runs(one), _runs(other)
    return len(first & second) / len(first | second)


class Seen:
    """The passages gone by, each under the number it was added with, for `candidates` to be found in.

    Whoever holds the texts compares them with `near_duplicates`.
    """

    def __init__(self) -> None:
        self._keys: NDArray[np.uint64] = np.zeros(_SLOTS, dtype=np.uint64)
        self._numbers: NDArray[np.uint32] = np.zeros(_SLOTS, dtype=np.uint32)

    def candidates(self, keys: NDArray[np.uint64]) -> list[int]:
        """The numbers of passages that may say nearly the same, the earliest first."""
        slots = keys % _SLOTS
        numbers = self._numbers[slots[self._keys[slots] == keys]]
        return sorted(set(numbers.tolist()))

    def add(self, keys: NDArray[np.uint64], number: int) -> None:
        """Remember a passage; where another one has its place in a band, that one keeps it."""
        slots = keys % _SLOTS
        free = self._keys[slots] == 0
        self._keys[slots[free]] = keys[free]
        self._numbers[slots[free]] = number


def keys_of(said: Said) -> NDArray[np.uint64]:
    """The bands of a passage: near-duplicates have one in common, nearly always."""
    text = said.whole.lower()
    words = np.array(
        [zlib.crc32(token.encode()) for token in _TOKEN.findall(text)] or [0], dtype=np.uint64
    )
    if len(words) < _RUN:
        words = np.resize(words, _RUN)
    runs = sum(
        words[place : len(words) - _RUN + 1 + place] * factor
        for place, factor in enumerate(_RUN_FACTORS)
    )
    mixed = (runs ^ (runs >> np.uint64(29))) * _FACTORS + _OFFSETS
    least = (mixed >> np.uint64(17)).min(axis=1).reshape(_BANDS, _ROWS)
    bands: NDArray[np.uint64] = (least * _BAND_FACTORS).sum(axis=1, dtype=np.uint64) + _BAND_OFFSETS
    bands ^= bands >> np.uint64(31)
    # 0 stands for a free place.
    return np.maximum(bands, np.uint64(1))


def _runs(tokens: Sequence[str]) -> set[tuple[str, ...]]:
    folded = [token.casefold() for token in tokens]
    if len(folded) < _RUN:
        return {tuple(folded)}
    return {tuple(folded[place : place + _RUN]) for place in range(len(folded) - _RUN + 1)}


def _telling(tokens: Sequence[str], names: set[str]) -> list[str]:
    """The numbers, names and negations in their order: "from 9 to 5" is not "from 5 to 9"."""
    folded = map(str.casefold, tokens)
    return [token for token in folded if token in names or _turns(token)]


def _turns(token: str) -> bool:
    """Whether the word alone makes another fact of a sentence."""
    return (
        token in _TURNING or token.replace("’", "'").endswith("n't") or any(map(str.isdigit, token))
    )


def _names(text: str) -> set[str]:
    """The words written with a capital where no sentence begins."""
    return {
        found[0].casefold()
        for found in _TOKEN.finditer(text)
        if found[0][0].isupper()
        and not _OPENS.search(text[max(0, found.start() - 12) : found.start()])
    }


def _plain(text: str) -> list[str]:
    return _TOKEN.findall(text.casefold())
