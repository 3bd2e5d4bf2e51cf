"""Finding passages by their words: a BM25 index over labels and texts."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from core.text import content_words, words
from pipeline.demo_assistant.library import Entry
from pipeline.demo_assistant.vocabulary import Vocabulary

# A word in the question or heading of a passage says more about it than one in its text.
LABEL_WEIGHT: Final = 2.5
TITLE_WEIGHT: Final = 1.0
# How far a word in an FAQ answer, and not in its question, counts as covering the question's word.
ANSWER_SHARE: Final = 0.75
SATURATION: Final = 1.2
LENGTH_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that shares words with a question."""

    index: int
    score: float
    coverage: float  # the share of the question's words, weighed by rarity, that the passage has
    has_rarest: bool  # whether the word that says most is among them


class Posting(NamedTuple):
    """A word in a passage: what it adds to the score, and how fully it counts as covered."""

    passage: int
    gain: float
    covers: float


class LexicalIndex:
    """Built once over all passages; searching it changes nothing."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._languages = frozenset(entry.language for entry in entries)
        counts = [_weighed_words(entry) for entry in entries]
        labels = [frozenset(content_words(entry.label, entry.language)) for entry in entries]
        lengths = [sum(count.values()) for count in counts]
        mean = sum(lengths) / max(1, len(lengths)) or 1.0
        self._postings: dict[tuple[str, str], list[Posting]] = defaultdict(list)
        per_language = Counter(entry.language for entry in entries)
        for index, (entry, count) in enumerate(zip(entries, counts, strict=True)):
            norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths[index] / mean)
            for word, weight in count.items():
                gain = weight * (SATURATION + 1) / (weight + norm)
                share = 1.0 if word in labels[index] or not entry.question else ANSWER_SHARE
                self._postings[entry.language, word].append(Posting(index, gain, share))
        self._rarity = {
            key: math.log(1 + (per_language[key[0]] - len(found) + 0.5) / (len(found) + 0.5))
            for key, found in self._postings.items()
        }
        self._rarest = {
            language: math.log(1 + (count + 0.5) / 0.5) for language, count in per_language.items()
        }
        self._vocabularies = {
            language: Vocabulary(
                (word for spoken, word in self._postings if spoken == language), language
            )
            for language in self._languages
        }

    def search(self, question: str, *, limit: int) -> list[Hit]:
        """The passages with the highest scores, best first; none when no word is shared."""
        hits = [
            hit for language in self._languages for hit in self._in_language(question, language)
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.index))[:limit]

    def strange(self, question: str, language: str) -> frozenset[str]:
        """The question's words that no passage in this language has, as they are written."""
        return frozenset(
            word
            for word in words(question)
            if not any((language, stem) in self._rarity for stem in content_words(word, language))
        )

    def rarities(self, question: str, language: str) -> Mapping[str, float]:
        """How much each word of the question says, known words as the passages have them."""
        weights: dict[str, float] = {}
        for meanings in self._meant(question, language):
            for word, share in meanings.items():
                rarity = self._rarity.get((language, word), 0.0)
                weights[word] = max(rarity * share, weights.get(word, 0.0))
        return weights

    def _meant(self, question: str, language: str) -> list[Mapping[str, float]]:
        """For each word of the question, the words to look for with their weights."""
        vocabulary = self._vocabularies[language]
        asked = dict.fromkeys(content_words(question, language))
        return [vocabulary.meanings(word) for word in asked]

    def _in_language(self, question: str, language: str) -> list[Hit]:
        scores: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        total = 0.0
        rarest = 0.0
        with_rarest: set[int] = set()
        for meanings in self._meant(question, language):
            rarity = self._weight(meanings, language)
            total += rarity
            if rarity > rarest:
                rarest = rarity
                with_rarest = set()
            best: dict[int, tuple[float, float]] = {}
            for word, share in meanings.items():
                for index, gain, covers in self._postings.get((language, word), ()):
                    found = (gain * share * self._rarity[language, word], share * covers)
                    best[index] = max(found, best.get(index, found))
            for index, (score, share) in best.items():
                scores[index] += score
                covered[index] += rarity * share
            if rarity == rarest:
                with_rarest |= best.keys()
        return [
            Hit(index, score, covered[index] / total, index in with_rarest)
            for index, score in scores.items()
        ]

    def _weight(self, meanings: Mapping[str, float], language: str) -> float:
        """How much a word of the question says: its own rarity, the greatest for an unknown one."""
        own = [word for word, share in meanings.items() if share == 1.0]
        return (
            max(
                (self._rarity.get((language, word), 0.0) for word in own),
                default=0.0,
            )
            or self._rarest[language]
        )


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
