"""Finding passages by their words: a BM25 index over labels and texts."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from core.text import content_words, words
from pipeline.demo_assistant.asked import AskedWord, heaviest
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
            for language in per_language
        }

    def search(self, question: str, languages: Collection[str], *, limit: int) -> list[Hit]:
        """The passages in these languages with the highest scores, best first."""
        hits = [hit for language in languages for hit in self._in_language(question, language)]
        return sorted(hits, key=lambda hit: (-hit.score, hit.index))[:limit]

    def strange(self, question: str, language: str) -> frozenset[str]:
        """The question's words that no passage in this language has, as they are written."""
        return frozenset(
            word
            for word in words(question)
            if not any((language, stem) in self._rarity for stem in content_words(word, language))
        )

    def asked(self, question: str, language: str) -> list[AskedWord]:
        """The words of the question as the passages in this language may have them."""
        vocabulary = self._vocabularies.get(language)
        if vocabulary is None:
            return []
        asked = []
        for word in dict.fromkeys(content_words(question, language)):
            stems = vocabulary.meanings(word)
            own = (
                self._rarity.get((language, stem), 0.0) for stem, one in stems.items() if one == 1
            )
            # A word that the passages lack says the most: they are about something else.
            asked.append(AskedWord(max(own, default=0.0) or self._rarest[language], stems))
        return asked

    def _in_language(self, question: str, language: str) -> list[Hit]:
        asked = self.asked(question, language)
        rarest = heaviest(asked)
        total = sum(word.weight for word in asked)
        scores: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        with_rarest: set[int] = set()
        for word in asked:
            best: dict[int, tuple[float, float]] = {}
            for stem, share in word.stems.items():
                for index, gain, covers in self._postings.get((language, stem), ()):
                    found = (gain * share * self._rarity[language, stem], share * covers)
                    best[index] = max(found, best.get(index, found))
            for index, (score, share) in best.items():
                scores[index] += score
                covered[index] += word.weight * share
            if word in rarest:
                with_rarest |= best.keys()
        return [
            Hit(index, score, covered[index] / total, index in with_rarest)
            for index, score in scores.items()
        ]


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
