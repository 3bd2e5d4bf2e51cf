"""Finding passages by their words: a BM25 index over labels and texts."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.text import content_words
from pipeline.demo_assistant.library import Entry
from pipeline.demo_assistant.vocabulary import Vocabulary

# A word in the question or heading of a passage says more about it than one in its text.
LABEL_WEIGHT: Final = 2.5
TITLE_WEIGHT: Final = 1.0
SATURATION: Final = 1.2
LENGTH_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that shares words with a question."""

    index: int
    score: float
    coverage: float  # the share of the question's words, weighed by rarity, that the passage has


class LexicalIndex:
    """Built once over all passages; searching it changes nothing."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._languages = frozenset(entry.language for entry in entries)
        counts = [_weighed_words(entry) for entry in entries]
        lengths = [sum(count.values()) for count in counts]
        mean = sum(lengths) / max(1, len(lengths)) or 1.0
        self._postings: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
        per_language = Counter(entry.language for entry in entries)
        for index, (entry, count) in enumerate(zip(entries, counts, strict=True)):
            norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths[index] / mean)
            for word, weight in count.items():
                gain = weight * (SATURATION + 1) / (weight + norm)
                self._postings[entry.language, word].append((index, gain))
        self._rarity = {
            key: math.log(1 + (per_language[key[0]] - len(found) + 0.5) / (len(found) + 0.5))
            for key, found in self._postings.items()
        }
        self._rarest = {
            language: math.log(1 + (count + 0.5) / 0.5) for language, count in per_language.items()
        }
        self._vocabularies = {
            language: Vocabulary(word for spoken, word in self._postings if spoken == language)
            for language in self._languages
        }

    def search(self, question: str, *, limit: int) -> list[Hit]:
        """The passages with the highest scores, best first; none when no word is shared."""
        hits = [
            hit for language in self._languages for hit in self._in_language(question, language)
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.index))[:limit]

    def rarities(self, question: str, language: str) -> Mapping[str, float]:
        """How much each word of the question says, known words as the passages have them."""
        return {
            word: self._rarity[language, word] * share
            for word, share in self._meant(question, language).items()
            if (language, word) in self._rarity
        }

    def _meant(self, question: str, language: str) -> dict[str, float]:
        """The words to look for, each with its weight; an unknown word stands for its guesses."""
        meant: dict[str, float] = {}
        for word in dict.fromkeys(content_words(question, language)):
            if (language, word) in self._rarity:
                meant[word] = 1.0
                continue
            guesses = self._vocabularies[language].near(word)
            for guess, weight in guesses.items():
                meant[guess] = max(weight, meant.get(guess, 0.0))
            if not guesses:
                meant[word] = 1.0
        return meant

    def _in_language(self, question: str, language: str) -> list[Hit]:
        scores: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        total = 0.0
        for word, share in self._meant(question, language).items():
            rarity = self._rarity.get((language, word))
            if rarity is None:
                total += self._rarest[language]
                continue
            total += rarity
            for index, gain in self._postings[language, word]:
                scores[index] += rarity * gain * share
                covered[index] += rarity * share
        return [Hit(index, score, covered[index] / total) for index, score in scores.items()]


def _weighed_words(entry: Entry) -> Mapping[str, float]:
    """The words of a passage, its label and its document, each with its weight."""
    counts: dict[str, float] = defaultdict(float)
    above = " ".join((entry.document, *entry.heading_path))
    for text, weight in ((entry.label, LABEL_WEIGHT), (entry.text, 1.0)):
        for word in content_words(text, entry.language):
            counts[word] += weight
    for word in set(content_words(above, entry.language)):
        counts[word] += TITLE_WEIGHT
    return counts
